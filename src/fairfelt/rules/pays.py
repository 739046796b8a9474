"""What a bet pays, and the tables of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, EnumMeta
from fractions import Fraction
from numbers import Integral
from types import MappingProxyType
from typing import Any, TypeVar

from fairfelt.rules.hands import Ranking


class Basis(Enum):
    """How a pay is reckoned, and so what becomes of the stake."""

    TO = "to"
    """Odds on top of the stake, which comes back."""
    FOR = "for"
    """Odds in exchange for the stake, which stays with the house."""
    SHARE = "share"
    """A share of a progressive level; the stake stays with the house."""
    PUSH = "push"
    LOSS = "loss"


@dataclass(frozen=True)
class Pay:
    """Profit for each unit staked, and with a progressive the share of a level on top."""

    net: Fraction
    """Profit per unit; -1 is a loss. A "for 1" pay keeps the stake, which is already taken off here."""
    words: str
    level: str = ""
    """The progressive level a share of which is paid, if any."""
    share: Fraction = Fraction(0)
    basis: Basis = Basis.TO

    def __str__(self) -> str:
        return self.words

    @property
    def wins(self) -> bool:
        """Whether the bet gains: a push does not."""
        return self.net > 0 or bool(self.level)

    @property
    def sentence(self) -> str:
        """How a dealer would say it: "pays 5 to 1", "loses"."""
        return self.words if self.basis in (Basis.LOSS, Basis.PUSH) else f"pays {self.words}"


def to(odds: int, one: int = 1) -> Pay:
    """`to(40)` is 40 to 1, `to(3, 2)` is 3 to 2: the stake comes back as well."""
    _verify_odds(odds, one)
    return Pay(Fraction(odds, one), f"{odds:,} to {one}")


def _verify_odds(odds: int, one: int = 1) -> None:
    """Refuse a pay that takes more than the stake, or is no whole number to a whole number."""
    whole = all(isinstance(number, Integral) and not isinstance(number, bool) for number in (odds, one))
    if not whole or odds < 0 or one < 1:
        raise ValueError(
            f"{odds!r} to {one!r} is not a pay: odds are whole numbers from 0 up, to 1 or more, as in to(40) or "
            "to(3, 2); a bet that is lost is LOSE, one that comes back is PUSH"
        )


def for_one(odds: int) -> Pay:
    """`for_one(300)` is 300 for 1: the stake stays with the house."""
    _verify_odds(odds)
    return Pay(Fraction(odds - 1), f"{odds:,} for 1", basis=Basis.FOR)


def percent(percentage: int, *, of: str = "meter") -> Pay:
    """`percent(100, of="Mega")`: that share of a progressive level; the stake stays with the house."""
    return Pay(Fraction(-1), f"{percentage}% of the {of}", of, Fraction(percentage, 100), Basis.SHARE)


LOSE = Pay(Fraction(-1), "loses", basis=Basis.LOSS)
LOSE_HALF = Pay(Fraction(-1, 2), "loses half", basis=Basis.LOSS)
PUSH = Pay(Fraction(0), "pushes", basis=Basis.PUSH)
NOTHING = Pay(Fraction(0), "nothing")
EVEN = to(1)


_ODD_THOUSANDS = re.compile(r",(?!\d{3}(?!\d))")
"""A comma that separates no thousands: "5,5" is nobody's 55."""


def parse_pay(text: str | int) -> Pay:
    """Read "40", "40 to 1", "3 to 2", "300 for 1", "100% of Mega", "push" or "lose"."""
    if isinstance(text, bool) or not isinstance(text, int | str):
        raise ValueError(_not_a_pay(text))
    if _ODD_THOUSANDS.search(str(text).partition(" of ")[0]):
        raise ValueError(f"{text!r} is not a pay: a comma stands before three digits, as in 1,000")
    words = str(text).replace(",", "").replace("%", " %").lower().split()
    match words:
        case ["push" | "pushes"]:
            return PUSH
        case ["lose" | "loses"]:
            return LOSE
        case [odds] if odds.isdecimal():
            return to(int(odds))
        case [odds, "to", one] if odds.isdecimal() and one.isdecimal() and int(one):
            return to(int(odds), int(one))
        case [odds, "for", "1"] if odds.isdecimal():
            return for_one(int(odds))
        case [share, "%"] if share.isdecimal():
            return percent(int(share))
        case [share, "%", "of", *level] if share.isdecimal() and level:
            return percent(int(share), of=" ".join(str(text).split()).partition(" of ")[2].removeprefix("the "))
    raise ValueError(_not_a_pay(text))


def _not_a_pay(text: object) -> str:
    return f"{text!r} is not a pay: write 40, '3 to 2', '300 for 1', '100% of Mega', 'push' or 'lose'"


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


def from_top(lines: Iterable[int] | Ranking, *pays: Pay | int, name: str = "", **more: Any) -> Paytable:
    """A table by its pays from the best line down; they are also its name, if it has no other.

    lines  from the best down; or a ranking, or an enumeration from the worst line up
    more   other fields of the paytable
    """
    if isinstance(lines, Ranking):
        lines = reversed(range(len(lines.lines)))
    elif isinstance(lines, EnumMeta):
        lines = reversed(list(lines))
    return Paytable(name or "/".join(map(str, pays)), dict(zip(lines, pays, strict=False)), **more)
