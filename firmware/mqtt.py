"""MQTT 5 in a few packets: connect with a last will, publish and subscribe with QoS 1, user property `mac`.

Runs on MicroPython and on CPython; the bytes go over a wire (wire.py).
"""

import struct

from wire import Broken, Wire

CONNECT, CONNACK, PUBLISH, PUBACK, SUBSCRIBE, PINGREQ, DISCONNECT = 0x10, 0x20, 0x30, 0x40, 0x82, 0xC0, 0xE0
USER_PROPERTY, MESSAGE_EXPIRY = 0x26, 0x02
LENGTHS = {0x01: 1, 0x02: 4, 0x0B: -1, 0x23: 2}
"""Properties of a publication with a fixed length; -1 for a variable number. All others begin with their length."""
KEEP_ALIVE_S = 15
TRIES, TRY_MS = 50, 100


def text(value):
    """A string or bytes with its length before it."""
    data = value.encode() if isinstance(value, str) else value
    return struct.pack(">H", len(data)) + data


def varint(number):
    """A length as MQTT writes it: seven bits a byte."""
    found = b""
    while True:
        number, low = number >> 7, number & 0x7F
        found += bytes([low | 0x80 if number else low])
        if not number:
            return found


def read_varint(data, at):
    """A number so written, and where it ends; none where it is not all there."""
    number = shift = 0
    while at < len(data):
        number |= (data[at] & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 0x80:
            return number, at
    return None, at


def signed(mac):
    """The properties of a message: its signature."""
    pair = bytes([USER_PROPERTY]) + text("mac") + text(mac)
    return varint(len(pair)) + pair


class Mqtt:
    """One connection to a broker."""

    def __init__(self, host, port, name, user, password, will, authority=""):
        topic, payload, mac = will
        flags = 0x02 | 0x04 | 0x08 | 0x20 | (0x80 if user else 0) | (0x40 if password else 0)
        body = text("MQTT") + bytes([5, flags]) + struct.pack(">H", KEEP_ALIVE_S) + b"\0" + text(name)
        body += signed(mac) + text(topic) + text(payload)
        body += (text(user) if user else b"") + (text(password) if password else b"")
        self._buffer, self._number = b"", 0
        self._wire = Wire(host, port, authority)
        self._send(CONNECT, body)
        for _ in range(TRIES):  # with TLS a first read may bring nothing: a record of its own business
            if self._complete():
                break
            self._read(TRY_MS)
        else:
            raise Broken("the broker does not answer")
        kind, body = self._packet()
        if kind != CONNACK or body[1]:
            raise Broken(f"the broker does not take this device: reason {body[1]}")

    def publish(self, topic, payload, mac, retain=False):
        """Say something, at least once."""
        self._send(PUBLISH | 0x02 | retain, text(topic) + self._next() + signed(mac) + payload)

    def subscribe(self, topics):
        """Listen to topics."""
        self._send(SUBSCRIBE, self._next() + b"\0" + b"".join([text(topic) + b"\x01" for topic in topics]))

    def ping(self):
        """Say that we are here."""
        self._send(PINGREQ, b"")

    def leave(self):
        """Hang up; the broker says the last will."""
        self._wire.close()

    def hear(self, timeout_ms):
        """Messages that have come, as topics, payloads and signatures; waits for the first."""
        if not self._complete():
            self._read(timeout_ms)
        found = []
        while self._complete():
            kind, body = self._packet()
            if kind & 0xF0 == PUBLISH:
                found.append(self._message(kind, body))
            elif kind == DISCONNECT:
                raise Broken("the broker hung up")
        return found

    def _message(self, kind, body):
        size = struct.unpack(">H", body[:2])[0]
        topic, at = body[2 : 2 + size].decode(), 2 + size
        if kind & 0x06:
            self._send(PUBACK, body[at : at + 2])
            at += 2
        length, at = read_varint(body, at)
        return topic, body[at + length :], self._mac(body[at : at + length])

    def _mac(self, properties):
        at, mac = 0, ""
        while at < len(properties):
            kind, at = properties[at], at + 1
            if kind in LENGTHS:
                at = at + LENGTHS[kind] if LENGTHS[kind] > 0 else read_varint(properties, at)[1]
                continue
            parts = []
            for _ in range(2 if kind == USER_PROPERTY else 1):
                size = struct.unpack(">H", properties[at : at + 2])[0]
                parts.append(properties[at + 2 : at + 2 + size])
                at += 2 + size
            if parts[0] == b"mac" and len(parts) == 2:
                mac = parts[1].decode()
        return mac

    def _next(self):
        self._number = self._number % 0xFFFF + 1
        return struct.pack(">H", self._number)

    def _send(self, kind, body):
        self._wire.send(bytes([kind]) + varint(len(body)) + body)

    def _read(self, timeout_ms):
        self._buffer += self._wire.receive(timeout_ms)

    def _complete(self):
        if len(self._buffer) < 2:
            return False
        length, at = read_varint(self._buffer, 1)
        return length is not None and len(self._buffer) >= at + length

    def _packet(self):
        length, at = read_varint(self._buffer, 1)
        kind, body = self._buffer[0], self._buffer[at : at + length]
        self._buffer = self._buffer[at + length :]
        return kind, body
