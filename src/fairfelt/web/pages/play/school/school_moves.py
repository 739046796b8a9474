"""The dealer school over HTTP: the moves of a learner, and what is seen of them."""

from __future__ import annotations

from fairfelt.rules import format_amount
from fairfelt.table import Settled
from fairfelt.web.pages.counting import Job
from fairfelt.web.pages.game_query import BadQuery
from fairfelt.web.pages.study import Study

from ..hands import qualifies, ranking_of
from ..json_body import Said
from ..moves import Moves
from ..players import most_players
from ..steps import steps
from ..table_view import Shown, community_shown, dealer_shown, reveal, seats_shown
from .lesson import Lesson
from .marks import Mark, bets_to_settle, calls_for


def deal(lesson: Lesson, said: Said, study: Study | None) -> Lesson:
    """Deal to so many players."""
    return lesson.deal(said.whole("players", least=1, most=most_players(lesson.game)), study)


def read(lesson: Lesson, said: Said, study: Study | None) -> Lesson:
    """What the dealer holds."""
    plays = said.fields.get("qualifies")
    if plays is not None and not isinstance(plays, bool):
        raise BadQuery("qualifies", f"qualifies is {plays!r}: give true or false")
    return lesson.read_dealer(_line(lesson, said), plays)


def settle(lesson: Lesson, said: Said, study: Study | None) -> Lesson:
    """What becomes of the wagers of one seat."""
    seat = said.whole("seat", least=1, most=most_players(lesson.game))
    line = None if said.fields.get("line") is None else _line(lesson, said)
    return lesson.settle(seat, line, said.inside("bets"))


def clear(lesson: Lesson, said: Said, study: Study | None) -> Lesson:
    """The next round."""
    return lesson.clear()


def shown(lesson: Lesson, job: Job[Study] | None) -> Shown:
    """All that the page needs, and none of the answers before they are given."""
    round = lesson.round
    return {
        "version": lesson.version,
        "number": lesson.number,
        "phase": round.phase,
        "stage": lesson.stage,
        "players": lesson.players,
        "commitment": lesson.shuffle.commitment,
        "dealer": _unnamed(lesson, dealer_shown(round)),
        "community": community_shown(round),
        "seats": seats_shown(round),
        "asks": _asks(lesson),
        "lines": _lines(lesson),
        "qualifying": _qualifying(lesson),
        "paid": list(lesson.paid),
        "marks": [_mark(mark) for mark in lesson.marks],
        "score": {"right": lesson.right, "asked": lesson.asked},
        "others": "exact" if lesson.counted else "simple",
        "steps": list(steps(round, read_aloud=lesson.stage != "reading")),
        "reveal": reveal(round, lesson.shuffle, 0),
    }


SCHOOL = Moves("school", Lesson.opened, shown)


def _line(lesson: Lesson, said: Said) -> int:
    return said.whole("line", most=len(_lines(lesson)) - 1)


def _lines(lesson: Lesson) -> list[str]:
    """What a hand can be, from worst to best."""
    ranking = ranking_of(lesson.game)
    return [line.name for line in ranking.lines] if ranking else []


def _unnamed(lesson: Lesson, dealer: Shown) -> Shown:
    """What the dealer holds is for the learner to say."""
    return {**dealer, "words": dealer["words"] if lesson.stage in ("settling", "done") else ""}


def _asks(lesson: Lesson) -> dict[str, list[Shown]]:
    """The wagers of each seat that have to be settled."""
    if lesson.stage not in ("reading", "settling"):
        return {}
    answers = lesson.settled
    return {str(s.number): [_ask(lesson, bet) for bet in bets_to_settle(answers, s.number)] for s in answers.seats}


def _ask(lesson: Lesson, bet: Settled) -> Shown:
    calls = list(calls_for(lesson.game, bet))
    return {"wager": bet.wager, "stake": format_amount(bet.stake_micros), "calls": calls}


def _qualifying(lesson: Lesson) -> str:
    """What the dealer needs, if that is to be said."""
    showdown = lesson.game.showdown
    needed = showdown.qualify.words if showdown and showdown.qualify else ""
    return needed if lesson.stage == "reading" and qualifies(lesson.round) is not None else ""


def _mark(mark: Mark) -> Shown:
    return {
        "what": mark.what,
        "said": mark.said,
        "right": mark.right,
        "because": mark.because,
        "is_right": mark.is_right,
    }
