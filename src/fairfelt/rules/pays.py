"""What a winning bet is paid: odds "to 1" and "for 1", a share of a progressive level, a push, a loss."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from numbers import Integral


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
