"""A hub's accounts of its rooms, and a room's of its hub."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta, Struct, structs

from fairfelt.jackpot import Prize, Terms
from fairfelt.room.state.links import FoldedHands
from fairfelt.runtime.formats import MOST_LISTED, MOST_MICROS, MOST_SEATS, Count, Line, Micros, Name, OptionalLine, Seat

PROTOCOL = 2
"""The version of what rooms and hubs say to each other."""
SETTLED_KEPT = 100
HOUR_MICROS = 3_600_000_000
DAY_MICROS = 24 * HOUR_MICROS

MOST_SUM = 1_000 * MOST_MICROS
Sum = Annotated[int, Meta(ge=-MOST_SUM, le=MOST_SUM, description="a sum in millionths")]
Sums = Annotated[Mapping[Line, Sum], Meta(max_length=64, description="sums by account")]
ShortFraction = Annotated[
    str, Meta(pattern=r"^[0-9]{1,6}(/[0-9]{1,6})?\Z", description="a fraction such as 1/10, of at most 6 digits each")
]


class ClaimedShare(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand at a room's table that wins a share of a hub's level."""

    seat: Seat
    hand: Line
    level: Name
    share: ShortFraction


class SharedClaim(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A room's claim on a hub's levels, as the room sends it with every report until it is settled."""

    claim: Count
    """Its number in the room's own journal."""
    at_table: Name
    game: Name
    variant: OptionalLine = ""
    wager: OptionalLine = ""
    paytable: Line
    wins: Annotated[tuple[ClaimedShare, ...], Meta(max_length=MOST_LISTED, description="a list of hands that win")]
    asked: bool = False
    """Whether a person in the room has confirmed it and requests the hub's confirmation."""
    despite_earlier: bool = False
    """Whether they know that an earlier claim on the same level waits elsewhere."""

    @property
    def entered(self) -> SharedClaim:
        """The claim as it was entered, without what people in the room said to it afterwards."""
        return structs.replace(self, asked=False, despite_earlier=False)


class RoomLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a hub believes of a room: more than this is refused, or waits for two people at the hub."""

    tables: Annotated[int, Meta(ge=1, le=1_000, description="a number of tables, from 1 to 1,000")] = 20
    """Tables that play for the jackpot at once."""
    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS, description=f"a number of seats, from 1 to {MOST_SEATS}")] = 10
    """Wagers in a round of one table."""
    rounds_per_hour: Annotated[int, Meta(ge=1, le=3_600, description="a number of rounds, from 1 to 3,600")] = 120
    """Rounds of one table in an hour."""
    awards_per_day: Annotated[int, Meta(ge=0, le=100_000, description="a number of awards, from 0 to 100,000")] = 3
    """Awards of one level in 24 hours that the room confirms alone."""
    confirm_from_micros: Micros | None = None
    """Claims from this amount on wait for two people at the hub; defaults to the executive threshold of the terms."""

    @property
    def wagers_at_once(self) -> int:
        """The most wagers that lie on the room's tables at one moment."""
        return self.tables * self.seats

    @property
    def wagers_per_hour(self) -> int:
        """The most wagers that the room can make in an hour."""
        return self.wagers_at_once * self.rounds_per_hour


@dataclass(frozen=True)
class RoomClaim:
    """A room's claim at the hub, in the order of its arrival."""

    told: SharedClaim
    order: int
    prizes: tuple[Prize, ...] = ()
    confirmed: bool = False
    """Paid at the hub; kept until the room stops reporting it, which means that the room has journaled it."""
    held: str = ""
    """Why it waits for two people at the hub; empty where the room's word is enough."""

    @property
    def amount_micros(self) -> int:
        """The sum that the hub has frozen for it."""
        return sum(prize.amount_micros for prize in self.prizes)


@dataclass(frozen=True)
class RoomAccount:
    """All a hub knows of one of its rooms."""

    up_to: int = 0
    """The last event of the room's journal that its sums contain."""
    hash: str = ""
    """The hash of that event; empty where a room of the version before did not say it."""
    taken: Mapping[str, int] = field(default_factory=dict)
    """The contributions of its wagers to each account of the jackpot, ever; all of it is in the hub's book."""
    remainders_ppm: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Least and most that the room can have earned of each account's next millionth, in millionths of it."""
    wagers: int = 0
    wagered_micros: int = 0
    voided_wagers: int = 0
    voided_micros: int = 0
    """All refunds ever; they are not in the wagers."""
    ahead_wagers: int = 0
    """Wagers reported sooner than the room's tables can play."""
    voidable_wagers: int = 0
    """Upper bound of the wagers that lie on the room's tables and can still be given back."""
    claimable_wagers: int = 0
    """Upper bound of the wagers that can still win."""
    limits: RoomLimits = field(default_factory=RoomLimits)
    earlier: Mapping[str, int] = field(default_factory=dict)
    """Contributions to each account from an abandoned copy of the room's journal; they stay on the meters."""
    accepting: bool = False
    """Whether two people have accepted the room's next report, though it follows from no earlier one."""
    accepted: int = 0
    """The number of reports accepted so."""
    won_micros: int = 0
    """Awards that the hub has confirmed for its players; the room pays them, and the hub owes them to the room."""
    remitted_micros: int = 0
    """Money that the room has sent, less what it was paid."""
    reported_micros: int = 0
    """The commit time of its last report."""
    claims: Mapping[int, RoomClaim] = field(default_factory=dict)
    """Claims by their numbers in the room."""
    settled: tuple[int, ...] = ()
    """The numbers of the last claims that were confirmed: none of them can come back."""
    awarded: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """Times of confirmed awards of each level in the last 24 hours."""
    folded_hands: tuple[FoldedHands, ...] = ()
    """The rules on folded hands at its tables for the jackpot."""

    @property
    def taken_micros(self) -> int:
        """All it has counted for the jackpot, as far as the hub knows."""
        return sum(self.taken.values()) + sum(self.earlier.values())

    @property
    def due_micros(self) -> int:
        """Money that the room owes; below zero, money owed to it."""
        return self.taken_micros - self.won_micros - self.remitted_micros


@dataclass(frozen=True)
class HubOffer:
    """A jackpot that a hub has for this room, until two people join it."""

    jackpot: str
    """Its name at the hub."""
    room: str
    """The name of this room at the hub."""
    terms: Terms
    shown: Mapping[str, int]


@dataclass(frozen=True)
class HubLine:
    """A room's line to the hub of a shared jackpot."""

    jackpot: str
    """Its name at the hub."""
    room: str
    """The name of this room at the hub."""
    stops_after_s: int | None = None
    """Seconds of play while the room is cut off; None for no limit."""
    hub_event: int = 0
    """The hub's event that its last word contains: an older word is no news."""
    up_to: int = 0
    """The last event of this room that the hub has taken."""
    claims: tuple[SharedClaim, ...] = ()
    """The claims that the hub knows, as it knows them."""
    heard_micros: int = 0
    """The commit time of its last word here."""
    cut_off_micros: int = 0
    """Since when the room is cut off; 0 while it is in touch."""
    why: str = ""
    """Why it is cut off."""
    retired: bool = False
    """Whether the hub has ended the jackpot: no game starts, and once the last one is over the line ends."""

    @property
    def current(self) -> bool:
        """Whether what the displays show is the hub's meter as it is."""
        return not self.cut_off_micros
