"""Events of a room that shares a jackpot: it joins, hears its hub or loses it, awards what the hub confirms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fairfelt.jackpot import Terms, frozen_at_hub, given_back, returned_by_hub, shared_by, taken_by_hub
from fairfelt.jackpot.book import fast_replace
from fairfelt.room.events.event import GatedEvent, RoomEvent
from fairfelt.room.state.awards import PrizeRow
from fairfelt.room.state.floor import Floor, Scope, Suspension
from fairfelt.room.state.table import Asked

from .accounts import HubLine, HubOffer, SharedClaim
from .word import prizes_told


class JackpotOffered(RoomEvent, frozen=True, kw_only=True, tag="jackpot offered/1"):
    """A hub has a jackpot for this room; two people may join it."""

    told = ("offered",)
    offered: str
    """The jackpot's name at the hub."""
    room: str
    """The name of this room at the hub."""
    terms: Terms
    meters_micros: Mapping[str, int]

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, hub_offer=HubOffer(self.offered, self.room, self.terms, self.meters_micros))


class JackpotJoined(GatedEvent, frozen=True, kw_only=True, tag="jackpot joined/1"):
    """The room shares a jackpot whose meters stand at a hub. Nothing is seeded here."""

    told = ("jackpot",)
    jackpot: str
    offered: str
    room: str
    terms: Terms
    meters_micros: Mapping[str, int]
    stops_after_s: int | None
    document: str

    def apply(self, floor: Floor) -> Floor:
        line = HubLine(self.offered, self.room, self.stops_after_s)
        floor = floor.having("jackpots", self.jackpot, shared_by(self.terms, self.meters_micros))
        floor = floor.having("hub_lines", self.jackpot, line)
        return replace(floor, hub_offer=None).with_verdicts(self.verdicts)


class HubHeard(RoomEvent, frozen=True, kw_only=True, tag="hub heard/1"):
    """The hub's meters, and the part of this room's sums that it has taken: that much less is owed."""

    told = ("jackpot",)
    jackpot: str
    hub_event: int
    meters_micros: Mapping[str, int]
    up_to: int
    taken: Mapping[str, int]
    terms: Terms | None = None
    """The hub's terms, if they changed."""
    claims: tuple[SharedClaim, ...] = ()
    """The claims of this room that the hub knows."""
    heard_micros: int
    retired: bool = False
    """Whether the hub has ended the jackpot: no game starts for it any more."""
    returns: bool = False
    """Whether no game is running for it either: what the hub did not take is held here from now on."""

    def apply(self, floor: Floor) -> Floor:
        jackpot, line = floor.jackpots[self.jackpot], floor.hub_lines[self.jackpot]
        jackpot = taken_by_hub(jackpot, self.terms or jackpot.terms, self.meters_micros, self.taken)
        heard = replace(
            line,
            hub_event=self.hub_event,
            up_to=self.up_to,
            claims=self.claims,
            heard_micros=self.heard_micros,
            cut_off_micros=0,
            why="",
            retired=self.retired,
        )
        if self.returns:
            others = {name: other for name, other in floor.hub_lines.items() if name != self.jackpot}
            floor = replace(floor.having("jackpots", self.jackpot, returned_by_hub(jackpot)), hub_lines=others)
        else:
            floor = floor.having("jackpots", self.jackpot, jackpot).having("hub_lines", self.jackpot, heard)
        if self.retired and not line.retired:
            ended = Suspension(Scope.SHARED, self.jackpot, f"the hub has ended jackpot {line.jackpot}")
            return floor.with_suspensions(*_resumed(floor, self.jackpot).suspensions, ended)
        return floor if line.current or self.retired else _resumed(floor, self.jackpot)


def _resumed(floor: Floor, jackpot: str) -> Floor:
    """Play goes on where it had stopped because the room was cut off."""
    others = [each for each in floor.suspensions if (each.scope, each.name) != (Scope.SHARED, jackpot)]
    return floor if len(others) == len(floor.suspensions) else floor.with_suspensions(*others)


class HubLost(RoomEvent, frozen=True, kw_only=True, tag="hub lost/1"):
    """The room is cut off from its hub. It plays on and owes what it counts, or play stops where that is the rule."""

    told = ("jackpot",)
    jackpot: str
    since_micros: int
    why: str
    stops: bool = False
    """Whether no game starts until the hub is heard again."""

    def apply(self, floor: Floor) -> Floor:
        lost = replace(floor.hub_lines[self.jackpot], cut_off_micros=self.since_micros, why=self.why)
        floor = floor.having("hub_lines", self.jackpot, lost)
        if lost.retired:
            return floor
        floor = _resumed(floor, self.jackpot)
        if not self.stops:
            return floor
        return floor.with_suspensions(*floor.suspensions, Suspension(Scope.SHARED, self.jackpot, self.why))


class SharesFrozen(RoomEvent, frozen=True, kw_only=True, tag="shares frozen/1"):
    """The hub has frozen what hands at a table win of its levels. They are paid once it has confirmed them."""

    table: str
    prizes: tuple[PrizeRow, ...]

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        jackpot, _ = given_back(floor.jackpot_of(table)[1], [prize for prize in table.prizes if prize.win.level])
        jackpot, shares = frozen_at_hub(jackpot, tuple(prizes_told(self.prizes)))
        fixed = tuple(prize for prize in table.prizes if not prize.win.level)
        return floor.with_round(self.table, fast_replace(table, prizes=(*fixed, *shares)), jackpot)


class AwardAsked(RoomEvent, frozen=True, kw_only=True, tag="award asked/1"):
    """A person has confirmed a claim on a hub's level; no button works until the hub confirms it too."""

    table: str
    person: str
    despite_earlier: bool

    def apply(self, floor: Floor) -> Floor:
        cards = tuple((actor.card, actor.person) for actor in self.by)
        asked = Asked(self.person, cards, self.despite_earlier)
        return floor.changing("tables", self.table, asked=asked, hub_says="")


class AwardHeldBack(RoomEvent, frozen=True, kw_only=True, tag="award held back/1"):
    """The hub did not confirm a claim: an earlier one on the same level waits. A person has to insist on it."""

    table: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, asked=None, hub_says=self.why)
