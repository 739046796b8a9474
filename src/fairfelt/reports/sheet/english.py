"""The few bits of grammar that generated sentences need."""

from __future__ import annotations

from collections.abc import Sequence

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
