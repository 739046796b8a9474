"""A table controller for tests, at a real broker: it says what it is told to, and keeps what it hears."""

from __future__ import annotations

import json
import secrets
import threading
from socket import SHUT_RDWR, socket
from typing import Any

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from fairfelt.server.hardware.protocol import is_signed, seal, signature, topic

PATIENCE_S = 120
PARTS = ("answer", "table", "counted", "meters", "challenge")


class BareController:
    """Says and hears things under a key, as a device at the broker."""

    def __init__(self, port: int, name: str, key: str) -> None:
        self.name, self.key = name, key
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self.after = ""
        """The last exchange about a card that was answered."""
        self.sent: list[tuple[str, bytes, str]] = []
        """Everything it said, as whoever listens at the broker has it: the part, the payload and the signature."""
        self._news = threading.Condition()
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=f"controller {name}", protocol=MQTTProtocolVersion.MQTTv5
        )
        gone, at = json.dumps({"online": False}).encode(), topic(name, "status")
        self._client.will_set(at, gone, qos=1, retain=True, properties=self._signed(at, gone, PacketTypes.WILLMESSAGE))
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self.vanished = False
        self._client.subscribe([(topic(name, part), 1) for part in PARTS])

    def say(self, part: str, *, key: str = "", **told: Any) -> None:
        """Publish something; under another key, if one is given."""
        if part == "press":
            told = {"after": self.after, **told}
        payload = json.dumps(told).encode()
        self.send(part, payload, signature(key or self.key, topic(self.name, part), payload))

    def send(self, part: str, payload: bytes, mac: str) -> None:
        """Publish anything, signed or not; what was sent before is a replay."""
        self.sent.append((part, payload, mac))
        made = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
        made.UserProperty = ("mac", mac)
        sending = self._client.publish(
            topic(self.name, part), payload, qos=1, retain=part == "status", properties=made
        )  # fmt: skip
        sending.wait_for_publish(PATIENCE_S)

    def present(self, card: str = "", pin: str = "") -> dict[str, Any]:
        """Put in a card, or sign everybody out; gives the answer."""
        exchange = secrets.token_hex(8)
        self.say("ask", id=exchange)
        nonce = self.hears("challenge", id=exchange)["nonce"]
        sealed = seal(self.key, exchange, nonce, card, pin)
        self.say("card", version=2, id=exchange, nonce=nonce, sealed=sealed)
        answer = self.hears("answer", id=exchange)
        self.after = exchange if answer["ok"] else self.after
        return answer

    def hears(self, part: str, **like: Any) -> dict[str, Any]:
        """The next message of that kind that has these values; what came before it is forgotten."""
        with self._news:
            assert self._news.wait_for(lambda: self._find(part, like) is not None, PATIENCE_S), self.heard
            at = self._find(part, like)
            assert at is not None
            found = self.heard[at][1]
            del self.heard[: at + 1]
            return found

    def tries(self, part: str, **told: Any) -> bool:
        """Say something once more and wait a second for its answer: a device sends it until there is one."""
        self.say(part, **told)
        with self._news:
            return self._news.wait_for(lambda: self._find("answer", {"n": told["n"], "ok": True}) is not None, 1.0)

    def vanish(self) -> None:
        """Break the connection without a word: the broker says the last will."""
        self.vanished = True
        if isinstance(wire := self._client.socket(), socket):
            wire.shutdown(SHUT_RDWR)
        self._client.loop_stop()

    def leave(self) -> None:
        """Go in good order, if it is there."""
        if self.vanished:
            return
        self.say("status", online=False)
        self._client.disconnect()
        self._client.loop_stop()

    def _find(self, part: str, like: dict[str, Any]) -> int | None:
        fits = (at for at, (of, told) in enumerate(self.heard) if of == part and like.items() <= told.items())
        return next(fits, None)

    def _hear(self, _client: Client, _kept: Any, message: MQTTMessage) -> None:
        mac = dict(getattr(message.properties, "UserProperty", [])).get("mac", "")
        assert is_signed(self.key, message.topic, bytes(message.payload), mac)
        with self._news:
            self.heard.append((message.topic.rpartition("/")[2], json.loads(message.payload)))
            self._news.notify_all()

    def _signed(self, at: str, payload: bytes, packet: int) -> Properties:
        made = Properties(packet)  # type: ignore[no-untyped-call]
        made.UserProperty = ("mac", signature(self.key, at, payload))
        return made
