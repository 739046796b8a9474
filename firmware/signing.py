"""HMAC-SHA256 as the protocol asks for it. MicroPython has SHA-256 and no HMAC."""

import binascii
import hashlib

BLOCK = 64


def signature(key, topic, payload):
    """Of a message under a device's key."""
    secret = key.encode()
    if len(secret) > BLOCK:
        secret = hashlib.sha256(secret).digest()
    secret += bytes(BLOCK - len(secret))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in secret]))
    inner.update(topic.encode() + b"\n" + payload)
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in secret]))
    outer.update(inner.digest())
    return binascii.hexlify(outer.digest()).decode()


def is_signed(key, topic, payload, mac):
    """Compared without stopping at the first difference."""
    right = signature(key, topic, payload)
    different = len(right) ^ len(mac)
    for one, other in zip(right, mac):  # noqa: B905  (MicroPython's zip has no strict)
        different |= ord(one) ^ ord(other)
    return different == 0
