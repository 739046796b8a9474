"""What the first decision of a game is worth, for every hand: counted once where too much follows it."""

from __future__ import annotations

import io
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.key import answer_key
from fairfelt.engine.answers.shipped import read_shipped
from fairfelt.engine.solution import Solution, StreetByStreetSolution
from fairfelt.rules import Game
from fairfelt.rules.cards import Card, sets_of

MOST_HANDS = 25_000
"""Games with more of them ship no opening."""


@dataclass(frozen=True, eq=False)
class Opening:
    """The values of every hand."""

    hands: dict[tuple[int, ...], int]
    """Where a hand stands, its cards in ascending order."""
    numerators: NDArray[np.int64]
    """[hand, choice]"""
    unit: int

    def values(self, hand: NDArray[np.uint8]) -> list[list[Fraction]]:
        """[state][choice]: there is one state before the first decision."""
        row = self.numerators[self.hands[tuple(sorted(hand.tolist()))]]
        return [[Fraction(value, self.unit) for value in row.tolist()]]


def opening_name(game: Game) -> str | None:
    """What it ships under: nothing that other rules or other code have counted."""
    key = answer_key(game, "opening")
    return f"fairfelt_opening_{key[:40]}" if key and comb(len(game.deck), game.hole) <= MOST_HANDS else None


def read_opening(game: Game) -> Opening | None:
    """The opening of a game; None where none ships."""
    name = opening_name(game)
    content = read_shipped(name) if name else None
    if not content:
        return None
    with suppress(ValueError, LookupError), np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        hands = {tuple(hand): at for at, hand in enumerate(_hands(game).tolist())}
        return Opening(hands, arrays["numerators"], int(arrays["unit"]))
    return None


def is_opening_as_counted(game: Game, solution: Solution) -> bool | None:
    """Whether what ships is what the solved game says; None where nothing ships."""
    kept = read_opening(game)
    if kept is None or not isinstance(solution, StreetByStreetSolution):
        return None
    return all(kept.values(hand) == [_first_values(solution, hand.tolist())] for hand in _hands(game))


def pack_opening(game: Game, solution: StreetByStreetSolution) -> bytes:
    """The values of the first decision, as they ship."""
    values = [_first_values(solution, hand) for hand in _hands(game).tolist()]
    unit = int(np.lcm.reduce([value.denominator for row in values for value in row], dtype=object))
    numerators: NDArray[Any] = np.array([[int(value * unit) for value in row] for row in values], np.int64)
    content = io.BytesIO()
    np.savez_compressed(content, numerators=numerators, unit=np.array(unit, np.int64))
    return content.getvalue()


def _first_values(solution: StreetByStreetSolution, hand: list[int]) -> list[Fraction]:
    return solution.choice_values(0, 0, [Card(card) for card in hand], ())


def _hands(game: Game) -> NDArray[np.uint8]:
    """Every hand a player can be dealt."""
    return np.sort(np.array(game.deck.faces, np.uint8))[sets_of(len(game.deck), game.hole)]
