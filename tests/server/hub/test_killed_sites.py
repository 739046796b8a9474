"""A hub and its rooms as real processes, killed with SIGKILL again and again: no millionth is lost or doubled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from fairfelt.ledger.copies.archiving import archive, plan_archive
from fairfelt.ledger.store import snapshot
from fairfelt.room.hub.accounts import HubLine
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.server import Controller
from tests.room.floors import UNIT, command
from tests.server.dying_server import settings
from tests.server.hub.site_server import line_to, play
from tests.server.hub.sites import (
    WIDE,
    check_sites,
    floor_of,
    found_hub,
    found_room,
    kill,
    site,
    taken,
    wait_until,
)


def wait_for_play(port: int, room: str) -> None:
    """Until the hub has taken more from a room."""
    before = taken(port, room)
    wait_until(lambda: taken(port, room) not in (-1, before), f"{room} plays")


def play_and_kill(folder: Path, rooms: tuple[str, ...], kills: int) -> int:
    """Play, kill one of the sites again and again, and hold all journals against each other; gives the awards."""
    places = {room: folder / f"{room}.db" for room in rooms}
    for room, word in found_hub(folder / "hub.db", *rooms).items():
        found_room(places[room], word)
    chance = Random(19)
    with ExitStack() as running:
        hub, port = running.enter_context(site(folder / "hub.db"))
        processes = [hub]
        for room, place in places.items():
            processes.append(running.enter_context(site(place, room, str(port)))[0])
        for _ in range(kills):
            wait_for_play(port, chance.choice(rooms))
            kill(chance.choice(processes))
        for room in rooms:
            wait_for_play(port, room)
    found = floor_of(folder / "hub.db")
    check_sites(found, {room: floor_of(place) for room, place in places.items()})
    return found.jackpots[WIDE].counts.of("Mega").hits


def test_a_room_plays_on_while_its_hub_is_killed(tmp_path: Path) -> None:
    """The hub is a process of its own; the room plays here, and loses nothing that it counted meanwhile."""
    place = tmp_path / "north.db"
    found_room(place, found_hub(tmp_path / "hub.db", "north")["north"])

    async def night(port: int) -> None:
        room = Controller(settings(str(place)))
        await room.start()
        work = [asyncio.create_task(it) for it in (line_to(room, port, "north").run(), play(room))]
        await asyncio.to_thread(wait_for_play, port, "north")
        kill(process)
        await asyncio.to_thread(wait_for_play, port, "north")
        for task in work:
            task.cancel()
        await asyncio.gather(*work, return_exceptions=True)
        await room.stop()

    with site(tmp_path / "hub.db") as (process, port):
        asyncio.run(night(port))
    check_sites(floor_of(tmp_path / "hub.db"), {"north": floor_of(place)})


def play_rounds(room: Controller, rounds: int) -> Coroutine[None, None, None]:
    """Rounds at the first table."""

    async def play_them() -> None:
        for _ in range(rounds):
            for asked in (command("start game", table="T1", bets={"1": UNIT}), command("end game", table="T1")):
                answer = await room.ask("keypad T1", room.ledger.next_sequence("keypad T1"), asked)
                assert not answer.refused, answer.body

    return play_them()


def test_a_hub_takes_a_room_with_an_archive_and_none_on_an_older_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forked journals were taken once they had outgrown what the hub knew."""
    monkeypatch.setattr("fairfelt.ledger.ledger.CLOSING_SHARE", 1_000)
    place, older = tmp_path / "north.db", tmp_path / "older.db"
    found_room(place, found_hub(tmp_path / "hub.db", "north")["north"])

    async def evening(at: Path, port: int, rounds: int) -> tuple[HubLine, int]:
        """Play and report as a server that has just begun."""
        room = Controller(settings(str(at)))
        await room.start()
        await play_rounds(room, rounds)
        line = line_to(room, port, "north")
        for _ in range(2):
            await line.turn()
        found = room.floor.hub_lines[WIDE], room.head.number
        await room.stop()
        return found

    def copied(source: Path, to: Path) -> None:
        for suffix in ("", ".head"):
            if (file := Path(f"{source}{suffix}")).exists():
                Path(f"{to}{suffix}").write_bytes(file.read_bytes())

    with site(tmp_path / "hub.db") as (_, port):
        assert asyncio.run(evening(place, port, 3))[0].current
        copied(place, older)
        line, known = asyncio.run(evening(place, port, 150))
        assert line.current
        archive(place, plan_archive(place))
        with snapshot(place) as taken:
            assert taken.archive.last > 0
        behind, head = asyncio.run(evening(older, port, 1))
        assert "an older copy of its journal" in behind.why
        assert not asyncio.run(evening(older, port, (known - head) // 2 + 1))[0].current
        with snapshot(tmp_path / "hub.db") as taken:
            said = [entry.body for entry in taken.entries(kinds=["refused/1"])]
        assert "the journal was forked" in said[-1], "it has outgrown what the hub knows"
        assert asyncio.run(evening(place, port, 2))[0].current, "the newest copy is taken as before"
    hub = floor_of(tmp_path / "hub.db")
    assert [alarm.kind for alarm in hub.alarms.values()] == [AlarmKind.REPORT_REFUSED]
    check_sites(hub, {"north": floor_of(place)})


@pytest.mark.heavy
def test_a_hub_and_three_rooms_survive_two_hundred_kills(tmp_path: Path) -> None:
    assert play_and_kill(tmp_path, ("north", "south", "east"), kills=200) > 5
