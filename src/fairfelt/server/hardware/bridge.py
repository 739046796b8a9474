"""The bridge between an MQTT broker and a room: it carries signed messages, and connects again when it is cut off."""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .cards import CardSlot
from .protocol import BRIDGE_STATUS, MAC, MESSAGES, STATE_LIVES_S, is_signed, signature, topic
from .relay import Relay
from .room_api import RoomApi
from .settings import BridgeSettings

if TYPE_CHECKING:
    from aiomqtt import Client, Message
    from paho.mqtt.properties import Properties

AGAIN_S = 2.0
SESSION_S = 3_600
"""How long the broker keeps messages of devices while the bridge is away."""
MAX_PACKET_BYTES = 65_536
"""The broker sends nothing larger."""
STATUS_S = 10.0
"""How often the bridge says how many messages it dropped, where that has changed."""
_log = logging.getLogger(__name__)


class Bridge:
    """Carries messages between the devices at a broker and the room. What it has not answered is sent to it again."""

    def __init__(
        self, settings: BridgeSettings, clock_micros: Callable[[], int], identifier: str = "fairfelt-bridge"
    ) -> None:
        self._settings, self._clock_micros, self._identifier = settings, clock_micros, identifier
        self._keys = {name: device.key for name, device in settings.devices.items()}
        self.connected = asyncio.Event()
        """Set once the bridge has subscribed to all its topics."""
        self.dropped = Counter[str]()
        """Messages that were not carried out, by device."""

    async def run(self) -> None:
        """Work until it is cancelled."""
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
            identifier=self._identifier, protocol=ProtocolVersion.V5, clean_start=False, will=gone,
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
                tasks.create_task(self._tell_status(client))
                async for message in client.messages:
                    self._dispatch(relays, message)
            finally:
                self.connected.clear()
                for relay in relays.values():
                    relay.leave()

    def _relay(self, client: Client, name: str) -> Relay:
        async def say(part: str, message: Mapping[str, Any], stays: bool) -> None:
            await self._publish(client, name, part, message, stays)

        settings = self._settings
        key = self._keys[name]
        api, card_api = (RoomApi(settings.room, key, settings.authority) for _ in range(2))
        cards = CardSlot(key, card_api, say, time.monotonic)
        return Relay(name, api, cards, say, self.drop, self._clock_micros, settings.poll_s)

    def _dispatch(self, relays: Mapping[str, Relay], message: Message) -> None:
        """Pass a message to its device's relay if the device signed it. Any client of the broker may send anything."""
        try:
            at_topic, payload = str(message.topic), bytes(message.payload)
            name, part = at_topic.split("/")[-2:]
            if is_signed(self._keys[name], at_topic, payload, _mac(message)):
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

    async def _tell_status(self, client: Client) -> None:
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


def _mac(message: Message) -> str:
    properties: dict[str, str] = dict(getattr(message.properties, "UserProperty", []))
    return properties.get(MAC, "")
