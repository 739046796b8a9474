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
from fairfelt.twin.wire.device import Badge, Device, Unexpected

from ..agenda import SECOND, Agenda, Doing
from .staff import Staff

LOOK_S = 60.0
DESK_WORK_S = 4 * 3600.0
"""How often the funds and the payments are looked at."""
LARGEST_ADJUSTMENT = 5
"""In units of the currency."""
DOCUMENT = "a paper of the twin, no real document"


@dataclass
class Office:
    """The people at the console, one thing after another: its commands are numbered."""

    console: Device
    staff: Staff
    jackpot_by_link: Mapping[str, str]
    chance: Random
    _desk_micros: int = 0
    _adjust_micros: int = 0

    @property
    def _agenda(self) -> Agenda:
        return self.console.agenda

    def works(self) -> Doing[None]:
        """Until time is up; at the end no card stays locked."""
        self._adjust_micros = self._next_adjustment()
        while not self._agenda.is_over or self.staff.locked:
            yield LOOK_S
            now = self._agenda.clock.now_micros
            if self.staff.locked:
                yield from self._unlock(self.staff.locked[0])
            if now >= self._desk_micros:
                self._desk_micros = now + int(DESK_WORK_S * SECOND)
                yield from self._deposit()
                yield from self._pay_out()
            if now >= self._adjust_micros:
                self._adjust_micros = self._next_adjustment()
                yield from self._adjust()

    def _unlock(self, badge: Badge) -> Doing[None]:
        """Somebody else does it, after a while."""
        yield self.console.habits.unlock_s * self.chance.uniform(0.5, 1.5)
        able = self.staff.unlockers(badge)
        if not able:
            raise Unexpected(f"nobody is left who could unlock card {badge.card}: give another executive's as well")
        path = f"/api/cards/{quote(badge.card, safe='')}/unlocking"
        if (yield from self._do("card unlocked", path, {}, [self.chance.choice(able)])):
            self.staff.locked.remove(badge)

    def _deposit(self) -> Doing[None]:
        """What is missing in the bank, a day before it has to be there."""
        seen = yield from self._read("/api/funds")
        for account in (seen, *seen["others"]) if seen else ():
            due, on = account["deposit_due_on"], account["on"]
            if due and date.fromisoformat(due) <= date.fromisoformat(on) + timedelta(1):
                amount = {"amount_micros": account["to_deposit_micros"], "currency": account["currency"]}
                entry = {**amount, "kind": "deposit", "on": on, "document": DOCUMENT}
                accounting = self.staff.of(Role.ACCOUNTING, Role.EXECUTIVE)[:1]
                yield from self._do("deposit booked", "/api/funds/entries", entry, accounting)

    def _pay_out(self) -> Doing[None]:
        """Every step that the law has for a payment."""
        seen = yield from self._read("/api/payouts")
        for payment in seen["payments"] if seen else ():
            path, todo = f"/api/payouts/{payment['number']}/steps", [s["step"] for s in payment["steps"] if not s["by"]]
            for step in todo:
                executive = self.staff.of(Role.EXECUTIVE)[:1]
                if not (yield from self._do("payout step", path, {"step": step, "note": DOCUMENT}, executive)):
                    break  # each comes after the one before it

    def _adjust(self) -> Doing[None]:
        """A display showed a little more or less than it should have."""
        link, jackpot = self.chance.choice(sorted(self.jackpot_by_link.items()))
        levels = self.console.seen.meters_micros.get(link)
        people = [*self.staff.of(Role.ACCOUNTING), *self.staff.of(Role.EXECUTIVE)][:2]
        if levels and len(people) == 2:
            amount = self.chance.randint(1, LARGEST_ADJUSTMENT) * MICROS * self.chance.choice((1, -1))
            body = {
                "level": self.chance.choice(sorted(levels)),
                "reason": Reason.DISPLAY_MALFUNCTION.value,
                "amount_micros": amount,
                "document": DOCUMENT,
            }
            yield from self._do("adjustment", f"/api/jackpots/{quote(jackpot, safe='')}/adjustments", body, people)

    def _read(self, path: str) -> Doing[dict[str, Any] | None]:
        """Look at something with a card; None where nobody can or there is nothing."""
        for badge in self.staff.of(Role.EXECUTIVE)[:1]:
            token = yield from self.console.sign_in(badge)
            if token:
                reply = yield from self.console.ask("GET", path, tokens=[token])
                yield from self.console.sign_out([token])
                return reply.plain if reply.status == 200 else None
        return None

    def _do(self, what: str, path: str, body: dict[str, Any], people: Sequence[Badge]) -> Doing[bool]:
        """Whether these people have done it."""
        told = (yield from self.staff.signs(self.console, people, path, body)) if people else None
        if told is None or told.refused:
            return False
        self.console.seen.office[what] += 1
        return True

    def _next_adjustment(self) -> int:
        every_h = self.console.habits.adjustment_every_h
        wait_s = self.chance.expovariate(1 / every_h) * 3600 if every_h else self._agenda.left_s + LOOK_S
        return self._agenda.clock.now_micros + int(wait_s * SECOND)
