"""Commands that void pays from the tray: at the office, or at the table while the round runs."""

from __future__ import annotations

from collections.abc import Sequence

from fairfelt.room.authority import DEALS, Requester
from fairfelt.room.commands.command import RoomCommand
from fairfelt.room.events.counts import TrayPayVoided
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.pay_rules import Authority
from fairfelt.room.state.people import ADJUSTS, CONFIRMS
from fairfelt.room.state.table import Press
from fairfelt.room.state.table_counts import SLIPS_KEPT, TraySlip
from fairfelt.runtime.formats import Count, Line, Name


class VoidTrayPay(RoomCommand, frozen=True, kw_only=True, tag="void tray pay/1"):
    """Void a slip of pays from the tray at the office, by two people: all of it, once, with its win pages."""

    number: Count
    why: Line

    def decide(self, floor: Floor, who: Requester) -> TrayPayVoided:
        people = who.require(ADJUSTS, count=2)
        return _voided(floor, self.number, valid_slip(floor, self.number), people, self.why)


class VoidPayInRound(RoomCommand, frozen=True, kw_only=True, tag="void pay in round/1"):
    """Void a slip of the running round at its table, by a person who may confirm such an amount and a second person.

    The second may be the dealer. Once the round is over, it is voided at the office.
    """

    table: Name
    number: Count
    why: Line

    def decide(self, floor: Floor, who: Requester) -> TrayPayVoided:
        table = who.require_keypad(self.table, Press.PAY)
        slip = valid_slip(floor, self.number)
        if not any(paid.slip == self.number for paid in table.tray_paid):
            sentence = f"slip {self.number} is not of the round that runs at table {self.table}: void it at the office"
            raise Refusal(Code.NOT_NOW, sentence, "number")
        needed = floor.terms_of(table).pay_rules.authority(slip.amount_micros, tray=True)
        first = who.require_to_confirm(max(needed, Authority.SUPERVISOR))
        people = who.require({*DEALS, *CONFIRMS}, count=2)
        second = next(person for person in people if person != first)
        return _voided(floor, self.number, slip, (first, second), self.why)


def valid_slip(floor: Floor, number: int) -> TraySlip:
    """A slip that can still be voided."""
    slip = floor.tray_slips.get(number)
    if slip is None:
        sentence = f"there is no slip {number} among the last {SLIPS_KEPT} pays from the tray"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "number")
    if slip.voided:
        raise Refusal(Code.ALREADY_DONE, f"slip {number} is void already", "number")
    return slip


def _voided(floor: Floor, number: int, slip: TraySlip, people: Sequence[str], why: str) -> TrayPayVoided:
    return TrayPayVoided(
        number=number,
        table=slip.table,
        amount_micros=slip.amount_micros,
        pays=len(slip.pays),
        why=why,
        names=tuple(floor.people[person].name for person in people),
        win_pages=slip.win_pages,
        paid=slip.pays,
        envy=slip.envy,
    )
