"""The practice table over HTTP: the moves of a learner, and what is seen of them."""

from __future__ import annotations

from fairfelt.exact import HandAdvice, to_decimal
from fairfelt.reports.sheet.figures import exact_text
from fairfelt.rules import MICROS, format_amount
from fairfelt.table import RoundError

from ..counting import Job
from ..game_query import BadQuery
from ..study import Study
from . import limits
from .coach import Decision, advice
from .json_body import Said
from .moves import Moves, counted
from .practice import Practice
from .steps import steps
from .table_view import Shown, community_shown, dealer_shown, money, option_shown, reveal, seats_shown, units
from .tally import Tally


def deal(practice: Practice, said: Said, study: Study | None) -> Practice:
    """The learner's bets are down: deal."""
    players = said.whole("players", least=1, most=practice.most_players)
    cut = said.whole("cut", most=len(practice.game.deck) - 1)
    bets_micros = said.bets_micros("bets")
    try:
        dealt = practice.deal(bets_micros, players=players, cut=cut, study=study)
    except RoundError as error:
        raise BadQuery("bets", str(error)) from error
    limits.check(practice.game, bets_micros, said)
    return dealt


def choose(practice: Practice, said: Said, study: Study | None) -> Practice:
    """The learner decides."""
    return practice.choose(said.text("choice"), study)


def clear(practice: Practice, said: Said, study: Study | None) -> Practice:
    """The felt is cleared for the next round."""
    return practice.clear()


def shown(practice: Practice, job: Job[Study] | None) -> Shown:
    """All that the page needs."""
    round, you = practice.round, practice.seat
    return {
        "version": practice.version,
        "number": practice.number,
        "phase": round.phase,
        "players": practice.players,
        "commitment": practice.shuffle.commitment,
        "dealer": dealer_shown(round),
        "community": community_shown(round),
        "seats": seats_shown(round, you),
        "choices": [option_shown(option) for option in round.choices(you)],
        "street": round.street.name if round.street else "",
        "coach": _coach(practice, job),
        "decisions": [_decision(made) for made in practice.decisions],
        "others": "exact" if practice.counted else "simple",
        "steps": list(steps(round, you)),
        "reveal": reveal(round, practice.shuffle, practice.cut),
        "bets": {wager: _plain(micros) for wager, micros in practice.bets_micros.items()},
        "tally": _tally(practice.tally),
    }


TABLE = Moves("practice", Practice.opened, shown)


def _coach(practice: Practice, job: Job[Study] | None) -> Shown:
    """What the coach can say now, or why nothing."""
    study = counted(job)
    if study:
        told = advice(study.solution, practice.round) if practice.round.choices(practice.seat) else None
        return {"state": "ready", "values": _values(told) if told else [], "strategy": _strategy(study)}
    if job and job.unsolved:
        return {"state": "none", "why": f"{job.unsolved}. You can play without the coach."}
    if job and job.ready:
        return {"state": "none", "why": "The count did not come to an end. You can play without the coach."}
    return {"state": "waiting", "seconds": (job.seconds or 0) if job else 0}


def _values(told: HandAdvice) -> list[Shown]:
    best = dict(told.values)[told.best]
    return [
        {
            "choice": choice,
            "value": units(value),
            "exact": exact_text(value),
            "cost": f"{to_decimal(best - value):.4f}",
            "best": choice == told.best,
        }
        for choice, value in told.values
    ]


def _strategy(study: Study) -> list[dict[str, str]]:
    rules = study.short.rules if study.short else ()
    return [{"street": rule.street, "words": rule.words} for rule in rules]


def _decision(made: Decision) -> Shown:
    cost = None if made.cost is None else f"{to_decimal(made.cost):.4f}"
    return {"street": made.street, "choice": made.choice, "best": made.best, "cost": cost, "mistake": made.is_mistake}


def _tally(tally: Tally) -> Shown:
    return {
        "rounds": tally.rounds,
        "staked": format_amount(tally.staked_micros),
        "net": money(tally.net_micros),
        "counted": tally.counted,
        "counted_net": money(tally.counted_net_micros),
        "expected": money(tally.expected_micros),
        "deviation": f"{to_decimal(tally.deviation_micros) / MICROS:,.2f}",
        "decisions": tally.decisions,
        "mistakes": tally.mistakes,
        "cost": money(-tally.cost_micros),
    }


def _plain(micros: int) -> str:
    """An amount as one would type it."""
    return format_amount(micros, "", decimals=0)
