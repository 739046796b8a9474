"""What the law said to a table when it was last asked: on the log, so that no replay has to ask again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LawVerdict:
    """A verdict as it was recorded."""

    notices: tuple[str, ...] = ()
    """What is shown and stops nothing."""
    stop: str = ""
    """Why no game may start; empty if one may."""
    most_micros: int | None = None
    """The most that the law lets a progressive bet be, where it binds…"""
    most_says: str = ""
    """…and the rule that says so."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for the log."""
        return {**vars(self), "notices": list(self.notices)}

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> LawVerdict:
        """Read back from the log."""
        return cls(**{**body, "notices": tuple(body["notices"])})


NO_VERDICT = LawVerdict()
