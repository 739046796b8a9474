"""The settings of a bridge: where the room and the broker are, and the keys of the devices that it speaks for."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from msgspec import Meta, Struct

from fairfelt.runtime.formats import SECRET, FieldError, convert

OTHERS = 0o077
DeviceId = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}\Z", description="letters, digits, - and _, 40 at most, as in its topics")
]
Key = Annotated[
    str,
    Meta(
        min_length=16, max_length=200, description="the key of an enrolled device, 16 to 200 characters", extra=SECRET
    ),
]
Port = Annotated[int, Meta(ge=1, le=65_535, description="a port from 1 to 65535")]


class Broker(Struct, kw_only=True, forbid_unknown_fields=True):
    """The address of the broker, and how the bridge signs in there."""

    host: str = "127.0.0.1"
    port: Port = 1883
    user: str = ""
    password: Annotated[str, Meta(extra=SECRET)] = ""
    tls: bool = False
    authority: str = ""
    """A file with the certificate of a private authority; empty for the machine's own list."""


class BridgedDevice(Struct, forbid_unknown_fields=True):
    """A table controller or a sign, as it was enrolled in the room."""

    key: Key


class BridgeSettings(Struct, kw_only=True, forbid_unknown_fields=True):
    """Everything a bridge has to know."""

    room: str
    authority: str = ""
    """A file with the certificate of the room's private authority; empty for the machine's own list."""
    broker: Broker
    devices: Annotated[dict[DeviceId, BridgedDevice], Meta(min_length=1, description="at least one device")]
    poll_s: Annotated[float, Meta(ge=0.05, le=5, description="seconds from 0.05 to 5")] = 1.0
    """How often the room is asked how each table stands."""

    def __post_init__(self) -> None:
        if urlsplit(self.room).scheme not in ("http", "https") or not urlsplit(self.room).netloc:
            raise ValueError("room is the address of a room: give http://… or https://…")


def read_bridge_settings(file: Path) -> BridgeSettings:
    """The settings in a TOML file; it holds keys, so nobody but its owner may read it."""
    try:
        if file.stat().st_mode & OTHERS:
            raise FieldError(f"{file} holds the keys of devices and others may read it: chmod 600 {file}")
        return convert(tomllib.loads(file.read_text()), BridgeSettings)
    except OSError as error:
        raise FieldError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FieldError(f"{file} is no text") from error
    except tomllib.TOMLDecodeError as error:
        raise FieldError(f"{file} is no TOML: {error}") from error
