"""Three kinds of numbers for the same sums: floats to choose by, residues modulo primes to count by, fractions to check by.

A residue array has one more axis, the last: one residue for each prime. All three add, multiply and divide whole numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .hands import Ints
from .kernels import LIMB

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
    def joined(self, limbs: Ints) -> Array:
        """Whole numbers from their limbs, the last axis."""


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

    def joined(self, limbs: Ints) -> Array:
        return limbs[..., 0] + limbs[..., 1] * float(1 << LIMB)


class Fractions(Numbers):
    """Plain fractions, slow and beyond doubt: for small shoes."""

    def ratio(self, above: Ints, below: Ints | int) -> Array:
        tops, bottoms = np.broadcast_arrays(above, below)
        return _objects([Fraction(int(a), int(b)) for a, b in zip(tops.flat, bottoms.flat, strict=True)], tops.shape)

    def zeros(self, *shape: int) -> Array:
        return _objects([Fraction(0)] * prod(shape), shape)

    def times(self, a: Array, b: Array) -> Array:
        return a * b

    def reduced(self, a: Array) -> Array:
        return a

    def joined(self, limbs: Ints) -> Array:
        return limbs[..., 0].astype(object) + limbs[..., 1].astype(object) * (1 << LIMB)


def _objects(values: list[Fraction], shape: tuple[int, ...]) -> Array:
    found = np.empty(len(values), object)
    found[:] = values
    return found.reshape(shape)


@dataclass(frozen=True)
class Residues(Numbers):
    """Whole numbers modulo primes: exact, as long as the product of the primes exceeds what is counted."""

    count: int

    @property
    def primes(self) -> Ints:
        """The moduli."""
        return np.array(_primes(self.count), np.int64)

    def ratio(self, above: Ints, below: Ints | int) -> Array:
        return self.times(np.asarray(above)[..., None] % self.primes, self.inverses[below])

    @property
    def inverses(self) -> Ints:
        """[number, prime]: one over each number, as far as a shoe has cards."""
        return _inverses(self.count)

    def zeros(self, *shape: int) -> Array:
        return np.zeros((*shape, self.count), np.int64)

    def times(self, a: Array, b: Array) -> Array:
        quotient = (a.astype(float) * b / self.primes).astype(np.int64)
        return (a * b - quotient * self.primes) % self.primes

    def reduced(self, a: Array) -> Array:
        return a % self.primes

    def joined(self, limbs: Ints) -> Array:
        low, high = limbs[..., 0, None] % self.primes, limbs[..., 1, None] % self.primes
        return self.reduced(low + self.times(high, (1 << LIMB) % self.primes))

    def whole(self, residues: Sequence[int]) -> int:
        """The one whole number with these residues, negative if it lies in the upper half."""
        modulus = prod(_primes(self.count))
        number = 0
        for prime, rest in zip(_primes(self.count), residues, strict=True):
            others = modulus // prime
            number += int(rest) * others * pow(others, -1, prime)
        number %= modulus
        return number - modulus if 2 * number > modulus else number


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
