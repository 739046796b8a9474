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
from typing import TYPE_CHECKING, Any, Final

from fairfelt.rules.cards import Card
from fairfelt.runtime.compute.compile import compile_source
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
        kernel(hands, values, *tables)
        return values


def lines_of(names: type[IntEnum]) -> tuple[Line, ...]:
    """A line for each member, called as it is named."""
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
    return f"""from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def batch(hands, values, {", ".join(body.tables)}):
    for i in range(hands.shape[0]):
        {inner}
        values[i] = value
"""
