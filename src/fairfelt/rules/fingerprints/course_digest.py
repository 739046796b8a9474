"""A course of play as plain data: the rules it states, and a digest of what it does with some shoes of cards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any

from fairfelt.cards import Deck
from fairfelt.hands import Ranking
from fairfelt.hands.behavior_digest import behavior_digest
from fairfelt.rules.courses.course import Course, Decide, Draw, Over

from .plain import plain

SHOES = 64
MOST_PLAYERS = 2
SIZES = frozenset({2, 3, 5, 7})
"""Of hands that a course may ask a ranking about."""


@lru_cache(maxsize=64)
def course_data(course: Course[Any], deck: Deck) -> dict[str, Any]:
    """All that decides how a round goes: its rules, and digests of what its rankings and its Python do."""
    values = [getattr(course, field.name) for field in fields(course)]  # type: ignore[arg-type]
    rankings = [behavior_digest(value, deck, SIZES) for value in values if isinstance(value, Ranking)]
    return {"family": course.family, "rules": plain(course), "rankings": rankings, "behavior": _digest(course, deck)}


def _digest(course: Course[Any], deck: Deck) -> str:
    """A digest of rounds with shoes that are always the same, the choices taken in turn."""
    rounds = [list(_round(course, deck, number)) for number in range(SHOES)]
    return hashlib.sha256(json.dumps(rounds, sort_keys=True).encode()).hexdigest()[:16]


def _round(course: Course[Any], deck: Deck, number: int) -> Iterator[Any]:
    """Every step of one round, and the facts at its end."""
    players = 1 + number % MOST_PLAYERS
    if course.most_cards(players) > len(deck):
        return
    cards = iter(deck.fixed_order(number))
    state, decided = course.start(players), number
    while not isinstance(step := course.next(state), Over):
        yield plain(step)
        match step:
            case Draw(burn=burn):
                for _ in range(burn):
                    next(cards)
                state = course.draw(state, next(cards))
            case Decide(choices=choices):
                state = course.choose(state, choices[decided % len(choices)])
                decided += 1
    yield from (plain(course.facts(state, player)) for player in range(players))
