"""The base of events: a value with a tag that names who did it and changes the floor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from fairfelt.law import Layer
from fairfelt.room.law.jurisdiction import LawVerdict
from fairfelt.room.state.floor import Floor


class Actor(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who presented a card."""

    card: str
    person: str


class RoomEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that happened. Its tag is a name and a version; the device stands beside it in the journal."""

    by: tuple[Actor, ...] = ()
    """All who presented a card for it; empty if the server acts, or a keypad whose house requires no card."""
    told: ClassVar[tuple[str, ...]] = ()
    """Fields that go into the answer of its command, except at tables."""
    public: ClassVar[bool] = False
    """Whether its proof is public. Then it names no person: the next event records who did it."""

    def apply(self, floor: Floor) -> Floor:
        """The floor after it. Most change something; some are only on record."""
        return floor

    def current(self) -> RoomEvent:
        """The event in its current version; an event that a newer version replaced says how it is read."""
        return self

    @property
    def people(self) -> tuple[str, ...]:
        """The people who did it."""
        return tuple(actor.person for actor in self.by)

    def answer(self) -> dict[str, Any]:
        """The fields returned to a device."""
        return {name: getattr(self, name) for name in self.told}


class ReviewedEvent(RoomEvent, frozen=True, kw_only=True):
    """One after which the law was asked again."""

    verdicts: Mapping[str, LawVerdict] = {}
    """The verdict for each table whose verdict changed."""


class GatedEvent(ReviewedEvent, frozen=True, kw_only=True):
    """One that the law was asked about before it happened."""

    notices: tuple[str, ...] = ()
    """The law's findings that did not stop it."""


class Refused(RoomEvent, frozen=True, kw_only=True, tag="refused/1"):
    """A command that was not carried out."""

    command: str
    """The kind of the command."""
    code: str
    reason: str
    field: str = ""
    decided_by: Layer | None = None
    """Whose rules decided it, if rules did."""
