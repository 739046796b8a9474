"""Sets up the journals of a hub and its rooms, and holds what they say against each other."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fairfelt.ledger.audit import verify
from fairfelt.room import Floor, Room
from fairfelt.room.hub.hub_events import HubWord, hub_word
from fairfelt.room.hub.room import OfferJackpot
from fairfelt.server import Controller
from fairfelt.server.cards import key_digest
from fairfelt.server.hub import HubClient
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, PEOPLE, command, first_person, keep_secrets
from tests.server.dying_server import settings

WIDE = "wide"
TABLES = ("T1", "T2")
PATIENCE_S = 120
LIMITS = {"tables": 1_000, "seats": 20, "rounds_per_hour": 3_600, "awards_per_day": 100_000}
QUICK = {"limits": {**LIMITS, "confirm_from_micros": 10**15}, "why": "they play by themselves, and very quickly"}
FIRST = [first_person(name, role) for name, role in PEOPLE.items()]


async def _tell(place: Path, *asked: Any) -> Controller:
    controller = Controller(settings(str(place)))
    await controller.start()
    for each in asked:
        answer = await controller.tell(each if not isinstance(each, tuple) else command(each[0], **each[1]))
        assert not answer.refused, answer.body
    return controller


def found_hub(place: Path, *rooms: str) -> dict[str, HubWord]:
    """A hub with a link and a device for each room; gives what it says to each."""

    async def found() -> dict[str, HubWord]:
        steps: list[Any] = [("open jackpot", {"jackpot": WIDE, "terms": MEGA})]
        for room in rooms:
            key = {"device": room, "device_kind": "room", "link": f"to {room}", "key_sha256": key_digest(f"key-{room}")}
            steps += [
                ("make link", {"link": f"to {room}", "jackpot": WIDE, "location": room}),
                ("enrol device", key),
                ("switch device", {"device": room, "enabled": True}),
            ]
        steps.append(("found room", {"first": FIRST}))
        steps += [("limit room", {"room": room, **QUICK, "cards": ["card ann", "card bob"]}) for room in rooms]
        controller = await _tell(place, *steps)
        words = {room: hub_word(controller.floor, room, controller.head.number) for room in rooms}
        await controller.stop()
        return words

    words = asyncio.run(found())
    keep_secrets(place)
    return words


def found_room(place: Path, word: HubWord, **joining: Any) -> None:
    """A room that has joined the hub, with tables and people."""

    async def found() -> None:
        steps: list[Any] = [
            OfferJackpot(word=word),
            ("join hub", {"jackpot": WIDE, "document": "contract", **joining}),
            ("make link", {"link": "pit", "jackpot": WIDE, "location": word.room}),
        ]
        for table in TABLES:
            plan = {"game": "flushes-gone-wild", "wager": LINK_PROGRESSIVE, "paytable": "ML01", "maker": MAKER}
            key = {"device": f"keypad {table}", "device_kind": "keypad", "table": table}
            steps += [
                ("set up table", {"table": table, "link": "pit", **plan}),
                ("enrol device", {**key, "key_sha256": key_digest(f"key-{table}")}),
                ("switch device", {"device": f"keypad {table}", "enabled": True}),
            ]
        controller = await _tell(place, *steps, ("found room", {"first": FIRST}))
        await controller.stop()

    asyncio.run(found())
    keep_secrets(place)


@contextmanager
def site(place: Path, *room: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server of one of them; a line to it kills it, and a new one begins."""
    program = [sys.executable, "-m", "tests.server.hub.site_server", str(place), *room]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdin
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.stdin.close()


def kill(process: subprocess.Popen[str]) -> None:
    """Kill the server; another begins at once."""
    assert process.stdin and process.stdout
    process.stdin.write("die\n")
    process.stdin.flush()
    assert process.stdout.readline() == "killed\n"


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Until something is so, or patience ends."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, f"it never happened: {what}"
        time.sleep(0.02)


def taken(port: int, room: str) -> int:
    """What the hub has taken of a room; nothing while it does not answer."""
    client = HubClient(f"http://127.0.0.1:{port}", f"key-{room}")
    try:
        return sum(client.word().taken.values())
    except Exception:
        return -1
    finally:
        client.close()


def floor_of(place: Path) -> Floor:
    """A journal verified from the first event on, and its floor."""
    return verify(place, Room()).state


def check_sites(hub: Floor, rooms: dict[str, Floor]) -> None:
    """To the millionth: what rooms counted is what the hub took and what is owed; each award was paid once."""
    book = hub.jackpots[WIDE].book
    assert book.is_balanced
    assert -book["rooms"] == sum(account.taken_micros for account in hub.rooms.values())
    for name, floor in rooms.items():
        jackpot, account = floor.jackpots[WIDE], hub.rooms[name]
        share = jackpot.share
        assert share
        assert jackpot.book.is_balanced
        assert jackpot.book["owed"] == sum(share.counted.values()) - sum(share.taken.values())
        assert sum(share.counted.values()) >= account.taken_micros - _given_back(floor) >= 0
        paid = sum(jackpot.counts.of(level.name).won_micros for level in jackpot.terms.levels)
        waits = [
            claim for claim in account.claims.values()
            if claim.confirmed and floor.tables[claim.told.at_table].claim_order == claim.told.claim
        ]  # fmt: skip
        assert account.won_micros == paid + sum(prize.amount_micros for claim in waits for prize in claim.prizes)
    levels = hub.jackpots[WIDE].terms.levels
    hub_paid = sum(hub.jackpots[WIDE].counts.of(level.name).won_micros for level in levels)
    assert hub_paid == sum(account.won_micros for account in hub.rooms.values()) == book["paid"]


def _given_back(floor: Floor) -> int:
    """What the hub took of wagers that went back since."""
    share = floor.jackpots[WIDE].share
    assert share
    return max(0, sum(share.taken.values()) - sum(share.counted.values()))
