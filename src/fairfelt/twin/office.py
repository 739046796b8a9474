"""The office of the pit: one console, where cards are unlocked, money is deposited, prizes paid, amounts adjusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any
from urllib.parse import quote

from fairfelt.jackpot import Reason
from fairfelt.room import Role
from fairfelt.rules import MICROS

from .agenda import HOUR_S, SECOND, Activity
from .devices.device import Device, UnexpectedAnswer
from .devices.hardware import TableController
from .pit import Badge
from .staff import Staff

WATCH_S = 60.0
DESK_WORK_S = 4 * HOUR_S
"""How often the funds and the payments are looked at."""
LARGEST_ADJUSTMENT = 5
"""The largest adjustment, in units of the currency."""
DOCUMENT = "a paper of the twin, no real document"


@dataclass
class Office:
    """The people at the console, one thing after another: its commands are numbered."""

    console: Device
    staff: Staff
    jackpot_by_link: Mapping[str, str]
    chance: Random
    controllers: Sequence[TableController] = ()
    """The controllers whose sensors are repaired."""

    def work(self) -> Activity[None]:
        """Work until time is up; at the end no card stays locked."""
        agenda = self.console.pit.agenda
        desk_micros, adjust_micros = 0, self._draw_adjustment_time()
        while not agenda.is_over or self.staff.locked:
            yield WATCH_S
            now = agenda.now_micros
            if self.staff.locked:
                yield from self._unlock(self.staff.locked[0])
            yield from self._mend_sensors()
            if now >= desk_micros:
                desk_micros = now + DESK_WORK_S * SECOND
                yield from self._deposit()
                yield from self._pay_out()
            if now >= adjust_micros:
                adjust_micros = self._draw_adjustment_time()
                yield from self._adjust()

    def _unlock(self, badge: Badge) -> Activity[None]:
        """Another person unlocks it, after a while."""
        yield self.console.pit.habits.unlock_s * self.chance.uniform(0.5, 1.5)
        able = self.staff.unlockers(badge)
        if not able:
            raise UnexpectedAnswer(f"nobody is left who could unlock card {badge.card}: add another executive's")
        path = f"/api/cards/{quote(badge.card, safe='')}/unlocking"
        if (yield from self._do("card unlocked", path, {}, [self.chance.choice(able)])):
            self.staff.locked.remove(badge)
            self.staff.careful.add(badge)

    def _mend_sensors(self) -> Activity[None]:
        """A technician puts those back in service that failed long enough ago."""
        pit = self.console.pit
        for controller in self.controllers:
            old_micros = pit.agenda.now_micros - int(pit.habits.sensor_mended_s * SECOND)
            seats = [seat for seat, since in controller.failed.items() if since <= old_micros]
            people = self.staff.available(Role.TECHNICIAN, Role.EXECUTIVE)[:1]
            body = {"seats": seats, "note": DOCUMENT}
            if seats and (yield from self._do("sensor restored", f"{controller.path}/sensors/restore", body, people)):
                controller.failed = {seat: at for seat, at in controller.failed.items() if seat not in seats}

    def _deposit(self) -> Activity[None]:
        """What is missing in the bank, a day before it has to be there."""
        funds = yield from self._read("/api/funds")
        for account in (funds, *funds["others"]) if funds else ():
            due, on = account["deposit_due_on"], account["on"]
            if due and date.fromisoformat(due) <= date.fromisoformat(on) + timedelta(1):
                amount = {"amount_micros": account["to_deposit_micros"], "currency": account["currency"]}
                entry = {**amount, "entry_kind": "deposit", "on": on, "document": DOCUMENT}
                two = [*self.staff.available(Role.ACCOUNTING)[:1], *self.staff.available(Role.EXECUTIVE)[:1]]
                if len(two) == 2:
                    yield from self._do("deposit booked", "/api/funds/entries", entry, two)

    def _pay_out(self) -> Activity[None]:
        """Every step that the law has for a payment."""
        payouts = yield from self._read("/api/payouts")
        for payment in payouts["payments"] if payouts else ():
            path = f"/api/payouts/{payment['number']}/steps"
            for step in (row["step"] for row in payment["steps"] if not row["by"]):
                executive = self.staff.available(Role.EXECUTIVE)[:1]
                if not (yield from self._do("payout step", path, {"step": step, "note": DOCUMENT}, executive)):
                    break  # each comes after the one before it

    def _adjust(self) -> Activity[None]:
        """A display showed a little more or less than it should have: that is reported, and corrected."""
        link, jackpot = self.chance.choice(sorted(self.jackpot_by_link.items()))
        levels = self.console.pit.tally.meters_micros.get(link)
        people = [*self.staff.available(Role.ACCOUNTING), *self.staff.available(Role.EXECUTIVE)][:2]
        if levels and len(people) == 2:
            amount = self.chance.randint(1, LARGEST_ADJUSTMENT) * MICROS * self.chance.choice((1, -1))
            level = self.chance.choice(sorted(levels))
            wrong = {"jackpot": jackpot, "level": level, "off_by_micros": amount}
            failed = {"equipment": f"display {link}", "what": "wrong amount", **wrong}
            executive = self.staff.available(Role.EXECUTIVE)[:1]
            if not (yield from self._do("malfunction", "/api/malfunctions", failed, executive)):
                return
            held = yield from self._read("/api/malfunctions")
            number = held["malfunctions"][-1]["number"] if held else 0
            body = {"level": level, "amount_micros": amount, "document": DOCUMENT, "refers_to": number}
            body["reason"] = Reason.DISPLAY_MALFUNCTION.value
            yield from self._do("adjustment", f"/api/jackpots/{quote(jackpot, safe='')}/adjustments", body, people)

    def _read(self, path: str) -> Activity[dict[str, Any] | None]:
        """Read something with a card; None where no card may or there is nothing."""
        for badge in self.staff.available(Role.EXECUTIVE)[:1]:
            token = yield from self.console.sign_in(badge)
            if token:
                reply = yield from self.console.ask("GET", path, tokens=[token])
                yield from self.console.sign_out([token])
                return reply.plain if reply.status == 200 else None
        return None

    def _do(self, what: str, path: str, body: dict[str, Any], people: Sequence[Badge]) -> Activity[bool]:
        """Whether these people have done it."""
        result = (yield from self.staff.sign(self.console, people, path, body)) if people else None
        if result is None or result.refusal:
            return False
        self.console.pit.tally.office[what] += 1
        return True

    def _draw_adjustment_time(self) -> int:
        agenda, every_h = self.console.pit.agenda, self.console.pit.habits.adjustment_every_h
        wait_s = self.chance.expovariate(1 / every_h) * HOUR_S if every_h else agenda.left_s + WATCH_S
        return agenda.now_micros + int(wait_s * SECOND)
