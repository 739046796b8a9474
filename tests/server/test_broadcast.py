"""What displays are told: whole states, each once, and an end when the server stops."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fairfelt.room.views import LinkDisplay, MeterState
from fairfelt.server import Broadcast
from fairfelt.server.room_view import MOST_STREAMS

PATIENCE_S = 120
EMPTY: dict[str, Any] = {
    "link": "pit", "currency": "USD", "tables": (), "pending": (), "last_win": None, "closed": "",
}  # fmt: skip


class Meter:
    """A link whose meter rises with every event."""

    def __init__(self) -> None:
        self.number = 1

    def drawn(self, link: str) -> LinkDisplay | None:
        meter = MeterState(name="Mega", amount_micros=self.number * 10, shown_micros=0, limit_reached=False)
        return LinkDisplay(levels=(meter,), sequence=self.number, **EMPTY) if link == "pit" else None


def test_a_display_is_told_each_state_once_and_let_go_at_the_end() -> None:
    async def scene() -> list[bytes]:
        meter = Meter()
        broadcast = Broadcast(meter.drawn)
        telling = asyncio.create_task(broadcast.run())
        await asyncio.sleep(0)  # it listens before anybody watches, as in a server
        frames: list[bytes] = []

        async def watch() -> None:
            async for frame in broadcast.watch("pit"):
                frames.append(frame)
                if meter.number < 3:
                    meter.number += 1
                    broadcast.commit()
                else:
                    broadcast.close()

        await asyncio.wait_for(watch(), PATIENCE_S)
        assert broadcast.watching == 0
        telling.cancel()
        return frames

    frames = asyncio.run(scene())
    numbered = [frame.removesuffix(b"\n\n").split(b"\ndata: ") for frame in frames]
    assert [number for number, _ in numbered] == [b"id: 1", b"id: 2", b"id: 3"]
    told = [json.loads(data) for _, data in numbered]
    assert [(page["sequence"], page["levels"][0]["amount_micros"]) for page in told] == [(1, 10), (2, 20), (3, 30)]


def test_who_begins_to_watch_is_told_the_newest_state() -> None:
    """A display that woke drew the jackpot of before its win: that state had been drawn for others a moment ago."""

    async def scene() -> list[bytes]:
        meter = Meter()
        broadcast = Broadcast(meter.drawn)
        telling = asyncio.create_task(broadcast.run())
        await asyncio.sleep(0)
        others = broadcast.watch("pit")
        frames = [await anext(others)]
        meter.number += 1
        broadcast.commit()
        woken = broadcast.watch("pit")
        frames.append(await anext(woken))
        telling.cancel()
        return frames

    frames = asyncio.run(asyncio.wait_for(scene(), PATIENCE_S))
    assert [frame.partition(b"\n")[0] for frame in frames] == [b"id: 1", b"id: 2"]


def test_a_link_that_is_not_there_is_not_shown() -> None:
    assert Broadcast(Meter().drawn).now("elsewhere") is None


def test_one_device_has_so_many_streams_and_no_more() -> None:
    """Three thousand streams with one display's key slowed every keypad."""

    async def scene() -> list[bool]:
        broadcast = Broadcast(Meter().drawn)
        streams = [broadcast.watch("pit", "display 1") for _ in range(MOST_STREAMS)]
        for stream in streams:
            await anext(stream)
        found = [broadcast.may_watch("display 1"), broadcast.may_watch("display 2")]
        await streams[0].aclose()  # type: ignore[attr-defined]
        return [*found, broadcast.may_watch("display 1")]

    assert asyncio.run(scene()) == [False, True, True]
