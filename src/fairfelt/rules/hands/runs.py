"""Longest runs of consecutive ranks: straights that wrap or not, and solitaire runs of alternating colors."""

from __future__ import annotations

from fairfelt.rules.cards import RANKS, Card

from .rank_words import rank_word
from .ranking import LINE_BITS, Line, Tells, line_of
from .track_ranking import CELLS, TrackRanking

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
           "thirteen")  # fmt: skip


class RunRanking(TrackRanking):
    """The longest run wins; of equal runs the one that ends higher. A line is a length.

    `order` lists the cells of a track from the lowest end of a run to the highest as ranks ("A23…K");
    it may name the ace twice ("A23…KA": low or high) or be closed (runs wrap around its end).
    The card a run ends in counts by `heights`, lowest first.
    """

    lines_are_lengths = True

    def __init__(self, name: str, word: str, *, order: str, heights: str, closed: bool = False, colors: bool = False):
        self.name, self.word = name, word
        self.order, self.closed = order, closed
        self.heights = heights
        self.tracks = 2 if colors else 1
        self.tells = Tells.COLORS if colors else Tells.RANKS
        self.lines = tuple(Line(_length_name(n, word)) for n in range(CELLS + 1))
        self.order_in_words = (
            f"The longer {word} wins. Of two {word}s of the same length, the one whose last card is higher wins; "
            f"the highest last card is the {rank_word(heights[-1])}, the lowest the {rank_word(heights[0])}.",
            *(("The cards follow each other in rank and change between red and black; suits do not matter.",)
              if colors else ()),
            f"{self._ace_words()} A rank that is held twice counts once.",
        )  # fmt: skip

    def _ace_words(self) -> str:
        if self.closed:
            three = "-".join((self.order[-1], *self.order[:2]))
            return f"A {self.word} may go on through the ace: {three} is three cards and ends in the {self.order[1]}."
        if self.order[0] == self.order[-1]:
            return f"The ace may begin a {self.word} or end it, and is never in the middle."
        return f"The {rank_word(self.order[0])} is the lowest card and the {rank_word(self.order[-1])} the highest."

    def place(self, card: Card) -> tuple[int, int]:
        cell = self.heights.index(RANKS[card.rank])
        return ((card.is_red + cell) % 2, cell) if self.tracks == 2 else (0, cell)

    def mask_value(self, mask: int, wild: int) -> int:
        if not mask:
            return 0
        length, end = max(self._runs(mask))
        return length << LINE_BITS | end

    def _runs(self, mask: int) -> list[tuple[int, int]]:
        """Length and height of the run that ends in each covered cell."""
        covered = [mask >> self.heights.index(rank) & 1 for rank in self.order]
        turns = covered * 2 if self.closed else covered
        found, length = [], 0
        for at, there in enumerate(turns):
            length = min(length + 1, CELLS) if there else 0
            if there:
                found.append((length, self.heights.index(self.order[at % len(self.order)])))
        return found

    def describe(self, value: int) -> str:
        return describe_run(line_of(value), self.heights[value & 15], self.word)


def describe_run(length: int, high: str, word: str) -> str:
    """A run of `length` cards that ends in that rank: "four-card straight to the ace"."""
    top = rank_word(high)
    return f"no {word}, {top} high" if length == 1 else f"{NUMBERS[length]}-card {word} to the {top}"


def _length_name(length: int, word: str) -> str:
    return f"{length}-card {word}" if length > 1 else f"no {word}"


STRAIGHT_RUN = RunRanking("straight run", "straight", order="A23456789TJQKA", heights=RANKS)
"""The longest straight, ace low or high."""

WRAPPING_RUN = RunRanking("wrap-around straight run", "straight", order="A23456789TJQK", heights=RANKS, closed=True)
"""The longest straight, which may go on through the ace: J-Q-K-A-2-3."""

SOLITAIRE_RUN = RunRanking("solitaire run", "run", order="A23456789TJQK", heights="A23456789TJQK", colors=True)
"""The longest run of alternating colors, ace low and king high."""
