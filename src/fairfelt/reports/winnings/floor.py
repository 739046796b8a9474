"""What a table wins: an hour, a shift, a year, the bankroll it needs, and the player's side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any

from fairfelt.analysis.winnings.bets import BetRound, HouseMeter, JackpotLine
from fairfelt.analysis.winnings.covariance import PLACES, BetsTogether
from fairfelt.analysis.winnings.session import (
    BestStop,
    Session,
    Stop,
    best_stop,
    diffusion_bankroll,
    lundberg_bankroll,
    match_play,
    points,
    stop_at,
)
from fairfelt.analysis.winnings.tables import TablePlan
from fairfelt.engine.answers.numbers import as_plain, percent_text
from fairfelt.jackpot.meters.edge import format_money, seed
from fairfelt.reports.plots import lines
from fairfelt.reports.report import Record, Report
from fairfelt.reports.sheet import Block, Column, Facts, Plot, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import colophon, count
from fairfelt.rules import Game


def jackpots_dict(lines: Iterable[JackpotLine]) -> list[dict[str, Any]]:
    return [
        as_plain(line, "wager", "level", "hand", "share")
        | {"probability": line.chance, "break_even_meter": line.break_even}
        for line in lines
    ]


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
    """Shares of losses that are given back to a player who leaves."""
    stop: tuple[int, int] | None = None
    """Units lost or won after which that player leaves; the best points for the player if None."""


def stopped(plan: TablePlan, asked: FloorQuestion, rebate: Fraction) -> BestStop:
    """Where a player with a rebate stops: as asked, or where it is best."""
    bet = plan.player or plan.bet
    return stop_at(bet, *asked.stop, float(rebate)) if asked.stop else best_stop(bet, float(rebate))


def _periods(plan: TablePlan) -> dict[str, Session]:
    return {"hour": plan.hour, "shift": plan.shift, "day": plan.day, "year": plan.year}


def _session_plain(plan: TablePlan, session: Session) -> dict[str, Any]:
    return {
        "bets": session.rounds,
        "theoretical_win": -session.mean * plan.stake,
        "standard_deviation": sqrt(session.variance) * float(plan.stake),
        "chance_of_loss": session.ahead,
        "error": session.error,
        "quantiles": {f"{share:g}": float(session.house_quantile(share) * plan.stake) for share in QUANTILES},
    }


def plan_dict(plan: TablePlan, asked: FloorQuestion | None = None) -> dict[str, Any]:
    asked = asked or FloorQuestion()
    bet, risk = plan.bet, float(asked.risk)
    return {
        "bet": bet.name,
        "house_edge": bet.edge,
        **as_plain(bet, "variance", "skewness"),
        "stake": plan.stake,
        "players": plan.pace.players,
        "rounds_per_hour": plan.pace.rounds_an_hour,
        "pace_source": plan.pace.source,
        "handle_units": bet.handle,
        "handle_per_hour": plan.handle_an_hour,
        "win_per_hour": plan.win_an_hour,
        **{name: _session_plain(plan, session) for name, session in _periods(plan).items()},
        "risk": asked.risk,
        "bankroll_units": {
            "lundberg": lundberg_bankroll(plan.block, risk) if bet.edge > 0 and bet.results else None,
            "small_pays": diffusion_bankroll(plan.block, risk) if bet.edge > 0 else None,
        },
        "seats": _seats_plain(plan),
        "theoretical_hold": plan.win_an_hour * plan.hours / asked.drop if asked.drop else None,
        "meter": plan.meter and meter_dict(plan.meter),
        **_players_plain(plan, asked),
    }


def meter_dict(meter: HouseMeter) -> dict[str, Any]:
    return {
        "set_aside": meter.set_aside,
        "seeds": {level.name: seed(level) for level in meter.levels},
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
        "match_play_units": match_play(bet) if counted and bet.single else None,
    }


def _seats_plain(plan: TablePlan) -> dict[str, Any] | None:
    seats = plan.seats
    if seats is None:
        return None
    return as_plain(seats, "correlation", "error") | {"rounds_sampled": seats.rounds, "varies_times": float(plan.crowd)}


def _player_plain(plan: TablePlan, asked: FloorQuestion, hours: int) -> dict[str, Any]:
    session, loss = plan.player_after(hours), plan.win_an_hour / plan.pace.players * hours
    comps = None if asked.comp is None else loss * asked.comp
    chances = as_plain(session, "ahead", "even")
    return {"hours": hours, "rounds": session.rounds, "expected_loss": loss, **chances, "comps": comps}


def _rebate_plain(plan: TablePlan, asked: FloorQuestion, rebate: Fraction) -> dict[str, Any]:
    best = stopped(plan, asked, rebate)
    return {
        "rebate": rebate,
        "by_theorem": _stop_plain(best.by_theorem),
        "exact_chain": best.exact and _stop_plain(best.exact),
        "best_by_exact_chain": best.best and _stop_plain(best.best),
    }


def _stop_plain(stop: Stop) -> dict[str, Any]:
    units = {"stop_after_losing": float(stop.loss), "or_winning": float(stop.win), "worth_units": stop.value}
    return {**units, "reached": stop.reached, "rounds": stop.rounds}


POINTS = 80
NOTES = (
    ("Theoretical win", "The exact house edge times the opening bets, or times the bet that is named."),
    ("Bet in all", "With every raise, by the best play; a bet that is taken back or not made counts nothing."),
    (
        "Distribution",
        "Rounds added up by a Fourier transform; the sheet states its greatest error. Seats that share cards win and "
        "lose together: the bets of a round are taken as blocks that are won and lost as one, as large as the variance "
        "of a whole table asks for.",
    ),
    ("Bankroll", "By Lundberg's bound, which holds however long one plays; beside it the formula for small pays."),
    ("Hold", "Win by drop. The drop is what players buy in for, which says nothing of the odds by itself."),
    ("Loss rebate", "For a player who stops after losing or winning so many units, by the theorem for Brownian motion: "
     "good where all pays are small. Below it the exact chain of the game, good everywhere: with the same stops, and "
     "with those that are best by it."),
)  # fmt: skip
METER_NOTE = (
    "Bet on a meter",
    "What the house keeps: the bet less fixed pays, less what is set aside for the meter, less a seed for each whole "
    "award. What players win of the meter was set aside before, and is no loss of that day.",
)


def floor_report(game: Game, plan: TablePlan, asked: FloorQuestion, together: BetsTogether | None = None) -> Report:
    """Everything about one table; with all bets of a round together, how they vary with each other."""
    plot = Plot(
        "What a shift wins",
        alt="A rising line: the share of shifts in which the house wins no more than an amount.",
        draw=partial(draw_wins, {"shifts": (plan.shift, plan.stake)}),
    )
    sheet = Sheet(
        title=game.title,
        subtitle=f"What a table wins: {plan.bet.name}",
        sections=(
            Section("The table", Facts(*_facts(plan))),
            *([Section("The bets of a round", *_together(together))] if together else []),
            Section("Theoretical win", _theory(plan)),
            Section("How shifts, days and years go", *_spread(plan), plot),
            Section("Bankroll and hold", Facts(*_bank(plan, asked))),
            Section("The player's side", *_players(plan, asked)),
        ),
        footnotes=(*NOTES, METER_NOTE) if plan.meter else NOTES,
        colophon=colophon(game, what="Calculated" if plan.crowd != 1 else "Calculated, not sampled,"),
    )
    plain = (
        {"game": game.slug, "variant": game.variant}
        | plan_dict(plan, asked)
        | ({"together": _together_plain(together)} if together else {})
    )
    return Report(sheet, plain, f"{game.slug}-floor", _records(game, plan), plot)


def _records(game: Game, plan: TablePlan) -> list[Record]:
    """A row for each period."""
    return [
        {
            "game": game.slug, "variant": game.variant, "bet": plan.bet.name, "period": name,
            "bets": session.rounds, "theoretical_win": float(-session.mean * plan.stake),
            "standard_deviation": sqrt(session.variance) * float(plan.stake), "chance_of_loss": session.ahead,
            **{f"quantile {share:g}": float(session.house_quantile(share) * plan.stake) for share in QUANTILES},
        }
        for name, session in _periods(plan).items()
    ]  # fmt: skip


def _together(bets: BetsTogether) -> Iterator[Block]:
    yield Words("Each side bet is as large as the opening bet here. Numbers beside each other are correlations.")
    yield Table(
        (Column("Bet"), *right("Expected loss", "Standard deviation", *bets.wagers)),
        tuple(
            (
                name,
                percent_text(-bets.means[at], 4),
                f"{sqrt(bets.covariances[at][at]):.4f}",
                *(f"{bets.correlation(at, other):+.4f}" for other in range(len(bets.wagers))),
            )
            for at, name in enumerate(bets.wagers)
        ),
        (("All together", percent_text(-bets.mean, 4), f"{sqrt(bets.variance):.4f}", *("" for _ in bets.wagers)),),
    )
    if bets.left_out:
        yield Words(f"Left out, since other cards decide them or a meter does: {', '.join(bets.left_out)}.")


def _together_plain(bets: BetsTogether) -> dict[str, Any]:
    return {
        "bets": bets.wagers,
        "left_out": bets.left_out,
        **as_plain(bets, "means", "covariances", "variance"),
    }


def _facts(plan: TablePlan) -> Iterator[tuple[str, str]]:
    bet, pace = plan.bet, plan.pace
    yield from _edge(bet) if plan.meter is None else [("The house keeps", f"{percent_text(bet.edge, 4)} of every bet")]
    yield "Standard deviation of a bet", f"{sqrt(bet.variance):.4f} units"
    if bet.skewness is not None:
        yield "Skewness of a bet", f"{bet.skewness:+.3f}"
    each = "betting" if pace.players == 1 else "each betting"
    yield "Players", f"{pace.players}, {each} {format_money(plan.stake)} a round"
    yield "Rounds an hour", f"{float(pace.rounds_an_hour):.1f}, {pace.source}"
    yield "Seats", seats_words(plan)
    if plan.player and plan.player != plan.bet:
        yield "Envy bonuses", f"paid on every hand to {count(pace.players - 1, 'other player')}, and counted in here"
    if plan.meter:
        yield "Meter", meter_words(plan.meter)
    yield "Shift", f"{float(plan.hours):g} hours, {count(plan.shifts, 'shift')} a day, {plan.days} days a year"


def _edge(bet: BetRound) -> Iterator[tuple[str, str]]:
    """Of all that is bet as well, where that is more or less than one unit a round."""
    if bet.handle == 1:
        yield "House edge", percent_text(bet.edge, 4)
        return
    yield "House edge", f"{percent_text(bet.edge, 4)} of {'one unit a round' if bet.handle < 1 else 'the opening bet'}"
    if bet.handle:
        risk = percent_text(bet.edge / bet.handle, 4)
        yield "Bet in a round", f"{float(bet.handle):.4f} units on average, of which the house keeps {risk}"


def seats_words(plan: TablePlan) -> str:
    """How the seats of a round go together."""
    players, seats = plan.pace.players, plan.seats
    if players == 1:
        return "one player alone"
    if seats is None:
        return "how they go together is not known here: each bet counts as a round of its own, and shifts vary more"
    if not seats.rounds:
        return "all look at the same cards: players who bet alike win and lose together"
    found = f"{seats.correlation:+.{PLACES}f} (sampled, ±{seats.error:.3f})"
    if plan.crowd == 1:
        return f"as good as independent: two of them have a correlation of {found}"
    return (
        f"they win and lose together: two of them have a correlation of {found}, so that the variance of {players} "
        f"players is {float(plan.crowd):.{PLACES}f} times that of {players} who play apart"
    )


def meter_words(meter: HouseMeter) -> str:
    """What the house puts into a meter."""
    levels = ", ".join(f"{level.name} {format_money(seed(level))}" for level in meter.levels)
    return f"starts with {levels}; {percent_text(meter.set_aside, 2)} of every bet is set aside. {meter.origin}"


def _theory(plan: TablePlan) -> Table:
    hour = plan.win_an_hour
    rows = [("Hour", Fraction(1)), ("Shift", plan.hours), ("Day", plan.hours * plan.shifts)]
    rows.append(("Year", plan.hours * plan.shifts * plan.days))
    spread = sqrt(plan.bet.variance * plan.crowd) * float(plan.stake)
    return table(
        rows,
        ("Period", lambda row: row[0]),
        (num("Bets"), lambda row: round(plan.pace.bets_an_hour * row[1])),
        (num("Bet in all"), lambda row: format_money(plan.handle_an_hour * row[1])),
        (num("Theoretical win"), lambda row: format_money(hour * row[1])),
        (num("Standard deviation"), lambda row: format_money(Fraction(spread * sqrt(plan.pace.bets_an_hour * row[1])))),
    )


def once_in(chance: float) -> str:
    """How often in words: "once in 9"."""
    if chance <= 0:
        return "never"
    return f"once in {1 / chance:,.0f}" if chance < 0.35 else f"{chance:.1%} of the time"


def _spread(plan: TablePlan) -> Iterator[Block]:
    shift, day = plan.shift, plan.day
    yield Words(f"The house loses a shift {once_in(shift.ahead)} and a day {once_in(day.ahead)}. {_how_sure(plan)}")
    yield quantile_table({"Shift": shift, "Day": day, "Year": plan.year}, plan.stake)


def _how_sure(plan: TablePlan) -> str:
    errors = [session.error for session in (plan.shift, plan.day, plan.year)]
    if None in errors:
        return "Results of a round are not counted one by one here: the normal curve stands for them."
    most = max(filter(None, errors), default=0.0)
    if plan.crowd != 1 and plan.seats and plan.seats.rounds:
        return f"The sums are off by no more than {most:.1e}; how the seats go together is sampled."
    return f"No chance here is wrong by more than {most:.1e}."


def _bank(plan: TablePlan, asked: FloorQuestion) -> Iterator[tuple[str, str]]:
    risk = float(asked.risk)
    if plan.bet.edge <= 0:
        yield "Bankroll", "none is enough: the house has no edge"
    bound = [("Lundberg's bound", lundberg_bankroll)] if plan.bet.results else []
    for name, bankroll in (*bound, ("small pays", diffusion_bankroll)) if plan.bet.edge > 0 else ():
        units = bankroll(plan.block, risk)
        money = format_money(Fraction(units) * plan.stake)
        yield f"Bankroll for a risk of {percent_text(asked.risk, 2)}, {name}", f"{money}, {units:,.0f} units"
    if asked.drop:
        win = plan.win_an_hour * plan.hours
        yield "Drop of a shift", format_money(asked.drop)
        yield "Theoretical hold", percent_text(win / asked.drop, 2)
        turned = plan.handle_an_hour * plan.hours / asked.drop
        yield "Bet for each unit of the drop", f"{float(turned):.2f}"


def _players(plan: TablePlan, asked: FloorQuestion) -> Iterator[Block]:
    if plan.meter:
        yield Words("What players win goes by where the meter stands: 'fairfelt meter' says it.")
        return
    comp = asked.comp
    loss = plan.win_an_hour / plan.pace.players
    heads = right("Hours", "Rounds", "Expected loss", "Ahead", "Even", *(["Comps"] if comp else []))
    rows = []
    for hours in asked.after:
        session = plan.player_after(hours)
        cells = (f"{hours:,}", f"{session.rounds:,}", format_money(loss * hours), f"{session.ahead:.2%}")
        given = (format_money(loss * hours * comp),) if comp else ()
        rows.append((*cells, f"{session.even:.2%}", *given))
    yield Table(heads, tuple(rows))
    if not plan.bet.results:
        return
    if plan.bet.single:
        worth = f"{float(match_play(plan.bet)):.4f} units"
        yield Facts(("A match-play coupon for one unit is worth", worth))
    if plan.bet.edge > 0:
        rows = [row for rebate in asked.rebates for row in _rebate(rebate, stopped(plan, asked, rebate))]
        heads = right("Units lost to stop at", "or units won", "Worth, units", "Rounds")
        yield Table((Column("Rebate on losses"), Column("By"), *heads), tuple(rows))


def _rebate(rebate: Fraction, found: BestStop) -> Iterator[tuple[str, ...]]:
    """A row for the theorem, one for the chain with the same stops, and one for the stops that are best by it."""
    yield f"{float(rebate * 100):g}%", "theorem", *_stop(found.by_theorem)
    yield "", "chain, same stops", *(_stop(found.exact) if found.exact else ("", "", "not solved", ""))
    if found.best and found.best.loss:
        yield "", "chain, best stops", *_stop(found.best)
    elif found.best:
        yield "", "chain, best stops", "", "", "no bet pays", ""


def _stop(stop: Stop) -> tuple[str, ...]:
    rounds = "" if stop.rounds is None else f"{stop.rounds:,.1f}"
    return f"{float(stop.loss):,g}", f"{float(stop.win):,g}", f"{stop.value:+.4f}", rounds


def quantile_table(periods: Mapping[str, Session], stake: Fraction = Fraction(1)) -> Table:
    """What the house wins less than in a share of each kind of period."""
    return Table(
        (Column("The house wins less in"), *right(*periods)),
        tuple(
            (f"{share:.0%} of them", *(format_money(one.house_quantile(share) * stake) for one in periods.values()))
            for share in QUANTILES
        ),
        (("Chance of a loss", *(f"{one.ahead:.4%}" for one in periods.values())),),
    )


def draw_wins(sessions: Mapping[str, tuple[Session, Fraction]], *, of: str = "", count: int = POINTS) -> str:
    """The share of sessions that win no more than an amount; one line for each, by its stake."""
    series = [
        (name, [(units * float(stake), chance) for units, chance in points(session, count)])
        for name, (session, stake) in sessions.items()
    ]
    up, written = f"share of {of or next(iter(sessions))}", (",.0f", "%")
    return lines(series, along="the house wins no more than", up=up, written=written, marked=(0.0,))
