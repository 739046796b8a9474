"""Kinds of numbers for the same sums: floats to choose by, residues modulo primes to count by, whole ones for a hand.

An array of residues has one more axis, the last: one residue for each prime. Both can divide whole numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .dealer import FINALS, Draws, dealer_ends, float_ends, whole_ends
from .hands import Ints
from .kernels import chances_modulo, draw_modulo, modulo, times_modulo

PRIME_BITS = 48
Array = NDArray[Any]


class Numbers(ABC):
    """Arithmetic on arrays of one kind of number."""

    @abstractmethod
    def ratio(self, above: Ints, below: Ints | int) -> Array:
        """Whole numbers over whole numbers."""

    @abstractmethod
    def zeros(self, *shape: int) -> Array:
        """So many zeros."""

    @abstractmethod
    def times(self, a: Array, b: Array) -> Array:
        """Element by element."""

    @abstractmethod
    def reduced(self, a: Array) -> Array:
        """After adding and subtracting up to some hundred numbers."""

    @abstractmethod
    def drawn(self, chances: Array, results: Array, after: Ints) -> Array:
        """[row, …]: results weighed by the chances [row, card] of the cards that lead to these places [row, card].

        The last of the results is that of hands that are no more: zeros.
        """

    @abstractmethod
    def chances(self, draws: Draws, left: Ints, unseen: Ints) -> Array:
        """[shoe, final]: the probability that the dealer comes to each final total."""


class Floats(Numbers):
    """Sixteen digits: enough to choose by, unless two choices are nearly equal."""

    def ratio(self, above: Ints, below: Ints | int) -> Array:
        return np.asarray(above, float) / below

    def zeros(self, *shape: int) -> Array:
        return np.zeros(shape)

    def times(self, a: Array, b: Array) -> Array:
        return a * b

    def reduced(self, a: Array) -> Array:
        return a

    def drawn(self, chances: Array, results: Array, after: Ints) -> Array:
        found = np.zeros((len(after), *results.shape[1:]))
        for chance, places in zip(chances.T, after.T, strict=True):
            found += chance.reshape(-1, *(1,) * (results.ndim - 1)) * results[places]
        return found

    def chances(self, draws: Draws, left: Ints, unseen: Ints) -> Array:
        ends = float_ends(draws, left)
        total = np.zeros(ends.shape[:2])
        for depth in range(draws.longest, 0, -1):
            total = (total + ends[:, :, depth]) / (unseen - depth + 1).clip(1)[:, None]
        return total + ends[:, :, 0]


@dataclass(frozen=True)
class Residues(Numbers):
    """Whole numbers modulo primes: exact, as long as the product of the primes exceeds what is counted."""

    count: int

    @cached_property
    def primes(self) -> Ints:
        """The moduli."""
        return np.array(_primes(self.count), np.int64)

    def ratio(self, above: Ints, below: Ints | int) -> Array:
        return self.times(np.asarray(above)[..., None], self.inverses[below])

    @property
    def inverses(self) -> Ints:
        """[number, prime]: one over each number, as far as a shoe has cards."""
        return _inverses(self.count)

    def zeros(self, *shape: int) -> Array:
        return np.zeros((*shape, self.count), np.int64)

    def times(self, a: Array, b: Array) -> Array:
        return np.asarray(times_modulo(a, b, self.primes), np.int64)

    def reduced(self, a: Array) -> Array:
        return np.asarray(modulo(a, self.primes), np.int64)

    def drawn(self, chances: Array, results: Array, after: Ints) -> Array:
        found, cells = self.zeros(len(after), *results.shape[1:-1]), (prod(results.shape[1:-1]), self.count)
        draw_modulo(chances, results.reshape(-1, *cells), after, self.primes, found.reshape(len(after), *cells))
        return found

    def chances(self, draws: Draws, left: Ints, unseen: Ints) -> Array:
        ends = dealer_ends(draws, left)
        found = self.zeros(*ends.shape[:2])
        chances_modulo(ends, unseen, self.primes, self.inverses, found)
        return found

    def fraction(self, residues: Ints, scale: int) -> Fraction:
        """The number with these residues that becomes whole when it is multiplied by the scale."""
        scaled = self.times(residues, np.array([scale % prime for prime in _primes(self.count)]))
        return Fraction(self.whole(scaled.tolist()), scale)

    def whole(self, residues: Sequence[int]) -> int:
        """The one whole number with these residues, negative if it lies in the upper half."""
        modulus = prod(_primes(self.count))
        number = 0
        for prime, rest in zip(_primes(self.count), residues, strict=True):
            others = modulus // prime
            number += int(rest) * others * pow(others, -1, prime)
        number %= modulus
        return number - modulus if 2 * number > modulus else number


@dataclass(frozen=True)
class Wholes(Numbers):
    """Whole multiples of one part of a scale, in Python: slower than residues, and nothing is compiled for them."""

    scale: int

    def ratio(self, above: Ints, below: Ints | int) -> Array:
        return np.asarray(np.asarray(above, object) * self.scale // np.asarray(below, object), object)

    def zeros(self, *shape: int) -> Array:
        return np.zeros(shape, object)

    def times(self, a: Array, b: Array) -> Array:
        return np.asarray(a * b // self.scale, object)

    def reduced(self, a: Array) -> Array:
        return a

    def drawn(self, chances: Array, results: Array, after: Ints) -> Array:
        found = self.zeros(len(after), *results.shape[1:])
        for chance, places in zip(chances.T, after.T, strict=True):
            found += chance.reshape(-1, *(1,) * (results.ndim - 1)) * results[places]
        return found // self.scale

    def chances(self, draws: Draws, left: Ints, unseen: Ints) -> Array:
        found = self.zeros(len(left), FINALS)
        for many in np.unique(unseen).tolist():
            rows = unseen == many
            # Who cannot draw so many cards has no such end.
            parts = [self.scale // max(perm(many, depth), 1) for depth in range(draws.longest + 1)]
            found[rows] = whole_ends(draws, left[rows]) @ np.array(parts, object)
        return found

    def fractions(self, parts: Array) -> NDArray[np.object_]:
        """These numbers as fractions."""
        return np.array([Fraction(part, self.scale) for part in parts.tolist()], object)


MOST_CARDS = 1024
"""More than any shoe holds."""


@lru_cache
def _primes(count: int) -> tuple[int, ...]:
    """The greatest primes below 2^48."""
    found: list[int] = []
    number = (1 << PRIME_BITS) - 1
    while len(found) < count:
        if _is_prime(number):
            found.append(number)
        number -= 2
    return tuple(found)


def _is_prime(number: int) -> bool:
    """Miller and Rabin with the first twelve primes, which decides for every number below 3 · 10^23."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    return all(_passes(number, base, odd, twos) for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37))


def _passes(number: int, base: int, odd: int, twos: int) -> bool:
    power = pow(base, odd, number)
    return power == 1 or any(pow(power, 1 << time, number) == number - 1 for time in range(twos))


@lru_cache
def _inverses(count: int) -> Ints:
    rows = [[pow(n, -1, prime) if n else 0 for prime in _primes(count)] for n in range(MOST_CARDS)]
    return np.array(rows, np.int64)
