"""Commands about the bet sensors of a table: what they read, one that is not believed, all of them out of reach."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from fairfelt.room.authority import Requester, known
from fairfelt.room.events.devices import BetsSensed, SensorsLost, SensorsQuarantined, SensorsRestored
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import CLOSES
from fairfelt.room.state.table import Press, Table
from fairfelt.runtime.formats import MOST_SEATS, Line, Name, Seat

from ..command import RoomCommand
from ..rounds import SensedBets, by_seat, check_bets

Seats = Annotated[
    tuple[Seat, ...], Meta(min_length=1, max_length=MOST_SEATS, description="a list of the numbers of seats")
]


class SenseBets(RoomCommand, frozen=True, kw_only=True, tag="sense bets/1"):
    """Say what the sensors of a table read; a quarantined one is not believed, and its seat keeps what was entered."""

    table: Name
    bets: SensedBets

    def decide(self, floor: Floor, who: Requester) -> BetsSensed:
        table = who.require_hardware(self.table, Press.BET)
        read = {seat: micros for seat, micros in by_seat(self.bets) if seat not in table.quarantined}
        entered = {seat: micros for seat, micros in table.lit.items() if seat in table.quarantined}
        bets = tuple(sorted({**read, **entered}.items()))
        return BetsSensed(table=self.table, controller=who.device, lit=check_bets(who, self.table, table, bets))


class LoseSensors(RoomCommand, frozen=True, kw_only=True, tag="lose sensors/1"):
    """The server has noticed that a table controller is out of reach: bets are entered by hand until it reads again."""

    table: Name
    why: Line

    def decide(self, floor: Floor, who: Requester) -> SensorsLost:
        who.require_server("which table controllers are out of reach")
        if not known(floor.tables, self.table, "table").sensing:
            raise Refusal(Code.ALREADY_DONE, f"no sensors read the bets at table {self.table}", "table")
        return SensorsLost(table=self.table, why=self.why)


class QuarantineSensors(RoomCommand, frozen=True, kw_only=True, tag="quarantine sensors/1"):
    """Say that sensors are not to be believed, and why; the bets of their seats are entered by hand from now on."""

    table: Name
    seats: Seats
    why: Line

    def decide(self, floor: Floor, who: Requester) -> SensorsQuarantined:
        table = _at_keypad(floor, who, self.table)
        seats = _known_seats(table, self.seats)
        new = tuple(seat for seat in seats if seat not in table.quarantined)
        if not new:
            raise Refusal(Code.ALREADY_DONE, f"{_listed(seats)} is in quarantine already", "seats")
        return SensorsQuarantined(table=self.table, seats=new, why=self.why)


class RestoreSensors(RoomCommand, frozen=True, kw_only=True, tag="restore sensors/1"):
    """Believe sensors again that were mended, or are gone for good."""

    table: Name
    seats: Seats
    note: Line

    def decide(self, floor: Floor, who: Requester) -> SensorsRestored:
        table = known(floor.tables, self.table, "table")
        who.require(CLOSES)
        seats = _known_seats(table, self.seats)
        if others := [seat for seat in seats if seat not in table.quarantined]:
            raise Refusal(Code.ALREADY_DONE, f"{_listed(others)} is not in quarantine", "seats")
        return SensorsRestored(table=self.table, seats=seats, note=self.note)


def _at_keypad(floor: Floor, who: Requester, name: str) -> Table:
    """The table that a keypad or a table controller belongs to, whatever the round stands at."""
    device = floor.devices.get(who.device)
    if device is None or device.table != name or not device.enabled:
        raise Refusal(Code.WRONG_DEVICE, f"device {who.device} is not the keypad of table {name}")
    return floor.tables[name]


def _known_seats(table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    if beyond := [seat for seat in seats if seat > table.seats]:
        raise Refusal(Code.BAD_FIELD, f"there is no seat {beyond[0]}; seats are 1 to {table.seats}", "seats")
    return tuple(sorted(set(seats)))


def _listed(seats: tuple[int, ...] | list[int]) -> str:
    return f"the sensor of seat {', '.join(map(str, seats))}"
