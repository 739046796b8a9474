"""The bridge between a real Mosquitto and a served room: a bet is counted once, whatever dies in between."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest

from fairfelt.controller.keys import key_digest
from fairfelt.formats.reading import convert
from fairfelt.hardware import Bridge, BridgeSettings
from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.room import DeviceKind
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from tests.hardware.broker import FOUND, MISSING, mosquitto
from tests.hardware.controller import PATIENCE_S, BareController
from tests.web.card_room import UNIT, CardRoom

pytestmark = pytest.mark.skipif(not FOUND, reason=MISSING)
KEY = "the key of the table controller"


class RunningBridge:
    """A bridge in a thread of its own, which may be ended at any moment."""

    def __init__(self, settings: BridgeSettings) -> None:
        self._settings = settings
        self.start()

    def start(self) -> None:
        """Let one begin, and wait until it listens."""
        self._loop = asyncio.new_event_loop()
        self._bridge = Bridge(self._settings, wall_clock_micros)
        self._thread = Thread(target=self._run)
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._bridge.connected.wait(), self._loop).result(PATIENCE_S)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._task = self._loop.create_task(self._bridge.run())
        self._loop.run_until_complete(asyncio.wait([self._task]))
        self._loop.close()

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


@pytest.fixture(scope="module")
def pit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[CardRoom, BridgeSettings]]:
    """A served room with a table controller at T1, and a broker."""
    folder = tmp_path_factory.mktemp("pit")
    room = CardRoom(folder)
    two = ("E-1", "E-2")
    enrolled = EnrolDevice(
        device="controller T1", device_kind=DeviceKind.KEYPAD, key_sha256=key_digest(KEY), table="T1", cards=two
    )
    room.set_up(enrolled, SwitchDevice(device="controller T1", enabled=True, cards=two))
    room.start()
    try:
        with mosquitto(folder) as port:
            told: dict[str, Any] = {
                "room": room.url, "broker": {"port": port}, "devices": {"t1": {"key": KEY}}, "poll_s": 0.05,
            }  # fmt: skip
            yield room, convert(told, BridgeSettings)
    finally:
        room.stop()


@contextmanager
def connected(settings: BridgeSettings) -> Iterator[tuple[BareController, int]]:
    """The controller at the broker, and the number of its next press."""
    controller, began_micros = BareController(settings.broker.port, "t1", KEY), wall_clock_micros()
    controller.say("status", online=True, firmware="test", at=began_micros)
    try:
        while (state := controller.hears("table"))["at"] < began_micros:
            pass  # one that the broker had kept
        yield controller, state["next"]
    finally:
        controller.leave()


def test_a_bet_is_counted_once_however_often_it_is_sent_and_whatever_dies(pit: tuple[CardRoom, BridgeSettings]) -> None:
    room, settings = pit
    sensed: dict[str, Any] = {"do": "sensed", "body": {"bets": [{"seat": 2, "amount_micros": UNIT}]}}
    with bridged(settings) as bridge, connected(settings) as (controller, n):
        for _ in range(3):
            controller.say("press", n=n, **sensed)
        assert controller.hears("answer", n=n)["lamps"] == {"2": "lit"}
        controller.say("press", n=n + 1, do="start")
        bridge.kill()  # with the press perhaps at the broker, perhaps at the room, perhaps answered
        bridge.start()
        controller.say("press", n=n + 1, do="start")
        answer = controller.hears("answer", n=n + 1, ok=True)
        assert (answer["round"], answer["bets"], answer["lamps"]) == (1, {"2": UNIT}, {"2": "locked"})
        controller.say("press", n=n + 1, do="start")
        assert controller.hears("answer", n=n + 1, again=True)["round"] == 1
        table = room.controller.floor.tables["T1"]
        assert (table.round, table.bets_counted, table.wagered_micros) == (1, 1, UNIT)
        controller.say("counters", round=1, rounds=1, wagers=1, wagered_micros=UNIT)
        assert controller.hears("counted") == {"round": 1, "rounds": 1, "wagers": 1, "wagered_micros": UNIT}
        assert room.controller.floor.alarms == {}
        controller.say("counters", round=1, rounds=1, wagers=2, wagered_micros=2 * UNIT)
        controller.hears("counted")
        assert [alarm.about for alarm in room.controller.floor.alarms.values()] == ["controller T1"]
        controller.say("press", n=n + 2, do="end")
        controller.hears("answer", n=n + 2, ok=True)


def test_nobody_else_speaks_for_a_controller_and_what_is_wrong_is_said(pit: tuple[CardRoom, BridgeSettings]) -> None:
    room, settings = pit
    with bridged(settings), connected(settings) as (controller, n):
        rounds = room.controller.floor.tables["T1"].round
        controller.say("press", key="the key of somebody else", n=n, do="start")
        controller.say("press", n=n, do="dance")
        assert controller.hears("answer", n=n)["code"] == "bad_message"
        controller.say("press", n=n + 7, do="start")
        assert controller.hears("answer", n=n + 7, ok=False)["next"] == n
        controller.say("press", n=n, do="key", body={"to_jph": True})
        controller.hears("answer", n=n, ok=False, code="sign_in_required", next=n)
        assert room.controller.floor.tables["T1"].round == rounds


def test_play_goes_on_by_hand_as_soon_as_the_controller_is_gone(pit: tuple[CardRoom, BridgeSettings]) -> None:
    room, settings = pit
    with bridged(settings):
        with connected(settings) as (controller, n):
            controller.say("press", n=n, do="sensed", body={"bets": []})
            controller.hears("answer", n=n, ok=True)
            assert room.controller.floor.tables["T1"].sensing == "controller T1"
            controller.vanish()
        with connected(settings):
            lost = room.controller.floor.tables["T1"].sensors_lost
            assert lost == "controller T1 has lost its connection", "until its sensors are read again"
