"""The law's last verdict on a table: on the log, so that a replay does not evaluate the law again."""

from __future__ import annotations

from msgspec import Struct

from fairfelt.law import Finding, Layer


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence, whose rule is behind it, and whether it can stop anything."""

    sentence: str
    layer: Layer
    binds: bool

    @classmethod
    def of(cls, finding: Finding) -> Said:
        """The sentence of a finding."""
        return cls(finding.sentence, finding.rule.layer, finding.rule.binds)


class LawVerdict(Struct, frozen=True, forbid_unknown_fields=True):
    """A verdict as it was recorded."""

    notices: tuple[str, ...] = ()
    """Sentences that are shown and stop nothing."""
    stops: tuple[str, ...] = ()
    """Why no game may start; none if one may. What goes first in law comes first."""
    most_micros: int | None = None
    """The largest lawful progressive bet, where rules bind."""
    most_says: str = ""
    """The rule that sets this limit."""
    most_by: Layer | None = None
    """Whose rule sets this limit."""
    decided_by: Layer | None = None
    """Whose rules decided that no game may start: law before the maker's before those of the house."""

    @property
    def stop(self) -> str:
        """The verdict in one line; empty if a game may start."""
        return "; ".join(self.stops)


NO_VERDICT = LawVerdict()
