"""The server killed with SIGKILL again and again while several tables play: nothing acknowledged is ever missing."""

from __future__ import annotations

import asyncio
import http.client
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Condition, Thread
from typing import Any

import pytest

from fairfelt.jackpot import Level, Terms
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import snapshot
from fairfelt.room import DeviceKind, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot
from fairfelt.server import Controller
from fairfelt.server.cards import key_digest
from tests.room.floors import command
from tests.server.dying_server import settings
from tests.support.heavy import first_few
from tests.web.card_room import CARDS, enrolled, people

UNIT = 1_000_000
TABLES = 4
MOST_ANSWERS = 16
"""A server answers up to so many requests before it is killed."""
PATIENCE_S = 120
TERMS = Terms(
    name="mega",
    levels=(Level("Mega", 10_000 * UNIT, 150_001, 20_000), Level("Major", 1_000 * UNIT, 80_000, 9_999)),
    largest_increment_micros=25 * UNIT,
    executive_from_micros=5_000 * UNIT,
)
GAME = {"game": "flushes-gone-wild", "wager": "Multi-Game Link Progressive", "paytable": "ML01", "controls": "nexus"}


async def set_up(place: str) -> None:
    controller = Controller(settings(place))
    await controller.start()
    asked: list[RoomCommand] = [
        OpenJackpot(jackpot="mega", terms=TERMS),
        MakeLink(link="pit", jackpot="mega", location="Spokane"),
    ]
    for table in map(str, range(TABLES)):
        keypad, key = f"keypad {table}", key_digest(f"key-{table}")
        asked += [
            command("set up table", table=table, link="pit", **GAME),
            EnrolDevice(device=keypad, device_kind=DeviceKind.KEYPAD, table=table, key_sha256=key),
            SwitchDevice(device=keypad, enabled=True),
        ]
    for each in asked:
        answer = await controller.tell(each)
        assert not answer.refused, answer.body
    await controller.stop()


class Tally:
    """How many answers came in, so that somebody can wait for the next few."""

    def __init__(self) -> None:
        self.answers = 0
        self.over = False
        self._changed = Condition()

    def count(self) -> None:
        with self._changed:
            self.answers += 1
            self._changed.notify_all()

    def wait_for(self, more: int) -> None:
        with self._changed:
            goal = self.answers + more
            assert self._changed.wait_for(lambda: self.answers >= goal, PATIENCE_S), "no answers come any more"


class Table(Thread):
    """A keypad that plays round after round, and sends a command again until it is answered."""

    def __init__(self, port: int, table: str, tally: Tally, chance: Random) -> None:
        super().__init__(name=f"table {table}")
        self.port, self.table, self.tally, self.chance = port, table, tally, chance
        self.answers: dict[int, dict[str, Any]] = {}

    def run(self) -> None:
        number = 0
        while not self.tally.over:
            for part, body in self._round():
                number += 1
                self._until_answered(part, {"sequence": number, **body})

    def _round(self) -> list[tuple[str, dict[str, Any]]]:
        seats = sorted(self.chance.sample(range(1, 6), self.chance.randint(1, 5)))
        bets = [{"seat": seat, "amount_micros": self.chance.choice((5, 10)) * UNIT} for seat in seats]
        claim = {"seat": seats[0], "hand": "royal flush"}
        claims = [("hand", claim), ("hand", claim)] if self.chance.randrange(4) == 0 else []
        return [("start", {"bets": bets}), *claims, ("end", {})]

    def _until_answered(self, part: str, body: dict[str, Any]) -> None:
        while True:
            try:
                status, told = self._post(part, body)
            except (OSError, http.client.HTTPException):
                continue
            if status == 200:
                self.answers[body["sequence"]] = told
                self.tally.count()
                return
            assert status == 503, (status, told)

    def _post(self, part: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Authorization": f"Bearer key-{self.table}", "Content-Type": "application/json"}
        connection.request("POST", f"/api/tables/{self.table}/{part}", json.dumps(body), headers)
        response = connection.getresponse()
        told = json.loads(response.read())
        connection.close()
        return response.status, told


@contextmanager
def dying_server(place: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-m", "tests.server.dying_server", place]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdin
        try:
            yield process, int(process.stdout.readline())
        finally:
            process.stdin.close()


@pytest.mark.parametrize("lives", first_few([5, 200, 2_000], 1))
def test_nothing_acknowledged_is_missing_and_nothing_is_doubled(tmp_path: Path, lives: int) -> None:
    place, chance, tally = str(tmp_path / "room.db"), Random(1), Tally()
    asyncio.run(set_up(place))
    with dying_server(place) as (process, port):
        assert process.stdout and process.stdin
        tables = [Table(port, str(number), tally, Random(number)) for number in range(TABLES)]
        for table in tables:
            table.start()
        for _ in range(lives):
            tally.wait_for(chance.randint(1, MOST_ANSWERS))
            process.stdin.write("again\n")
            process.stdin.flush()
            assert process.stdout.readline() == "killed\n"
        tally.over = True
        for table in tables:
            table.join(PATIENCE_S)
            assert not table.is_alive()
    assert min(len(table.answers) for table in tables) > lives // 4
    hold_against_the_log(place, tables)


def hold_against_the_log(place: str, tables: list[Table]) -> None:
    """Each answer that came is the one on the log, once; the journal verifies with the room's own rules."""
    replayed = verify(place, Room())
    with snapshot(place) as taken:
        entries = [entry for entry in taken.entries() if entry.answer is not None]
    times = Counter((entry.device, entry.device_sequence) for entry in entries)
    assert max(times.values()) == 1
    stored = {(entry.device, entry.device_sequence): entry for entry in entries}
    for table in tables:
        for sequence, told in table.answers.items():
            entry = stored[f"keypad {table.table}", sequence]
            assert entry.answer
            assert told["number"] == entry.number
            assert told["state"] == json.loads(entry.answer.text)
        assert replayed.book.last_by_device[f"keypad {table.table}"] == len(table.answers)
    started = sum(json.loads(entry.body)["round"] > 0 for entry in entries if entry.kind == "game started/1")
    assert started == sum(table.round for table in replayed.state.tables.values())
    assert replayed.state.jackpots["mega"].book["pending/Mega"] == 0


async def with_people_and_a_display(place: str) -> None:
    await set_up(place)
    controller = Controller(settings(place))
    await controller.start()
    display = enrolled("display", DeviceKind.DISPLAY, "key-display", link="pit")
    for each in (*display, *people(CARDS, controller.pins.keep)):
        answer = await controller.tell(each)
        assert not answer.refused, answer.body
    await controller.stop()


def until_answered(port: int, method: str, path: str, key: str, body: object = None, session: str = "") -> Any:
    """What a server says that may be killed meanwhile, and comes back."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Fairfelt-Session": session}
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        try:
            connection.request(
                method, path, json.dumps(body) if body else None, {name: text for name, text in headers.items() if text}
            )
            response = connection.getresponse()
            told = json.loads(response.read())
        except (OSError, http.client.HTTPException):
            continue
        finally:
            connection.close()
        if response.status != 503:
            assert response.status in (200, 201), told
            return told


def test_a_round_with_a_paid_and_a_pending_hand_is_the_same_after_every_kill(tmp_path: Path) -> None:
    """Killed right after each answer: the table, its claim, the meter and the display are what they were."""
    place = str(tmp_path / "room.db")
    asyncio.run(with_people_and_a_display(place))
    with dying_server(place) as (process, port):
        assert process.stdout and process.stdin

        def look() -> tuple[Any, Any]:
            link = until_answered(port, "GET", "/api/links/pit", "key-display")
            return until_answered(port, "GET", "/api/tables/0", "key-0"), {**link, "sequence": 0}

        def press(number: int, part: str, session: str = "", **body: Any) -> Any:
            """Press, be killed, look; then the same press is answered as before and changes nothing."""
            sent = {"sequence": number, **body}
            told = until_answered(port, "POST", f"/api/tables/0/{part}", "key-0", sent, session)
            before = look()
            process.stdin.write("again\n")  # type: ignore[union-attr]
            process.stdin.flush()  # type: ignore[union-attr]
            assert process.stdout.readline() == "killed\n"  # type: ignore[union-attr]
            assert look() == before
            again = until_answered(port, "POST", f"/api/tables/0/{part}", "key-0", sent, signed_in() if session else "")
            assert (again["again"], again["number"], again["state"]) == (True, told["number"], told["state"])
            assert look() == before
            return before

        def signed_in() -> str:
            cards = ({"card": card, "pin": CARDS[card][2]} for card in ("E-1", "E-2"))
            return ", ".join(until_answered(port, "POST", "/api/sessions", "key-0", card)["token"] for card in cards)

        bets = [{"seat": seat, "amount_micros": 5 * UNIT} for seat in (1, 2)]
        _, link = press(1, "start", bets=bets)
        assert link["levels"][0]["amount_micros"] == 10_001_500_010, "the stored meter, not where a display rolls"
        press(2, "hand", seat=2, hand="four of a kind")
        press(3, "confirm", signed_in())
        table, link = press(4, "hand", seat=1, hand="royal flush")
    assert ([award["seat"] for award in table["awarded"]], table["claims"][0]["seat"]) == ([2], 1)
    assert (link["pending"][0]["amount_micros"], link["pending"][0]["locked"]) == (10_001_510_000, True), (
        "to the next cent"
    )
    assert verify(place, Room()).state.tables["0"].round == 1
