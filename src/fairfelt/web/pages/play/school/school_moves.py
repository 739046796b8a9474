"""The dealer school over HTTP: the moves of a learner."""

from __future__ import annotations

from time import monotonic
from typing import get_args

from fairfelt.reports.sheet.english import listed
from fairfelt.table.mend import OF_A_SEAT
from fairfelt.web.pages.game_query import BadQuery
from fairfelt.web.pages.study import Study

from ..json_body import JsonBody
from ..moves import Endpoint, Move, Moves
from ..players import most_players
from ..views.hands import ranking_of
from .acts import COMMUNITY, DEALER, Act, ActKind
from .lesson import Lesson
from .rack import read_payment
from .school_view import CALLED, school_view
from .script import lock_up_wagers

KINDS: tuple[ActKind, ...] = get_args(ActKind)
SCHOOL = Moves("school", Lesson.opened, school_view)


def timed(move: Move[Lesson]) -> Endpoint:
    """An endpoint whose moves are timed."""
    return SCHOOL.endpoint(lambda lesson, body, study: move(lesson, body, study).timed(lesson, monotonic()))


def deal(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """Deal to so many players, on request card by card or with something that may go wrong."""
    players = body.whole_number("players", least=1, most=most_players(lesson.game))
    return lesson.deal(players, study, irregular=body.is_ticked("irregular"), by_hand=body.is_ticked("by_hand"))


def do(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """One act of the deal."""
    kind = next((kind for kind in KINDS if kind == body.text("act")), None)
    if kind is None:
        raise BadQuery("act", f"{body.text('act')!r} is no act of a dealer: give {listed(KINDS, 'or')}")
    place, wager = "", ""
    if kind not in ("burn", "stop"):
        place = body.text("place")
        places = [*(str(seat.number) for seat in lesson.round.seats), COMMUNITY, DEALER]
        if place not in places:
            raise BadQuery("place", f"{place!r} is no place at this table: give {listed(places, 'or')}")
    if kind in ("lock", "lammer"):
        wager = body.text("wager")
        if wager not in lock_up_wagers(lesson.game):
            raise BadQuery("wager", f"nothing is done with {wager!r} before the deal of this game")
    return lesson.do(Act(kind, place, wager))


def set_hand(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """The dealer's hand in its parts."""
    parts = body.fields.get("parts")
    if not isinstance(parts, list) or not all(isinstance(part, list) for part in parts):
        raise BadQuery("parts", "parts are not given as lists: give a list of cards for each part of the hand")
    if not all(isinstance(face, str) for part in parts for face in part):
        raise BadQuery("parts", "a card is not given as text: give its rank and suit, as As")
    return lesson.set_hand(parts)


def act(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """A misdeal or a foul hand."""
    remedy = next((remedy for remedy in CALLED if remedy == body.text("remedy")), None)
    if remedy is None:
        raise BadQuery("remedy", f"{body.text('remedy')!r} is not to be called: call {listed(CALLED, 'or')}")
    seats = [seat.number for seat in lesson.round.seats]
    seat = body.whole_number("seat", least=1, most=max(seats, default=1)) if remedy in OF_A_SEAT else 0
    return lesson.act(remedy, seat)


def read(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """What the dealer holds, or who wins."""
    plays = body.fields.get("qualifies")
    if plays is not None and not isinstance(plays, bool):
        raise BadQuery("qualifies", f"qualifies is {plays!r}: give true or false")
    options = lesson.announcement.options if lesson.announcement else ("",)
    return lesson.announce(body.whole_number("line", most=len(options) - 1), plays)


def pick(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """Which seat is settled next."""
    return lesson.pick(body.whole_number("seat", least=1, most=most_players(lesson.game)))


def settle(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """What becomes of the wagers of one seat."""
    seat = body.whole_number("seat", least=1, most=most_players(lesson.game))
    ranking = ranking_of(lesson.game)
    most = len(ranking.lines) - 1 if ranking else 0
    line = None if body.fields.get("line") is None else body.whole_number("line", most=most)
    return lesson.settle(seat, line, body.by_wager("bets"))


def envy(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """What each bettor gets for the hands of others; no chips are nothing."""
    return lesson.pay_envy({seat: read_payment("envy", chips) for seat, chips in body.by_seat("envy").items()})


def clear(lesson: Lesson, body: JsonBody, study: Study | None) -> Lesson:
    """The next round."""
    return lesson.clear()
