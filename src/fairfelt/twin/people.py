"""The people of the pit: dealers who deal real cards and err, staff who come to a claim, an office at its console."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any
from urllib.parse import quote

from fairfelt.jackpot import Reason
from fairfelt.room import Press, Role
from fairfelt.rules import MICROS
from fairfelt.twin.cast import OK, CommandResult, Device, SignedOut, Wrong
from fairfelt.twin.demo import deal_round, finishing_press
from fairfelt.twin.pit import HOUR_S, SECOND, GameTally, Pit, PitTable, Players
from fairfelt.web.pages.page import PrintedCard

# A dealer at a table of the twin: takes bets, deals real cards, claims what was made, and errs now and then.


PRESS_S = 2.0
REFUSED_S = 60.0
"""A dealer's wait after a refusal that was no mistake: the floor is closed, or the table."""
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
    card: PrintedCard | None = None
    """The dealer's card; None while they are all locked."""
    tokens: Sequence[str] = ()
    controller: TableController | None = None
    """The controller whose sensors read the bets; None where they are entered at the keypad."""
    _changed_micros: int = 0

    async def work(self) -> None:
        """Deal round after round while the pit is open, until time is up; what was left open is finished first."""
        pit, hours = self.pit, self.pit.hours
        self._update((await self.device.ask("GET", self.table.path)).plain)
        await self._take_over()
        await self._finish()
        while not pit.is_over:
            if closed_s := hours.closed_s(pit.clock()):
                await pit.rest(closed_s)
                continue
            await self._change_dealers()
            self.players.come_and_go(hours.hour(pit.clock()))
            bets = self.players.bets(self.players.share(self.state["meters_micros"]))
            if bets:
                await self._play_round(bets)
            else:
                await pit.rest(EMPTY_S)
        if self.controller:
            await self.controller.leave()

    async def _change_dealers(self) -> None:
        now, habits = self.pit.clock(), self.pit.habits
        if now - self._changed_micros >= habits.dealer_change_every_s * SECOND:
            self._changed_micros = now
            await self.pit.rest(habits.dealer_change_takes_s)
            await self._take_over()

    async def _take_over(self) -> None:
        """One dealer signs out, and another one in."""
        if self.tokens:
            await self.device.sign_out(self.tokens)
        dealers = self.staff.available(Role.DEALER)
        self.card = self.chance.choice(dealers) if dealers else None
        await self._sign_in()

    async def _sign_in(self) -> None:
        if self.card:
            self.tokens = [await self.device.sign_in(self.card)]
            if not all(self.tokens):
                raise Wrong(f"card {self.card.card} of a dealer opens nothing: is its PIN right?")

    async def _play_round(self, bets: dict[int, int]) -> None:
        tally, habits = self.pit.tally, self.pit.habits
        await self._err_before_start(bets)
        if (await self._start(bets)).refusal:
            await self.pit.wait(REFUSED_S)
            return
        tally.rounds += 1
        self.game.wagered_micros += sum(bets.values())
        if self._draw_mistake("button pressed twice", habits.twice_ppm):
            await self._start(bets)
        await self.pit.wait((habits.round_s + habits.seat_s * len(bets)) * self.chance.uniform(0.8, 1.2))
        winners = deal_round(self.table, bets, self.chance)
        self.game.count_round(len(bets), Counter(winners.values()))
        await self._err_before_claims(bets, winners)
        # From the dealer's right, one after another; winners of a level together, as they may have to split it.
        levels = {button.hand: button.level for button in self.table.buttons}
        for seat, hand in sorted(winners.items(), reverse=True):
            await self.pit.wait(PRESS_S)
            await self._press("hand", seat=seat, hand=hand)
            tally.claims += 1
            if not levels[hand]:
                await self._finish(ends=False)
        await self._finish()

    async def _err_before_start(self, bets: dict[int, int]) -> None:
        if self._draw_mistake("started without a bet", self.pit.habits.no_bet_ppm):
            await self._start({})
            await self.pit.wait(PRESS_S)
            await self._press("end")
            await self.pit.wait(PRESS_S)
        if self._draw_mistake("bet of no denomination", self.pit.habits.wrong_bet_ppm):
            await self._start({seat: bet + 1 for seat, bet in bets.items()})
            await self.pit.wait(PRESS_S)

    async def _err_before_claims(self, bets: dict[int, int], winners: Mapping[int, str]) -> None:
        """Press wrong hands and seats that did not bet; noticed at once, and taken back."""
        hands = [button.hand for button in self.table.buttons]
        if self._draw_mistake("wrong hand pressed, taken back", self.pit.habits.wrong_hand_ppm):
            seat = self.chance.choice(sorted(bets))
            await self._take_back(seat, self.chance.choice([hand for hand in hands if hand != winners.get(seat)]))
        if self._draw_mistake("wrong seat claimed, cancelled", self.pit.habits.wrong_seat_ppm):
            seat = self.chance.choice([seat for seat in range(1, self.table.seats + 1) if seat not in winners] or [1])
            await self._take_back(seat, self.chance.choice(hands))

    async def _take_back(self, seat: int, hand: str) -> None:
        await self.pit.wait(PRESS_S)
        if not (await self._press("hand", seat=seat, hand=hand)).refusal:
            await self.pit.wait(PRESS_S)
            await self._press("hand", seat=seat, hand=hand)

    async def _finish(self, *, ends: bool = True) -> None:
        """Whatever it takes to the end of the game, or before it."""
        role = Role.SUPERVISOR
        while press := finishing_press(self.table.controls, self.state["live"]):
            if press is Press.END and not ends:
                return
            if press is Press.END:
                await self._press("end")
                if self._draw_mistake("button pressed twice", self.pit.habits.twice_ppm):
                    await self._press("end")
                continue
            part, body = ("confirm", {}) if press is Press.CONFIRM else ("key", {"to_jph": press is Press.KEY_ON})
            cards = [await self.staff.call(role)]
            while role is Role.EXECUTIVE and press is Press.CONFIRM and len(cards) < 2:
                second = await self.staff.call(Role.SUPERVISOR)
                cards += [second] if second not in cards else []
            path = f"{self.table.path}/{part}"
            result = await self.staff.sign(self.device, cards, path, body, hurried=True)
            if result and result.refusal:
                role = Role.EXECUTIVE
            elif result:
                self._update(result.state)
                if press is Press.CONFIRM:
                    self._count_awards(result.state)

    async def _start(self, bets: Mapping[int, int]) -> CommandResult:
        if self.controller and self.state["phase"] == BETTING:
            read = await self.controller.read(bets, self.state)
            if read.refusal:
                return read
        rows = [{"seat": seat, "amount_micros": amount} for seat, amount in bets.items()]
        started = await self._press("start", bets=rows)
        if self.controller and self.state["phase"] != BETTING and not started.refusal:
            await self.controller.count(bets, self.state)
        return started

    async def _press(self, part: str, **body: Any) -> CommandResult:
        while True:
            try:
                result = await self.device.command(f"{self.table.path}/{part}", body, self.tokens)
            except SignedOut:  # after a while without a press, or the server has been away
                await self._sign_in()
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


# The office of the pit: one console, where cards are unlocked, money is deposited, prizes paid, amounts adjusted.


WATCH_S = 60.0
DESK_WORK_S = 4 * HOUR_S
"""The interval between two checks of funds and payments."""
LARGEST_ADJUSTMENT = 5
"""The largest adjustment, in units of the currency."""
DOCUMENT = "a paper of the twin, no real document"


@dataclass
class Office:
    """The people at the console, one thing after another: its commands are numbered."""

    pit: Pit
    console: Device
    staff: Staff
    links: Sequence[str]
    """Each with a jackpot of its name."""
    chance: Random
    controllers: Sequence[TableController] = ()
    """The controllers whose sensors are repaired."""

    async def work(self) -> None:
        """Work until time is up; at the end no card stays locked."""
        pit = self.pit
        desk_micros, adjust_micros = 0, self._draw_adjustment_time()
        while not pit.is_over or self.staff.locked:
            await pit.wait(WATCH_S)
            now = pit.clock()
            if self.staff.locked:
                await self._unlock(self.staff.locked[0])
            await self._mend_sensors()
            if now >= desk_micros:
                desk_micros = now + DESK_WORK_S * SECOND
                await self._deposit()
                await self._pay_out()
            if now >= adjust_micros:
                adjust_micros = self._draw_adjustment_time()
                await self._adjust()

    async def _unlock(self, card: PrintedCard) -> None:
        """Another person unlocks it, after a while."""
        await self.pit.wait(self.pit.habits.unlock_s * self.chance.uniform(0.5, 1.5))
        able = self.staff.unlockers(card)
        if not able:
            raise Wrong(f"nobody is left who could unlock card {card.card}: add another executive's")
        path = f"/api/cards/{quote(card.card, safe='')}/unlocking"
        if await self._do("card unlocked", path, {}, [self.chance.choice(able)]):
            self.staff.locked.remove(card)
            self.staff.careful.add(card)

    async def _mend_sensors(self) -> None:
        """A technician puts those back in service that failed long enough ago."""
        pit = self.pit
        for controller in self.controllers:
            old_micros = pit.clock() - int(pit.habits.sensor_mended_s * SECOND)
            seats = [seat for seat, since in controller.failed.items() if since <= old_micros]
            people = self.staff.available(Role.TECHNICIAN, Role.EXECUTIVE)[:1]
            body = {"seats": seats, "note": DOCUMENT}
            if seats and (await self._do("sensor restored", f"{controller.path}/sensors/restore", body, people)):
                controller.failed = {seat: at for seat, at in controller.failed.items() if seat not in seats}

    async def _deposit(self) -> None:
        """Deposit what is missing in the bank, a day before it is due."""
        funds = await self._read("/api/funds")
        for account in (funds, *funds["others"]) if funds else ():
            due, on = account["deposit_due_on"], account["on"]
            if due and date.fromisoformat(due) <= date.fromisoformat(on) + timedelta(1):
                amount = {"amount_micros": account["to_deposit_micros"], "currency": account["currency"]}
                entry = {**amount, "entry_kind": "deposit", "on": on, "document": DOCUMENT}
                two = [*self.staff.available(Role.ACCOUNTING)[:1], *self.staff.available(Role.EXECUTIVE)[:1]]
                if len(two) == 2:
                    await self._do("deposit booked", "/api/funds/entries", entry, two)

    async def _pay_out(self) -> None:
        """Every step that the law has for a payment."""
        payouts = await self._read("/api/payouts")
        for payment in payouts["payments"] if payouts else ():
            path = f"/api/payouts/{payment['number']}/steps"
            for step in (row["step"] for row in payment["steps"] if not row["by"]):
                executive = self.staff.available(Role.EXECUTIVE)[:1]
                if not (await self._do("payout step", path, {"step": step, "note": DOCUMENT}, executive)):
                    break  # each comes after the one before it

    async def _adjust(self) -> None:
        """A display showed a little more or less than it should have: that is reported, and corrected."""
        link = jackpot = self.chance.choice(sorted(self.links))
        levels = self.pit.tally.meters_micros.get(link)
        people = [*self.staff.available(Role.ACCOUNTING), *self.staff.available(Role.EXECUTIVE)][:2]
        if levels and len(people) == 2:
            amount = self.chance.randint(1, LARGEST_ADJUSTMENT) * MICROS * self.chance.choice((1, -1))
            level = self.chance.choice(sorted(levels))
            wrong = {"jackpot": jackpot, "level": level, "off_by_micros": amount}
            failed = {"equipment": f"display {link}", "what": "wrong amount", **wrong}
            executive = self.staff.available(Role.EXECUTIVE)[:1]
            if not (await self._do("malfunction", "/api/malfunctions", failed, executive)):
                return
            held = await self._read("/api/malfunctions")
            number = held["malfunctions"][-1]["number"] if held else 0
            body = {"level": level, "amount_micros": amount, "document": DOCUMENT, "refers_to": number}
            body["reason"] = Reason.DISPLAY_MALFUNCTION.value
            await self._do("adjustment", f"/api/jackpots/{quote(jackpot, safe='')}/adjustments", body, people)

    async def _read(self, path: str) -> dict[str, Any] | None:
        """Read something with a card; None where no card may or there is nothing."""
        for card in self.staff.available(Role.EXECUTIVE)[:1]:
            token = await self.console.sign_in(card)
            if token:
                reply = await self.console.ask("GET", path, tokens=[token])
                await self.console.sign_out([token])
                return reply.plain if reply.status == 200 else None
        return None

    async def _do(self, what: str, path: str, body: dict[str, Any], people: Sequence[PrintedCard]) -> bool:
        """Let these people do it; True if it was done."""
        result = (await self.staff.sign(self.console, people, path, body)) if people else None
        if result is None or result.refusal:
            return False
        self.pit.tally.office[what] += 1
        return True

    def _draw_adjustment_time(self) -> int:
        every_h = self.pit.habits.adjustment_every_h
        wait_s = self.chance.expovariate(1 / every_h) * HOUR_S if every_h else self.pit.left_s + WATCH_S
        return self.pit.clock() + int(wait_s * SECOND)


WRONG_PIN = "0000000"
"""A PIN that no card has: one digit repeated is refused."""
PINS_UNTIL_LOCKED = 3
PIN_S = 4.0


@dataclass
class Staff:
    """All people with a card, and the cards that wait to be unlocked."""

    pit: Pit
    cards: Sequence[PrintedCard]
    chance: Random
    locked: deque[PrintedCard] = field(default_factory=deque)
    careful: set[PrintedCard] = field(default_factory=set)
    """Holders of unlocked cards who have not typed the right PIN since: a card is unlocked once."""

    def available(self, *roles: Role) -> list[PrintedCard]:
        """Cards of these roles that can be used now."""
        return [card for card in self.cards if card.role in roles and card not in self.locked]

    def unlockers(self, card: PrintedCard) -> list[PrintedCard]:
        """People who could unlock a card: not its holder, and an executive's only another executive."""
        roles = (Role.EXECUTIVE,) if card.role is Role.EXECUTIVE else (Role.EXECUTIVE, Role.TECHNICIAN)
        return [one for one in self.available(*roles) if one != card]

    async def call(self, role: Role) -> PrintedCard:
        """Wait for a person with that authority; an executive also does a supervisor's work."""
        mean_s = self.pit.habits.supervisor_s if role is Role.SUPERVISOR else self.pit.habits.executive_s
        while True:
            await self.pit.wait(self.chance.expovariate(1 / mean_s) if mean_s else 0.0)
            if able := self.available(role) or self.available(Role.EXECUTIVE):
                return self.chance.choice(able)

    async def sign(
        self,
        device: Device,
        people: Sequence[PrintedCard],
        path: str,
        body: Mapping[str, Any],
        *,
        hurried: bool = False,
    ) -> CommandResult | None:
        """These people sign in, do one thing, and sign out; None where one of them cannot."""
        tokens = []
        for card in people:
            wrong_pins = self._draw_wrong_pins(device, card) if hurried else 0
            tokens.append(await self._sign_in(device, card, wrong_pins))
        while all(tokens):
            try:
                result = await device.command(path, body, tokens)
            except SignedOut:
                tokens = await self._sign_in_again(device, people)
                continue
            await device.sign_out(tokens)
            return result
        return None

    async def _sign_in(self, device: Device, card: PrintedCard, wrong_pins: int) -> str:
        """A token, or nothing where a card is locked, perhaps on the way."""
        for _ in range(wrong_pins):
            await self.pit.wait(PIN_S)
            await device.sign_in(card, WRONG_PIN)
        await self.pit.wait(PIN_S)
        token = "" if wrong_pins == PINS_UNTIL_LOCKED else await device.sign_in(card)
        if token:
            self.careful.discard(card)
        elif card not in self.locked:
            self.locked.append(card)
        return token

    async def _sign_in_again(self, device: Device, people: Sequence[PrintedCard]) -> list[str]:
        """The command has its number and waits: whatever it takes, the same people sign in again."""
        tokens: list[str] = []
        while len(tokens) < len(people):
            await self.pit.wait(PIN_S)
            if token := await device.sign_in(people[len(tokens)]):
                tokens.append(token)
        return tokens

    def _draw_wrong_pins(self, device: Device, card: PrintedCard) -> int:
        """Number of wrong PINs typed in the hurry of a claim; 0 for a person whom no one could unlock."""
        drawn, mistakes = self.chance.randrange(MICROS), self.pit.tally.mistakes
        if card in self.careful:
            return 0
        if drawn < self.pit.habits.forgotten_pin_ppm and self.unlockers(card):
            self.locked.append(card)
            mistakes["PIN forgotten, card locked"] += 1
            return PINS_UNTIL_LOCKED
        if drawn < self.pit.habits.forgotten_pin_ppm + self.pit.habits.wrong_pin_ppm:
            mistakes["PIN mistyped"] += 1
            return 1
        return 0


REASONS = ("it read a bet through three rounds", "it changed more than twenty times in ten seconds")
"""Why a controller does not believe a sensor, as the reference firmware says it."""
BETTING = "betting"
COUNTERS = ("round", "rounds", "wagers", "wagered_micros")


@dataclass
class TableController:
    """The controller of one table: where it does not believe a sensor, bets are entered by hand."""

    pit: Pit
    device: Device
    path: str
    chance: Random
    failed: dict[int, int] = field(default_factory=dict)
    """Seats whose sensors are in quarantine, and since when."""
    _counted: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTERS, 0))

    async def read(self, bets: Mapping[int, int], state: Mapping[str, Any]) -> CommandResult:
        """Report the bets on the felt before a game starts."""
        self.failed = {seat: since for seat, since in self.failed.items() if str(seat) in state["quarantined"]}
        await self._test_sensors(bets)
        rows = [{"seat": seat, "amount_micros": amount} for seat, amount in bets.items() if seat not in self.failed]
        result = await self.device.command(f"{self.path}/sensed", {"bets": rows})
        if not result.refusal:
            self._note("bets read by a sensor", len(rows))
            self._note("bets by hand, sensor in quarantine", len(bets) - len(rows))
        return result

    async def count(self, bets: Mapping[int, int], state: Mapping[str, Any]) -> None:
        """A game has started: its own count is compared with the room's."""
        if self._counted["round"]:
            more = {"rounds": 1, "wagers": len(bets), "wagered_micros": sum(bets.values())}
            self._counted = {"round": state["round"], **{name: self._counted[name] + more[name] for name in more}}
        reply = await self.device.ask("POST", f"{self.path}/counted", self._counted)
        if reply.status != OK or (self._counted["round"] and reply.plain != self._counted):
            sentence = f"{self.device.name} counted {self._counted}, and the room {reply.plain}"
            self.pit.tally.problems.append(sentence)
        self._counted = reply.plain

    async def leave(self) -> None:
        """Switched off: its last will says so, and bets are entered by hand."""
        await self.device.ask("POST", f"{self.path}/hardware", {"online": False, "clock_off_ms": 0})

    async def _test_sensors(self, bets: Mapping[int, int]) -> None:
        """One of those that read something may have failed."""
        able = [seat for seat in bets if seat not in self.failed]
        if able and self.chance.randrange(MICROS) < self.pit.habits.sensor_fails_ppm:
            seat = self.chance.choice(able)
            body = {"seats": [seat], "why": self.chance.choice(REASONS)}
            if not (await self.device.command(f"{self.path}/sensors/quarantine", body)).refusal:
                self.failed[seat] = self.pit.clock()
                self._note("sensor quarantined")

    def _note(self, what: str, times: int = 1) -> None:
        if times:
            self.pit.tally.hardware[what] += times
