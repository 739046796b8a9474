"""What a ranking is: cards in, one integer out, whose order is the order of hands.

value  =  line << 20  |  key
          ^              ^
          |              what breaks ties inside the line (20 bits)
          the line of a paytable the hand makes, and for runs their length
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Self

from fairfelt.rules.cards import RANK_NAMES, RANKS, Card
from fairfelt.runtime.compute.compile import compile_source
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


# Ranks and hands in words: a value as a dealer calls it, and how hands of one line compare.


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
           "thirteen")  # fmt: skip


def rank_word(letter: str) -> str:
    """One card of that rank: "six"."""
    return RANK_NAMES[RANKS.index(letter)]


def rank_words(letter: str) -> str:
    """Several cards of that rank: "sixes"."""
    word = rank_word(letter)
    return f"{word}es" if word == "six" else f"{word}s"


def listed(letters: str) -> str:
    """Ranks one after the other: "queen, jack, nine"."""
    return ", ".join(map(rank_word, letters))


def kickers(letters: str) -> str:
    """What stands beside a pair: "ace kicker", "ace-jack-four kickers"."""
    return "-".join(map(rank_word, letters)) + (" kicker" if len(letters) == 1 else " kickers")


def poker_order(lowest_straight: str) -> tuple[str, ...]:
    """How hands of one line compare wherever poker hands are compared."""
    return (
        "Of two hands of the same kind, the higher group wins (four, three or two of a rank); if these are equal, the "
        "cards beside them decide from the highest down. Two straights are compared by their highest card, two "
        "flushes card by card from the highest down.",
        f"The ace is the highest card; only in {lowest_straight} it is the lowest. Suits never break a tie.",
    )


def describe_hand(line: IntEnum, ranks: str) -> str:
    """A hand by the name of its line and the ranks that decide, the most important first."""
    first, rest = ranks[0], ranks[1:]
    match line.name:
        case "HIGH_CARD":
            return f"{rank_word(first)} high, {listed(rest)}"
        case "PAIR":
            return f"pair of {rank_words(first)}{_beside(rest)}"
        case "TWO_PAIR":
            return f"two pair, {rank_words(first)} and {rank_words(rest[0])}{_beside(rest[1:])}"
        case "THREE_OF_A_KIND":
            return f"three {rank_words(first)}{_beside(rest)}"
        case "STRAIGHT":
            return f"straight to the {rank_word(first)}"
        case "FLUSH":
            return f"{rank_word(first)}-high flush, {listed(rest)}"
        case "FULL_HOUSE":
            return f"full house, {rank_words(first)} over {rank_words(rest)}"
        case "FOUR_OF_A_KIND":
            return f"four {rank_words(first)}{_beside(rest)}"
        case "STRAIGHT_FLUSH":
            return f"straight flush to the {rank_word(first)}"
        case name:
            return name.lower().replace("_", " ")


def _beside(letters: str) -> str:
    return f", {kickers(letters)}" if letters else ""


# Rankings.


LINE_BITS: Final = 20


class Tells(Enum):
    """What a ranking can distinguish, and so what an enumeration must distinguish."""

    RANKS = "ranks"
    """Cards of one rank are the same to it."""
    COLORS = "colors"
    """Cards of one rank and color are the same to it."""
    SUITS = "suits"
    """It sees suits, but exchanging whole suits changes nothing."""
    CARDS = "cards"
    """It sees each single card (the ace of spades is special)."""

    @property
    def exchanges_suits(self) -> bool:
        """Whether any exchange of whole suits leaves every value as it is, so that one hand stands for many."""
        return self in (Tells.RANKS, Tells.SUITS)


@dataclass(frozen=True)
class Line:
    """One line a paytable can list. A special case of another line pays as that one where it is not listed."""

    name: str
    kind_of: int | None = None


class Lines(IntEnum):
    """The lines of a ranking from worst to best, in words.

    `SUITED = "suited pair"` is a line, and `KINGS = "suited kings", "suited pair"` is a special case of it: it pays as
    that line where it is not listed.
    """

    words: str
    kind_of: int | None

    def __new__(cls, words: str, kind_of: str = "") -> Self:
        member = int.__new__(cls, len(cls.__members__))
        member._value_, member.words = len(cls.__members__), words
        member.kind_of = next((line for line in cls if line.words == kind_of), None)
        return member


@dataclass(frozen=True)
class Straightline:
    """Statements that compute a value from named cards, and the arrays they look into."""

    statements: tuple[str, ...]
    tables: Mapping[str, NDArray[Any]]


class Ranking(ABC):
    """Orders hands, names their lines, and compiles itself to straight-line code."""

    name: str
    lines: tuple[Line, ...]
    """From worst to best; a line's number is its place here."""
    tells: Tells
    suited_from: int = 0
    """Suits matter only if at least this many cards of a hand share one; 0 where it promises nothing.

    Then only that suit matters: the suits of the other cards do not.
    """
    sizes: tuple[int, ...] = ()
    """The numbers of cards that it ranks, where it names them; of more than the first number it ranks the best ones."""
    knows_joker: bool = False
    """Whether it says what a joker is; no deck with jokers is ranked by one that does not."""

    lines_are_lengths: bool = False
    """Whether a line's number is how many cards make it, as for runs."""

    order_in_words: tuple[str, ...] = ()
    """How hands of one line compare, and where the ace stands; empty where they are equal."""

    @abstractmethod
    def value(self, cards: Sequence[Card]) -> int:
        """The clear, slow reference."""

    @abstractmethod
    def describe(self, value: int) -> str:
        """A value as a dealer calls it: "queen-six-four", "three-card run to the jack"."""

    @abstractmethod
    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets the variable `out` to the value of the cards in the named variables.

        Every name it introduces, variable or table, begins with `out`.
        """

    def verify_size(self, count: int) -> None:
        """Refuse a number of cards that it does not rank."""
        if count not in self.sizes:
            *some, last = (NUMBERS[size] for size in self.sizes)
            ranked = (
                f"the best {some[0]} of {', '.join(some)} or {last} cards, not of" if some else f"{last} cards, not"
            )
            raise ValueError(f"“{self.name}” ranks {ranked} {count}")

    def reads(self, cards: Sequence[Card]) -> bool:
        """Whether it ranks this number of cards."""
        try:
            self.value(cards)
        except (ValueError, IndexError, KeyError, AssertionError):
            return False
        return True

    def line(self, name: str) -> int:
        """The number of the line of that name."""
        for number, line in enumerate(self.lines):
            if line.name == name:
                return number
        listed = ", ".join(line.name for line in self.lines)
        raise ValueError(f"{self.name!r} has no line {name!r}; its lines are {listed}")

    def batch(self, hands: NDArray[np.uint8]) -> NDArray[np.int32]:
        """Values of many hands at once, one hand a row."""
        kernel, tables = _batch_kernel(self, hands.shape[1])
        values = np.empty(len(hands), np.int32)
        kernel(np.ascontiguousarray(hands), values, *tables)
        return values


def lines_of(names: type[IntEnum]) -> tuple[Line, ...]:
    """A line for each member, called by its words or else as it is named."""
    if issubclass(names, Lines):
        return tuple(Line(member.words, member.kind_of) for member in names)
    return tuple(Line(member.name.lower().replace("_", " ")) for member in names)


def line_of(value: int) -> int:
    """The line in a value's high bits."""
    return value >> LINE_BITS


@lru_cache(maxsize=64)
def _batch_kernel(ranking: Ranking, count: int) -> tuple[Any, Sequence[NDArray[Any]]]:
    """A kernel over rows of `count` cards, and the tables to call it with."""
    names = [f"c{i}" for i in range(count)]
    body = ranking.emit("value", names)
    return compile_source(batch_source(body, names), "batch"), tuple(body.tables.values())


def batch_source(body: Straightline, names: Sequence[str]) -> str:
    """A module whose `batch` runs statements that set `value` from named cards over many hands."""
    loads = [f"{name} = hands[i, {at}]" for at, name in enumerate(names)]
    inner = "\n        ".join([*loads, *body.statements])
    return f"""from fairfelt.runtime.compute.jit import njit

@njit(nogil=True, cache=True, boundscheck=False)
def batch(hands, values, {", ".join(body.tables)}):
    for i in range(hands.shape[0]):
        {inner}
        values[i] = value
"""


# Rankings by keys that add up, and every hand of a deck counted by line with them.


class AddedRanking(Ranking):
    """A ranking that looks a hand up by the sum of its cards' keys and, where suits count, by the set of its cards."""

    faces: int
    """Different cards that have a key, the first ones of all."""
    start: int = 0
    """What every sum begins with."""

    @abstractmethod
    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        """Statements that set `out` from the sum in `{out}_k` and the set of cards that `mask` says.

        Among the tables is `{out}_keys`, by card.
        """

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        found = self.look_up(out, len(cards), " | ".join(f"1 << {card}" for card in cards))
        key = f"{out}_k = {self.start} + " if self.start else f"{out}_k = "
        total = key + " + ".join(f"{out}_keys[{card}]" for card in cards)
        return Straightline((total, *found.statements), found.tables)


def line_census(ranking: AddedRanking, cards: int) -> tuple[int, ...]:
    """Number of hands of `cards` cards that make each line, from one deck of all the cards that have a key."""
    from fairfelt.runtime.compute.executors import run_tasks

    kernel, tables = _kernel(ranking, cards)

    def count_from(first: int) -> NDArray[np.int64]:
        counts = np.zeros(len(ranking.lines), np.int64)
        kernel(first, counts, *tables)
        return counts

    # Hands are shared out by their lowest card, the largest share first.
    return tuple(np.sum(run_tasks(count_from, [(first,) for first in range(ranking.faces)]), axis=0).tolist())


@lru_cache(maxsize=16)
def _kernel(ranking: AddedRanking, size: int) -> tuple[Any, tuple[NDArray[Any], ...]]:
    found = ranking.look_up("value", size, f"m{size - 1}")
    return compile_source(census_source(ranking, size), "census"), tuple(found.tables.values())


def census_source(ranking: AddedRanking, size: int) -> str:
    """Nested loops over ascending cards; each adds its card to the key and the set of the loop around it."""
    found = ranking.look_up("value", size, f"m{size - 1}")
    lines = [f"k0 = {ranking.start} + value_keys[c0]", "m0 = 1 << c0"]
    for at in range(1, size):
        indent = "    " * (at - 1)
        lines += [
            f"{indent}for c{at} in range(c{at - 1} + 1, {ranking.faces}):",
            f"{indent}    k{at} = k{at - 1} + value_keys[c{at}]",
            f"{indent}    m{at} = m{at - 1} | 1 << c{at}",
        ]
    inner = [f"value_k = k{size - 1}", *found.statements, f"counts[value >> {LINE_BITS}] += 1"]
    lines += ["    " * (size - 1) + statement for statement in inner]
    return f"""from fairfelt.runtime.compute.jit import njit

@njit(nogil=True, cache=True, boundscheck=False)
def census(c0, counts, {", ".join(found.tables)}):
    {(chr(10) + "    ").join(lines)}
"""
