"""What an event is: a value with a tag, who did it, and what it does to the floor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from fairfelt.law import Layer
from fairfelt.room.law.law_verdict import LawVerdict
from fairfelt.room.state.floor import Floor


class Actor(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who presented a card."""

    card: str
    person: str


class RoomEvent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Something that happened. Its tag is a name and a version; the device stands beside it in the journal."""

    by: tuple[Actor, ...] = ()
    """Everybody who presented a card for it; nobody where the server acts, or a keypad whose house asks for none."""
    told: ClassVar[tuple[str, ...]] = ()
    """What of it goes into the answer of its command, away from the tables."""
    public: ClassVar[bool] = False
    """Whether anybody may be given a proof of it. Then it names nobody: who did it stands on the event after it."""

    def apply(self, floor: Floor) -> Floor:
        """The floor after it. Most change something; some are only on record."""
        return floor

    def current(self) -> RoomEvent:
        """The same in today's version; an event that was replaced by a newer version says how it is read."""
        return self

    @property
    def people(self) -> tuple[str, ...]:
        """Who did it."""
        return tuple(actor.person for actor in self.by)

    def answer(self) -> dict[str, Any]:
        """What of it a device is told."""
        return {name: getattr(self, name) for name in self.told}


class ReviewedEvent(RoomEvent, frozen=True, kw_only=True):
    """One after which the law was asked again."""

    verdicts: Mapping[str, LawVerdict] = {}
    """What it said to each table to which it said something else than before."""


class GatedEvent(ReviewedEvent, frozen=True, kw_only=True):
    """One that the law was asked about before it happened."""

    notices: tuple[str, ...] = ()
    """What it had to say without stopping it."""


class Refused(RoomEvent, frozen=True, kw_only=True, tag="refused/1"):
    """A command that was not carried out."""

    command: str
    """Its kind."""
    code: str
    reason: str
    field: str = ""
    decided_by: Layer | None = None
    """Whose rules decided it, where rules did."""
