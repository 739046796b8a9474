"""Several seats at once: how likely it is that two or three given players make rare hands from one deck.

Expectations add up seat by seat, joint results do not: hands share the deck, and the board where there is one. Rare
hands are few, so they are listed, and pairs and triples of them that leave each other their cards are counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.problem import Unsolved
from fairfelt.rules import Cards, Game, Paytable, Wager
from fairfelt.rules.cards import all_hands
from fairfelt.rules.hands import LINE_BITS

MOST_HANDS: Final = 2_000
MOST_CARDS: Final = 5
Lines = tuple[int, ...]


@dataclass(frozen=True)
class JointLines:
    """Probabilities that given seats make given lines, in that order; what the other seats have is left open."""

    lines: Lines
    chances: dict[Lines, Fraction]
    """For one, two and three seats."""
    beyond: Fraction
    """Four given seats all make one of the lines with no greater probability."""

    def exactly(self, made: Lines, seats: int) -> Fraction:
        """The probability that the first of n seats make these lines, and no other seat makes any."""
        others, found = seats - len(made), Fraction(0)
        for more in range(min(others, 3 - len(made)) + 1):
            with_more = sum((self.chances[made + rest] for rest in product(self.lines, repeat=more)), Fraction(0))
            found += (-1) ** more * comb(others, more) * with_more
        return found

    def outcomes(self, seats: int) -> Iterator[tuple[Lines, Fraction]]:
        """All ways in which one to three of n seats make the lines, seats in their order, with probabilities."""
        for winners in range(1, min(3, seats) + 1):
            for made in product(self.lines, repeat=winners):
                yield made, comb(seats, winners) * self.exactly(made, seats)

    def missed(self, seats: int) -> Fraction:
        """How much any of these probabilities may be off, because four winners at once are not counted."""
        return comb(seats, 4) * self.beyond * 4


def joint_lines(game: Game, wager: Wager, table: Paytable, lines: Sequence[int]) -> JointLines:
    """Count some lines of a paytable at several seats; refuse what is too common or reads other cards.

    Every seat has the bet, and no hand of these lines is folded.
    """
    held, shared = game.deal.count(Cards.OWN), game.deal.count(wager.on & Cards.COMMUNITY)
    if wager.ranking is None or wager.first or wager.on not in (Cards.OWN, Cards.OWN | Cards.COMMUNITY):
        raise Unsolved(f"{game.title}: {wager.name} reads other than own and shared cards; its winners are not counted")
    if held + shared > MOST_CARDS or game.deck.copies != 1:
        raise Unsolved(f"{game.title}: winners at several seats are counted for up to {MOST_CARDS} cards of one deck")
    hands = all_hands(game.deck, held + shared)
    rows = [table.listed_line(line, wager.ranking) for line in range(len(wager.ranking.lines))]
    listed = np.array([-1 if row is None else row for row in rows], np.int64)
    made = listed[wager.ranking.batch(hands) >> LINE_BITS]
    chosen = np.isin(made, list(lines))
    if not 0 < chosen.sum() <= MOST_HANDS:
        raise Unsolved(f"{game.title}: {chosen.sum():,} hands cannot be paired; choose rarer lines of {wager.name}")
    counts = _counts(zip(hands[chosen], made[chosen], strict=True), tuple(lines), shared)
    return _chances(counts, tuple(lines), len(game.deck), held, shared)


def _counts(hands: Iterable[tuple[NDArray[np.uint8], int]], lines: Lines, shared: int) -> dict[Lines, int]:
    """Ordered ways in which one, two and three seats hold such hands, over all boards."""
    by_board: defaultdict[tuple[int, ...], list[tuple[int, int]]] = defaultdict(list)
    for cards, line in hands:
        for board in combinations(cards.tolist(), shared):
            own = sum(1 << card for card in cards.tolist() if card not in board)
            by_board[board].append((own, int(line)))
    counts: dict[Lines, int] = dict.fromkeys((m for n in (1, 2, 3) for m in product(lines, repeat=n)), 0)
    for held in by_board.values():
        for made, count in _on_one_board(held, lines):
            counts[made] += count
    return counts


def _on_one_board(held: list[tuple[int, int]], lines: Lines) -> Iterator[tuple[Lines, int]]:
    """Singles, pairs and triples of hands without a common card; sums stay far below 2^53."""
    sets = np.array([own for own, _ in held], np.uint64)
    apart = ((sets[:, None] & sets[None, :]) == 0).astype(np.float64)
    on = {line: np.array([made == line for _, made in held]) for line in lines}
    for a in lines:
        yield (a,), int(on[a].sum())
        for b in lines:
            yield (a, b), int(apart[on[a]][:, on[b]].sum())
            between = apart[:, on[b]] @ apart[on[b]]
            for c in lines:
                yield (a, b, c), int((apart * between)[on[a]][:, on[c]].sum())


def _chances(counts: dict[Lines, int], lines: Lines, deck: int, held: int, shared: int) -> JointLines:
    ways = [comb(deck, shared)]
    for seat in range(4):
        ways.append(ways[-1] * comb(deck - shared - seat * held, held))
    chances = {made: Fraction(count, ways[len(made)]) for made, count in counts.items()}
    threes = sum(count for made, count in counts.items() if len(made) == 3)
    hands = sum(count for made, count in counts.items() if len(made) == 1)
    return JointLines(lines, chances, Fraction(threes * hands, ways[4]))
