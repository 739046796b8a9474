"""Three cards looked up by all three: by a custom rule, as bets on first cards and an up card list them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING

from fairfelt.rules.cards import Card
from fairfelt.runtime.compute.lazy_numpy import np

from .ranking import LINE_BITS, Line, Ranking, Straightline, Tells, line_of
from .two_card import CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE = 3


class RankingOfThree(Ranking):
    """A ranking of three cards, twins among them or not, which looks its values up."""

    @cached_property
    def table(self) -> NDArray[np.int32]:
        """Values by the three cards."""
        table = np.empty((CARDS, CARDS, CARDS), np.int32)
        for hand in combinations_with_replacement(range(CARDS), SIZE):
            value = self.value([Card(number) for number in hand])
            for order in permutations(hand):
                table[order] = value
        return table

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        self.verify_three(len(cards))
        return Straightline((f"{out} = {out}_table[{', '.join(cards)}]",), {f"{out}_table": self.table})

    def verify_three(self, count: int) -> None:
        """Refuse any other number of cards."""
        if count != SIZE:
            raise ValueError(f"“{self.name}” ranks three cards, not {count}")


class ThreeOfAShoe(RankingOfThree):
    """Three cards by a rule that gives their line; inside a line all hands are equal."""

    tells = Tells.CARDS

    def __init__(self, name: str, lines: Sequence[Line], line: Callable[[Sequence[Card]], int]) -> None:
        self.name = name
        self.lines = tuple(lines)
        self._line = line

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_three(len(cards))
        return int(self._line(cards)) << LINE_BITS

    def describe(self, value: int) -> str:
        return self.lines[line_of(value)].name
