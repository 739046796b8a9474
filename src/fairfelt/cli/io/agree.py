"""Tells what a count takes before it begins, and asks where it takes more than anybody would expect."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from fairfelt.exact import Foresight
    from fairfelt.rules import Game

PATIENCE_S = 5
Yes = Annotated[bool, Parameter(name="--yes", help="Count whatever it takes, without asking.", negative=())]


@contextmanager
def agreed(game: Game, *, yes: bool) -> Iterator[Foresight]:
    """Say how long a game takes and what will be missing; what was agreed to may then be counted."""
    from fairfelt.exact import allowing, foresee

    seen = foresee(game)
    for wager, why in seen.uncounted:
        tell(f"{wager} will be missing: {why}")
    if seen.too_costly and seen.too_costly.fits and (yes or _asked(str(seen.too_costly))):
        with allowing(seen.too_costly.cost.steps):
            yield foresee(game)
        return
    if not seen.too_costly:
        tell_how_long(f"counting {game.title}", seen.seconds + seen.check_seconds)
    yield seen


def tell_how_long(doing: str, seconds: float) -> None:
    """Say what takes long before it begins; what is over soon needs no words."""
    from fairfelt.exact import duration

    if seconds >= PATIENCE_S:
        tell(f"{doing} takes about {duration(seconds)}")


def _asked(cost: str) -> bool:
    """Whether a person at the terminal says yes; nobody is asked where nobody sits."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write(f"{cost}. Count it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def tell(sentence: str) -> None:
    sys.stderr.write(f"fairfelt: {sentence}\n")
