"""What a count would cost, and how much of it the user has agreed to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from .problem import Unsolved

MOST_EVALUATIONS = 20_000_000_000
"""Without being asked: some minutes on two cores."""

_allowed: ContextVar[int] = ContextVar("allowed", default=MOST_EVALUATIONS)


class Price(Protocol):
    """What it takes to count something; as text, a clause."""

    @property
    def steps(self) -> int:
        """What the user agrees to."""

    @property
    def seconds(self) -> float:
        """On this machine."""


class Progress(Protocol):
    """Told how far a long piece of work has come."""

    def __call__(self, done: int, total: int, what: str) -> None: ...


class TooCostly(Unsolved):
    """A game that can be counted, but that nobody has agreed to count: it says what it takes."""

    def __init__(self, sentence: str, cost: Price, *, fits: bool = True) -> None:
        super().__init__(sentence)
        self.cost, self.fits = cost, fits
        """What it takes, and whether this machine has the memory for it."""


def allowed_evaluations() -> int:
    """How many evaluations may be made without asking."""
    return _allowed.get()


@contextmanager
def allowing(evaluations: int) -> Iterator[None]:
    """Let counts be as large as the user has agreed to."""
    before = _allowed.set(evaluations)
    try:
        yield
    finally:
        _allowed.reset(before)


def duration(seconds: float) -> str:
    """A time in words, rounded as an estimate deserves."""
    for size, word in ((31_557_600, "year"), (86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            return f"{seconds / size:,.0f} {word}s"
    return f"{max(1, round(seconds))} s"


def in_short(number: int) -> str:
    """A large number in words."""
    for size, word in ((10**12, "trillion"), (10**9, "billion"), (10**6, "million")):
        if number >= 1000 * size:
            return f"{number // size:,} {word}"
        if number >= size:
            return f"{number / size:,.3g} {word}"
    return f"{number:,}"
