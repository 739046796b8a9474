"""A bet on a player's seven cards beside the game that they are set for: the endings of a round, told apart by both.

All pairs of hands are counted by class as for the game itself (`engine/courses/pai_gow`), and added up for every line
that pays. Hands that are set alike and still paid apart are few, and are counted one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from functools import cached_property
from itertools import permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.courses.pai_gow.completions import count_hands_by_class
from fairfelt.engine.courses.pai_gow.set_hands import PLAIN, PUSHES_WITH_JOKER, set_hands
from fairfelt.engine.courses.pai_gow.seven_cards import SIZE, seven_cards
from fairfelt.engine.courses.pai_gow.solution import PaiGowCounts, PaiGowSolution, counts_of
from fairfelt.rules import Cards, Course, Game, PaiGowPoker, Wager
from fairfelt.rules.cards import RANKS, Deck
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.rules.hands.poker.pai_gow import JOKER

IN_SUIT: Final = len(RANKS)
Faces = tuple[int, ...]


def reads_seven_cards(game: Game, wager: Wager) -> bool:
    """Whether a bet is paid by all seven cards of a player, beside the hands that they are set in."""
    whole = wager.ranking is not None and wager.first == SIZE and wager.on is Cards.OWN and not wager.against
    return whole and type(game.course) in ENDINGS_BY_LINE


def endings_by_line(solution: PaiGowSolution, wager: Wager, executor: Executor | None = None) -> tuple[Ending, ...]:
    """All endings of a round, each for one line of the bet; lines that no table pays are one."""
    assert wager.ranking is not None and isinstance(solution.course, PaiGowPoker)
    paid = {line for table in wager.paytables for line in table.pays}
    lines = LinesOfSeven(solution.course, solution.game.deck, wager.ranking, executor)
    by_line = {line: lines.count(line) for line in paid}
    rest = _sum((solution.counts, 1), *((counts, -1) for counts in by_line.values()))
    unpaid = next(line for line in range(len(wager.ranking.lines)) if line not in paid)
    return tuple(
        replace(ending, line=line)
        for line, counts in {unpaid: rest, **by_line}.items()
        for ending in PaiGowSolution(solution.game, counts).endings
    )


ENDINGS_BY_LINE: Mapping[type[Course[Any]] | type[None], Callable[[Any, Wager], tuple[Ending, ...]]] = {
    PaiGowPoker: endings_by_line
}
"""Courses whose rounds are counted by the line of all seven cards."""


class LinesOfSeven:
    """What the hands of each line of a ranking come to, at a course with some deck."""

    def __init__(self, course: PaiGowPoker, deck: Deck, ranking: Ranking, executor: Executor | None) -> None:
        self.course, self.deck, self.ranking = course, deck, ranking
        self.hands = set_hands(course, deck)
        self.sums = self.hands.count(self.hands.staircases if course.face_up else self.hands.house, executor)

    def count(self, line: int) -> PaiGowCounts:
        """All pairs of hands in which the player holds that line."""
        found = counts_of(self.hands, self.sums, self._lines == line)
        for hand, said, made in self._paid_apart:
            if line in (said, made):
                found = _sum((found, 1), (self._against_all(hand), 1 if line == made else -1))
        return found

    @cached_property
    def _lines(self) -> NDArray[np.int32]:
        """[class]: the line of the hand that stands for it."""
        return self.ranking.batch(seven_cards().hands) >> LINE_BITS

    @cached_property
    def _paid_apart(self) -> tuple[tuple[Faces, int, int], ...]:
        """Hands with another line than their class: two cards beside a flush are of one suit, and that pays.

        Each comes with the line of its class, and its own.
        """
        return tuple(self._find_paid_apart())

    def _find_paid_apart(self) -> Iterator[tuple[Faces, int, int]]:
        flushes = seven_cards().flushes
        first = flushes.blocks[0].first
        apart = flushes.hands.astype(np.int64)
        beside = np.where((apart >= 2 * IN_SUIT) & (apart < JOKER), apart - IN_SUIT, apart)
        real = (np.diff(np.sort(beside, axis=1), axis=1) > 0).all(axis=1)
        lines = self.ranking.batch(beside.astype(np.uint8)) >> LINE_BITS
        other = np.flatnonzero(real & (lines != self._lines[first:]))
        faces = set(self.deck.faces)
        suits = sorted({face // IN_SUIT for face in faces if face != JOKER})
        for place in other.tolist():
            for pair in permutations(suits, 2):
                hand = tuple(
                    face if face == JOKER else IN_SUIT * pair[face // IN_SUIT] + face % IN_SUIT
                    for face in beside[place].tolist()
                )
                if faces.issuperset(hand):
                    yield hand, int(self._lines[first + place]), int(lines[place])

    def _against_all(self, hand: Faces) -> PaiGowCounts:
        """One hand of a player, against every hand that the dealer can have then."""
        counts = count_hands_by_class(face for face in self.deck.faces if face not in hand)
        mine, hands = np.flatnonzero(count_hands_by_class(hand)), self.hands
        high, low = hands.every(mine) if self.course.face_up else [each[mine, None] for each in hands.values]
        kind, plays = hands.kind, hands.kind == PLAIN
        behind, front = high[0][:, None] > hands.values[0], low[0][:, None] > hands.values[1]
        won, lost = (behind & front).any(axis=0) & plays, ~(behind | front).any(axis=0) & plays
        kinds = tuple(int(counts[kind == each].sum()) for each in range(PUSHES_WITH_JOKER + 1))
        return PaiGowCounts(sum(kinds), int(counts[won].sum()), int(counts[lost].sum()), (kinds, (0,) * len(kinds)))


def _sum(*parts: tuple[PaiGowCounts, int]) -> PaiGowCounts:
    """Counts, each so many times."""
    kinds = sum(np.array(counts.kinds, object) * times for counts, times in parts)
    total, won, lost = (
        sum(getattr(counts, name) * times for counts, times in parts) for name in ("total", "won", "lost")
    )
    return PaiGowCounts(total, won, lost, tuple(tuple(row) for row in np.asarray(kinds).tolist()))
