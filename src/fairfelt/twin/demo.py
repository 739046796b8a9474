"""The demonstration: a room of every game that has a progressive, and dealers who play it with real cards."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from itertools import cycle
from random import Random
from typing import Any

from msgspec import json, structs

from fairfelt import games
from fairfelt.jackpot import Freeze, Level, Terms
from fairfelt.jackpot.meters import ProgressiveOffer, offers_of
from fairfelt.law import BankEntryKind, Limits, Mode, conditions_asked, letter, odds_funding, paytables_of
from fairfelt.ledger import Answer, LedgerError
from fairfelt.room import LABELS, Controls, DeviceKind, Floor, Press, Role, TableLimits
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.accounts import BookBankEntry, KeepOddsFunds
from fairfelt.room.commands.closing import ApproveSoftware
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.duties import DoPayoutStep
from fairfelt.room.commands.law import SetLaw
from fairfelt.room.commands.paperwork import MeetCondition, PinGame
from fairfelt.room.commands.people import FirstPerson, FoundRoom, SetHouseRules
from fairfelt.room.commands.rounds import Bet, Confirm, EndGame, PlaceBets, PressHand, StartGame, TurnKey
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot, SetUpTable
from fairfelt.room.live_jackpot import offer_at
from fairfelt.room.views import LinkDisplay
from fairfelt.rules import MICROS, Choice, Street
from fairfelt.server import Controller, Status
from fairfelt.server.cards import key_digest
from fairfelt.server.law_office import offers
from fairfelt.server.watching.displays import OnDisplay
from fairfelt.table import View, play, shuffle
from fairfelt.table.operations import Decide
from fairfelt.twin.pit import PitTable
from fairfelt.web.pages.page import Hints, PrintedCard

# Real cards for simulated players: a round is dealt, and the hands that its progressive pays are read.


STAKE_MICROS = 10 * MICROS


def stay_in(street: Street, view: View) -> Choice:
    """Decide as players do who came for the jackpot: no hand is folded."""
    return street.choices[-1]


def deal_round(
    table: PitTable, bets_micros: Mapping[int, int], chance: Random, decide: Decide = stay_in
) -> dict[int, str]:
    """Deal to all seats with the progressive bet; returns the hands that it pays, by seat."""
    game, wager = table.game, table.offer.wager
    opening = {bet.name: STAKE_MICROS for bet in game.openings}
    stakes = {seat: {**opening, wager: amount} for seat, amount in sorted(bets_micros.items())}
    settled = play(game, shuffle(game.deck.cards, chance), stakes, decide).settled
    paid = {button.hand for button in table.buttons}
    return {row.seat: row.outcome.name for row in settled if row.wager == wager and row.outcome.name in paid}


def finishing_press(controls: Controls, live: Sequence[str]) -> Press | None:
    """The live button that leads to the end of a game; none where a new one may start, or nothing is live."""
    labels = LABELS[controls]
    presses = (Press.END, Press.CONFIRM, Press.KEY_ON, Press.KEY_OFF)
    return next((press for press in presses if labels.get(press) in live), None)


# The people of the demonstration. Their PINs are no secret: they are printed, so that visitors can try everything.


CARDS = (
    PrintedCard("E-1", "1357", "Elena Executive", Role.EXECUTIVE),
    PrintedCard("E-2", "2468", "Emil Executive", Role.EXECUTIVE),
    PrintedCard("S-1", "3579", "Sam Supervisor", Role.SUPERVISOR),
    PrintedCard("A-1", "4680", "Ada Accounting", Role.ACCOUNTING),
    PrintedCard("T-1", "5791", "Tess Technician", Role.TECHNICIAN),
    PrintedCard("R-1", "6802", "Rosa Regulator", Role.REGULATOR),
    PrintedCard("D-1", "7913", "Dan Dealer", Role.DEALER),
)
EXECUTIVES = tuple(card.card for card in CARDS if card.role is Role.EXECUTIVE)
TWO_DEPARTMENTS = EXECUTIVES[0], next(card.card for card in CARDS if card.role is Role.ACCOUNTING)
"""The two who file what the law asks for."""
DEALERS = tuple(card.card for card in CARDS if card.role is Role.DEALER)


# Which tables stand in the demonstration: one for every game with a progressive, found in the catalogue.
#
# A paytable that several games share makes a link of several games, on the version of it with the most levels. Every
# other game has a jackpot of its own.


SEEDS = {1: (10_000,), 2: (25_000, 2_500), 3: (50_000, 5_000, 500)}
"""Seeds in units, by the number of levels; the richest level first."""
RATES_PPM = {1: (150_000,), 2: (120_000, 60_000), 3: (100_000, 60_000, 50_000)}
RESERVE_PPM = 10_000
BETS_MICROS = (5 * MICROS, 10 * MICROS, 25 * MICROS)
OPENING_MICROS = (5 * MICROS, 100 * MICROS)
EXECUTIVE_FROM = 5_000
SHARED = "Mega"


def demo_key(device: str) -> str:
    """The key of a device of the demonstration, which is public."""
    return f"demo-{device.replace(' ', '-')}"


def tables() -> tuple[PitTable, ...]:
    """One for every game, those on the shared link first."""
    offers = [offer for game in games.catalogue() for offer in offers_of(game)]
    shared, alone = _shared_offers(offers), dict[str, ProgressiveOffer]()
    for offer in offers:
        if offer.game not in shared:
            alone.setdefault(offer.game, offer)
    links = [(SHARED, offer) for offer in shared.values()]
    links += [(offer.find_game().title, offer) for offer in alone.values()]
    return tuple(
        PitTable(f"T{number}", link, offer, controls, offer.find_game().seats)
        for number, ((link, offer), controls) in enumerate(zip(links, cycle(Controls), strict=False), 1)
    )


def standing(floor: Floor) -> tuple[PitTable, ...]:
    """The tables that stand in a room: a twin's has fewer or more of them; one whose bet was changed is left alone."""
    known = {each.offer for each in tables()}
    found = (
        PitTable(name, at.link, offer_at(at), at.controls, at.seats) for name, at in floor.tables.items() if at.link
    )
    return tuple(each for each in found if each.offer in known)


def _shared_offers(offers: Iterable[ProgressiveOffer]) -> dict[str, ProgressiveOffer]:
    """By game, the offers of the most shared paytable: the one with the most levels, then with the most games."""
    by_paytable: defaultdict[int, dict[str, ProgressiveOffer]] = defaultdict(dict)
    for offer in offers:
        paytable = offer.find_game().paytable(offer.wager, offer.paytable)
        by_paytable[id(paytable)].setdefault(offer.game, offer)
    return max(by_paytable.values(), key=lambda same: (len(same) > 1, len(next(iter(same.values())).levels), len(same)))


def terms(table: PitTable) -> Terms:
    """Terms of the jackpot of a table's link: a level for each that it can win, richest first."""
    levels = table.offer.levels
    return Terms(
        name=f"{table.link} jackpot",
        levels=tuple(
            Level(level, seed * MICROS, rate_ppm, RESERVE_PPM)
            for level, seed, rate_ppm in zip(levels, SEEDS[len(levels)], RATES_PPM[len(levels)], strict=True)
        ),
        largest_increment_micros=max(BETS_MICROS),
        executive_from_micros=EXECUTIVE_FROM * MICROS,
        freeze=Freeze.AT_CONFIRMATION,
    )


def limits(table: PitTable) -> TableLimits:
    """The posted limits of a table: opening bets and progressive, well within any cap."""
    progressive = Limits(min(BETS_MICROS), max(BETS_MICROS))
    if not table.game.wager(table.offer.wager).is_optional:
        return TableLimits(opening=progressive)
    return TableLimits(opening=Limits(*OPENING_MICROS), side_bets={table.offer.wager: progressive})


# A dealer of the demonstration: deals real cards to simulated players, and works the keypad as the sheet says.


Pause = Callable[[float], Awaitable[object]]


class Dealer:
    """One table, its players, its luck."""

    def __init__(self, table: PitTable, controller: Controller, chance: Random, pause: Pause = asyncio.sleep) -> None:
        self._table, self._controller, self._chance, self._pause = table, controller, chance, pause

    async def deal(self) -> None:
        """One round, from the first bet to END GAME; whatever was left open before is finished first."""
        await self._finish()
        seats = range(1, self._table.seats + 1)
        taken = self._chance.sample(seats, self._chance.randint(2, len(seats)))
        bets = {seat: self._chance.choice(BETS_MICROS) for seat in taken}
        for lit in range(1, len(bets) + 1):
            sensed = tuple(Bet(seat, bets[seat]) for seat in sorted(bets)[:lit])
            await self._press(PlaceBets(table=self._table.name, bets=sensed, cards=DEALERS))
            await self._wait(0.2, 0.8)
        if (await self._press(StartGame(table=self._table.name, cards=DEALERS))).refused:
            return
        await self._wait(2, 6)
        winners = deal_round(self._table, bets, self._chance, self._decide)
        for seat, hand in sorted(winners.items(), reverse=True):  # from the dealer's right, one after another
            await self._press(PressHand(table=self._table.name, seat=seat, hand=hand, cards=DEALERS))
            await self._finish(ends=False)
        await self._finish()

    async def _finish(self, *, ends: bool = True) -> None:
        """Whatever it takes to the end of the game, or before it; two executives' cards where awards may need them."""
        table, cards = self._table.name, (*DEALERS, *EXECUTIVES)
        while True:
            floor = self._controller.floor
            press = finishing_press(self._table.controls, floor.live_labels(floor.tables[table]))
            if not press or (press is Press.END and not ends):
                return
            if press is Press.END:
                answer = await self._press(EndGame(table=table, cards=DEALERS))
            elif press is Press.CONFIRM:
                await self._wait(4, 8)
                answer = await self._press(Confirm(table=table, despite_earlier=True, cards=cards))
            else:
                answer = await self._press(TurnKey(table=table, to_jph=press is Press.KEY_ON, cards=cards))
            if answer.refused:
                return

    def _decide(self, street: Street, view: View) -> Choice:
        """These players came to play: they fold one hand in six."""
        return street.choices[0 if self._chance.randrange(6) == 0 else -1]

    async def _press(self, command: RoomCommand) -> Answer:
        device = self._table.keypad
        return await self._controller.ask(device, self._controller.ledger.next_sequence(device), command)

    async def _wait(self, least_s: float, most_s: float) -> None:
        await self._pause(self._chance.uniform(least_s, most_s))


# The law of the demonstration: a real profile that binds, on papers that say of themselves what they are.


DOCUMENT = "demonstration paper 1, 2023-06-14, no real document and no issuer"
LAW = SetLaw(
    profile="wa-commercial",
    mode=Mode.ENFORCE,
    zone="America/Los_Angeles",
    location_class="house-banked card room (a demonstration)",
    document=DOCUMENT,
    cards=TWO_DEPARTMENTS,
)
OFFICE_WORK_S = 60.0
PAYMENTS_LEFT = 3
"""Payments left open, for visitors to go on with."""


async def file_papers(controller: Controller) -> None:
    """Two departments file all that the law asks for, and then let it bind."""
    await carry_out(controller, structs.replace(LAW, mode=Mode.ADVISE))
    await controller.law.begin_day(controller.ledger)
    for paper in _papers(controller):
        await carry_out(controller, paper)
    await _deposit(controller)
    await carry_out(controller, LAW)
    await controller.law.keep(controller.ledger)


async def do_office_work(controller: Controller) -> None:
    """Deposits before they are due, and payments done step by step, until cancelled."""
    while True:
        try:
            await _deposit(controller)
            await _pay_out(controller)
        except LedgerError:
            pass  # another server has the room for a while
        await asyncio.sleep(OFFICE_WORK_S)


def _papers(controller: Controller) -> Iterator[RoomCommand]:
    """Every condition, a comparison for every game that the letter itself does not pin, money for odds-based prizes."""
    law = controller.floor.jurisdiction.law
    assert law, "the day has begun"
    kept = controller.papers.keep(DOCUMENT.encode())
    filed: dict[str, Any] = {
        "document": DOCUMENT, "sha256": kept.sha256, "secret": kept.secret, "cards": TWO_DEPARTMENTS,
    }  # fmt: skip
    for condition in conditions_asked(law):
        yield MeetCondition(condition=condition, on=law.on, **filed)
    for game in dict.fromkeys(table.offer.find_game() for table in tables()):
        if not letter().pinned(game) or letter().unseen(game, paytables_of(game)):
            digits = games.fingerprint_of(game.slug, game.variant)
            yield PinGame(game=game.slug, variant=game.variant, fingerprint=digits, **filed)
    if odds := odds_funding(law, offers(controller.floor)):
        yield KeepOddsFunds(amount_micros=odds.required_micros, document=DOCUMENT, cards=TWO_DEPARTMENTS)


async def _deposit(controller: Controller) -> None:
    """Deposit what is missing, a day before it has to be there."""
    law = controller.floor.jurisdiction.law
    if law is None:
        return
    for account in await controller.law.funds(controller.ledger, law):
        if account.due_on and account.due_on <= law.on + timedelta(1):
            deposit = BookBankEntry(
                on=law.on,
                entry_kind=BankEntryKind.DEPOSIT,
                amount_micros=account.position.to_deposit_micros,
                currency=account.currency,
                document=DOCUMENT,
                cards=TWO_DEPARTMENTS,
            )
            await carry_out(controller, deposit)
            await controller.law.look_at_funds(controller.ledger, anew=True)


async def _pay_out(controller: Controller) -> None:
    """Finish the oldest payments."""
    waiting = [payment for payment in controller.floor.payments.values() if payment.next]
    for payment in waiting[:-PAYMENTS_LEFT]:
        for step in payment.steps[len(payment.done) :]:
            done = DoPayoutStep(number=payment.number, step=step.id, note=f"{DOCUMENT} {step.id}, 1", cards=EXECUTIVES)
            await carry_out(controller, done)


async def carry_out(controller: Controller, command: RoomCommand) -> None:
    """Tell the room to do what it cannot refuse."""
    answer = await controller.tell(command)
    assert not answer.refused, answer.body


# Setting the demonstration up, and keeping it going.


CONSOLE, CONSOLE_KEY = "demo console", "demo-console"
NOT_ONE = "this database holds a room that is no demonstration: leave --demo away"
LOCATION = "The demonstration room"
MAKER = "Fairfelt demonstration"
BETWEEN_ROUNDS_S = (1.0, 4.0)
RETRY_S = 1.0
DISPLAYS_S = 5.0
_log = logging.getLogger(__name__)


class NotADemonstration(Exception):  # noqa: N818  (it reads as what happened)
    """The database holds a real room."""


async def open_demonstration(
    controller: Controller, chosen: Sequence[PitTable] = (), people: Sequence[PrintedCard] = CARDS
) -> None:
    """Set up the room if it is new, with all tables or those chosen; its people approve software that has changed."""
    floor = controller.floor
    if not (floor.devices or floor.people):
        for command in _set_up(await first_people(controller, people), chosen or tables()):
            await carry_out(controller, command)
        await show_displays(controller)
        await file_papers(controller)
    elif CONSOLE not in floor.devices:
        raise NotADemonstration(NOT_ONE)
    if controller.floor.software_fault:
        approval = ApproveSoftware(digest=controller.floor.found, document="the demonstration", cards=EXECUTIVES)
        await controller.tell(approval)


async def first_people(controller: Controller, people: Sequence[PrintedCard] = CARDS) -> tuple[FirstPerson, ...]:
    """Those who found the room; a PIN that several have is hashed once."""
    secrets = {pin: await asyncio.to_thread(controller.pins.keep, pin) for pin in sorted({card.pin for card in people})}
    return tuple(FirstPerson(card.person, card.name, card.role, card.card, secrets[card.pin]) for card in people)


async def demonstrate(controller: Controller) -> None:
    """Open the room as soon as its controller is active, and play it until cancelled."""
    while controller.status is not Status.ACTIVE:
        await asyncio.sleep(RETRY_S)
    await open_demonstration(controller)
    await play_demonstration(controller)


async def play_demonstration(controller: Controller, chance: Random | None = None) -> None:
    """Play every table but the last, which is left for visitors, until cancelled: one dealer at each.

    A failure at one table ends all, so that a restart does not leave old dealers beside the new ones.
    """
    chance = chance or Random()
    dealers = [Dealer(table, controller, Random(chance.random())) for table in standing(controller.floor)[:-1]]
    async with asyncio.TaskGroup() as playing:
        playing.create_task(do_office_work(controller))
        playing.create_task(_keep_displays(controller))
        for dealer in dealers:
            playing.create_task(_play_table(controller, dealer, Random(chance.random())))


async def show_displays(controller: Controller) -> None:
    """The virtual monitors of the demonstration: each reports that it shows what it should."""
    for name, device in controller.floor.devices.items():
        if device.kind is DeviceKind.DISPLAY and device.enabled and (sent := controller.broadcast.now(device.link)):
            state = json.decode(sent.body, type=LinkDisplay)
            win = state.last_win.number if state.last_win else 0
            shown = OnDisplay(after=state.sequence, meters_micros={}, win=win)
            await controller.watch.take_display(controller.ledger, name, shown)


async def _keep_displays(controller: Controller) -> None:
    while True:
        with suppress(LedgerError):
            await show_displays(controller)
        await asyncio.sleep(DISPLAYS_S)


async def _play_table(controller: Controller, dealer: Dealer, chance: Random) -> None:
    while True:
        if controller.status is not Status.ACTIVE:
            await asyncio.sleep(RETRY_S)
            continue
        try:
            await dealer.deal()
        except LedgerError as error:
            _log.warning("a dealer of the demonstration waits: %s", error)
            await asyncio.sleep(RETRY_S)
        await asyncio.sleep(chance.uniform(*BETWEEN_ROUNDS_S))


def _set_up(first: tuple[FirstPerson, ...], chosen: Sequence[PitTable]) -> Iterator[RoomCommand]:
    """Everything in the order in which it has to be there: people last, for then only they may change anything."""
    made: set[str] = set()
    for table in chosen:
        if table.link not in made:
            made.add(table.link)
            yield OpenJackpot(jackpot=table.link, terms=terms(table))
            yield from make_link(table.link, table.link, LOCATION)
        yield from furnish(table)
    yield from enrol(CONSOLE, DeviceKind.CONSOLE, CONSOLE_KEY)
    yield SetHouseRules(dealers_sign_in=True, why="every game has a dealer")
    yield FoundRoom(first=first)


def make_link(link: str, jackpot: str, location: str, key_of: Callable[[str], str] = demo_key) -> Iterator[RoomCommand]:
    """A link with its display."""
    yield MakeLink(link=link, jackpot=jackpot, location=location)
    yield from enrol(f"display {link}", DeviceKind.DISPLAY, key_of(f"display {link}"), link=link)


def furnish(table: PitTable, key_of: Callable[[str], str] = demo_key) -> Iterator[RoomCommand]:
    """A table with its keypad."""
    yield SetUpTable(
        table=table.name, link=table.link, controls=table.controls, denominations_micros=BETS_MICROS,
        limits=limits(table), maker=MAKER, **table.offer._asdict(),
    )  # fmt: skip
    yield from enrol(table.keypad, DeviceKind.KEYPAD, key_of(table.keypad), table=table.name)


def enrol(
    name: str, kind: DeviceKind, key: str, *, table: str = "", link: str = "", cards: tuple[str, ...] = ()
) -> Iterator[RoomCommand]:
    """A device with its key, switched on; once the room has people, it takes two of them."""
    digest = key_digest(key)
    yield EnrolDevice(device=name, device_kind=kind, key_sha256=digest, table=table, link=link, cards=cards)
    yield SwitchDevice(device=name, enabled=True, cards=cards)


# What the pages of the demonstration give away.


def demo_hints() -> Hints:
    """Every card, every key, and the table that is left for the visitor."""
    return Hints(cards=CARDS, console_key=CONSOLE_KEY, device_key=demo_key, free_table=tables()[-1].name)
