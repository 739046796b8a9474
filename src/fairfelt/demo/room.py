"""Setting the demonstration up, and keeping it going."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random

from fairfelt.controller import Controller, Status
from fairfelt.controller.keys import key_digest
from fairfelt.controller.watching.displays import Shown
from fairfelt.ledger import LedgerError
from fairfelt.room import DeviceKind
from fairfelt.room.commands import RoomCommand
from fairfelt.room.commands.closing import ApproveSoftware
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.people import FoundRoom, SetHouseRules
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot, SetUpTable
from fairfelt.room.events.people import FirstPerson

from .dealer import Dealer
from .law import do_office_work, file_papers
from .people import CARDS, EXECUTIVES, DemoCard
from .tables import BETS_MICROS, DemoTable, demo_key, limits, standing, tables, terms

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
    controller: Controller, chosen: Sequence[DemoTable] = (), people: Sequence[DemoCard] = CARDS
) -> None:
    """Set up the room if it is new, with all tables or those chosen; its people approve software that has changed."""
    floor = controller.floor
    if not (floor.devices or floor.people):
        pins = {card.pin for card in people}
        secrets = {pin: await asyncio.to_thread(controller.pins.keep, pin) for pin in sorted(pins)}
        first = [FirstPerson(card.person, card.name, card.role, card.card, secrets[card.pin]) for card in people]
        for command in _set_up(first, chosen or tables()):
            answer = await controller.tell(command)
            assert not answer.refused, answer.body
        await show_displays(controller)
        await file_papers(controller)
    elif CONSOLE not in floor.devices:
        raise NotADemonstration(NOT_ONE)
    if controller.floor.software_fault:
        approval = ApproveSoftware(digest=controller.floor.found, document="the demonstration", cards=EXECUTIVES)
        await controller.tell(approval)


async def demonstrate(controller: Controller) -> None:
    """Open the room as soon as its controller is active, and play it until cancelled."""
    while controller.status is not Status.ACTIVE:
        await asyncio.sleep(RETRY_S)
    await open_demonstration(controller)
    await play_demonstration(controller)


async def play_demonstration(controller: Controller, chance: Random | None = None) -> None:
    """Play every table but the last, which is left for visitors, until cancelled: one dealer at each.

    What fails at one table ends all: whoever begins again has not the old dealers beside the new ones.
    """
    chance = chance or Random()
    dealers = [Dealer(table, controller, Random(chance.random())) for table in standing(controller.floor)[:-1]]
    async with asyncio.TaskGroup() as playing:
        playing.create_task(do_office_work(controller))
        playing.create_task(_keep_displays(controller))
        for dealer in dealers:
            playing.create_task(_play_table(controller, dealer, Random(chance.random())))


async def show_displays(controller: Controller) -> None:
    """The monitors of the demonstration, which nobody has: each says that it shows what it should."""
    committed = controller.ledger.committed
    for name, device in committed.state.devices.items():
        if device.kind is DeviceKind.DISPLAY and device.enabled:
            last = committed.state.last_wins.get(committed.state.links[device.link].jackpot, ())
            shown = Shown(committed.head.number, {}, last[-1].number if last else 0)
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


def _set_up(first: Sequence[FirstPerson], chosen: Sequence[DemoTable]) -> Iterator[RoomCommand]:
    """Everything in the order in which it has to be there: people last, for then only they may change anything."""
    made: set[str] = set()
    for table in chosen:
        if table.link not in made:
            made.add(table.link)
            yield OpenJackpot(jackpot=table.link, terms=terms(table))
            yield MakeLink(link=table.link, jackpot=table.link, location=LOCATION)
            yield from _device(f"display {table.link}", DeviceKind.DISPLAY, link=table.link)
        yield SetUpTable(
            table=table.name,
            link=table.link,
            controls=table.controls,
            denominations_micros=BETS_MICROS,
            limits=limits(table),
            game=table.game.slug,
            variant=table.game.variant,
            wager=table.wager,
            paytable=table.paytable.name,
            maker=MAKER,
        )
        yield from _device(table.keypad, DeviceKind.KEYPAD, table=table.name)
    yield from _device(CONSOLE, DeviceKind.CONSOLE)
    yield SetHouseRules(dealers_sign_in=True, why="every game has a dealer")
    yield FoundRoom(first=tuple(first))


def _device(name: str, kind: DeviceKind, table: str = "", link: str = "") -> Iterator[RoomCommand]:
    key = CONSOLE_KEY if kind is DeviceKind.CONSOLE else demo_key(name)
    yield EnrolDevice(device=name, device_kind=kind, key_sha256=key_digest(key), table=table, link=link)
    yield SwitchDevice(device=name, enabled=True)
