"""What a user can get wrong, and how it is reported: one sentence, no traceback."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from fairfelt.version import extra_with


class BadInput(Exception):  # noqa: N818  (it reads as what happened)
    """A request that cannot be met, with the sentence that says what would be right."""


def check_range(option: str, value: float | None, least: int, most: int, what: str = "") -> None:
    """Refuse a number outside of a range; None is an option that was not given."""
    if value is not None and not least <= value <= most:
        given = f"{value:g}" if isinstance(value, float) else value
        raise BadInput(f"{option} {given} is not possible: give {least:,} to {most:,}{what}")


class NotVerified(BadInput):
    """A file that was read and is not what it was: the answer to a check, not a user's mistake."""


REFUSALS = frozenset({
    "AmountError", "BadAgent", "BadCertificate", "BadConfiguration", "BadDefinition", "BadInformation", "BadInput",
    "BadPay", "BadPin", "DeckError", "DesignError", "FieldError", "FoundedAlready", "LawError", "LedgerError",
    "MeterError", "NoCluster", "NoGpu", "NoNumba", "NoPicture", "NotCountable", "NotProved", "NotationError",
    "RoomUnavailable", "TargetsError", "TermsError", "TooWide", "UnknownName", "Unsolved", "WinningsError",
})  # fmt: skip
"""Errors of Fairfelt whose message is a sentence for the user. By name: to ask loads none of their modules."""


def is_bad_input(error: Exception) -> bool:
    """True if the message of an error is written for the user."""
    kinds = (kind for kind in type(error).__mro__ if kind.__module__.startswith("fairfelt."))
    return any(kind.__name__ in REFUSALS for kind in kinds)


@contextmanager
def bad_input(*kinds: type[Exception], where: str = "", verified: bool = True) -> Iterator[None]:
    """Report these errors as the user's, with the place of what is wrong; or as the answer to a check that failed."""
    try:
        yield
    except kinds as error:
        sentence = f"{where}: {error}" if where else str(error)
        raise (BadInput if verified else NotVerified)(sentence) from error


not_verified = partial(bad_input, verified=False)


def complain(sentence: str) -> None:
    """Say what was wrong."""
    sys.stderr.write(f"fairfelt: {sentence}\n")


def explain_missing(error: BaseException | None) -> str:
    """Name the extra that brings a library which is not installed; empty if that is not what is behind an error."""
    while error and not isinstance(error, ModuleNotFoundError):
        error = error.__cause__
    missing = error.name if isinstance(error, ModuleNotFoundError) and error.name else ""
    if not (extra := extra_with(missing)):
        return ""
    return f"This needs {missing}, which is not installed. Run: pip install 'fairfelt[{extra}]'"
