"""The tests of shuffles together: those of orders and hands, and a spectral test of what lies on top."""

from __future__ import annotations

import numpy as np

from fairfelt.table.randomness import SUITS, TESTS, Battery, Orders, Tested

STRENGTHS = 20
"""Classes of strength, all equally likely."""


def check_spectrum(orders: Orders) -> Tested:
    """No frequency stands out in the colors of the top cards, one shuffle after the other.

    Of fair colors, taken as +1 and -1, the strength |X_k|²/n of every frequency is exponential with mean 1.
    """
    colors = np.where(np.isin(orders[:, 0] % SUITS, (1, 2)), 1.0, -1.0)
    inner = np.fft.rfft(colors)[1 : (len(colors) + 1) // 2]
    shares = 1 - np.exp(-(np.abs(inner) ** 2) / len(colors))
    found, _ = np.histogram(shares, bins=STRENGTHS, range=(0, 1))
    expected = len(inner) / STRENGTHS
    chi_square = float(((found - expected) ** 2 / expected).sum())
    return Tested("spectrum", "strength of frequencies in the colors on top", chi_square, STRENGTHS - 1)


def run_all_tests(orders: Orders) -> Battery:
    """Every test, with limits for all of them together."""
    return Battery(len(orders), tuple(test(orders) for test in (*TESTS, check_spectrum)))
