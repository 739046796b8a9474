"""English for sheets: lists, counts, capitals, figures as text, and footnotes, as `footnotes.toml` has them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files

from fairfelt.engine.answers.numbers import Root, as_json, decimal_text, percent_text, to_decimal
from fairfelt.rules import Game, fingerprint
from fairfelt.version import __version__

from . import Column, Table, given

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(n: int) -> str:
    """A small number as a word, a large one in figures."""
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else f"{n:,}"


def count(n: int, noun: str) -> str:
    """ "one card", "seven cards"."""
    return f"{number(n)} {noun if n == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """ "Antes", "Bounties"."""
    return noun[:-1] + "ies" if noun.endswith("y") and noun[-2] not in "aeiou" else noun + "s"


def units(unit: str) -> str:
    """What amounts are told in: "Antes", or "units" where the first bet has another name."""
    return "Antes" if unit == "Ante" else "units"


def listed(items: Sequence[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    *most, end = items
    return f"{', '.join(most)} {last} {end}" if most else end


def capital(text: str) -> str:
    """The same with a capital first letter."""
    return text[:1].upper() + text[1:]


def the(names: Sequence[str]) -> str:
    """ "the Ante", "the Ante and the Blind"."""
    return listed([f"the {name}" for name in names])


def times(sizes: Sequence[int], unit: str) -> str:
    """The size of a bet: "equal to the Ante", "twice the Ante", "one, two or three times the Ante"."""
    if list(sizes) == [1]:
        return f"equal to the {unit}"
    if list(sizes) == [2]:
        return f"twice the {unit}"
    return f"{listed([number(size) for size in sorted(sizes)], 'or')} times the {unit}"


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


def figure_table(*rows: FigureRow | None) -> Table:
    """Figures one below the other, decimals beside fractions; None is left out."""
    return Table((Column("Figure"), Column("Value", "right"), Column("Exact", breaks=True)), given(rows))


def colophon(game: Game, *, what: str, digits: int = 0) -> str:
    """The last line of a sheet: what made it, from which rules, with all or the first digits of their fingerprint."""
    shown = f"{fingerprint(game)[:digits]}…" if digits else f"{fingerprint(game)}."
    return f"{what} by Fairfelt {__version__} from the rules with fingerprint {shown}"


def footnotes(*kinds: str, **said: object) -> tuple[tuple[str, str], ...]:
    """Terms and their definitions on sheets of some kinds, with what the sheet itself says in them."""
    return tuple((term, words.format(**said)) for kind in kinds for term, words in _definitions()[kind].items())


@cache
def _definitions() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files(__package__) / "footnotes.toml").read_text("utf-8"))
