"""Money as whole millionths of the currency unit, read from text and written for people. No float comes near it."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Final

MICROS: Final = 1_000_000
"""Millionths in one currency unit."""

DOLLARS: Final = "USD"
"""The currency where nobody says another."""

_SIGNS: Final = {DOLLARS: "$", "EUR": "€", "GBP": "£"}
_DECIMALS: Final = 6
_NUMBER: Final = re.compile(r"(-?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.([0-9]+))?")
_PLAIN: Final = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+|[0-9]+/[0-9]*[1-9][0-9]*)")


MOST_DIGITS = 30
"""In front of the point; Python itself refuses to read numbers of thousands."""


class AmountError(ValueError):
    """Text that is not an amount, with the sentence that says why."""


def parse_amount(text: str, *, currency: str = DOLLARS) -> int:
    """Read "12.50", "1,250", "$5", "USD 5" or "-$0.25" as millionths."""
    if not isinstance(text, str):
        raise AmountError(f"{text!r} is not an amount: write it as text, such as '12.50'")
    found = _NUMBER.fullmatch(_without_currency(text, currency))
    if not found:
        example = format_amount(1_250 * MICROS, currency, decimals=0)
        raise AmountError(f"{text!r} is not an amount: write it such as 12.50 or {example}")
    sign, units, part = found.groups(default="")
    if len(part) > _DECIMALS:
        raise AmountError(f"{text!r} has more than {_DECIMALS} decimals: amounts are exact to a millionth")
    if len(units) > MOST_DIGITS:
        raise AmountError(f"{text[:20]}… is not an amount: it has {len(units):,} digits")
    micros = int(units.replace(",", "")) * MICROS + int(part.ljust(_DECIMALS, "0"))
    return -micros if sign else micros


def parse_number(text: object) -> Fraction:
    """Read "40", "12.5" or "1/3" exactly. Its length is limited first, and an exponent is none: neither takes long."""
    if not (_PLAIN.fullmatch(str(text)) and len(str(text)) <= MOST_DIGITS):
        raise AmountError(f"{str(text)[:20]!r} is not a number: write it such as 40, 12.5 or 1/3, in {MOST_DIGITS} "
                          "characters at most")  # fmt: skip
    return Fraction(str(text))


def format_amount(micros: int, currency: str = DOLLARS, *, decimals: int | None = None, sign: bool = True) -> str:
    """Write millionths as "$1,250.00", "CHF 1,250.00" or "JPY 1,250", with more decimals only where they are needed.

    A currency is three letters; a sign of its own is written as it is. Without `sign` the bare number is left.
    """
    units, part = divmod(abs(micros), MICROS)
    digits = f"{part:0{_DECIMALS}}"
    kept = max(minor_units(currency) if decimals is None else decimals, len(digits.rstrip("0")))
    point = f".{digits[:kept]}" if kept else ""
    before = _SIGNS.get(currency, currency) if sign else ""
    return f"{'-' if micros < 0 else ''}{before}{' ' if before.isalpha() else ''}{units:,}{point}"


@cache
def minor_units(currency: str) -> int:
    """How many decimals a currency is written with: two for dollars, none for yen."""
    if not currency or currency in _SIGNS:
        return 2  # the library need not be loaded for the commonest
    from babel.numbers import get_currency_precision

    return get_currency_precision(currency)


def _without_currency(text: str, currency: str) -> str:
    """The number with its sign; the currency may stand before it or after it."""
    bare = text.strip()
    sign = "-" if bare.startswith("-") else ""
    bare = bare.removeprefix("-").strip()
    name = currency if currency in bare else _SIGNS.get(currency, currency)
    bare = bare.removeprefix(name) if bare.startswith(name) else bare.removesuffix(name)
    return sign + bare.strip()
