"""What a game is told by: a digest of all its rules, and of what its own code does."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count, islice
from math import comb
from typing import Any

from fairfelt.rules.cards import RANKS, SUITS, Card, Deck, card
from fairfelt.rules.courses.course import Course, Decide, Draw, Over
from fairfelt.rules.deal import Cards
from fairfelt.rules.game import Game, cards_read, possible_facts
from fairfelt.rules.hands import Ranking
from fairfelt.rules.wager import Wager

MOST_HANDS = 300
"""Of each small deck; of one or two cards every hand is taken."""
SAMPLE = 150
"""Hands of the whole deck."""
HIGH_TO_LOW, LOW_TO_HIGH = RANKS[::-1], "A" + RANKS[:-1]
SMALL_DECKS = ((HIGH_TO_LOW, 2), (LOW_TO_HIGH, 2), (HIGH_TO_LOW, 4))
"""The first cards of these ranks in this number of suits: straights at both ends, flushes, up to four of a rank."""


def behavior_digest(ranking: Ranking, deck: Deck, sizes: frozenset[int]) -> str:
    """A digest of the lines, and of the values of fixed hands of those sizes: all of small decks, and a sample."""
    lines = [(line.name, line.kind_of) for line in ranking.lines]
    values = [_digest_values(ranking, deck, size) for size in sorted(sizes)]
    return hashlib.sha256(repr((lines, values)).encode()).hexdigest()[:16]


@lru_cache(maxsize=256)
def _digest_values(ranking: Ranking, deck: Deck, size: int) -> str:
    known = deck if ranking.knows_joker else replace(deck, jokers=0)
    values = [_value(ranking, hand) for hand in _hands(known, size)]
    return hashlib.sha256(repr(values).encode()).hexdigest()


def _value(ranking: Ranking, hand: tuple[Card, ...]) -> int | str:
    try:
        return int(ranking.value(hand))
    except ValueError:
        return "refused"


@lru_cache(maxsize=64)
def _hands(deck: Deck, size: int) -> tuple[tuple[Card, ...], ...]:
    if not 0 < size <= len(deck):
        return ()
    small = (hand for ranks, suits in SMALL_DECKS for hand in _small_hands(deck, size, ranks, suits))
    return tuple(dict.fromkeys((*small, *islice(_sampled_hands(deck, size), SAMPLE))))


def _small_hands(deck: Deck, size: int, ranks: str, suits: int) -> Iterator[tuple[Card, ...]]:
    """All hands of the joker, if there is one, and the first cards of these ranks, with their twins if there are."""
    faces = [card(RANKS.index(r), SUITS.index(s)) for r in ranks if r in deck.ranks for s in deck.suits[-suits:]]
    cards = [*([Card(52)] * min(deck.jokers, 2)), *(face for face in faces for _ in range(min(deck.copies, 2)))]
    kept = len(cards) if size <= 2 else next(n for n in count(size) if comb(n + 1, size) > MOST_HANDS)
    return combinations(cards[:kept], size)


def _sampled_hands(deck: Deck, size: int) -> Iterator[tuple[Card, ...]]:
    """Hands dealt one after the other from decks in fixed orders."""
    for number in count():
        order = deck.fixed_order(number)
        yield from (order[at : at + size] for at in range(0, len(order) - size + 1, size))


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
