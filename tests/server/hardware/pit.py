"""A served room with a table controller at its first table, a broker, and bridges that may die."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

from fairfelt.room import DeviceKind
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.runtime.formats import convert
from fairfelt.server.cards import key_digest
from fairfelt.server.hardware.bridge import Bridge
from fairfelt.server.hardware.room_api import BridgeSettings
from tests.server.hardware.broker import mosquitto
from tests.server.hardware.controller import PATIENCE_S
from tests.web.card_room import CardRoom

KEY = "the key of the table controller"


class RunningBridge:
    """A bridge in a thread of its own, which may be ended at any moment."""

    def __init__(self, settings: BridgeSettings) -> None:
        self._settings = settings
        self.start()

    def start(self) -> None:
        """Let one begin, and wait until it listens."""
        self._loop = asyncio.new_event_loop()
        self._bridge = Bridge(self._settings)
        self._thread = Thread(target=self._run)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._bridge.connected.wait(), self._loop).result(PATIENCE_S)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._task = self._loop.create_task(self._bridge.run())
        self._loop.run_until_complete(asyncio.wait([self._task]))
        self._loop.close()

    @property
    def dropped(self) -> Mapping[str, int]:
        """Messages that were not carried out, by device."""
        return self._bridge.dropped

    def dispatch(self, at_topic: str, payload: bytes) -> None:
        """A message that the broker had kept."""
        self._bridge._dispatch({}, SimpleNamespace(topic=at_topic, payload=payload, properties=None))  # type: ignore[arg-type]

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join(PATIENCE_S)


@contextmanager
def bridged(settings: BridgeSettings) -> Iterator[RunningBridge]:
    """A bridge while it is wanted."""
    bridge = RunningBridge(settings)
    try:
        yield bridge
    finally:
        bridge.kill()


@contextmanager
def open_pit(folder: Path) -> Iterator[tuple[CardRoom, BridgeSettings]]:
    """A served room with a table controller at T1, and a broker."""
    room = CardRoom(folder)
    two = ("E-1", "E-2")
    enrolled = EnrolDevice(
        device="controller T1", device_kind=DeviceKind.KEYPAD, key_sha256=key_digest(KEY), table="T1", cards=two
    )
    room.set_up(enrolled, SwitchDevice(device="controller T1", enabled=True, cards=two))
    room.start()
    try:
        with mosquitto(folder) as (port, _):
            told: dict[str, Any] = {
                "room": room.url, "broker": {"port": port}, "devices": {"t1": {"key": KEY}}, "poll_s": 0.05,
            }  # fmt: skip
            yield room, convert(told, BridgeSettings)
    finally:
        room.stop()
