"""What a hub keeps of each of its rooms, and what a room keeps of its hub."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.formats.fields import MOST_LISTED, MOST_MICROS, Count, Line, Name, Seat
from fairfelt.jackpot import Prize, Terms

SETTLED_KEPT = 100


MOST_SUM = 1_000 * MOST_MICROS
Sum = Annotated[int, Meta(ge=-MOST_SUM, le=MOST_SUM, description="a sum in millionths")]
Sums = Annotated[Mapping[Line, Sum], Meta(max_length=64, description="sums by account")]


class ClaimedShare(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand at a room's table that wins a share of a hub's level."""

    seat: Seat
    hand: Line
    level: Name
    share: Line
    """A fraction in writing, such as 1/10."""


class SharedClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A claim of a room on a hub's levels, as the room tells it with every report until it is settled."""

    claim: Count
    """Its number in the room's own journal."""
    at_table: Name
    game: Name
    paytable: Line
    wins: Annotated[tuple[ClaimedShare, ...], Meta(max_length=MOST_LISTED, description="a list of hands that win")]
    asked: bool = False
    """Whether somebody in the room has confirmed it: the hub's confirmation is asked for."""
    despite_earlier: bool = False
    """Whether they know that an earlier claim on the same level waits elsewhere."""


@dataclass(frozen=True)
class RoomClaim:
    """A room's claim at the hub, in the order of its arrival."""

    told: SharedClaim
    order: int
    prizes: tuple[Prize, ...] = ()
    confirmed: bool = False
    """Paid at the hub; it is kept until the room no longer tells it, and so has it on its own journal."""


@dataclass(frozen=True)
class RoomAccount:
    """All a hub knows of one of its rooms."""

    up_to: int = 0
    """The last event of the room's journal that its sums contain."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """What its wagers have earned for each account of the jackpot, ever; all of it is in the hub's book."""
    wagers: int = 0
    wagered_micros: int = 0
    won_micros: int = 0
    """What the hub has confirmed for its players; the room pays it, and the hub owes it to the room."""
    remitted_micros: int = 0
    """What the room has handed over in money, less what it was paid."""
    reported_micros: int = 0
    """When its last report was committed."""
    claims: Mapping[int, RoomClaim] = field(default_factory=dict)
    """By their numbers in the room."""
    settled: tuple[int, ...] = ()
    """The numbers of the last claims that were confirmed: none of them can come back."""

    @property
    def taken_micros(self) -> int:
        """All it has counted for the jackpot, as far as the hub knows."""
        return sum(self.taken.values())

    @property
    def due_micros(self) -> int:
        """What the room has to hand over in money; below zero, what it has to be paid."""
        return self.taken_micros - self.won_micros - self.remitted_micros


@dataclass(frozen=True)
class HubOffer:
    """A jackpot that a hub has for this room, until two people join it."""

    jackpot: str
    """What the hub calls it."""
    room: str
    """What the hub calls this room."""
    terms: Terms
    shown: Mapping[str, int]


@dataclass(frozen=True)
class HubLine:
    """A room's line to the hub of a shared jackpot."""

    jackpot: str
    """What the hub calls it."""
    room: str
    """What the hub calls this room."""
    stops_after_s: int | None = None
    """How long play goes on while the room is cut off; None for as long as it lasts."""
    hub_event: int = 0
    """The hub's event that its last word contains: an older word is no news."""
    up_to: int = 0
    """The last event of this room that the hub has taken."""
    claims: tuple[SharedClaim, ...] = ()
    """The claims that the hub knows, as it knows them."""
    heard_micros: int = 0
    """When its last word was committed here."""
    cut_off_micros: int = 0
    """Since when the room is cut off; 0 while it is in touch."""
    why: str = ""
    """Why it is cut off."""

    @property
    def current(self) -> bool:
        """Whether what the displays show is the hub's meter as it is."""
        return not self.cut_off_micros
