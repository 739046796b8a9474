"""Closing and opening the floor, a table or a part of the play; software, clock and checkpoint key."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fairfelt.ledger.transparency.checkpoint import KEY_POSTED
from fairfelt.room.authority import Requester, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.event import Code, Refusal, RoomEvent
from fairfelt.room.state.floor import Floor, Scope, Suspension
from fairfelt.room.state.people import CLOSES, SETS_UP
from fairfelt.runtime.formats import Count, Digest, Line, Name, OptionalLine


class CheckpointKeyPosted(RoomEvent, frozen=True, kw_only=True, tag=KEY_POSTED):
    """The next key of checkpoints, for every witness to see; no person."""

    public = True
    key: str


def darken(floor: Floor) -> Floor:
    """All sensors dark: bets may be taken away while the floor is closed, and must not count when it opens."""
    return replace(floor, tables={name: replace(table, lit={}) for name, table in floor.tables.items()})


@recorded_as("floor closed/1", reason=None, why=str)
class CloseFloor(RoomCommand, frozen=True, kw_only=True, tag="close floor/1"):
    """Close the floor: no game starts any more. One person is enough, or the server that has found something wrong."""

    reason: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        if who.by or not who.is_server:
            who.require(CLOSES)
        if self.reason in floor.closings:
            raise Refusal(Code.ALREADY_DONE, "the floor is closed for that reason already")
        return self.record(self.recorded, why=self.reason)

    def apply(self: Any, floor: Floor) -> Floor:
        return darken(replace(floor, closings=(*floor.closings, self.why)))


@recorded_as("floor opened/1")
class OpenFloor(RoomCommand, frozen=True, kw_only=True, tag="open floor/1"):
    """Open the floor: two people end every closing but those for software and clock, which are accepted for itself."""

    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(SETS_UP, count=2)
        if not floor.closings:
            fault = floor.software_fault or floor.clock_fault
            raise Refusal(Code.NOT_NOW if fault else Code.ALREADY_DONE, fault or "the floor is open")

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, closings=())


@recorded_as("table closed/1", reason=None, why=str)
class CloseTable(RoomCommand, frozen=True, kw_only=True, tag="close table/1"):
    """Take a table out of service; a running game finishes."""

    table: Name
    reason: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(CLOSES)
        if taken_out := known(floor.tables, self.table, "table").taken_out:
            raise Refusal(Code.ALREADY_DONE, f"table {self.table} is out of service already: {taken_out}")
        return self.record(self.recorded, why=self.reason)

    def apply(self: Any, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, taken_out=self.why, lit={})


@recorded_as("table opened/1")
class OpenTable(RoomCommand, frozen=True, kw_only=True, tag="open table/1"):
    """Put a table back into service."""

    table: Name

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(CLOSES)
        table = known(floor.tables, self.table, "table")
        if table.retired:
            sentence = f"table {self.table} is retired: {table.retired}; change it to a game to bring it back"
            raise Refusal(Code.NOT_NOW, sentence)
        if not table.taken_out:
            if stop := table.law_verdict.stop:
                raise Refusal(Code.UNLAWFUL, stop, decided_by=table.law_verdict.decided_by)
            if table.suspended:
                raise Refusal(Code.NOT_NOW, f"{'; '.join(table.suspended)}; resume that")
            raise Refusal(Code.ALREADY_DONE, f"table {self.table} is in service")

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, taken_out="")


@recorded_as("play suspended/1")
class SuspendPlay(RoomCommand, frozen=True, kw_only=True, tag="suspend play/1"):
    """Suspend a link, a jackpot or a game: no game starts there any more, and running ones finish."""

    scope: Scope
    name: Name
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(CLOSES)
        if _is_suspended(floor, self.scope, self.name):
            raise Refusal(Code.ALREADY_DONE, f"{self.scope.value} {self.name} is suspended already")

    def apply(self, floor: Floor) -> Floor:
        return floor.with_suspensions(*floor.suspensions, Suspension(self.scope, self.name, self.why))


@recorded_as("play resumed/1")
class ResumePlay(RoomCommand, frozen=True, kw_only=True, tag="resume play/1"):
    """End a suspension; terms, meters and limits are those from before it."""

    scope: Scope
    name: Name
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(CLOSES)
        if not _is_suspended(floor, self.scope, self.name):
            raise Refusal(Code.ALREADY_DONE, f"{self.scope.value} {self.name} is not suspended")

    def apply(self, floor: Floor) -> Floor:
        return floor.resumed(self.scope, self.name)


def _is_suspended(floor: Floor, scope: Scope, name: str) -> bool:
    """Whether people have suspended a part of the play; refuse one that is not there."""
    if scope is Scope.SHARED:
        raise Refusal(
            Code.BAD_FIELD, "play on a shared jackpot stops and goes on by itself; suspend the jackpot", "scope"
        )
    played = {table.game: table for table in floor.tables.values()}
    there = {Scope.LINK: floor.links, Scope.JACKPOT: floor.jackpots, Scope.GAME: played}[scope]
    known(there, name, "name", scope.value)
    return bool(floor.suspended((scope, name)))


@recorded_as("software found/1", approved=bool)
class FindSoftware(RoomCommand, frozen=True, kw_only=True, tag="find software/1"):
    """What runs here. The first software ever is approved by being there when the room is set up."""

    digest: Digest
    version: Line
    answer_fields = ("approved",)

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("which software runs")
        return self.record(self.recorded, approved=self.digest == floor.software or not floor.software)

    def apply(self: Any, floor: Floor) -> Floor:
        found = replace(floor, found=self.digest, software=floor.software or self.digest)
        return found if self.approved else darken(found)


@recorded_as("software approved/1")
class ApproveSoftware(RoomCommand, frozen=True, kw_only=True, tag="approve software/1"):
    """Approve the software that runs, by two people."""

    digest: Digest
    document: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(SETS_UP, count=2)
        if self.digest != floor.found:
            sentence = f"only the software that runs here can be approved: {floor.found or 'none was found yet'}"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "digest")
        if self.digest == floor.software:
            raise Refusal(Code.ALREADY_DONE, "this software is approved already")

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, software=self.digest)


@recorded_as("clock doubted/1")
class DoubtClock(RoomCommand, frozen=True, kw_only=True, tag="doubt clock/1"):
    """The server's clock jumped."""

    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("how its clock runs")
        if floor.clock_fault:
            raise Refusal(Code.ALREADY_DONE, "the clock is in doubt already")

    def apply(self, floor: Floor) -> Floor:
        return darken(replace(floor, clock_fault=self.why))


@recorded_as("clock accepted/1")
class AcceptClock(RoomCommand, frozen=True, kw_only=True, tag="accept clock/1"):
    """Accept the server's clock as it is, by two people: they have compared it with another."""

    clock_micros: Count
    document: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(SETS_UP, count=2)
        if not floor.clock_fault:
            raise Refusal(Code.ALREADY_DONE, "nobody doubts the clock")

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, clock_fault="")


@recorded_as("checkpoint key set/1")
class SetCheckpointKey(RoomCommand, frozen=True, kw_only=True, tag="set checkpoint key/1"):
    """Sign checkpoints with another key: the first comes from the server, every other takes two people."""

    key: Line
    """The public key, as signed notes write it."""
    secret: Digest
    """The digest of the private key, which stands beside the journal."""
    document: OptionalLine = ""

    def decide(self, floor: Floor, who: Requester) -> tuple[CheckpointKeyPosted, RoomEvent]:
        if floor.checkpoint_key:
            who.require(SETS_UP, count=2)
        else:
            who.require_server("the first key of checkpoints")
        if self.key == floor.checkpoint_key:
            raise Refusal(Code.ALREADY_DONE, "checkpoints are signed with this key already", "key")
        return CheckpointKeyPosted(key=self.key), self.record(self.recorded)

    def apply(self, floor: Floor) -> Floor:
        return replace(floor, checkpoint_key=self.key, checkpoint_secret=self.secret)
