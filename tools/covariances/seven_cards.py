"""A bet on a player's seven cards beside the game that they are set for: the endings of a round, told apart by both.

All pairs of hands are counted as for the game itself (`engine/solvers/pai_gow`), once for every line that pays, with
the players who hold that line alone. Hands that are set alike and still paid apart are few, and are counted one by one.
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
from fairfelt.engine.solvers.pai_gow.by_class import count_hands_by_class
from fairfelt.engine.solvers.pai_gow.deck_tables import flush_classes
from fairfelt.engine.solvers.pai_gow.flushes import SIZE
from fairfelt.engine.solvers.pai_gow.grid import Stakes
from fairfelt.engine.solvers.pai_gow.seven_cards import seven_cards
from fairfelt.engine.solvers.pai_gow.solution import PaiGowResult, PaiGowSolution
from fairfelt.engine.solvers.pai_gow.solver import PLAIN, PUSHES_WITH_JOKER, PaiGowCounter, PaiGowCounts, counter_of
from fairfelt.rules import Cards, Course, Game, PaiGowPoker, Wager
from fairfelt.rules.cards import RANKS, Deck
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.rules.hands.poker.joker_tables import JOKER

IN_SUIT: Final = len(RANKS)
Bools = NDArray[np.bool_]
Faces = tuple[int, ...]


def reads_seven_cards(game: Game, wager: Wager) -> bool:
    """Whether a bet is paid by all seven cards of a player, beside the hands that they are set in."""
    whole = wager.ranking is not None and wager.first == SIZE and wager.on is Cards.OWN and not wager.against
    return whole and type(game.course) in ENDINGS_BY_LINE


def endings_by_line(solution: PaiGowSolution, wager: Wager, executor: Executor | None = None) -> tuple[Ending, ...]:
    """All endings of a round, each for one line of the bet; lines that no table pays are one."""
    assert wager.ranking is not None
    paid = {line for table in wager.paytables for line in table.pays}
    lines = LinesOfSeven(solution.course, solution.game.deck, wager.ranking)
    by_line = {line: lines.count(line, executor) for line in paid}
    rest = _sum((solution.counts, 1), *((counts, -1) for counts in by_line.values()))
    unpaid = next(line for line in range(len(wager.ranking.lines)) if line not in paid)
    return tuple(
        replace(ending, line=line)
        for line, counts in {unpaid: rest, **by_line}.items()
        for ending in PaiGowSolution(solution.game, PaiGowResult(solution.course, counts)).endings
    )


ENDINGS_BY_LINE: Mapping[type[Course[Any]] | type[None], Callable[[Any, Wager], tuple[Ending, ...]]] = {
    PaiGowPoker: endings_by_line
}
"""Courses whose rounds are counted by the line of all seven cards."""


class LinesOfSeven:
    """What the hands of one line of a ranking come to, at a course with some deck."""

    def __init__(self, course: PaiGowPoker, deck: Deck, ranking: Ranking) -> None:
        self.course, self.deck, self.ranking = course, deck, ranking

    def count(self, line: int, executor: Executor | None = None) -> PaiGowCounts:
        """All pairs of hands in which the player holds that line."""
        pairs = CounterOfSome(self.course, self._lines == line).count(self.deck, executor)
        kinds = pairs.kinds[1]
        found = PaiGowCounts(sum(kinds), pairs.won, pairs.lost, ((0,) * len(kinds), kinds))
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
        counter = counter_of(self.course)
        counts = count_hands_by_class(face for face in self.deck.faces if face not in hand)
        (mine,) = np.flatnonzero(count_hands_by_class(hand))
        high, low = (values[mine] for values in counter.choices)
        plays = counter.kind == PLAIN
        behind, front = high[:, None] > counter.high, low[:, None] > counter.low
        won, lost = (behind & front).any(axis=0) & plays, ~(behind | front).any(axis=0) & plays
        kinds = tuple(int(counts[counter.kind == kind].sum()) for kind in range(PUSHES_WITH_JOKER + 1))
        return PaiGowCounts(sum(kinds), int(counts[won].sum()), int(counts[lost].sum()), ((0,) * len(kinds), kinds))


class CounterOfSome(PaiGowCounter):
    """Counts the wins and losses of some classes of hands; pairs are told apart by whether the player's is of them."""

    def __init__(self, course: PaiGowPoker, taken: Bools) -> None:
        super().__init__(course)
        self.taken = taken

    @cached_property
    def stakes(self) -> Stakes:
        """How all dealers stand to some players."""
        return _only(counter_of(self.course).stakes, self.taken)

    @cached_property
    def stakes_without_suits(self) -> tuple[Stakes, Stakes]:
        """The same where suits do not count for one of them; flushes come as listed."""
        flushes = flush_classes()
        taken = np.concatenate((self.taken[: flushes.first], self.taken[flushes.first :][flushes.listed]))
        against, by = counter_of(self.course).stakes_without_suits
        return _only(against, taken), _only(by, taken)


def _only(stakes: Stakes, taken: Bools) -> Stakes:
    """The other players reach no corner, and so they neither win nor lose."""
    corners = stakes.corners
    steps = np.diff(corners.first)
    first = np.concatenate(([0], np.cumsum(steps * taken))).astype(corners.first.dtype)
    kept = np.append(np.repeat(taken, steps), True)
    corners = corners._replace(first=first, step=corners.step[kept])
    return stakes._replace(corners=corners, player_kind=taken.astype(np.uint8))


def _sum(*parts: tuple[PaiGowCounts, int]) -> PaiGowCounts:
    """Counts, each so many times."""
    kinds = sum(np.array(counts.kinds, object) * times for counts, times in parts)
    total, won, lost = (
        sum(getattr(counts, name) * times for counts, times in parts) for name in ("total", "won", "lost")
    )
    return PaiGowCounts(total, won, lost, tuple(tuple(row) for row in np.asarray(kinds).tolist()))
