"""Courses of play sampled: the same little machine that the table steps, with random cards and the best choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.courses.player import Player, Position
from fairfelt.rules import Draw, Game, Over
from fairfelt.rules.cards import ALL_CARDS, Card

from .dealer import Dealer, draw_statements, sample_source
from .tallies import Tally, TallyCounter

REPORT_EVERY = 1 << 12
"""Rounds between two reports of progress."""


def step_course(player: Player, rounds: int, seed: int, seats: int, tell: Callable[[int], None]) -> Tally:
    """Play rounds one by one; `tell` hears how many are done."""
    source, deck, ends = Random(seed), list(player.game.deck.cards), TallyCounter(player.game)
    for done in range(rounds):
        ends.add(player.round(seats, _shoe(deck, source)))
        if done % REPORT_EVERY == 0:
            tell(done)
    tell(rounds)
    return ends.tally()


def _shoe(deck: list[Card], source: Random) -> Iterator[Card]:
    """Cards in random order, as many as are asked for: Fisher and Yates, one place at a time."""
    size = len(deck)
    for at in range(size):
        drawn = at + source.randrange(size - at)
        deck[at], deck[drawn] = deck[drawn], deck[at]
        yield deck[at]


# A course of play as a table: every position that a round can come to, and where each kind of card leads from it.
#
# The course itself says all of it, stepped once from every position with one card of every kind that it tells apart. A
# kernel then deals rounds by looking up alone. It is for courses with few positions, such as war and baccarat.


MOST_POSITIONS: Final = 5_000
"""A course with more is stepped round by round: finding them all would take longer than most samples do."""


@dataclass(frozen=True, eq=False)
class Automaton:
    """All positions of a course, numbered from the first on."""

    kinds: NDArray[np.uint8]
    """[card]: its kind."""
    burns: NDArray[np.uint8]
    """[position]: cards burned before the next."""
    follows: NDArray[np.int32]
    """[position, kind]: the next position; past the end of a round, the ending's number as its complement."""
    endings: tuple[tuple[Ending, ...], ...]
    """What every player ends with."""
    game: Game
    seats: int

    def tally(self, counts: NDArray[np.int64]) -> Tally:
        """What players ended with, from counts of endings."""
        found = TallyCounter(self.game)
        for ends, times in zip(self.endings, counts.tolist(), strict=True):
            found.add(ends, times)
        return found.tally()

    @property
    def dealer(self) -> Dealer:
        """Deals blocks of rounds, and counts their endings."""
        tables: dict[str, NDArray[Any]] = {"kinds": self.kinds, "burns": self.burns, "follows": self.follows}
        return Dealer(self._source(tables), np.array(self.game.deck.cards, np.uint8), len(self.endings), tables)

    def _source(self, tables: dict[str, NDArray[Any]]) -> str:
        assert self.game.course
        shoe, most = len(self.game.deck), self.game.course.most_cards(self.seats)
        below = f"np.uint64({(1 << shoe.bit_length()) - 1})"  # no place in the shoe is higher
        end = (
            "at = np.uint64(0)",
            "position = np.int32(0)",
            "while position >= 0:",
            f"    at = at + burns[position] & {below}",
            "    position = follows[position, kinds[deck[at]]]",
            f"    at = at + np.uint64(1) & {below}",
            "counts[~position] += 1",
        )
        return sample_source(tables, (), (*draw_statements(shoe, most), *end))


def find_positions(player: Player, seats: int) -> Automaton | None:
    """Every position of a game with a course; None if there are too many, or a bet looks at the cards themselves."""
    if player.on_hands:
        return None
    kinds = [
        [*cards] for _, cards in groupby(sorted(player.game.deck.cards, key=player.course.alike), player.course.alike)
    ]
    start = player.start(seats)
    numbers: dict[object, int] = {_known(player, start): 0}
    endings: dict[tuple[Ending, ...], int] = {}
    waiting, burns, follows = [start], [], []
    for position in waiting:
        assert isinstance(position.step, Draw)
        burns.append(position.step.burn)
        row = [0] * len(kinds)
        for kind, card in _left(player, position, kinds):
            then = player.draw(position, card)
            if isinstance(then.step, Over):
                row[kind] = ~endings.setdefault(player.end(then), len(endings))
                continue
            row[kind] = numbers.setdefault(_known(player, then), len(numbers))
            if row[kind] == len(waiting):
                waiting.append(then)
        follows.append(row)
        if len(waiting) > MOST_POSITIONS:
            return None
    by_card = np.zeros(ALL_CARDS, np.uint8)
    for kind, cards in enumerate(kinds):
        by_card[cards] = kind
    return Automaton(
        by_card, np.array(burns, np.uint8), np.array(follows, np.int32), tuple(endings), player.game, seats
    )


def _known(player: Player, position: Position) -> object:
    """What there is to know of a position: where nobody decides, not how it came about."""
    return position if player.course.streets else position.state


def _left(player: Player, position: Position, kinds: list[list[Card]]) -> Iterator[tuple[int, Card]]:
    """The kinds that can still come, each with its next card."""
    dealt = (*chain.from_iterable(position.held), *(card for _, card in position.shared))
    out = Counter(map(player.course.alike, dealt))
    for number, cards in enumerate(kinds):
        if (taken := out[player.course.alike(cards[0])]) < len(cards):
            yield number, cards[taken]
