"""The twin itself: all people take their places, time runs, and the observations remain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import Any
from urllib.parse import quote

from fairfelt.jackpot import Reason
from fairfelt.room import Press, Role
from fairfelt.rules import MICROS
from fairfelt.twin.demo import deal_round, finishing_press

from .agenda import HOUR_S, SECOND, Activity, run_now
from .device import BETTING, CommandResult, Device, RoomUnavailable, SignedOut, TableController, UnexpectedAnswer
from .pit import Badge, Pit, PitTable, RoomKeys
from .players import Players, Staff
from .server import OwnServer
from .tally import GameTally

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
            if not levels[hand]:
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
        if self.controller and self.state["phase"] == BETTING:
            read = yield from self.controller.read(bets, self.state)
            if read.refusal:
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
        """Deposit what is missing in the bank, a day before it is due."""
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
        """Let these people do it; True if it was done."""
        result = (yield from self.staff.sign(self.console, people, path, body)) if people else None
        if result is None or result.refusal:
            return False
        self.console.pit.tally.office[what] += 1
        return True

    def _draw_adjustment_time(self) -> int:
        agenda, every_h = self.console.pit.agenda, self.console.pit.habits.adjustment_every_h
        wait_s = self.chance.expovariate(1 / every_h) * HOUR_S if every_h else agenda.left_s + WATCH_S
        return agenda.now_micros + int(wait_s * SECOND)


BETWEEN_KEYPADS_S = 7.0


@dataclass
class Twin:
    """A pit that plays in a room over its API, from one seed."""

    pit: Pit
    keys: RoomKeys
    server: OwnServer | None = None
    """Its own server, if it has one: it is notified that a day is over."""
    devices: list[Device] = field(default_factory=list)
    stopped: bool = False
    """True if a user stopped it before the end."""
    last_event_before: int = 0
    """The last event on the log when it began."""

    def play(self) -> None:
        """Play from the first hour to the last, or until stopped."""
        self._begin()
        try:
            self.pit.agenda.run()
        except KeyboardInterrupt:
            self.stopped = True
        except (RoomUnavailable, UnexpectedAnswer) as trouble:
            self.stopped = True
            self.pit.tally.problems.append(str(trouble))

    def _begin(self) -> None:
        """Start all activities at their places; keypads a little after each other."""
        agenda, habits = self.pit.agenda, self.pit.habits
        console = self._device(self.keys.console)
        run_now(console.identify())
        staff = Staff(self.keys.cards, habits, self.pit.chance("staff"))
        floor = self._read_floor(console)
        self.last_event_before = floor["sequence"]
        tables = {row["table"]: PitTable.of(row) for row in floor["tables"]}
        dealers = [self._dealer(key, number, staff, tables) for number, key in enumerate(self.keys.keypads)]
        for number, dealer in enumerate(dealers):
            agenda.begin(dealer.work(), after_s=BETWEEN_KEYPADS_S * number)
        links = {row["link"]: row["jackpot"] for row in floor["links"]}
        controllers = self._controllers(dealers)
        agenda.begin(Office(console, staff, links, self.pit.chance("office"), controllers).work())
        if self.server:
            agenda.begin(self._begin_days(self.server))

    def _dealer(self, key: str, number: int, staff: Staff, tables: dict[str, PitTable]) -> Dealer:
        pit, device = self.pit, self._device(key)
        run_now(device.identify())
        table = tables[device.table]
        players = Players(table.seats, pit.habits, pit.chance(f"players {number}"))
        return Dealer(pit, table, pit.tally.game(table.offer), device, players, staff, pit.chance(f"dealer {number}"))

    def _controllers(self, dealers: Sequence[Dealer]) -> list[TableController]:
        """The controllers of the tables that have sensors."""
        at, found = {dealer.table.name: dealer for dealer in dealers}, []
        for number, key in enumerate(self.keys.controllers):
            device = self._device(key)
            run_now(device.identify())
            if dealer := at.get(device.table):
                chance = self.pit.chance(f"sensors {number}")
                dealer.controller = TableController(device, dealer.table.path, chance)
                found.append(dealer.controller)
        return found

    def _device(self, key: str) -> Device:
        self.devices.append(Device(self.pit, key))
        return self.devices[-1]

    def _read_floor(self, console: Device) -> dict[str, Any]:
        badge = self.keys.cards[0]
        token = run_now(console.sign_in(badge))
        if not token:
            raise RoomUnavailable(f"card {badge.card} opens nothing at {self.pit.url}: is its PIN right?")
        floor = run_now(console.ask("GET", "/api/floor", tokens=[token])).plain
        run_now(console.sign_out([token]))
        return floor

    def _begin_days(self, server: OwnServer) -> Activity[None]:
        """Midnight comes by the simulated clock; the server's own look at the day goes by the real one."""
        agenda = self.pit.agenda
        while not agenda.is_over:
            yield from agenda.rest(self.pit.hours.midnight_s(agenda.now_micros))
            server.do(lambda controller: controller.law.keep(controller.ledger))
