"""A paytable: lines and what they pay, with the envy that goes with them and what its meter is set to at first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import TypeVar

from fairfelt.rules.hands import Ranking

from .pays import LOSE, Pay, to

_NOTHING: Mapping[int, str] = MappingProxyType({})
LineNumber = TypeVar("LineNumber", bound=int)
"""A number or a member of an enumeration of lines."""


@dataclass(frozen=True)
class Envy:
    """Money every other bettor gets when a hand makes one of these lines."""

    amounts: Mapping[int, int]
    """Whole currency units by line."""
    times_wager: bool
    """Whether the amount is multiplied by the receiver's own wager."""
    least: int = 1
    """Whole currency units that a receiver must have bet; figures by the unit are for just that bet."""

    def per_unit(self, line: int | None) -> Fraction:
        """What a bettor gets for each unit of the least bet that qualifies."""
        return Fraction(0) if line is None else Fraction(self.amounts.get(line, 0), self.least)


@dataclass(frozen=True)
class PresetLevel:
    """One level of a meter."""

    seed_micros: int
    rate_ppm: int
    """Of each wager, in millionths."""


@dataclass(frozen=True, eq=False)
class Preset:
    """The terms that go with a paytable. They are the house's to set, so no fingerprint depends on them."""

    levels: Mapping[str, PresetLevel]
    printed: str = ""
    """Where the maker prints these figures; empty where no sheet does, and they are a suggestion of ours."""
    fixed_pays: tuple[str, ...] = ("tray", "meter")
    """Where the sheet lets pays come from that are no share of the meter."""
    only_lower: bool = True
    """Whether the sheet lets the rate be changed downwards only."""

    @property
    def origin(self) -> str:
        """Whose figures these are, in a sentence."""
        if self.printed:
            return f"Seeds and rates as {self.printed} prints them."
        return "The sheet prints no seed and no rate for this paytable: these are suggestions of ours to start from."


@dataclass(frozen=True, init=False)
class Paytable:
    """Pays by line (or by margin of victory); a plain number n means n to 1. What is not listed loses, but for a case
    of a listed line, as a royal flush is of a straight flush: it is paid as that line.

    With `or_more`, a number above the highest listed pays as the highest.
    """

    name: str
    pays: Mapping[int, Pay]
    names: Mapping[int, str]
    """Lines called otherwise here than in the ranking."""
    envy: Envy | None
    or_more: bool
    preset: Preset | None
    """The initial amount of its meter, if filed; the rules of play do not depend on it."""

    def __init__(
        self,
        name: str,
        pays: Mapping[LineNumber, Pay | int],
        *,
        names: Mapping[int, str] = _NOTHING,
        envy: Envy | None = None,
        or_more: bool = False,
        preset: Preset | None = None,
    ) -> None:
        for line, pay in pays.items():
            if not isinstance(line, int):
                raise ValueError(
                    f"the paytable {name!r} lists {line!r}; a line is a number, a member such as Poker.FLUSH, "
                    'or RANKING.line("flush")'
                )
            if not isinstance(pay, int | Pay) or isinstance(pay, bool):
                raise ValueError(f"the paytable {name!r} pays {pay!r}; write a whole number, or to(3, 2) for 3 to 2")
            if (pay if isinstance(pay, int) else pay.net + 1) < 0:
                said = f"the paytable {name!r} pays {pay}, which takes more than the bet"
                raise ValueError(f"{said}; what loses is left out, or LOSE")
        listed = {int(line): to(pay) if isinstance(pay, int) else pay for line, pay in pays.items()}
        for attribute, value in (
            ("name", name),
            ("pays", MappingProxyType(listed)),
            ("names", MappingProxyType({int(line): text for line, text in names.items()})),
            ("envy", envy),
            ("or_more", or_more),
            ("preset", preset),
        ):
            object.__setattr__(self, attribute, value)

    def for_line(self, line: int, ranking: Ranking) -> Pay:
        """The pay of a line; a special case that is not listed pays as the line it is a case of."""
        listed = self.listed_line(line, ranking)
        return LOSE if listed is None else self.pays[listed]

    def listed_line(self, line: int, ranking: Ranking) -> int | None:
        """The row a line is paid by, if any."""
        at: int | None = line
        while at is not None and at not in self.pays:
            at = ranking.lines[at].kind_of
        return at

    def for_margin(self, margin: int) -> Pay:
        """The pay for winning by `margin` cards."""
        if self.or_more and margin > max(self.pays):
            margin = max(self.pays)
        return self.pays.get(margin, LOSE)

    def line_name(self, line: int, ranking: Ranking | None) -> str:
        """What this paytable calls a line."""
        if line in self.names:
            return self.names[line]
        return ranking.lines[line].name if ranking else f"win by {line}"
