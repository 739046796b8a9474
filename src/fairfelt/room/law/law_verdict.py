"""What the law said to a table when it was last asked: on the log, so that no replay has to ask again."""

from __future__ import annotations

from msgspec import Struct


class LawVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict as it was recorded."""

    notices: tuple[str, ...] = ()
    """What is shown and stops nothing."""
    stops: tuple[str, ...] = ()
    """Why no game may start; none if one may."""
    most_micros: int | None = None
    """The most that the law lets a progressive bet be, where it binds…"""
    most_says: str = ""
    """…and the rule that says so."""

    @property
    def stop(self) -> str:
        """The same in one line; empty if a game may start."""
        return "; ".join(self.stops)


NO_VERDICT = LawVerdict()
