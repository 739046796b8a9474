"""What a sample says: an interval that holds the truth 99 times in 100, and the sample that it rests on.

Most hands gain nothing and a few gain much, so that a mean of few hands is skewed: a sample without a large gain has a
small error too, and mean ± 2.58 errors misses the truth on one side. The interval of a mean is therefore a bootstrap-t
interval, and never narrower than that: the pairs are drawn again many times, and the quantiles of
(mean - mean of the sample) / error say how far to go to either side. Where so few hands gain that a draw may hold none,
the interval goes as far as a Poisson limit on how often the largest gain can come.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

CERTAINTY: Final = "99%"
OUTSIDE: Final = 0.005
"""Chance that the truth lies beyond one end."""
DEVIATIONS: Final = 2.5758293035489004
"""Of a normal distribution: 99 in 100 lie closer to the mean."""
RESAMPLES: Final = 999
BLOCK: Final = 1_000_000
"""Numbers drawn at once."""
FEW_GAINS: Final = 8
"""Fewer hands than these that gain say little of how many there are."""


@dataclass(frozen=True)
class Interval:
    """Between which values a sampled figure lies, 99 times in 100."""

    low: float
    high: float
    n: int | None = None
    """Hands, rounds or shoes that were sampled; none where that was not kept."""
    seed: int | None = None
    error: float | None = None
    """The standard error of the figure."""

    @staticmethod
    def around(mean: float, error: float, n: int, seed: int) -> Interval:
        """For a mean of values none of which weighs much: Student's t."""
        reach = _student(n - 1) * error
        return Interval(mean - reach, mean + reach, n, seed, error)

    def moved(self, by: float) -> Interval:
        """Of the figure with something added that is known exactly."""
        return replace(self, low=self.low + by, high=self.high + by)

    def cut(self, least: float = -inf, most: float = inf) -> Interval:
        """Of a figure that cannot lie outside these."""
        return replace(self, low=min(max(self.low, least), most), high=min(max(self.high, least), most))

    @property
    def sample_words(self) -> str:
        if self.n is None:
            return "sample size not kept"
        error = "" if self.error is None else f", standard error {self.error:.4%}"
        return f"{self.n:,} sampled, seed {self.seed}{error}"

    def to_dict(self) -> dict[str, Any]:
        sample = {"n": self.n, "seed": self.seed, "standard_error": self.error}
        return {"from": self.low, "to": self.high, "certainty": CERTAINTY, **sample}


def _student(freedom: int) -> float:
    """How many errors hold 99 in 100 with these degrees of freedom (after Cornish and Fisher)."""
    z = DEVIATIONS
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def paired_interval(values: NDArray[np.float64], seed: int, *, most: float = 0.0) -> Interval:
    """In which the mean of values lies that were drawn in pairs, two of each stratum.

    The error is that of pairs drawn anywhere: what the strata save is little, and where the gains lie in few of them,
    the differences inside these few pairs would not say it.

    most  as much as one value may come to, where the sample does not show it
    """
    pairs = values[: len(values) // 2 * 2].reshape(-1, 2).mean(axis=1)
    n, mean, error = len(values), float(values.mean()), float(pairs.std(ddof=1)) / sqrt(len(pairs))
    low, high = _studentized(pairs, seed)
    ends = mean - max(high, DEVIATIONS) * error, mean - min(low, -DEVIATIONS) * error
    seen = int(np.count_nonzero(values))
    limit = max(most, float(np.abs(values).max())) * _poisson_limit(seen) / n if seen < FEW_GAINS else 0.0
    return (
        Interval(min(ends[0], -limit), max(ends[1], limit), n, seed, error)
        if limit
        else Interval(*ends, n, seed, error)
    )


def _studentized(means: NDArray[np.float64], seed: int) -> tuple[float, float]:
    """Quantiles of (mean - sample's mean) / error over samples drawn again from the sample."""
    random, pairs, found = np.random.default_rng(seed), len(means), []
    step = max(1, BLOCK // pairs)
    for at in range(0, RESAMPLES, step):
        again = means[random.integers(0, pairs, (min(step, RESAMPLES - at), pairs))]
        off, errors = again.mean(axis=1) - means.mean(), again.std(axis=1, ddof=1) / sqrt(pairs)
        found.append(np.divide(off, errors, out=np.zeros_like(off), where=errors > 0))
    low, high = np.quantile(np.concatenate(found), (OUTSIDE, 1 - OUTSIDE))
    return float(low), float(high)


def _poisson_limit(seen: int) -> float:
    """No rarer event is expected more often, if it was seen so often (after Wilson and Hilferty)."""
    k = seen + 1
    return k * (1 - 1 / (9 * k) + DEVIATIONS / (3 * sqrt(k))) ** 3
