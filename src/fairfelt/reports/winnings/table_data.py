"""What is asked of a table, and what it wins as plain data for JSON."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from fairfelt.exact import as_json
from fairfelt.meters.edge import seed
from fairfelt.winnings import (
    BestStop,
    HouseMeter,
    Session,
    Stop,
    TablePlan,
    best_stop,
    diffusion_bankroll,
    lundberg_bankroll,
    match_play,
    stop_at,
)

QUANTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
PLAYED = (1, 4, 8, 40, 200)
"""Hours after which a player is looked at."""
REBATES = (Fraction(1, 10), Fraction(1, 5))


@dataclass(frozen=True)
class FloorQuestion:
    """What is asked besides the plan."""

    risk: Fraction = Fraction(1, 100)
    drop: Fraction | None = None
    """A shift, in currency."""
    comp: Fraction | None = None
    """The share of theoretical win that is given back."""
    after: tuple[int, ...] = PLAYED
    """Hours after which a player is looked at."""
    rebates: tuple[Fraction, ...] = REBATES
    """Shares of losses that are given back to a player who leaves…"""
    stop: tuple[int, int] | None = None
    """…after losing or winning so many units; at the points that are best for the player where nothing is said."""


def stopped(plan: TablePlan, asked: FloorQuestion, rebate: Fraction) -> BestStop:
    """Where a player with a rebate stops: as asked, or where it is best."""
    bet = plan.player or plan.bet
    return stop_at(bet, *asked.stop, float(rebate)) if asked.stop else best_stop(bet, float(rebate))


def _session_plain(plan: TablePlan, session: Session) -> dict[str, Any]:
    return {
        "bets": session.rounds,
        "theoretical_win": as_json(-session.mean * plan.stake),
        "standard_deviation": sqrt(session.variance) * float(plan.stake),
        "chance_of_loss": session.ahead,
        "error": session.error,
        "quantiles": {f"{share:g}": float(session.house_quantile(share) * plan.stake) for share in QUANTILES},
    }


def plan_dict(plan: TablePlan, asked: FloorQuestion | None = None) -> dict[str, Any]:
    """What a table wins as plain data for JSON."""
    asked = asked or FloorQuestion()
    bet, risk = plan.bet, float(asked.risk)
    return {
        "bet": bet.name,
        "house_edge": as_json(bet.edge),
        "variance": as_json(bet.variance),
        "skewness": bet.skewness,
        "stake": as_json(plan.stake),
        "players": plan.pace.players,
        "rounds_per_hour": as_json(plan.pace.rounds_an_hour),
        "pace_source": plan.pace.source,
        "handle_units": as_json(bet.handle),
        "handle_per_hour": as_json(plan.handle_an_hour),
        "win_per_hour": as_json(plan.win_an_hour),
        "hour": _session_plain(plan, plan.hour),
        "shift": _session_plain(plan, plan.shift),
        "day": _session_plain(plan, plan.day),
        "year": _session_plain(plan, plan.year),
        "risk": as_json(asked.risk),
        "bankroll_units": {
            "lundberg": lundberg_bankroll(plan.block, risk) if bet.edge > 0 and bet.results else None,
            "small_pays": diffusion_bankroll(plan.block, risk) if bet.edge > 0 else None,
        },
        "seats": _seats_plain(plan),
        "theoretical_hold": as_json(plan.win_an_hour * plan.hours / asked.drop) if asked.drop else None,
        "meter": plan.meter and meter_dict(plan.meter),
        **_players_plain(plan, asked),
    }


def meter_dict(meter: HouseMeter) -> dict[str, Any]:
    """What the house puts into a meter as plain data for JSON."""
    return {
        "set_aside": as_json(meter.set_aside),
        "seeds": {level.name: as_json(seed(level)) for level in meter.levels},
        "fixed_pays": meter.fixed_pays.value,
        "origin": meter.origin,
    }


def _players_plain(plan: TablePlan, asked: FloorQuestion) -> dict[str, Any]:
    """The player's side; nothing of it where a meter decides what players win."""
    bet, fixed = plan.bet, plan.meter is None
    counted = fixed and bool(bet.results)
    return {
        "player": [_player_plain(plan, asked, hours) for hours in asked.after] if fixed else [],
        "loss_rebates": [_rebate_plain(plan, asked, rebate) for rebate in asked.rebates]
        if counted and bet.edge > 0
        else [],
        "match_play_units": as_json(match_play(bet)) if counted and bet.single else None,
    }


def _seats_plain(plan: TablePlan) -> dict[str, Any] | None:
    seats = plan.seats
    if seats is None:
        return None
    found = {"correlation": seats.correlation, "error": seats.error, "rounds_sampled": seats.rounds}
    return {**found, "varies_times": float(plan.crowd)}


def _player_plain(plan: TablePlan, asked: FloorQuestion, hours: int) -> dict[str, Any]:
    session, loss = plan.player_after(hours), plan.win_an_hour / plan.pace.players * hours
    comps = None if asked.comp is None else as_json(loss * asked.comp)
    chances = {"ahead": session.ahead, "even": session.even}
    return {"hours": hours, "rounds": session.rounds, "expected_loss": as_json(loss), **chances, "comps": comps}


def _rebate_plain(plan: TablePlan, asked: FloorQuestion, rebate: Fraction) -> dict[str, Any]:
    best = stopped(plan, asked, rebate)
    return {
        "rebate": as_json(rebate),
        "by_theorem": _stop_plain(best.by_theorem),
        "exact_chain": best.exact and _stop_plain(best.exact),
        "best_by_exact_chain": best.best and _stop_plain(best.best),
    }


def _stop_plain(stop: Stop) -> dict[str, Any]:
    units = {"stop_after_losing": float(stop.loss), "or_winning": float(stop.win), "worth_units": stop.value}
    return {**units, "reached": stop.reached, "rounds": stop.rounds}
