"""A game as data and as a fingerprint: what decides, by value or by what it does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.course import Course, Decide, Draw, Over
from fairfelt.rules.hands import Ranking
from fairfelt.rules.hands.behavior_digest import behavior_digest

from .deal import Cards
from .definition import cards_read
from .game import Game
from .possible_facts import possible_facts
from .wager import Wager

# Rules as plain data for JSON: all that decides, without the words around it.


WORDS = frozenset({"words", "names", "preset"})
"""Fields that only say for people what others decide, or what a house decides for itself."""


def plain(value: Any) -> Any:
    """A value of the rules by its fields. A ranking is its name and a function nothing: they go in by what they do."""
    match value:
        case None | str() | bool():
            return value
        case Enum():
            return value.value
        case int():
            return int(value)
        case Fraction():
            return str(value)
        case Mapping():
            return [[plain(key), plain(value[key])] for key in sorted(value)]
        case frozenset():
            return sorted(map(plain, value))
        case tuple():
            return [plain(part) for part in value]
        case Ranking():
            return value.name
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value) if field.name not in WORDS}
    if callable(value):
        return None
    raise TypeError(f"{value!r} is not plain data: rules are made of numbers, text, tuples and frozen dataclasses")


# A course of play as plain data: the rules it states, and a digest of what it does with some shoes of cards.


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


# The rules of a game as data, and their fingerprint: any changed rule, pay, ruling or ranking changes it.


def rules_data(game: Game) -> dict[str, Any]:
    """All that decides what is paid, as plain data."""
    return {
        "name": game.name,
        "variant": game.variant,
        "deck": plain(game.deck),
        "deal": plain(game.deal.packets),
        "streets": plain(game.streets),
        "showdown": _showdown(game),
        "course": course_data(game.course, game.deck) if game.course else None,
        "opens": game.opens.value,
        "wagers": [_wager(game, wager) for wager in game.wagers],
        "rulings": [[ruling.name, ruling.reading] for ruling in game.rulings],
    }


@lru_cache(maxsize=256)
def fingerprint(game: Game) -> str:
    """SHA-256 of the rules as data, as hexadecimal digits. A game is a value: worked out once for each."""
    text = json.dumps(rules_data(game), separators=(",", ":"), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _showdown(game: Game) -> dict[str, Any] | None:
    if not game.showdown:
        return None
    ranking, shared = game.showdown.ranking, game.showdown.shared
    asked_for = [game.showdown.qualify, *(choice.holding for street in game.streets for choice in street.choices)]
    sizes = {game.hole, game.deal.count(Cards.OWN | shared), game.deal.count(Cards.DEALER | shared)}
    sizes |= {len(least.cards) for least in asked_for if least}
    return {**plain(game.showdown), "behavior": behavior_digest(ranking, game.deck, frozenset(sizes))}


def _wager(game: Game, wager: Wager) -> dict[str, Any]:
    """A wager's fields, what its settlement pays for every combination of facts, and what its ranking does."""
    showdown = game.showdown.ranking if game.showdown else None
    pays = [plain(wager.outcome(facts, showdown).pay) for facts in possible_facts(game, wager)]
    sizes = frozenset(cards_read(game, wager, places) for places in (wager.on, wager.against) if places)
    fields = plain(wager)
    if not wager.alone:
        del fields["alone"]  # the word is younger than the pins of games that do not use it
    return {
        **fields,
        "settle": hashlib.sha256(json.dumps(pays).encode()).hexdigest()[:16],
        "behavior": behavior_digest(wager.ranking, game.deck, sizes) if wager.ranking else None,
    }
