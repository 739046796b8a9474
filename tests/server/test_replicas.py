"""Two servers and one PostgreSQL: one is killed, the other goes on, and replicas show what was committed all along."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room import DeviceKind
from fairfelt.room.commands.closing import CloseFloor
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.server import Controller, Replica, Status
from fairfelt.server.cards import key_digest
from fairfelt.server.room_view import ONLY_SHOWS, STALE_S
from fairfelt.web.api.endpoint import Call, Numbered
from fairfelt.web.http.telemetry import Metrics
from tests.server.dying_server import settings
from tests.server.test_killed_server import PATIENCE_S, Table, Tally, dying_server, hold_against_the_log, set_up
from tests.support.heavy import examples
from tests.support.postgres import fresh_schema

TAKEOVERS = examples(1, 8)
ANSWERS = 20
PAUSE_S = 0.1
"""Between two questions to servers of which none answers: who asks at once keeps them from starting."""
DISPLAY_KEY = "key of the display"


async def with_a_display(place: str) -> None:
    """The room, and a display that may watch its link."""
    await set_up(place)
    controller = Controller(settings(place))
    await controller.start()
    name, key = "display 1", key_digest(DISPLAY_KEY)
    for command in (
        EnrolDevice(device=name, device_kind=DeviceKind.DISPLAY, link="pit", key_sha256=key),
        SwitchDevice(device=name, enabled=True),
    ):
        answer = await controller.tell(command)
        assert not answer.refused, answer.body
    await controller.stop()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():
            await asyncio.sleep(0.01)


def play(scene: Callable[[str], Awaitable[None]], place: str) -> None:
    async def played() -> None:
        await with_a_display(place)
        await scene(place)

    asyncio.run(played())


def _is_level(replica: Replica, active: Controller) -> bool:
    return replica.status is Status.REPLICA and replica.head == active.head


def test_replicas_show_what_is_committed_and_take_nothing(place: str) -> None:
    async def scene(place: str) -> None:
        active, replicas = Controller(settings(place)), [Replica(settings(place)) for _ in range(3)]
        for controller in (active, *replicas):
            await controller.start()
        for number in range(3):
            await active.tell(CloseFloor(reason=f"reason {number}"))
            for replica in replicas:
                await until(partial(_is_level, replica, active))
                assert replica.floor == active.floor
                assert replica.broadcast.now("pit") == active.broadcast.now("pit")
        for replica in replicas:
            call = Call(
                room=replica, metrics=Metrics(), path={}, body=Numbered(sequence=1), query=None, device="console"
            )
            with pytest.raises(LedgerUnavailable, match=ONLY_SHOWS):
                await call.ask(CloseFloor(reason="a try"))
            await replica.stop()
        await active.stop()

    play(scene, place)


def test_a_state_that_is_not_current_is_not_shown(tmp_path: Path) -> None:
    async def scene(place: str) -> None:
        now_s = [0.0]
        replica = Replica(replace(settings(place), seconds=lambda: now_s[0]))
        with pytest.raises(LedgerUnavailable, match="is reading the journal"):
            _ = replica.floor
        await replica.start()
        await until(lambda: replica.status is Status.REPLICA)
        await replica.stop()
        replica._stand(Status.REPLICA)
        now_s[0] += STALE_S
        assert replica.floor.links
        now_s[0] += 2
        assert replica.age_s == STALE_S + 2
        with pytest.raises(LedgerUnavailable, match="the journal was last read 7 seconds ago: this is not current"):
            _ = replica.floor

    play(scene, str(tmp_path / "room.db"))


def test_a_replica_without_an_active_server_shows_nothing_as_current(server: str) -> None:
    """Displays went on to show the meters though no table could start a game."""

    async def scene(place: str) -> None:
        now_s = [0.0]
        replica = Replica(replace(settings(place), seconds=lambda: now_s[0]))
        active = Controller(settings(place))
        await active.start()
        await replica.start()
        await until(lambda: _is_level(replica, active))
        await active.stop()
        await until(lambda: not replica._follower.has_writer)
        assert replica.broadcast.now("pit"), "another server may take over in a moment"
        now_s[0] += STALE_S + 2
        with pytest.raises(LedgerUnavailable, match="had its last server 7 seconds ago: this is not current"):
            replica.broadcast.now("pit")
        active = Controller(settings(place))
        await active.start()
        await until(lambda: replica.age_s == 0 and _is_level(replica, active))
        await replica.stop()
        await active.stop()

    play(scene, fresh_schema(server))


class TravellingTable(Table):
    """A keypad that knows two servers, and turns to the other one when it is not answered."""

    def __init__(self, ports: list[int], table: str, tally: Tally) -> None:
        super().__init__(ports[0], table, tally, Random(table))
        self._ports = cycle(ports)
        self.daemon = True  # a test that fails leaves it without a server

    def _post(self, part: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        try:
            status, told = super()._post(part, body)
        except (OSError, http.client.HTTPException):
            self._turn()
            raise
        if status != 200:
            self._turn()
        return status, told

    def _turn(self) -> None:
        self.port = next(self._ports)
        sleep(PAUSE_S)


@contextmanager
def showing(place: str) -> Iterator[int]:
    """A replica as a process of its own, and its port; started isolated, it would compile all source first."""
    words = ["serve", "--database", place, "--port", "0", "--read-only", "--log", "error"]
    command = [sys.executable, "-c", "import sys; from fairfelt.cli import main; sys.exit(main(sys.argv[1:]))", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        try:
            yield int(process.stdout.readline().split()[3].rpartition(":")[2])
        finally:
            process.terminate()


def ask(port: int, path: str, method: str = "GET") -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request(method, path, headers={"Authorization": f"Bearer {DISPLAY_KEY}"})
    response = connection.getresponse()
    told = json.loads(response.read())
    connection.close()
    return response.status, told


def streamed(port: int) -> dict[str, Any]:
    """The first state that a display is told when it begins to watch."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", "/api/links/pit/stream", headers={"Authorization": f"Bearer {DISPLAY_KEY}"})
    response = connection.getresponse()
    assert response.readline().startswith(b"id: ")
    told: dict[str, Any] = json.loads(response.readline().removeprefix(b"data: "))
    connection.close()
    return told


def page_of(port: int, path: str) -> tuple[int, str]:
    """A page for a browser that was not paired, and what it says about that."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", path)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    found = re.search("this browser is no display of link pit", text, re.IGNORECASE)
    return response.status, found.group().lower() if found else text


async def shown_from(port: int, number: int) -> dict[str, Any]:
    """The state of the link, once it contains an event."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            status, told = await asyncio.to_thread(ask, port, "/api/links/pit")
            if status == 200 and told["sequence"] >= number:
                return told
            await asyncio.sleep(0.05)


def test_the_other_server_takes_over_and_nothing_is_lost(server: str) -> None:
    place, tally = fresh_schema(server), Tally()
    asyncio.run(with_a_display(place))
    with dying_server(place) as one, dying_server(place) as other, showing(place) as replica:
        servers = {port: process for process, port in (one, other)}
        tables: list[Table] = [TravellingTable(list(servers), str(number), tally) for number in range(4)]
        for table in tables:
            table.start()
        for _ in range(TAKEOVERS):
            tally.wait_for(ANSWERS)
            active = next(port for port in servers if ask(port, "/healthz")[1]["status"] == "active")
            kill(servers[active])
            tally.wait_for(1)
            known = max(told["number"] for table in tables for told in table.answers.copy().values())
            assert asyncio.run(shown_from(replica, known))["sequence"] >= known
        tally.over = True
        for table in tables:
            table.join(PATIENCE_S)
            assert not table.is_alive()
        last = max(told["number"] for table in tables for told in table.answers.values())
        assert asyncio.run(shown_from(replica, last)) == streamed(replica)
        assert page_of(replica, "/display/pit") == (403, "this browser is no display of link pit")
        status, told = ask(replica, "/api/tables/0/start", "POST")
        assert (status, told["detail"]) == (503, ONLY_SHOWS.capitalize())
        health = ask(replica, "/healthz")[1]
        assert health["status"] == "replica"
        assert 0 <= health.get("age_ms", 0) < 1_000 * STALE_S
    hold_against_the_log(place, tables)


def kill(process: subprocess.Popen[str]) -> None:
    """SIGKILL for the server; another one comes to stand by in its place."""
    assert process.stdin and process.stdout
    process.stdin.write("again\n")
    process.stdin.flush()
    assert process.stdout.readline() == "killed\n"
