"""The bridge between an MQTT broker and a room: it carries signed messages, and connects again when it is cut off."""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import msgspec

from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.runtime.formats import FieldError, decode
from fairfelt.runtime.http_client import HttpAnswer
from fairfelt.server.watching.displays import AtKeypad, OnDisplay

from .protocol import (
    BRIDGE_STATUS,
    MAC,
    MESSAGES,
    PRESSES,
    STATE_LIVES_S,
    CardAsk,
    CardSlot,
    Press,
    Say,
    SealedCard,
    Status,
    is_signed,
    signature,
    topic,
)
from .room_api import BridgeSettings, RoomApi, Unreachable

if TYPE_CHECKING:
    from aiomqtt import Client, Message
    from paho.mqtt.properties import Properties


# What the bridge does for one device: each message becomes a request to the room, each answer a message.


Drop = Callable[[str, str], None]
"""Counts a message of a device that could not be carried out, and says why."""
REFUSED = "urn:fairfelt:refused"
MOST_WAITING = 100
REFRESH_S = 10.0
"""The interval at which an unchanged state is sent again: a device that hears nothing is cut off."""
OK, UNAUTHORIZED = 200, 401


class Malformed(msgspec.Struct):
    """A signed message that could not be read, with the reason for the maker of the device."""

    says: str


class Relay:
    """Speaks for one device. It keeps nothing that the room or the device would miss: it may end at any moment.

    Cards have a queue and a connection of their own: no press waits behind a PIN.
    """

    def __init__(
        self, name: str, api: RoomApi, cards: CardSlot, say: Say, drop: Drop, clock_micros: Callable[[], int],
        poll_s: float,
    ) -> None:  # fmt: skip
        self.name, self._api, self._cards, self._say, self._drop = name, api, cards, say, drop
        self._clock_micros, self._poll_s = clock_micros, poll_s
        self._queue: asyncio.Queue[msgspec.Struct] = asyncio.Queue(MOST_WAITING)
        self._card_queue: asyncio.Queue[CardAsk | SealedCard] = asyncio.Queue(MOST_WAITING)
        self._under_way = set[int]()
        self._place, self._is_sign, self._next = "", False, 1
        self._online = self._leaves = False
        self._sent: tuple[Mapping[str, Any], float] = ({}, 0.0)

    def take(self, part: str, payload: bytes) -> None:
        """A message has come; one that waits for its answer already is not put in again."""
        try:
            message = decode(payload, MESSAGES[part], msgspec.json.Decoder(MESSAGES[part]).decode)
        except FieldError as error:
            message = Malformed(f"a {part} that is none: {error}")
            self._drop(self.name, f"sent {message.says}")
        if isinstance(message, Press):
            if message.n in self._under_way:
                return
            self._under_way.add(message.n)
        try:
            if isinstance(message, CardAsk | SealedCard):
                self._card_queue.put_nowait(message)
            else:
                self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self._drop(self.name, "sends faster than the room answers: a message was left for it to send again")
            self._under_way.discard(getattr(message, "n", 0))

    def leave(self) -> None:
        """Do what is under way, and no more: `asyncio.wait_for` may swallow a cancellation (Python 3.11)."""
        self._leaves = True

    def tasks(self) -> Iterator[Coroutine[Any, Any, None]]:
        yield self._work()
        yield self._watch()
        yield self._carry_out(self._card_queue, self._cards.take)

    async def _work(self) -> None:
        await self._identify()
        await self._carry_out(self._queue, self._take)

    async def _carry_out(self, queue: asyncio.Queue[Any], take: Callable[[Any], Awaitable[None]]) -> None:
        """Message after message: whatever one of them does, the next one has its turn."""
        while not self._leaves:
            message = await queue.get()
            try:
                await take(message)
            except Exception as error:
                _log.debug("a message failed", exc_info=error)
                self._drop(self.name, f"sent a message that could not be carried out: {error!r}")

    async def _take(self, message: msgspec.Struct) -> None:
        match message:
            case Press() as press:
                try:
                    await self._press(press)
                finally:
                    self._under_way.discard(press.n)
            case AtKeypad() as counted:
                await self._compare(counted)
            case Status() as status:
                await self._hear_status(status)
            case Malformed(says):
                await self._say("answer", {"ok": False, "code": "bad_message", "says": says}, False)
            case OnDisplay() as shown:
                await self._api.insist("POST", f"{self._place}/shown", msgspec.to_builtins(shown))

    async def _watch(self) -> None:
        """Send the device the state of its table or link when it changes, and now and then."""
        while not self._leaves:
            await asyncio.sleep(self._poll_s)
            if self._online and self._place:
                try:
                    await self._publish_state()
                except Unreachable as error:
                    _log.warning("%s", error)
                except Exception as error:
                    self._drop(self.name, f"could not be told its state: {error!r}")

    async def _identify(self) -> None:
        """Ask the room which device this is, until it knows."""
        while True:
            answer = await self._api.insist("GET", "/api/device")
            if answer.status == OK:
                break
            _log.error("the room does not take the key of %s: %s", self.name, answer.plain.get("detail"))
            await asyncio.sleep(REFRESH_S)
        known = answer.plain
        self._is_sign = bool(known["link"]) and not known["table"]
        kind, place = ("links", known["link"]) if self._is_sign else ("tables", known["table"])
        self._place, self._next = f"/api/{kind}/{quote(place, safe='')}", known["next_sequence"]

    async def _press(self, press: Press) -> None:
        if press.do not in PRESSES or self._is_sign:
            says = f"there is no {press.do!r:.40}; there are {', '.join(PRESSES)}"
            return await self._answer(press.n, {"ok": False, "code": "bad_message", "says": says, "next": self._next})
        body = {**press.body, "sequence": press.n}
        tokens = self._cards.tokens_after(press.after)
        answer = await self._api.insist("POST", f"{self._place}/{PRESSES[press.do]}", body, tokens)
        if answer.status == OK:
            state = self._seen(answer.plain["state"])
            return await self._answer(
                press.n, {"ok": True, "again": answer.plain["again"], "next": press.n + 1, **state}
            )
        if answer.status == UNAUTHORIZED and tokens:
            self._cards.forget()
        return await self._answer(press.n, self._refusal(press.n, answer))

    def _refusal(self, n: int, answer: HttpAnswer) -> dict[str, Any]:
        """Why a press was not done, and the number of the next: a refusal of the room's own has used one up.

        Where the room says nothing of numbers, the next is what it was: the press may have any number.
        """
        problem = answer.plain
        following = n + 1 if problem.get("type") == REFUSED else problem.get("expected", self._next)
        code = problem.get("code") or ("sign_in_required" if answer.status == UNAUTHORIZED else "not_taken")
        return {"ok": False, "code": code, "says": problem.get("detail", ""), "next": following}

    async def _answer(self, n: int, answer: Mapping[str, Any]) -> None:
        self._next = int(answer["next"])
        await self._say("answer", {"n": n, **answer, "at": self._clock_micros()}, False)

    async def _compare(self, counted: AtKeypad) -> None:
        answer = await self._api.insist("POST", f"{self._place}/counted", msgspec.to_builtins(counted))
        if answer.status == OK:
            await self._say("counted", answer.plain, False)

    async def _hear_status(self, status: Status) -> None:
        self._online = status.online
        off_ms = (status.at - self._clock_micros()) // 1_000 if status.at else 0
        if not self._is_sign:
            report = {
                "online": status.online, "clock_off_ms": off_ms, "firmware": status.firmware, "sha256": status.sha256,
            }  # fmt: skip
            await self._api.insist("POST", f"{self._place}/hardware", report)
        if status.online:
            await self._identify()
            self._sent = ({}, 0.0)
            await self._publish_state()

    async def _publish_state(self) -> None:
        answer = await self._api.ask("GET", self._place)
        if answer.status != OK:
            return
        state, (before, at_s) = self._seen(answer.plain), self._sent
        now_s = asyncio.get_running_loop().time()
        if state != before or now_s - at_s >= REFRESH_S:
            self._sent = (state, now_s)
            message = {**state, "next": self._next, "at": self._clock_micros()}
            await self._say("meters" if self._is_sign else "table", message, True)

    def _seen(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """The part of the room's state for hardware: lamps instead of bets that are lit or locked."""
        if self._is_sign:
            return {name: state[name] for name in ("sequence", "levels", "last_win")}
        lamp = "lit" if state["phase"] == "betting" else "locked"
        kept = ("round", "phase", "live", "bets", "sensed", "quarantined", "meters_micros", "needs")
        return {**{name: state[name] for name in kept}, "lamps": dict.fromkeys(state["bets"], lamp)}


AGAIN_S = 2.0
SESSION_S = 3_600
"""The time for which the broker keeps messages of devices while the bridge is away."""
MAX_PACKET_BYTES = 65_536
"""The broker sends nothing larger."""
STATUS_S = 10.0
"""The interval at which the bridge reports a changed number of dropped messages."""
_log = logging.getLogger(__name__)


class Bridge:
    """Carries messages between the devices at a broker and the room. What it has not answered is sent to it again."""

    def __init__(self, settings: BridgeSettings) -> None:
        self._settings = settings
        self._keys = {name: device.key for name, device in settings.devices.items()}
        self.connected = asyncio.Event()
        """Set once the bridge has subscribed to all its topics."""
        self.dropped = Counter[str]()
        """Messages that were not carried out, by device."""

    async def run(self) -> None:
        from aiomqtt import MqttError

        while True:
            try:
                await self._work()
            except* MqttError as errors:
                _log.warning("the broker is out of reach: %s", errors.exceptions[0])
            if (task := asyncio.current_task()) and task.cancelling():
                raise asyncio.CancelledError  # a broker that breaks off meanwhile must not keep it alive
            await asyncio.sleep(AGAIN_S)

    async def _work(self) -> None:
        """One connection, until it breaks."""
        from aiomqtt import Client, ProtocolVersion, Will
        from paho.mqtt.packettypes import PacketTypes

        broker = self._settings.broker
        gone = Will(BRIDGE_STATUS, json.dumps({"online": False}), qos=1, retain=True)
        client = Client(
            broker.host, broker.port, username=broker.user or None, password=broker.password or None,
            identifier="fairfelt-bridge", protocol=ProtocolVersion.V5, clean_start=False, will=gone,
            properties=_properties(
                PacketTypes.CONNECT, SessionExpiryInterval=SESSION_S, MaximumPacketSize=MAX_PACKET_BYTES
            ),
            tls_context=ssl.create_default_context(cafile=broker.authority or None) if broker.tls else None,
        )  # fmt: skip
        async with client, asyncio.TaskGroup() as tasks:
            relays = {name: self._relay(client, name) for name in self._keys}
            for task in (task for relay in relays.values() for task in relay.tasks()):
                tasks.create_task(task)
            try:
                await client.subscribe([(topic(name, part), 1) for name in self._keys for part in MESSAGES])
                self.connected.set()
                tasks.create_task(self._publish_status(client))
                async for message in client.messages:
                    self._dispatch(relays, message)
            finally:
                self.connected.clear()
                for relay in relays.values():
                    relay.leave()

    def _relay(self, client: Client, name: str) -> Relay:
        settings, key, say = self._settings, self._keys[name], partial(self._publish, client, name)
        api, card_api = (RoomApi(settings.room, key, settings.authority) for _ in range(2))
        cards = CardSlot(key, card_api, say, time.monotonic)
        return Relay(name, api, cards, say, self.drop, wall_clock_micros, settings.poll_s)

    def _dispatch(self, relays: Mapping[str, Relay], message: Message) -> None:
        """Pass a message to its device's relay if the device signed it. Any client of the broker may send anything."""
        try:
            at_topic, payload = str(message.topic), bytes(message.payload)
            name, part = at_topic.split("/")[-2:]
            signed: dict[str, str] = dict(getattr(message.properties, "UserProperty", []))
            if is_signed(self._keys[name], at_topic, payload, signed.get(MAC, "")):
                relays[name].take(part, payload)
            else:
                self.drop(name, f"a message to its {part} is not signed with its key")
        except Exception as error:
            self.drop("others", f"a message could not be read: {error!r}")

    def drop(self, name: str, why: str) -> None:
        """Count a message that is not carried out, and log the first, second, fourth, eighth … of a device."""
        self.dropped[name] += 1
        times = self.dropped[name]
        if times & (times - 1) == 0:
            _log.warning("%s, %d dropped so far: %s", name, times, why)

    async def _publish_status(self, client: Client) -> None:
        """Say that the bridge is there, and how many messages it dropped, for monitoring at the broker."""
        sent: Mapping[str, Any] = {}
        while self.connected.is_set():
            if sent != (now := {"online": True, "dropped": dict(self.dropped)}):
                await client.publish(BRIDGE_STATUS, json.dumps(now), qos=1, retain=True)
                sent = now
            await asyncio.sleep(STATUS_S)

    async def _publish(self, client: Client, name: str, part: str, message: Mapping[str, Any], stays: bool) -> None:
        from paho.mqtt.packettypes import PacketTypes

        at_topic, payload = topic(name, part), json.dumps(message, separators=(",", ":")).encode()
        signed = {"UserProperty": (MAC, signature(self._keys[name], at_topic, payload))}
        lives = {"MessageExpiryInterval": STATE_LIVES_S} if stays else {}
        properties = _properties(PacketTypes.PUBLISH, **signed, **lives)
        await client.publish(at_topic, payload, qos=1, retain=stays, properties=properties)


def _properties(packet: int, **values: object) -> Properties:
    from paho.mqtt.properties import Properties

    made = Properties(packet)  # type: ignore[no-untyped-call]
    for name, value in values.items():
        setattr(made, name, value)
    return made
