"""Where a room looks for its hub, and how long it plays on without it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt.server import Controller
from fairfelt.server.hub import HubClient, HubConnection
from tests.room.floors import UNIT, command
from tests.server.dying_server import settings
from tests.server.hub.sites import WIDE, floor_of, found_hub, found_room

DAY_S = 86_400


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("hub.example", "is not the address of a hub"),
        ("ftp://hub.example", "is not the address of a hub"),
        ("http://hub.example", "would send the room's key in the clear"),
    ],
)
def test_an_address_that_is_none_or_not_safe_is_refused(url: str, sentence: str) -> None:
    """A key once went to any address in the clear."""
    with pytest.raises(ValueError, match=sentence):
        HubClient(url, "key")


@pytest.mark.parametrize("url", ["https://hub.example", "http://127.0.0.1:8000", "http://localhost:8000"])
def test_others_are_taken(url: str) -> None:
    HubClient(url, "key").close()


def test_play_stops_when_a_room_was_cut_off_for_as_long_as_it_may_whatever_restarts(tmp_path: Path) -> None:
    """Counted from the first silence on the journal: a server that begins anew begins no new day."""
    place, now_s = tmp_path / "room.db", [4_000_000_000.0]
    found_room(place, found_hub(tmp_path / "hub.db", "north")["north"], stops_after_s=DAY_S)

    async def live(*passing_s: float) -> list[tuple[bool, bool]]:
        """One server: whether the room is in touch and may start a game, after each time that passes."""
        held = replace(settings(str(place)), clock=lambda: int(now_s[0] * 1_000_000), seconds=lambda: now_s[0])
        room = Controller(held)
        await room.start()
        line, seen = HubConnection(room, HubClient("http://127.0.0.1:1", "key-north")), []
        for passed_s in passing_s:
            now_s[0] += passed_s
            await line.turn()
            for asked in (command("start game", table="T1", bets={"1": UNIT}), command("end game", table="T1")):
                answer = await room.ask("keypad T1", room.ledger.next_sequence("keypad T1"), asked)
            seen.append((room.floor.hub_lines[WIDE].current, not answer.refused))
        await room.stop()
        return seen

    assert asyncio.run(live(1, 5)) == [(True, True), (False, True)]
    assert asyncio.run(live(DAY_S - 1)) == [(False, True)]
    assert asyncio.run(live(0.5, 5)) == [(False, True), (False, False)]
    assert asyncio.run(live(0)) == [(False, False)]
    played = floor_of(place)
    assert played.tables["T1"].round == 4
    assert sum(played.jackpots[WIDE].share.counted.values()) == 4 * UNIT * 26 // 100, "all of it is owed to the hub"  # type: ignore[union-attr]
