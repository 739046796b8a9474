"""The bridge between a real Mosquitto and a served room: a bet is counted once, whatever dies in between."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from random import Random
from typing import Any, cast

import msgspec
import pytest

from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.runtime.http_client import HttpAnswer
from fairfelt.server import TooManyTries
from fairfelt.server.hardware.bridge import Relay
from fairfelt.server.hardware.protocol import (
    CHALLENGE_S,
    MESSAGES,
    CardAsk,
    CardSlot,
    Say,
    SealedCard,
    seal,
    signature,
    topic,
)
from fairfelt.server.hardware.room_api import BridgeSettings, RoomApi
from tests.server.hardware.broker import FOUND, MISSING
from tests.server.hardware.controller import PATIENCE_S, BareController
from tests.server.hardware.pit import KEY, bridged
from tests.server.hub.sites import wait_until
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


def captured(controller: BareController, part: str) -> tuple[str, bytes, str]:
    """The last message of a kind, as whoever listens at the broker has it."""
    return next(sent for sent in reversed(controller.sent) if sent[0] == part)


def is_signed_in(controller: BareController, n: int) -> bool:
    """Whether a press that takes a supervisor gets past the cards; it then uses its number up."""
    controller.say("press", n=n, do="void", body={"why": "a misdeal"})
    return str(controller.hears("answer", n=n, ok=False)["code"]) != "sign_in_required"


def test_a_card_that_was_heard_at_the_broker_opens_nothing_a_second_time(pit: tuple[CardRoom, BridgeSettings]) -> None:
    """A supervisor's message sent again after the sign-out opened a session, and the log named the supervisor."""
    _, settings = pit
    with bridged(settings) as bridge, connected(settings) as (controller, n):
        assert not is_signed_in(controller, n)
        answer = controller.present("S-1", "3579")
        assert (answer["ok"], answer["signed_in"]) == (True, 1)
        heard = captured(controller, "card")
        assert is_signed_in(controller, n)
        for replay in (captured(controller, "ask"), heard):
            controller.send(*replay)
            assert controller.hears("answer", id=answer["id"]) == answer, "the same answer, and nothing done"
        assert controller.present()["signed_in"] == 0
        controller.send(*heard)
        assert controller.hears("answer", id=answer["id"])["code"] == "ask_again"
        controller.send("ask", *captured(controller, "ask")[1:])
        assert not is_signed_in(controller, n + 1)
        bridge.kill()
        bridge.start()
        controller.send(*heard)
        assert controller.hears("answer", id=answer["id"])["code"] == "ask_again"
        controller.say("ask", id=answer["id"])  # a new challenge under the old id: the old answer is to another nonce
        controller.hears("challenge", id=answer["id"])
        controller.send(*heard)
        assert controller.hears("answer", id=answer["id"])["code"] == "ask_again"
        assert not is_signed_in(controller, n + 1)


def test_a_sign_out_that_the_broker_held_back_leaves_nobody_signed_in(pit: tuple[CardRoom, BridgeSettings]) -> None:
    """The sign-out was dropped on the way, and the next CONFIRM was done with the supervisor's card."""
    _, settings = pit
    with bridged(settings), connected(settings) as (controller, n):
        pressed: dict[str, Any] = {"do": "void", "body": {"why": "a misdeal"}}
        assert controller.present("S-1", "3579")["signed_in"] == 1
        controller.say("press", n=n, **pressed)
        assert controller.hears("answer", n=n, ok=False)["code"] != "sign_in_required"
        controller.say("press", n=n + 1, after="a sign-out that never came", **pressed)
        assert controller.hears("answer", n=n + 1, ok=False)["code"] == "sign_in_required"
        controller.present()


def test_a_press_that_the_broker_held_back_carries_no_card_that_was_put_in_since(
    pit: tuple[CardRoom, BridgeSettings],
) -> None:
    """A dealer's CONFIRM came after the dealer had left, and was done with the card of the supervisor alone there."""
    _, settings = pit
    with bridged(settings), connected(settings) as (controller, n):
        pressed: dict[str, Any] = {"do": "void", "body": {"why": "a misdeal"}}
        assert controller.present("D-1", "7913")["signed_in"] == 1
        held_back = controller.after
        controller.present()
        assert controller.present("S-1", "3579")["signed_in"] == 1
        controller.say("press", n=n, after=held_back, **pressed)
        assert controller.hears("answer", n=n, ok=False)["code"] == "sign_in_required"
        assert is_signed_in(controller, n), "whoever is there since stays signed in"
        controller.present()


def test_whoever_listens_at_the_broker_reads_no_card_and_no_pin(pit: tuple[CardRoom, BridgeSettings]) -> None:
    _, settings = pit
    with bridged(settings), connected(settings) as (controller, _):
        assert controller.present("S-1", "3579")["ok"]
        assert controller.present("X", "24680135790")["ok"] is False
        sealed = [json.loads(payload)["sealed"] for part, payload, _ in controller.sent if part == "card"]
        assert len({len(text) for text in sealed}) == 1, "nor how long the PIN is"
        assert not any(b"3579" in payload or b"S-1" in payload for _, payload, _ in controller.sent)
        controller.present()


def test_the_first_version_of_card_messages_is_not_taken(pit: tuple[CardRoom, BridgeSettings]) -> None:
    _, settings = pit
    with bridged(settings), connected(settings) as (controller, n):
        controller.say("card", id="any_text", card="S-1", pin="3579")
        answer = controller.hears("answer", code="bad_message")
        assert answer["says"].startswith("a card that is none: "), answer
        assert "3579" not in answer["says"]
        controller.say("ask", id="12345678")
        nonce = controller.hears("challenge", id="12345678")["nonce"]
        controller.say("card", version=2, id="12345678", nonce=nonce, sealed="00" * 64)
        assert controller.hears("answer", id="12345678")["code"] == "bad_message"
        assert not is_signed_in(controller, n)


def test_a_challenge_is_over_after_a_moment() -> None:
    said: list[tuple[str, Mapping[str, Any]]] = []
    now_s = [0.0]

    async def say(part: str, told: Mapping[str, Any], stays: bool) -> None:
        said.append((part, told))

    async def answered_after(seconds: float) -> str:
        slot = CardSlot(KEY, cast(RoomApi, None), say, lambda: now_s[0])
        await slot.take(CardAsk("exchange"))
        nonce = said[-1][1]["nonce"]
        now_s[0] += seconds
        await slot.take(SealedCard(2, "exchange", nonce, seal(KEY, "exchange", nonce)))
        return str(said[-1][1].get("code", "done"))

    assert asyncio.run(answered_after(CHALLENGE_S - 0.5)) == "done"
    assert asyncio.run(answered_after(CHALLENGE_S)) == "ask_again"


def test_too_many_wrong_pins_are_an_answer_and_the_table_plays_on(pit: tuple[CardRoom, BridgeSettings]) -> None:
    """The bridge repeated the sign-in for an hour, and END GAME waited behind it."""
    room, settings = pit
    throttle, device = room.controller.throttle, "controller T1"
    with bridged(settings), connected(settings) as (controller, n):
        with suppress(TooManyTries):
            while True:
                throttle.reserve(device)
        answer = controller.present("S-1", "3579")
        assert (answer["ok"], answer["code"]) == (False, "refused")
        assert "wait" in answer["says"]
        controller.say("press", n=n, do="start")
        controller.hears("answer", n=n, ok=True)
        controller.say("press", n=n + 1, do="end")
        controller.hears("answer", n=n + 1, ok=True)
        for _ in range(10):
            throttle.release(device)
        assert controller.present("S-1", "3579")["ok"]
        controller.present()


GARBAGE: list[bytes] = [
    b"", b"null", b"[]", b"{}", b"\xff\xfe\x00", b"[" * 60_000, b'{"n": ' + b"9" * 5_000 + b"}", b'{"n": 1e400}',
    b'{"n": 1, "do": "start", "body": []}', b'{"n": 1, "do": "\xed\xa0\x80"}', b'{"n": -1, "do": "start"}',
    b'{"n": 9223372036854775807, "do": "hand", "body": {"sequence": "x", "": null}}', b'{"id": 7}',
    b'{"online": true, "at": 9223372036854775807}', b'{"online": true, "sha256": "z"}', b'{"round": 1}',
    b'{"version": 2, "id": "12345678", "nonce": "' + b"0" * 32 + b'", "sealed": "' + b"0" * 128 + b'"}',
    b'{"after": 0, "meters_micros": {"x": 1}, "win": 0}',
]  # fmt: skip


def test_no_message_ends_the_bridge(pit: tuple[CardRoom, BridgeSettings]) -> None:
    """A signature outside ASCII ended it, and with it every table at the broker."""
    room, settings = pit
    chance, parts = Random(7), (*MESSAGES, "")
    with bridged(settings) as bridge, connected(settings) as (controller, n):
        rounds = room.controller.floor.tables["T1"].round
        random_bytes = [chance.randbytes(chance.randrange(200)) for _ in range(10)]
        for part in parts:
            for payload in (*GARBAGE, *random_bytes):
                for mac in ("", "é" * 64, "\U0001f0a1", signature(KEY, topic("t1", part), payload)):
                    controller.send(part, payload, mac)
        controller.say("status", online=True, firmware="test", at=wall_clock_micros())
        wait_until(lambda: controller.tries("press", n=n, do="start"), "what is dropped is sent again")
        assert room.controller.floor.tables["T1"].round == rounds + 1
        wait_until(lambda: controller.tries("press", n=n + 1, do="end"), "what is dropped is sent again")
        assert bridge.dropped["t1"] > len(MESSAGES) * len(GARBAGE)
        bridge.dispatch(topic("gone", "press"), b"{}")  # the broker had kept it for a device that was removed
        assert bridge.dropped["others"] == 1


def said(status: int, plain: object) -> HttpAnswer:
    """What a room answers."""
    return HttpAnswer(status, json.dumps(plain).encode())


class Answering:
    """A room for relays: it answers, or does what a test wants of it."""

    async def ask(self, *_: object, **__: object) -> HttpAnswer:
        return said(200, {"sequence": 1, "levels": {}, "last_win": None})

    async def insist(self, method: str, path: str, *_: object) -> HttpAnswer:
        return said(200, {"link": "L", "table": "", "next_sequence": 1})


def relay_of(api: object, card_api: object, say: Say, dropped: list[str] | None = None) -> Relay:
    """A relay without a broker."""
    cards = CardSlot(KEY, cast(RoomApi, card_api), say, lambda: 0.0)
    notes = [] if dropped is None else dropped
    return Relay("t1", cast(RoomApi, api), cards, say, lambda _, why: notes.append(why), lambda: 0, 0.0)


def test_a_press_with_a_number_of_its_own_does_not_move_the_next_one() -> None:
    """A press that no room takes said which number comes next, in the state of the table too."""

    class Table(Answering):
        async def insist(self, method: str, path: str, *_: object) -> HttpAnswer:
            if path == "/api/device":
                return said(200, {"link": "", "table": "T1", "next_sequence": 5})
            return said(400, {"type": "urn:fairfelt:bad-request", "detail": "no such field", "code": "bad"})

    async def night() -> list[int]:
        told: list[int] = []

        async def say(part: str, message: Mapping[str, Any], stays: bool) -> None:
            told.append(message["next"])

        relay = relay_of(Table(), Answering(), say)
        tasks = [asyncio.create_task(task) for task in relay.tasks()]
        relay.take("press", b'{"n": 9223372036854775807, "do": "hand", "body": {"x": 1}}')
        relay.take("press", b'{"n": 4, "do": "dance"}')
        while len(told) < 2:
            await asyncio.sleep(0)
        relay.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return told

    assert asyncio.run(asyncio.wait_for(night(), PATIENCE_S)) == [5, 5]


def test_a_press_is_answered_while_a_card_waits_and_after_one_that_failed() -> None:
    class Table(Answering):
        async def insist(self, method: str, path: str, *_: object) -> HttpAnswer:
            if path == "/api/device":
                return said(200, {"link": "", "table": "T1", "next_sequence": 1})
            if path.endswith("start"):
                return said(200, {})  # what no room says
            return said(409, {"type": "urn:fairfelt:refused", "detail": "no game", "code": "no_game"})

    async def night() -> None:
        waits, answered = asyncio.Event(), asyncio.Event()
        said: list[tuple[str, Mapping[str, Any]]] = []
        dropped: list[str] = []

        class Hashing(Answering):
            async def ask(self, *_: object, **__: object) -> HttpAnswer:
                waits.set()
                await asyncio.Event().wait()
                raise AssertionError

        async def say(part: str, told: Mapping[str, Any], stays: bool) -> None:
            said.append((part, told))
            if part == "challenge":
                nonce = told["nonce"]
                sent = SealedCard(2, "exchange", nonce, seal(KEY, "exchange", nonce, "S-1", "3579"))
                relay.take("card", msgspec.json.encode(sent))
            if told.get("n") == 2:
                answered.set()

        relay = relay_of(Table(), Hashing(), say, dropped)
        tasks = [asyncio.create_task(task) for task in relay.tasks()]
        relay.take("ask", b'{"id": "exchange"}')
        await waits.wait()
        relay.take("press", b'{"n": 1, "do": "start"}')
        relay.take("press", b'{"n": 2, "do": "end"}')
        await answered.wait()
        assert said[-1][1]["code"] == "no_game"
        assert len(dropped) == 1
        assert "KeyError" in dropped[0]
        relay.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(night(), PATIENCE_S))


def test_a_relay_ends_though_its_cancellation_was_swallowed() -> None:
    """A bridge that published at the moment it was to stop ran on for good (Python 3.11's `wait_for`)."""

    async def night() -> None:
        publishes = asyncio.Event()

        async def say(part: str, told: Mapping[str, Any], stays: bool) -> None:
            publishes.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()

        relay = relay_of(Answering(), Answering(), say)
        relay.take("status", b'{"online": true}')
        tasks = [asyncio.create_task(task) for task in relay.tasks()]
        await publishes.wait()
        relay.leave()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(asyncio.wait_for(night(), PATIENCE_S))
