"""Setting the demonstration up, and keeping it going."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from fairfelt.controller import Controller, Status
from fairfelt.controller.keys import key_digest
from fairfelt.ledger import LedgerError
from fairfelt.room import DeviceKind

from .dealer import Dealer
from .law import do_office_work, file_papers
from .people import CARDS, EXECUTIVES
from .tables import BETS_MICROS, DemoTable, demo_key, limits, tables, terms

CONSOLE, CONSOLE_KEY = "demo console", "demo-console"
LOCATION = "The demonstration room"
BETWEEN_ROUNDS_S = (1.0, 4.0)
RETRY_S = 1.0
_log = logging.getLogger(__name__)


class NotADemonstration(Exception):  # noqa: N818  (it reads as what happened)
    """The database holds a real room."""


async def open_demonstration(controller: Controller, chosen: Sequence[DemoTable] = ()) -> None:
    """Set up the room if it is new, with all tables or those chosen; its people approve software that has changed."""
    floor = controller.floor
    if not (floor.devices or floor.people):
        secrets = {card.card: await asyncio.to_thread(controller.pins.keep, card.pin) for card in CARDS}
        for kind, body in _set_up(secrets, chosen or tables()):
            answer = await controller.tell(kind, body)
            assert not answer.refused, answer.body
        await file_papers(controller)
    elif CONSOLE not in floor.devices:
        raise NotADemonstration("this database holds a room that is no demonstration: leave --demo away")
    if controller.floor.software_fault:
        body = {"digest": controller.floor.found, "document": "the demonstration", "cards": EXECUTIVES}
        await controller.tell("approve software", body)


async def demonstrate(controller: Controller) -> None:
    """Open the room as soon as its controller is active, and play it until cancelled."""
    while controller.status is not Status.ACTIVE:
        await asyncio.sleep(RETRY_S)
    await open_demonstration(controller)
    await play_demonstration(controller)


async def play_demonstration(controller: Controller, chance: Random | None = None) -> None:
    """Play every table but the last, which is left for visitors, until cancelled."""
    chance = chance or Random()
    dealers = [Dealer(table, controller, Random(chance.random())) for table in tables()[:-1]]
    playing = (_play_table(controller, dealer, Random(chance.random())) for dealer in dealers)
    await asyncio.gather(do_office_work(controller), *playing)


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


def _set_up(secrets: dict[str, str], chosen: Sequence[DemoTable]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything in the order in which it has to be there: people last, for then only they may change anything."""
    made: set[str] = set()
    for table in chosen:
        if table.link not in made:
            made.add(table.link)
            yield "open jackpot", {"jackpot": table.link, "terms": terms(table).to_dict()}
            yield "make link", {"link": table.link, "jackpot": table.link, "location": LOCATION}
            yield from _device(f"display {table.link}", DeviceKind.DISPLAY, link=table.link)
        place = {"table": table.name, "link": table.link, "controls": table.controls.value}
        bets = {"denominations_micros": list(BETS_MICROS), **limits(table)}
        yield "set up table", {**place, **table.body, **bets}
        yield from _device(table.keypad, DeviceKind.KEYPAD, table=table.name)
    yield from _device(CONSOLE, DeviceKind.CONSOLE)
    for card in CARDS:
        by = {"cards": EXECUTIVES[:1]}
        yield "add person", {"person": card.person, "name": card.name, "role": card.role.value, **by}
        yield "issue card", {"card": card.card, "person": card.person, "secret": secrets[card.card], **by}


def _device(name: str, kind: DeviceKind, **at: str) -> Iterator[tuple[str, dict[str, Any]]]:
    key = CONSOLE_KEY if kind is DeviceKind.CONSOLE else demo_key(name)
    yield "enrol device", {"device": name, "kind": kind.value, "key_sha256": key_digest(key), **at}
    yield "switch device", {"device": name, "enabled": True}
