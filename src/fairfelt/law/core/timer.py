"""How long something may take, or has to be kept: hours that run from one step of a procedure, perhaps to another."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from .deadlines import Deadline, Retention
from .zone import hours_after


class Timer(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule's hours, before the moment they run from is known."""

    what: str
    hours: int
    cited: str
    """The rule that sets them."""
    after: str = ""
    """The step they run from; empty for the win itself."""
    ends: str = ""
    """The step that has to be done by then; empty where something has to be kept."""

    def running(self, won_at: datetime, done_at: Mapping[str, datetime]) -> Deadline | Retention | None:
        """What it comes to once it runs."""
        begins = done_at.get(self.after) if self.after else won_at
        if begins is None:
            return None
        at = hours_after(begins, self.hours)
        if self.ends:
            return Deadline(self.what, at, self.cited, done_at.get(self.ends))
        return Retention(self.what, at, self.cited)
