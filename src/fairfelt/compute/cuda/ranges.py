"""How large a number can get, and so the narrowest type of C that holds it: 32 bits cost a GPU half of what 64 do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

TYPES: Final = {
    "int": (-(1 << 31), (1 << 31) - 1),
    "unsigned": (0, (1 << 32) - 1),
    "long long": (-(1 << 63), (1 << 63) - 1),
    "unsigned long long": (0, (1 << 64) - 1),
}
"""By name, narrowest first."""


@dataclass(frozen=True)
class Range:
    """All whole numbers from the least to the most."""

    least: int
    most: int

    def __or__(self, other: Range) -> Range:
        """Both, and what lies between."""
        return Range(min(self.least, other.least), max(self.most, other.most))

    def __contains__(self, other: Range) -> bool:
        return self.least <= other.least and other.most <= self.most

    @property
    def type(self) -> str:
        """The narrowest type; a number that is too large for all of them is taken modulo 2^64, as in numpy."""
        widest = "long long" if self.least < 0 else "unsigned long long"
        return next((name for name, ends in TYPES.items() if self in Range(*ends)), widest)

    @property
    def bounded(self) -> Range:
        """What is left of it in that type."""
        return self if self in Range(*TYPES[self.type]) else Range(*TYPES[self.type])


BIT: Final = Range(0, 1)
SIGNED: Final = Range(*TYPES["long long"])
UNSIGNED: Final = Range(*TYPES["unsigned long long"])


def arithmetic_range(one: Range, other: Range, operation: str) -> Range:
    """The range of a sum, difference or product, before it is bounded."""
    pairs = [(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    results = [a + b if operation == "+" else a - b if operation == "-" else a * b for a, b in pairs]
    return Range(min(results), max(results))


def shift_range(one: Range, by: Range, operation: str) -> Range:
    """The range of a number moved left or right by so many bits."""
    ends = (one.least, one.most)
    bits = [min(max(by.least, 0), 64), min(max(by.most, 0), 64)]
    results = [end << bit if operation == "<<" else end >> bit for end in ends for bit in bits]
    return Range(min(results), max(results))


def bitwise_range(one: Range, other: Range, operation: str) -> Range:
    """The range of and, or, exclusive or."""
    if operation == "&" and (one.least >= 0 or other.least >= 0):
        return Range(0, min(r.most for r in (one, other) if r.least >= 0))
    if min(one.least, other.least) < 0:
        return SIGNED
    return Range(0, (1 << max(one.most, other.most).bit_length()) - 1)
