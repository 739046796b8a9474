"""When the things happened from which a rule counts its hours: the floor knows no time, the log does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from fairfelt.law import Deadline, Retention, Timer, moment
from fairfelt.ledger import Ledger, RecordedEvent
from fairfelt.room import Floor, Malfunction, Payment
from fairfelt.room.events.kinds import AWARDS_CONFIRMED, MALFUNCTION_REPORTED, MALFUNCTION_TOLD, PAYOUT_STEP_DONE

from .projection import EventProjection


@dataclass(frozen=True)
class Moments:
    """Times of events in millionths of a second, by what they are about."""

    won: dict[int, int] = field(default_factory=dict)
    steps: dict[tuple[int, str], int] = field(default_factory=dict)
    reported: dict[int, int] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)


class DutyLog(EventProjection):
    """Finds these events."""

    kinds = (AWARDS_CONFIRMED, PAYOUT_STEP_DONE, MALFUNCTION_REPORTED, MALFUNCTION_TOLD)

    def __init__(self) -> None:
        super().__init__()
        self._moments = Moments()

    def read(self, ledger: Ledger[Floor]) -> Moments:
        """All moments up to now."""
        self.read_on(ledger)
        return self._moments

    def _take(self, event: RecordedEvent, body: Mapping[str, Any]) -> None:
        moments, at_micros = self._moments, event.at_micros
        if event.kind == AWARDS_CONFIRMED:
            moments.won.update({row["number"]: at_micros for row in body.get("payments", ())})
        elif event.kind == PAYOUT_STEP_DONE:
            moments.steps[body["number"], body["step"]] = at_micros
        elif event.kind == MALFUNCTION_REPORTED:
            moments.reported[body["number"]] = at_micros
        else:
            moments.told[body["number"]] = at_micros


def timers_of(payment: Payment, moments: Moments, zone: ZoneInfo) -> list[Deadline | Retention]:
    """What runs for a payment."""
    done_at = {done.step: moment(moments.steps[payment.number, done.step], zone) for done in payment.done}
    won_at = moment(moments.won[payment.number], zone)
    return [running for timer in payment.timers if (running := timer.running(won_at, done_at))]


def notice_of(number: int, malfunction: Malfunction, moments: Moments, zone: ZoneInfo) -> Deadline | None:
    """By when the regulator is to be told of a malfunction; None where no rule asked."""
    if malfunction.within_hours is None:
        return None
    timer = Timer(
        f"notice on {malfunction.equipment}", malfunction.within_hours, malfunction.cited, ends=MALFUNCTION_TOLD
    )
    told: dict[str, datetime] = {MALFUNCTION_TOLD: moment(moments.told[number], zone)} if number in moments.told else {}
    running = timer.running(moment(moments.reported[number], zone), told)
    assert isinstance(running, Deadline), "it ends with the notice"
    return running
