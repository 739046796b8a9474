"""Times from which a rule counts its hours: the floor knows no time, the log does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from fairfelt.law import Deadline, Retention, Timer, moment
from fairfelt.ledger import Ledger, RecordedEvent
from fairfelt.room import Floor, Malfunction, Payment
from fairfelt.room.commands.duties import HouseJackpotPaid, MalfunctionReported, MalfunctionTold, PayoutStepDone
from fairfelt.room.commands.felt import TrayPaid
from fairfelt.room.commands.round_events import AwardsConfirmed
from fairfelt.room.event import RoomEvent

from .projection import EventProjection

NOTICE = "notice"
"""The step that ends the hours of a malfunction."""


@dataclass(frozen=True)
class Moments:
    """Times of events in millionths of a second, by what they are about."""

    won: dict[int, int] = field(default_factory=dict)
    steps: dict[int, dict[str, int]] = field(default_factory=dict)
    """By win page and step."""
    reported: dict[int, int] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)


class DutyLog(EventProjection[Moments]):
    """Finds these events."""

    known_as = Moments
    events = (AwardsConfirmed, TrayPaid, HouseJackpotPaid, PayoutStepDone, MalfunctionReported, MalfunctionTold)

    def read(self, ledger: Ledger[Floor]) -> Moments:
        """All moments up to now."""
        self.read_on(ledger)
        return self._known

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        moments, at_micros = self._known, record.at_micros
        match event:
            case AwardsConfirmed() | TrayPaid() | HouseJackpotPaid():
                moments.won.update({terms.number: at_micros for terms in event.payments})
            case PayoutStepDone():
                moments.steps.setdefault(event.number, {})[event.step] = at_micros
            case MalfunctionReported():
                moments.reported[event.number] = at_micros
            case MalfunctionTold():
                moments.told[event.number] = at_micros


def timers_of(payment: Payment, moments: Moments, zone: ZoneInfo) -> list[Deadline | Retention]:
    """The deadlines and retentions of a payment."""
    done_at = {done.step: moment(moments.steps[payment.number][done.step], zone) for done in payment.done}
    won_at = moment(moments.won[payment.number], zone)
    return [running for timer in payment.timers if (running := timer.running(won_at, done_at))]


def notice_of(number: int, malfunction: Malfunction, moments: Moments, zone: ZoneInfo) -> Deadline | None:
    """The deadline for notifying the regulator of a malfunction; None where no rule requires it."""
    if malfunction.within_hours is None:
        return None
    timer = Timer(f"notice on {malfunction.equipment}", malfunction.within_hours, malfunction.cited, ends=NOTICE)
    notified: dict[str, datetime] = {NOTICE: moment(moments.told[number], zone)} if number in moments.told else {}
    running = timer.running(moment(moments.reported[number], zone), notified)
    assert isinstance(running, Deadline), "it ends with the notice"
    return running


class Duty(NamedTuple):
    """A deadline, and what names it for good."""

    name: str
    """Unique in the house, so that a calendar changes an entry instead of adding another."""
    about: str
    deadline: Deadline


def duties_of(floor: Floor, moments: Moments) -> Iterator[Duty]:
    """Every duty with a deadline, done or not: payments, and notices to the regulator."""
    zone = floor.jurisdiction.days.zone
    for payment in floor.payments.values():
        for number, running in enumerate(timers_of(payment, moments, zone)):
            if isinstance(running, Deadline):
                yield Duty(f"payout-{payment.number}-{number}", f"Win page {payment.number}", running)
    for number, found in floor.malfunctions.items():
        if notice := notice_of(number, found, moments, zone):
            yield Duty(f"malfunction-{number}", f"Malfunction {number}: {found.equipment}", notice)
