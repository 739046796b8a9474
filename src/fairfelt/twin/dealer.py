"""A dealer at a table of the twin: takes bets, deals real cards, claims what was made, and errs now and then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fairfelt.room import Press, Role
from fairfelt.rules import MICROS
from fairfelt.twin.demo import deal_round, finishing_press

from .agenda import SECOND, Activity
from .devices.device import CommandResult, Device, SignedOut, UnexpectedAnswer
from .devices.hardware import BETTING, TableController
from .pit import Badge, Pit, PitTable
from .players import Players
from .staff import Staff
from .tally import GameTally

PRESS_S = 2.0
REFUSED_S = 60.0
"""How long a dealer waits after a refusal that was no mistake of theirs: the floor is closed, or the table."""
EMPTY_S = 60.0


@dataclass
class Dealer:
    """One table with its keypad, its players and its luck."""

    pit: Pit
    table: PitTable
    game: GameTally
    device: Device
    players: Players
    staff: Staff
    chance: Random
    state: Mapping[str, Any] = field(default_factory=dict)
    """The state of the table as last reported."""
    badge: Badge | None = None
    """The dealer's card; None if the keys of the room hold none."""
    tokens: Sequence[str] = ()
    controller: TableController | None = None
    """The controller whose sensors read the bets; None where they are entered at the keypad."""
    _changed_micros: int = 0

    def work(self) -> Activity[None]:
        """Deal round after round while the pit is open, until time is up; what was left open is finished first."""
        agenda, hours = self.pit.agenda, self.pit.hours
        self._update((yield from self.device.ask("GET", self.table.path)).plain)
        yield from self._take_over()
        yield from self._finish()
        while not agenda.is_over:
            if closed_s := hours.closed_s(agenda.now_micros):
                yield from agenda.rest(closed_s)
                continue
            yield from self._change_dealers()
            self.players.come_and_go(hours.hour(agenda.now_micros))
            bets = self.players.bets(self.players.share(self.state["meters_micros"]))
            if bets:
                yield from self._play_round(bets)
            else:
                yield from agenda.rest(EMPTY_S)
        if self.controller:
            yield from self.controller.leave()

    def _change_dealers(self) -> Activity[None]:
        now, habits = self.pit.agenda.now_micros, self.pit.habits
        if now - self._changed_micros >= habits.dealer_change_every_s * SECOND:
            self._changed_micros = now
            yield from self.pit.agenda.rest(habits.dealer_change_takes_s)
            yield from self._take_over()

    def _take_over(self) -> Activity[None]:
        """One dealer signs out, and another one in."""
        if self.tokens:
            yield from self.device.sign_out(self.tokens)
        dealers = self.staff.available(Role.DEALER)
        self.badge = self.chance.choice(dealers) if dealers else None
        yield from self._sign_in()

    def _sign_in(self) -> Activity[None]:
        if self.badge:
            self.tokens = [(yield from self.device.sign_in(self.badge))]
            if not all(self.tokens):
                raise UnexpectedAnswer(f"card {self.badge.card} of a dealer opens nothing: is its PIN right?")

    def _play_round(self, bets: dict[int, int]) -> Activity[None]:
        """Play from the bets to the end of the game."""
        tally, habits = self.pit.tally, self.pit.habits
        yield from self._err_before_start(bets)
        if (yield from self._start(bets)).refusal:
            yield REFUSED_S
            return
        tally.rounds += 1
        self.game.wagered_micros += sum(bets.values())
        if self._draw_mistake("button pressed twice", habits.twice_ppm):
            yield from self._start(bets)
        yield (habits.round_s + habits.seat_s * len(bets)) * self.chance.uniform(0.8, 1.2)
        winners = deal_round(self.table, bets, self.chance)
        self.game.count_round(len(bets), Counter(winners.values()))
        yield from self._err_before_claims(bets, winners)
        # From the dealer's right, one after another; winners of a level together, as they may have to split it.
        levels = {button.hand: button.level for button in self.table.buttons}
        for seat, hand in sorted(winners.items(), reverse=True):
            yield PRESS_S
            yield from self._press("hand", seat=seat, hand=hand)
            tally.claims += 1
            if not levels[
                hand
            ]:  # from the dealer's right one after another; winners of a level together, as they may split
                yield from self._finish(ends=False)
        yield from self._finish()

    def _err_before_start(self, bets: dict[int, int]) -> Activity[None]:
        if self._draw_mistake("started without a bet", self.pit.habits.no_bet_ppm):
            yield from self._start({})
            yield PRESS_S
            yield from self._press("end")
            yield PRESS_S
        if self._draw_mistake("bet of no denomination", self.pit.habits.wrong_bet_ppm):
            yield from self._start({seat: bet + 1 for seat, bet in bets.items()})
            yield PRESS_S

    def _err_before_claims(self, bets: dict[int, int], winners: Mapping[int, str]) -> Activity[None]:
        """Press wrong hands and seats that did not bet; noticed at once, and taken back."""
        hands = [button.hand for button in self.table.buttons]
        if self._draw_mistake("wrong hand pressed, taken back", self.pit.habits.wrong_hand_ppm):
            seat = self.chance.choice(sorted(bets))
            yield from self._take_back(seat, self.chance.choice([hand for hand in hands if hand != winners.get(seat)]))
        if self._draw_mistake("wrong seat claimed, cancelled", self.pit.habits.wrong_seat_ppm):
            seat = self.chance.choice([seat for seat in range(1, self.table.seats + 1) if seat not in winners] or [1])
            yield from self._take_back(seat, self.chance.choice(hands))

    def _take_back(self, seat: int, hand: str) -> Activity[None]:
        yield PRESS_S
        if not (yield from self._press("hand", seat=seat, hand=hand)).refusal:
            yield PRESS_S
            yield from self._press("hand", seat=seat, hand=hand)

    def _finish(self, *, ends: bool = True) -> Activity[None]:
        """Whatever it takes to the end of the game, or before it."""
        role = Role.SUPERVISOR
        while press := finishing_press(self.table.controls, self.state["live"]):
            if press is Press.END and not ends:
                return
            if press is Press.END:
                yield from self._press("end")
                if self._draw_mistake("button pressed twice", self.pit.habits.twice_ppm):
                    yield from self._press("end")
                continue
            part, body = ("confirm", {}) if press is Press.CONFIRM else ("key", {"to_jph": press is Press.KEY_ON})
            badges = [(yield from self.staff.call(role))]
            while role is Role.EXECUTIVE and press is Press.CONFIRM and len(badges) < 2:
                second = yield from self.staff.call(Role.SUPERVISOR)
                badges += [second] if second not in badges else []
            path = f"{self.table.path}/{part}"
            result = yield from self.staff.sign(self.device, badges, path, body, hurried=True)
            if result and result.refusal:
                role = Role.EXECUTIVE
            elif result:
                self._update(result.state)
                if press is Press.CONFIRM:
                    self._count_awards(result.state)

    def _start(self, bets: Mapping[int, int]) -> Activity[CommandResult]:
        read = None
        if self.controller and self.state["phase"] == BETTING:
            read = yield from self.controller.read(bets, self.state)
            if read and read.refusal:
                return read
        rows = [{"seat": seat, "amount_micros": amount} for seat, amount in bets.items()]
        started = yield from self._press("start", bets=rows)
        if self.controller and self.state["phase"] != BETTING and not started.refusal:
            yield from self.controller.count(bets, self.state)
        return started

    def _press(self, part: str, **body: Any) -> Activity[CommandResult]:
        while True:
            try:
                result = yield from self.device.command(f"{self.table.path}/{part}", body, self.tokens)
            except SignedOut:  # after a while without a press, or the server has been away
                yield from self._sign_in()
                continue
            if not result.refusal:
                self._update(result.state)
            return result

    def _update(self, state: Mapping[str, Any]) -> None:
        self.state = state
        self.pit.tally.note_meters(self.table.link, state["meters_micros"])

    def _count_awards(self, state: Mapping[str, Any]) -> None:
        for award in state["awards"]:
            hand = self.game.hands[award["hand"]]
            hand.paid += 1
            hand.paid_micros += award["amount_micros"]
            self.pit.tally.awards += 1

    def _draw_mistake(self, mistake: str, chance_ppm: int) -> bool:
        if self.chance.randrange(MICROS) >= chance_ppm:
            return False
        self.pit.tally.mistakes[mistake] += 1
        return True
