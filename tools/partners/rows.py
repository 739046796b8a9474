"""Starts that were counted, one a row, as they go from machine to machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import IntArray as Whole
from tools.exposed_boards import BOARD, RANKS

from .hand import CountedHand, PlayerHand, Sights

SIGHTS = 12
"""Boards that are looked at for what is shown at later streets, of each start."""
SEED = 1


def hand_classes() -> Iterator[tuple[tuple[int, int], int]]:
    """Every hand of two cards up to an exchange of suits, and how many of 663 hands are like it."""
    for low, high in combinations_with_replacement(range(RANKS), 2):
        if low == high:
            yield (high, RANKS + low), 3
        else:
            yield (high, low), 2
            yield (high, RANKS + low), 6


@dataclass(frozen=True, eq=False)
class Rows:
    """Counted starts of one game and one number of hands."""

    hand: NDArray[np.int16]
    """Which of the classes of hands…"""
    turn: NDArray[np.int16]
    """…and in which turn it was dealt: each turn deals all of them as often as they come."""
    dead: NDArray[np.uint8]
    """[row, card]: what partners hold."""
    values: NDArray[np.float64]
    """[row, choice]: what the first choices are worth with best play later, in ascending order of the bet…"""
    plain: NDArray[np.uint8]
    """…and which of them plain play makes."""
    versions: NDArray[np.float64]
    """[row, version]: what play by the rules' cards up to a street is worth, and best play from there on."""
    square: NDArray[np.float64]
    hits: NDArray[np.float64]
    """Of best play."""
    usual: NDArray[np.float64]
    """By what the rules show, the largest bet over the smallest."""
    boards: NDArray[np.uint8]
    """[row, board, card]: some of the boards that can come, as they are turned over…"""
    sight_plain: NDArray[np.uint8]
    sight_values: NDArray[np.float32]
    sight_expected: NDArray[np.float32]
    sight_best: NDArray[np.uint8]
    """…and what they show at later streets: see `Sights`."""

    def __len__(self) -> int:
        return len(self.hand)

    def some(self, which: NDArray[np.generic]) -> Rows:
        """Some of them."""
        return Rows(*(getattr(self, field.name)[which] for field in fields(self)))

    @staticmethod
    def together(parts: Iterable[Rows]) -> Rows:
        """One after the other."""
        every = list(parts)
        return Rows(*(np.concatenate([getattr(part, field.name) for part in every]) for field in fields(Rows)))

    def save(self, file: Path) -> None:
        """Write them."""
        np.savez_compressed(file, **{field.name: getattr(self, field.name) for field in fields(self)})

    @staticmethod
    def load(file: Path) -> Rows:
        """Read them."""
        with np.load(file) as found:
            return Rows(*(found[field.name] for field in fields(Rows)))

    def whole_turns(self) -> Rows:
        """Those of an even number of turns that every class of hands has had; hands of a class stand together."""
        turns = min(len(np.unique(self.turn[self.hand == hand])) for hand in np.unique(self.hand))
        kept = self.some(self.turn < turns // 2 * 2)
        return kept.some(np.lexsort((kept.turn, kept.hand)))


def count_starts(hand: PlayerHand, number: int, many: int, dead: int, turn: int, seed: int) -> Rows:
    """So many starts of a class of hands, with so many cards that partners hold."""
    random = np.random.default_rng([seed, number, dead, turn])
    found = []
    for _ in range(many):
        gone = random.permutation(hand.rest)[:dead]
        dealt = hand.start(gone.tolist())
        places = np.stack([random.permutation(len(dealt.deck))[:BOARD] for _ in range(SIGHTS)])
        found.append(_row(hand, number, turn, gone, dealt, places, hand.sights(dealt, places)))
    return Rows.together(found)


def _row(
    hand: PlayerHand, number: int, turn: int, gone: Whole, dealt: CountedHand, places: Whole, sights: Sights
) -> Rows:  # fmt: skip
    game = hand.game
    own, *targets = game.first.street[0].tolist()
    unit, all_unit = (game.ways(len(deck)) * game.boards.problem.scale for deck in (dealt.deck, hand.rest))
    last = game.streets
    usual = hand.usual.columns[targets, 0] / all_unit
    return Rows(
        np.array([number], np.int16),
        np.array([turn], np.int16),
        gone[None].astype(np.uint8),
        (dealt.columns[targets, 0] / unit)[None],
        hand.plain[2].copy(),
        (dealt.columns[own, : last + 1] / unit)[None],
        np.array([dealt.columns[own, last + 1] / (unit * game.boards.problem.scale)]),
        np.array([dealt.columns[own, last + 2] / game.ways(len(dealt.deck))]),
        np.array([usual[-1] - usual[0]]),
        dealt.deck[places][None].astype(np.uint8),
        sights.plain[None],
        sights.values[None],
        sights.expected[None],
        sights.best[None],
    )
