"""Events that close and open the floor, a table or a part of play, and those on software, clock and key."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.ledger.transparency.rotation import KEY_POSTED
from fairfelt.room.state.floor import Floor, Scope, Suspension

from .event import RoomEvent


class FloorClosed(RoomEvent, frozen=True, kw_only=True, tag="floor closed/1"):
    """No game starts any more."""

    why: str

    def apply(self, floor: Floor) -> Floor:
        return darken(replace(floor, closings=(*floor.closings, self.why)))


class FloorOpened(RoomEvent, frozen=True, kw_only=True, tag="floor opened/1"):
    """Two people ended every closing."""

    why: str

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, closings=())


class TableClosed(RoomEvent, frozen=True, kw_only=True, tag="table closed/1"):
    """A table was taken out of service."""

    table: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, taken_out=self.why, lit={})


class TableOpened(RoomEvent, frozen=True, kw_only=True, tag="table opened/1"):
    """A table is back in service."""

    table: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, taken_out="")


class PlaySuspended(RoomEvent, frozen=True, kw_only=True, tag="play suspended/1"):
    """No game starts on a link, for a jackpot or of a game; running ones finish."""

    scope: Scope
    name: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.with_suspensions(*floor.suspensions, Suspension(self.scope, self.name, self.why))


class PlayResumed(RoomEvent, frozen=True, kw_only=True, tag="play resumed/1"):
    """Games start again, with everything as it was."""

    scope: Scope
    name: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        ended = self.scope, self.name
        return floor.with_suspensions(*(each for each in floor.suspensions if (each.scope, each.name) != ended))


class SoftwareFound(RoomEvent, frozen=True, kw_only=True, tag="software found/1"):
    """The server found which software it runs."""

    told = ("approved",)
    digest: str
    version: str
    approved: bool

    def apply(self, floor: Floor) -> Floor:
        found = replace(floor, found=self.digest, software=floor.software or self.digest)
        return found if self.approved else darken(found)


class SoftwareApproved(RoomEvent, frozen=True, kw_only=True, tag="software approved/1"):
    """Two people approved what runs."""

    digest: str
    document: str

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, software=self.digest)


class ClockDoubted(RoomEvent, frozen=True, kw_only=True, tag="clock doubted/1"):
    """The server's clock jumped: no game starts until two people have looked at it."""

    why: str

    def apply(self, floor: Floor) -> Floor:
        return darken(replace(floor, clock_fault=self.why))


class ClockAccepted(RoomEvent, frozen=True, kw_only=True, tag="clock accepted/1"):
    """Two people accepted the server's clock as it is."""

    clock_micros: int
    document: str

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, clock_fault="")


class CheckpointKeyPosted(RoomEvent, frozen=True, kw_only=True, tag=KEY_POSTED):
    """The next key of checkpoints, for every witness to see; no person."""

    public = True
    key: str


class CheckpointKeySet(RoomEvent, frozen=True, kw_only=True, tag="checkpoint key set/1"):
    """Checkpoints of the journal are signed with this key from now on."""

    key: str
    """The public key, as signed notes write it."""
    secret: str
    """The digest of the private key, which stands beside the journal."""
    document: str = ""

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, checkpoint_key=self.key, checkpoint_secret=self.secret)


def darken(floor: Floor) -> Floor:
    """All sensors dark: bets may be taken away while the floor is closed, and must not count when it opens."""
    return replace(floor, tables={name: replace(table, lit={}) for name, table in floor.tables.items()})
