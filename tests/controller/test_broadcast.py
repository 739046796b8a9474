"""What displays are told: whole states, each once, and an end when the server stops."""

from __future__ import annotations

import asyncio
from typing import Any

from fairfelt.controller import Broadcast

PATIENCE_S = 20.0


class Meter:
    """A link whose meter rises with every event."""

    def __init__(self) -> None:
        self.number = 1

    def drawn(self, link: str) -> tuple[int, dict[str, Any]] | None:
        return (self.number, {"meter": self.number * 10}) if link == "pit" else None


def test_a_display_is_told_each_state_once_and_let_go_at_the_end() -> None:
    async def scene() -> list[bytes]:
        meter = Meter()
        broadcast = Broadcast(meter.drawn)
        telling = asyncio.create_task(broadcast.run())
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
    assert frames == [
        b'id: 1\ndata: {"sequence":1,"meter":10}\n\n',
        b'id: 2\ndata: {"sequence":2,"meter":20}\n\n',
        b'id: 3\ndata: {"sequence":3,"meter":30}\n\n',
    ]


def test_a_link_that_is_not_there_is_not_shown() -> None:
    assert Broadcast(Meter().drawn).now("elsewhere") is None
