"""When the things happened from which a rule counts its hours: the floor knows no time, the log does."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any
from zoneinfo import ZoneInfo

from fairfelt.law import Deadline, Retention, Timer, moment
from fairfelt.ledger import Ledger
from fairfelt.room import Floor, Malfunction, Payment

WON, STEP, REPORTED, TOLD = "awards confirmed", "payout step done", "malfunction reported", "malfunction told"


@dataclass(frozen=True)
class Moments:
    """Times of events in millionths of a second, by what they are about."""

    won: dict[int, int] = field(default_factory=dict)
    steps: dict[tuple[int, str], int] = field(default_factory=dict)
    reported: dict[int, int] = field(default_factory=dict)
    told: dict[int, int] = field(default_factory=dict)


class DutyLog:
    """Finds these events. Reads the database: call it off the event loop."""

    def __init__(self) -> None:
        self._moments, self._read_to = Moments(), 0
        self._reading = Lock()

    def read(self, ledger: Ledger[Floor]) -> Moments:
        """All moments up to now."""
        with self._reading:
            last = ledger.committed.head.number
            for told in ledger.told((WON, STEP, REPORTED, TOLD), after=self._read_to, last=last):
                self._note(told.kind, json.loads(told.body), told.at_micros)
            self._read_to = last
            return self._moments

    def _note(self, kind: str, body: dict[str, Any], at_micros: int) -> None:
        if kind == WON:
            self._moments.won.update({row["number"]: at_micros for row in body.get("payments", ())})
        elif kind == STEP:
            self._moments.steps[body["number"], body["step"]] = at_micros
        elif kind == REPORTED:
            self._moments.reported[body["number"]] = at_micros
        else:
            self._moments.told[body["number"]] = at_micros


def timers_of(payment: Payment, moments: Moments, zone: ZoneInfo) -> list[Deadline | Retention]:
    """What runs for a payment."""
    done_at = {done.step: moment(moments.steps[payment.number, done.step], zone) for done in payment.done}
    won_at = moment(moments.won[payment.number], zone)
    return [running for timer in payment.timers if (running := timer.running(won_at, done_at))]


def notice_of(number: int, malfunction: Malfunction, moments: Moments, zone: ZoneInfo) -> Deadline | None:
    """By when the regulator is to be told of a malfunction; None where no rule asked."""
    if malfunction.within_hours is None:
        return None
    timer = Timer(f"notice on {malfunction.equipment}", malfunction.within_hours, malfunction.cited, ends=TOLD)
    told: dict[str, datetime] = {TOLD: moment(moments.told[number], zone)} if number in moments.told else {}
    running = timer.running(moment(moments.reported[number], zone), told)
    assert isinstance(running, Deadline), "it ends with the notice"
    return running
