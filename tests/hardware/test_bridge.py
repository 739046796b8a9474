"""The bridge between a real Mosquitto and a served room: a bet is counted once, whatever dies in between."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, cast

import pytest

from fairfelt.hardware import BridgeSettings
from fairfelt.hardware.relay import Relay
from fairfelt.hardware.room_api import RoomAnswer, RoomApi
from fairfelt.ledger.clock import wall_clock_micros
from tests.controller.hub.sites import wait_until
from tests.hardware.broker import FOUND, MISSING
from tests.hardware.controller import PATIENCE_S, BareController
from tests.hardware.pit import KEY, bridged
from tests.web.card_room import UNIT, CardRoom

pytestmark = [pytest.mark.skipif(not FOUND, reason=MISSING), pytest.mark.xdist_group("broker")]


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
    before = room.controller.floor.tables["T1"]
    known = set(room.controller.floor.alarms)
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
        assert (answer["round"], answer["bets"], answer["lamps"]) == (before.round + 1, {"2": UNIT}, {"2": "locked"})
        controller.say("press", n=n + 1, do="start")
        assert controller.hears("answer", n=n + 1, again=True)["round"] == before.round + 1
        table = room.controller.floor.tables["T1"]
        assert (table.round, table.bets_counted) == (before.round + 1, before.bets_counted + 1)
        assert table.wagered_micros == before.wagered_micros + UNIT
        wagered: dict[str, Any] = {"wagers": table.bets_counted, "wagered_micros": table.wagered_micros}
        counted: dict[str, Any] = {"round": table.round, "rounds": table.round, **wagered}
        controller.say("counters", **counted)
        assert controller.hears("counted") == counted
        assert set(room.controller.floor.alarms) == known
        controller.say("counters", **{**counted, "wagers": table.bets_counted + 1})
        controller.hears("counted")
        new = [alarm.about for number, alarm in room.controller.floor.alarms.items() if number not in known]
        assert new == ["controller T1"]
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
        lost = "controller T1 has lost its connection"
        wait_until(lambda: room.controller.floor.tables["T1"].sensors_lost == lost, "the broker says the last will")
        with connected(settings):
            assert room.controller.floor.tables["T1"].sensors_lost == lost, "until its sensors are read again"


def test_a_relay_ends_though_its_cancellation_was_swallowed() -> None:
    """A bridge that published at the moment it was to stop ran on for good (Python 3.11's `wait_for`)."""

    class Room:
        async def ask(self, *_: object) -> RoomAnswer:
            return RoomAnswer(200, {"sequence": 1, "levels": {}, "last_win": None})

        async def insist(self, *_: object) -> RoomAnswer:
            return RoomAnswer(200, {"link": "L", "table": "", "next_sequence": 1})

    async def night() -> None:
        publishes = asyncio.Event()

        async def say(part: str, told: Mapping[str, Any], stays: bool) -> None:
            publishes.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

        relay = Relay("sign", cast(RoomApi, Room()), say, lambda: 0, 0.0)
        relay.take("status", b'{"online": true}')
        tasks = [asyncio.create_task(relay.work()), asyncio.create_task(relay.watch())]
        await publishes.wait()
        relay.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(night(), PATIENCE_S))
