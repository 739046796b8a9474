"""What a learner behind the table sees: all that is asked now, and none of the answers before they are given."""

from __future__ import annotations

from dataclasses import asdict

from fairfelt.cards import Card
from fairfelt.reports.sheet.english import capital
from fairfelt.rules import Remedy, format_amount
from fairfelt.table import Settled
from fairfelt.web.pages.counting import Job
from fairfelt.web.pages.study import Study

from ..steps import steps
from ..views.hands import qualifies, ranking_of
from ..views.laid import Json, ShownHand, Sight, hand_view
from ..views.table_view import community_view, dealer_view, reveal, seats_view
from .acting_view import acting_view, cards_so_far, seats_so_far, told_so_far
from .acts import COMMUNITY, DEALER
from .house_way import parts_of
from .lesson import Lesson
from .levels import CERTIFIED, LEVELS, Level, level_of, next_level, weak_skills
from .marks import bets_to_settle, calls_for
from .rack import RACK_CENTS, chip_words
from .skills import SKILLS

CALLED = tuple(remedy for remedy in Remedy if remedy is not Remedy.GO_ON)
"""What a learner can stop a round with."""


def school_view(lesson: Lesson, job: Job[Study] | None) -> Json:
    """All that the page needs."""
    return {
        "version": lesson.version,
        "number": lesson.number,
        "phase": lesson.round.phase,
        "stage": lesson.stage,
        "players": lesson.players,
        "commitment": lesson.shuffle.commitment,
        **_table(lesson),
        "acting": acting_view(lesson) if lesson.stage == "acting" else None,
        "parts": [{"title": part.title, "size": len(part.cards)} for part in _parts(lesson)],
        "asks": _asks(lesson),
        "envy": list(lesson.envy_seats) if lesson.stage == "envy" else [],
        "announcing": _announcing(lesson),
        "lines": _lines(lesson),
        "qualifying": _qualifying(lesson),
        "incident": capital(lesson.incident.words) if lesson.incident and lesson.stage != "acting" else "",
        "remedies": list(CALLED) if _may_stop(lesson) else [],
        "paid": list(lesson.paid),
        "marks": [asdict(mark) for mark in lesson.marks],
        "settling_seat": lesson.picked,
        "rack": [{"cents": cents, "words": chip_words(cents)} for cents in RACK_CENTS],
        "progress": progress_view(lesson),
        "others": "exact" if lesson.counted else "simple",
        "reveal": reveal(lesson.round, lesson.shuffle, 0),
    }


def progress_view(lesson: Lesson) -> Json:
    """The score of the session, skill by skill, and what it comes to."""
    level, scores = level_of(lesson.scores), lesson.scores
    above, total = next_level(level), lesson.score
    return {
        "right": total.right, "asked": total.asked, "percent": total.percent, "pace_s": round(total.pace_s, 1),
        "round_s": round(sum(lesson.seconds.values())),
        "skills": [
            {"skill": skill, "right": score.right, "asked": score.asked, "pace_s": round(score.pace_s, 1)}
            for skill in SKILLS if (score := scores.get(skill))
        ],
        "weak": list(weak_skills(scores)),
        "level": level.name, "certified": LEVELS.index(level) >= LEVELS.index(CERTIFIED),
        "next": _level(above) if above else None,
    }  # fmt: skip


def _level(level: Level) -> Json:
    return {"name": level.name, "calls": level.calls, "percent": level.percent, "pace_s": level.pace_s}


def _table(lesson: Lesson) -> Json:
    """The cards and bets as they lie now."""
    round, sight = lesson.round, Sight(lesson.round)
    if lesson.stage == "acting":
        lying = cards_so_far(lesson)
        return {
            "dealer": {"hands": [lying[DEALER]], "wins": False, "qualifies": None},
            "community": {**lying[COMMUNITY], "wins": False},
            "seats": seats_so_far(lesson, lying),
            "steps": list(told_so_far(lesson)),
        }
    announced = lesson.stage in ("settling", "envy", "done")
    return {
        "dealer": dealer_view(round, sight) if announced else _unread(lesson, dealer_view(round, sight)),
        "community": community_view(round, sight) if announced else _silent(community_view(round, sight)),
        "seats": seats_view(round, sight),
        "steps": list(steps(round, read_aloud=announced)),
    }


def _unread(lesson: Lesson, dealer: Json) -> Json:
    """What the dealer holds is for the learner to say, and to set."""
    if lesson.stage == "setting" and lesson.round.dealt:
        dealer = dealer | {"hands": [hand_view(ShownHand(_sorted(lesson.round.dealt.dealer)))]}
    return {**_silent(dealer), "hands": [_silent(hand) for hand in dealer["hands"]], "qualifies": None}


def _silent(view: Json) -> Json:
    """The same without its name and without light on the cards that make it."""
    cards = {"cards": [card | {"lit": False} for card in view["cards"]]} if "cards" in view else {}
    return {**view, **cards, "words": "", "wins": False}


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, reverse=True))


def _parts(lesson: Lesson) -> tuple[ShownHand, ...]:
    if lesson.stage != "setting":
        return ()
    return tuple(ShownHand(part.cards, title=part.title) for part in parts_of(lesson.round))


def _announcing(lesson: Lesson) -> Json | None:
    """What is announced now, if anything: the dealer's hand, or who wins."""
    announcement = lesson.announcement
    return {"of_winner": announcement.of_winner, "options": list(announcement.options)} if announcement else None


def _lines(lesson: Lesson) -> list[str]:
    """What a player's hand can be, from worst to best."""
    ranking = ranking_of(lesson.game)
    return [line.name for line in ranking.lines] if ranking else []


def _may_stop(lesson: Lesson) -> bool:
    return lesson.stage in ("setting", "reading", "settling") and not lesson.paid


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
    """What the dealer needs, if that is to be said."""
    showdown = lesson.game.showdown
    needed = showdown.qualify.words if showdown and showdown.qualify else ""
    return needed if lesson.stage == "reading" and qualifies(lesson.round) is not None else ""
