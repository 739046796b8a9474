"""Advisers: what a coach asks. Most games value one hand by itself; the others are solved, and kept by the engine."""

from __future__ import annotations

import ctypes
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any

from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Solution
from fairfelt.engine.one_hand import find_one_hand, values_alone
from fairfelt.engine.solve import core_game
from fairfelt.rules import Cards, Course, Decide, Draw, Game
from fairfelt.rules.cards import Card, format_cards, parse_cards


def prepare_adviser(game: Game, executor: Executor) -> None:
    """Make ready what `find_adviser` answers by: hands by themselves, or else the whole game solved."""
    if not find_one_hand(core_game(game)):
        prepare_solution(game, executor)


def prepare_solution(game: Game, executor: Executor) -> None:
    """Solve a game, or read what is kept of it, and have all made that is made when it is first asked for."""
    solution = engine.advisor(game, executor=executor)
    assert solution.decisions is not None, "what is lazy is counted now"
    hand, community, dealer = map(parse_cards, example_hand(game))
    if hand:
        solution.advise(hand, community, dealer)


def find_adviser(game: Game) -> Solution:
    """What any hand of a game is worth; solved now where it was not prepared."""
    return find_one_hand(core_game(game)) or engine.advisor(game)


def is_prepared(game: Game) -> bool:
    """Whether `find_adviser` answers in about a second."""
    return values_alone(core_game(game)) or engine.is_at_hand(game)


# A hand to ask about, for a game that nobody has said anything of.


EVERY = 11
"""Examples take each eleventh card of the deck: mixed in rank and suit."""


def example_hand(game: Game) -> tuple[str, str, str]:
    """Cards for a hand and, where a decision sees them, for the table and the dealer; none without a decision."""
    if not game.streets:
        return "", "", ""
    if game.course:
        return _on_a_course(game, game.course)
    mixed = [game.deck.cards[at * EVERY % len(game.deck)] for at in range(len(game.deck))]
    first = game.hole + sum(street.community for street in game.streets)
    last = first + sum(street.dealer for street in game.streets)
    return format_cards(mixed[: game.hole]), format_cards(mixed[game.hole : first]), format_cards(mixed[first:last])


def _on_a_course(game: Game, course: Course[Any]) -> tuple[str, str, str]:
    """The first cards that lead to a decision, from a deck that is mixed or has its ranks together."""
    for every in (EVERY, len(game.deck.ranks)):
        mixed = [game.deck.cards[at * every % len(game.deck)] for at in range(len(game.deck))]
        shoe = iter(mixed)
        held: dict[Cards, list[Card]] = {place: [] for place in Cards}
        state = course.start(1)
        while isinstance(step := course.next(state), Draw):
            card = next(shoe)
            state = course.draw(state, card)
            held[step.to] += [card] if step.face_up or step.to is Cards.OWN else []
        if isinstance(step, Decide):
            return format_cards(held[Cards.OWN]), format_cards(held[Cards.COMMUNITY]), format_cards(held[Cards.DEALER])
    return "", "", ""


# Memory of this process; nothing is done where the C library is another.


_ARENA_MAX = -8
ARENAS = 2
"""Places that threads take memory from: each keeps what was freed in it, and the usual number is eight a core."""


def trim_memory() -> None:
    """After something large, return to the system what is free in this process: the C library keeps what was freed."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def limit_arenas() -> None:
    """Before there are threads: have all of them take memory from a few places."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, ARENAS)
