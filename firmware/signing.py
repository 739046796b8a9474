"""HMAC-SHA256 as the protocol asks for it. MicroPython has SHA-256 and no HMAC."""

import binascii
import hashlib

BLOCK = 64


def hmac(secret, message):
    """The HMAC-SHA256 of bytes under a key of bytes."""
    if len(secret) > BLOCK:
        secret = hashlib.sha256(secret).digest()
    secret += bytes(BLOCK - len(secret))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in secret]))
    inner.update(message)
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in secret]))
    outer.update(inner.digest())
    return outer.digest()


def signature(key, topic, payload):
    """Of a message under a device's key."""
    return binascii.hexlify(hmac(key.encode(), topic.encode() + b"\n" + payload)).decode()


def is_signed(key, topic, payload, mac):
    """Compared without stopping at the first difference."""
    right = signature(key, topic, payload)
    different = len(right) ^ len(mac)
    for one, other in zip(right, mac):  # noqa: B905  (MicroPython's zip has no strict)
        different |= ord(one) ^ ord(other)
    return different == 0
