"""The dealer school over HTTP: the moves of a learner, and what is seen of them."""

from __future__ import annotations

from dataclasses import asdict

from fairfelt.reports.sheet.english import capital, listed
from fairfelt.rules import Remedy, format_amount
from fairfelt.table import Settled
from fairfelt.table.mend import OF_A_SEAT
from fairfelt.web.pages.counting import Job
from fairfelt.web.pages.game_query import BadQuery
from fairfelt.web.pages.study import Study

from ..json_body import JsonBody, read_amount_micros
from ..moves import Moves
from ..players import most_players
from ..steps import steps
from ..views.hands import qualifies, ranking_of
from ..views.laid import Json, Sight
from ..views.table_view import community_view, dealer_view, reveal, seats_view
from .lesson import Lesson
from .marks import SKILLS, bets_to_settle, calls_for

CALLED = tuple(remedy for remedy in Remedy if remedy is not Remedy.GO_ON)
"""What a learner can stop a round with."""


def deal(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """Deal to so many players, on request with something that may go wrong."""
    players = body.whole_number("players", least=1, most=most_players(lesson.game))
    return lesson.deal(players, study, irregular=body.fields.get("irregular") is True)


def act(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """A misdeal or a foul hand."""
    remedy = next((remedy for remedy in CALLED if remedy == body.text("remedy")), None)
    if remedy is None:
        raise BadQuery("remedy", f"{body.text('remedy')!r} is not to be called: call {listed(CALLED, 'or')}")
    seats = [seat.number for seat in lesson.round.seats]
    seat = body.whole_number("seat", least=1, most=max(seats, default=1)) if remedy in OF_A_SEAT else 0
    return lesson.act(remedy, seat)


def read(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """What the dealer holds."""
    plays = body.fields.get("qualifies")
    if plays is not None and not isinstance(plays, bool):
        raise BadQuery("qualifies", f"qualifies is {plays!r}: give true or false")
    return lesson.read_dealer(_line(lesson, body), plays)


def pick(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """Which seat is settled next."""
    return lesson.pick(body.whole_number("seat", least=1, most=most_players(lesson.game)))


def settle(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """What becomes of the wagers of one seat."""
    seat = body.whole_number("seat", least=1, most=most_players(lesson.game))
    line = None if body.fields.get("line") is None else _line(lesson, body)
    return lesson.settle(seat, line, body.by_wager("bets"))


def envy(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """What each bettor gets for the hands of others; an empty amount is nothing."""
    said = body.by_seat("envy")
    return lesson.pay_envy({seat: read_amount_micros("envy", amount) for seat, amount in said.items() if amount != ""})


def clear(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """The next round."""
    return lesson.clear()


def school_view(lesson: Lesson, job: Job[Study] | None) -> Json:
    """All that the page needs, and none of the answers before they are given."""
    round, sight = lesson.round, Sight(lesson.round)
    return {
        "version": lesson.version,
        "number": lesson.number,
        "phase": round.phase,
        "stage": lesson.stage,
        "players": lesson.players,
        "commitment": lesson.shuffle.commitment,
        "dealer": _unnamed(lesson, dealer_view(round, sight)),
        "community": community_view(round, sight),
        "seats": seats_view(round, sight),
        "asks": _asks(lesson),
        "envy": list(lesson.envy_seats) if lesson.stage == "envy" else [],
        "lines": _lines(lesson),
        "qualifying": _qualifying(lesson),
        "incident": capital(lesson.incident.words) if lesson.incident else "",
        "remedies": list(CALLED) if lesson.stage in ("reading", "settling") and not lesson.paid else [],
        "paid": list(lesson.paid),
        "marks": [asdict(mark) for mark in lesson.marks],
        "settling_seat": lesson.picked,
        "score": lesson.score._asdict(),
        "skills": [{"skill": SKILLS[skill], **score._asdict()} for skill, score in lesson.scores.items()],
        "others": "exact" if lesson.counted else "simple",
        "steps": list(steps(round, read_aloud=lesson.stage != "reading")),
        "reveal": reveal(round, lesson.shuffle, 0),
    }


SCHOOL = Moves("school", Lesson.opened, school_view)


def _line(lesson: Lesson, body: JsonBody) -> int:
    return body.whole_number("line", most=len(_lines(lesson)) - 1)


def _lines(lesson: Lesson) -> list[str]:
    """What a hand can be, from worst to best."""
    ranking = ranking_of(lesson.game)
    return [line.name for line in ranking.lines] if ranking else []


def _unnamed(lesson: Lesson, dealer: Json) -> Json:
    """What the dealer holds is for the learner to say."""
    if lesson.stage in ("settling", "envy", "done"):
        return dealer
    unread = [
        hand | {"words": "", "cards": [card | {"lit": False} for card in hand["cards"]]} for hand in dealer["hands"]
    ]
    return {**dealer, "hands": unread, "qualifies": None}


def _asks(lesson: Lesson) -> dict[str, list[Json]]:
    """The wagers of each seat that have to be settled."""
    if lesson.stage not in ("reading", "settling"):
        return {}
    answers = lesson.settled
    return {str(s.number): [_ask(lesson, bet) for bet in bets_to_settle(answers, s.number)] for s in answers.seats}


def _ask(lesson: Lesson, bet: Settled) -> Json:
    calls = list(calls_for(lesson.game, bet))
    return {"wager": bet.wager, "stake": format_amount(bet.stake_micros), "calls": calls}


def _qualifying(lesson: Lesson) -> str:
    """What the dealer needs, if that is to be body."""
    showdown = lesson.game.showdown
    needed = showdown.qualify.words if showdown and showdown.qualify else ""
    return needed if lesson.stage == "reading" and qualifies(lesson.round) is not None else ""
