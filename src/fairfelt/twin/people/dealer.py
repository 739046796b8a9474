"""A dealer at a table of the twin: takes bets, deals real cards, claims what was made, and errs now and then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fairfelt.room import LABELS, Press, Role
from fairfelt.rules import MICROS
from fairfelt.twin.report.tally import Played, Seen
from fairfelt.twin.wire.device import Device, Told

from ..agenda import SECOND, Agenda, Doing
from ..pit import PitTable
from .habits import Habits
from .hours import Hours
from .players import Appeal, Players
from .staff import Staff

PRESS_S = 2.0
REFUSED_S = 60.0
"""After a refusal that was no mistake of the dealer's: the floor is closed, or the table."""
EMPTY_S = 60.0


@dataclass
class Dealer:
    """One table with its keypad, its players and its luck."""

    table: PitTable
    device: Device
    players: Players
    appeal: Appeal
    staff: Staff
    hours: Hours
    chance: Random
    state: Mapping[str, Any] = field(default_factory=dict)
    """Where the table stands, as last told."""
    _changed_micros: int = 0

    @property
    def _agenda(self) -> Agenda:
        return self.device.agenda

    @property
    def _habits(self) -> Habits:
        return self.device.habits

    @property
    def _seen(self) -> Seen:
        return self.device.seen

    @property
    def _played(self) -> Played:
        return self._seen.played[self.table.combination]

    def deals(self) -> Doing[None]:
        """Round after round while the pit is open, until time is up; what was left open is finished first."""
        self._notice((yield from self.device.ask("GET", self.table.path)).plain)
        yield from self._finish()
        while not self._agenda.is_over:
            if closed_s := self.hours.closed_s(self._agenda.clock.now_micros):
                yield from self._agenda.rest(closed_s)
                continue
            yield from self._change_dealers()
            self.players.come_and_go(self.hours.hour(self._agenda.clock.now_micros))
            bets = self.players.bets(self.appeal.share(self.state["meters_micros"]))
            if bets:
                yield from self._round(bets)
            else:
                yield from self._agenda.rest(EMPTY_S)

    def _change_dealers(self) -> Doing[None]:
        now = self._agenda.clock.now_micros
        if now - self._changed_micros >= self._habits.dealer_change_every_s * SECOND:
            self._changed_micros = now
            yield from self._agenda.rest(self._habits.dealer_change_takes_s)

    def _round(self, bets: dict[int, int]) -> Doing[None]:
        """From the bets to the end of the game."""
        yield from self._before(bets)
        if (yield from self._press("start", bets=_listed(bets))).refused:
            yield REFUSED_S
            return
        self._count_bets(bets)
        if self._errs("button pressed twice", self._habits.twice_ppm):
            yield from self._press("start", bets=_listed(bets))
        yield self._time_s(len(bets))
        winners = self.table.dealing.winners(bets, self.chance)
        self._played.dealt(len(bets), Counter(winners.values()))
        yield from self._slips(bets, winners)
        for seat, hand in winners.items():
            yield PRESS_S
            yield from self._press("hand", seat=seat, hand=hand)
            self._seen.claims += 1
        yield from self._finish()

    def _before(self, bets: dict[int, int]) -> Doing[None]:
        """What goes wrong before the game has begun."""
        if self._errs("started without a bet", self._habits.no_bet_ppm):
            yield from self._press("start", bets=[])
            yield PRESS_S
            yield from self._press("end")
            yield PRESS_S
        if self._errs("bet of no denomination", self._habits.wrong_bet_ppm):
            yield from self._press("start", bets=_listed({seat: bet + 1 for seat, bet in bets.items()}))
            yield PRESS_S

    def _slips(self, bets: dict[int, int], winners: Mapping[int, str]) -> Doing[None]:
        """Hands pressed that nobody has, and seats that did not bet; seen at once, and taken back."""
        if self._errs("wrong hand pressed, taken back", self._habits.wrong_hand_ppm):
            seat = self.chance.choice(sorted(bets))
            others = [b.hand for b in self.table.dealing.buttons if b.hand != winners.get(seat)]
            yield from self._take_back(seat, self.chance.choice(others))
        if self._errs("wrong seat claimed, cancelled", self._habits.wrong_seat_ppm):
            seat = self.chance.choice([seat for seat in range(1, self.table.seats + 1) if seat not in winners] or [1])
            yield from self._take_back(seat, self.chance.choice(self.table.dealing.buttons).hand)

    def _take_back(self, seat: int, hand: str) -> Doing[None]:
        yield PRESS_S
        if not (yield from self._press("hand", seat=seat, hand=hand)).refused:
            yield PRESS_S
            yield from self._press("hand", seat=seat, hand=hand)

    def _finish(self) -> Doing[None]:
        """Whatever it takes to the end of the game."""
        role = Role.SUPERVISOR
        while press := self._next_press():
            if press is Press.END:
                yield from self._press("end")
                if self._errs("button pressed twice", self._habits.twice_ppm):
                    yield from self._press("end")
                continue
            part, body = ("confirm", {}) if press is Press.CONFIRM else ("key", {"to_jph": press is Press.KEY_ON})
            told = yield from self._with_card(role, part, body)
            if told and told.refused:
                role = Role.EXECUTIVE
            elif told and press is Press.CONFIRM:
                self._count_awards(told.state)

    def _next_press(self) -> Press | None:
        """The live button that leads to the end; none where a new game may start, or nothing is live."""
        labels = LABELS[self.table.controls]
        for press in (Press.END, Press.CONFIRM, Press.KEY_ON, Press.KEY_OFF):
            if labels.get(press) in self.state["live"]:
                return press
        return None

    def _with_card(self, role: Role, part: str, body: Mapping[str, Any]) -> Doing[Told | None]:
        """Somebody comes, signs in and does it."""
        badge = yield from self.staff.comes(role)
        told = yield from self.staff.signs(self.device, [badge], f"{self.table.path}/{part}", body, hurried=True)
        return self._told(told) if told else None

    def _press(self, part: str, **body: Any) -> Doing[Told]:
        return self._told((yield from self.device.command(f"{self.table.path}/{part}", body)))

    def _told(self, told: Told) -> Told:
        if not told.refused:
            self._notice(told.state)
        return told

    def _notice(self, state: Mapping[str, Any]) -> None:
        self.state = state
        self._seen.meters(self.table.link, state["meters_micros"])

    def _count_bets(self, bets: Mapping[int, int]) -> None:
        self._seen.rounds += 1
        self._played.wagered_micros += sum(bets.values())

    def _count_awards(self, state: Mapping[str, Any]) -> None:
        for award in state["awards"]:
            hand = self._played.hands[award["hand"]]
            hand.paid += 1
            hand.paid_micros += award["amount_micros"]
            self._seen.awards += 1

    def _errs(self, mistake: str, chance_ppm: int) -> bool:
        if self.chance.randrange(MICROS) >= chance_ppm:
            return False
        self._seen.mistakes[mistake] += 1
        return True

    def _time_s(self, bettors: int) -> float:
        """A round takes as long as it takes, give or take a fifth."""
        return (self._habits.round_s + self._habits.seat_s * bettors) * self.chance.uniform(0.8, 1.2)


def _listed(bets: Mapping[int, int]) -> list[dict[str, int]]:
    return [{"seat": seat, "amount_micros": amount} for seat, amount in bets.items()]
