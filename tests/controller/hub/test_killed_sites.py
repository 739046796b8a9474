"""A hub and its rooms as real processes, killed with SIGKILL again and again: no millionth is lost or doubled."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from fairfelt.controller import Controller
from fairfelt.controller.hub import HubConnection
from tests.controller.dying_server import settings
from tests.controller.hub.site_server import line_to, play
from tests.controller.hub.sites import (
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
        work = [asyncio.create_task(it) for it in (HubConnection(room, line_to(port, "north")).run(), play(room))]
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


@pytest.mark.heavy
def test_a_hub_and_three_rooms_survive_two_hundred_kills(tmp_path: Path) -> None:
    assert play_and_kill(tmp_path, ("north", "south", "east"), kills=200) > 5
