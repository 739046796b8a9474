"""How exact numbers are written on a sheet."""

from __future__ import annotations

from fractions import Fraction

from fairfelt.engine.answers.numbers import Root, as_json, decimal_text, percent_text, to_decimal
from fairfelt.rules import Game, fingerprint
from fairfelt.version import __version__

from .sheet import Column, Table

_SMALLEST_WRITTEN_OUT = Fraction(1, 10**7)
_LONGEST_WRITTEN_OUT = 10**24

FigureRow = tuple[str, str, str]
"""A figure's name, its decimal, its exact fraction."""


def exact_text(number: Fraction | Root) -> str:
    """The fraction itself: "3/8", "sqrt(5/4)"."""
    return as_json(number)["fraction"]


def probability_text(number: Fraction) -> str:
    """Ten decimals, or four significant digits where ten decimals would show hardly any."""
    if 0 < number < _SMALLEST_WRITTEN_OUT:
        return f"{to_decimal(number):.3e}"
    return decimal_text(number, 10)


def ways_text(number: int) -> str:
    """A number of combinations; five significant digits where it is too long to be read."""
    return f"{number:,}" if number < _LONGEST_WRITTEN_OUT else f"{number:.4e}"


def signed_text(number: Fraction, places: int = 8) -> str:
    """A gain or a loss with its sign."""
    return f"{to_decimal(number):+.{places}f}"


def net_text(units: Fraction) -> str:
    """A net result as briefly as it can be said: "+3", "-1", "+1.5"."""
    if units.denominator == 1:
        return f"{units.numerator:+,}" if units else "0"
    return f"{to_decimal(units):+,.4f}".rstrip("0").rstrip(".")


def one_in_text(number: Fraction) -> str:
    """How rare: "1 in 649,740"."""
    return f"1 in {to_decimal(1 / number):,.0f}" if number else "never"


def percent_row(name: str, number: Fraction) -> FigureRow:
    """A share with its fraction beside it."""
    return name, percent_text(number), exact_text(number)


def decimal_row(name: str, number: Fraction | Root) -> FigureRow:
    """A number with its fraction beside it."""
    return name, decimal_text(number, 6), exact_text(number)


def figure_table(*rows: FigureRow) -> Table:
    """Figures one below the other, decimals beside fractions."""
    return Table((Column("Figure"), Column("Value", "right"), Column("Exact", breaks=True)), rows)


def colophon(game: Game, *, what: str, digits: int = 0) -> str:
    """The last line of a sheet: what made it, of which rules, by so many digits of the fingerprint or all."""
    shown = f"{fingerprint(game)[:digits]}…" if digits else f"{fingerprint(game)}."
    return f"{what} by Fairfelt {__version__} from the rules with fingerprint {shown}"
