"""Choices in few bits: how tables of decisions are packed, read by straight-line code, and named where kept."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Solution
from fairfelt.rules import fingerprint

BYTE_BITS = 8


def bits_for(choices: int) -> int:
    """Bits for a number below `choices` that divide a byte."""
    return next(bits for bits in (1, 2, 4, 8) if choices <= 1 << bits)


def aligned(places: int) -> int:
    """So many places that they fill whole bytes, whatever the bits of each."""
    return -(-places // BYTE_BITS) * BYTE_BITS


def pack(choices: NDArray[np.uint8], bits: int) -> NDArray[np.uint8]:
    """Several choices to a byte, the first in the lowest bits."""
    shares = choices.reshape(-1, BYTE_BITS // bits) << np.arange(0, BYTE_BITS, bits, dtype=np.uint8)
    return np.asarray(np.bitwise_or.reduce(shares, axis=1), np.uint8)


def unpack_statement(out: str, place: str, bits: int) -> str:
    """A statement that sets `out` to the choice at a place (a name) of `out_packed`."""
    share = BYTE_BITS // bits
    byte, shift = f"{out}_packed[{place} // {share}]", f"np.uint8({place} % {share} * {bits})"
    return f"{out} = np.int64({byte} >> {shift} & {(1 << bits) - 1})"


def key_of(solution: Solution, street: int) -> str:
    """By the rules and by what the solver found, so that a corrected solver is not held to an old table."""
    found = (fingerprint(solution.game), street, solution.decisions, solution.round)
    return hashlib.sha256(repr(found).encode()).hexdigest()
