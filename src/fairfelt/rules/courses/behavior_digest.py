"""A course of play as plain data: the rules it states, and a digest of what it does with some shoes of cards."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields
from functools import lru_cache
from typing import Any

from fairfelt.cards import Card, Deck

from .course import Course, Decide, Draw, Over

SHOES = 64
MOST_PLAYERS = 2


@lru_cache(maxsize=64)
def canonical_course(course: Course[Any], deck: Deck) -> dict[str, Any]:
    """All that decides how a round goes; its Python is taken by its deeds."""
    return {
        "family": course.family,
        "rules": [[field.name, repr(getattr(course, field.name))] for field in fields(course)],  # type: ignore[arg-type]
        "words": list(course.sentences),
        "deeds": _deeds(course, deck),
    }


def _deeds(course: Course[Any], deck: Deck) -> str:
    """A digest of rounds with shoes that are always the same, the choices taken in turn."""
    digest = hashlib.sha256()
    for number in range(SHOES):
        for told in _round(course, deck, number):
            digest.update(told.encode())
    return digest.hexdigest()[:16]


def _round(course: Course[Any], deck: Deck, number: int) -> Iterator[str]:
    """Every step of one round, and the facts at its end."""
    players = 1 + number % MOST_PLAYERS
    if course.most_cards(players) > len(deck):
        return
    cards = _shuffled(deck, number)
    state, decided = course.start(players), number
    while not isinstance(step := course.next(state), Over):
        yield repr(step)
        match step:
            case Draw(burn=burn):
                del cards[:burn]
                state = course.drawn(state, cards.pop(0))
            case Decide(choices=choices):
                state = course.chosen(state, choices[decided % len(choices)])
                decided += 1
    yield from (repr(course.facts(state, player)) for player in range(players))


def _shuffled(deck: Deck, number: int) -> list[Card]:
    """The same order for the same number, everywhere."""
    key = {at: hashlib.sha256(f"{number} {at}".encode()).digest() for at in range(len(deck))}
    return [deck.cards[at] for at in sorted(key, key=key.__getitem__)]
