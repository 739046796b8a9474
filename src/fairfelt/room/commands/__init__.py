"""What may be asked of the room, as values: each is checked against the floor and becomes events, or is refused."""

from __future__ import annotations

from typing import Any, Union

from msgspec.json import Decoder

from fairfelt.room.events import tagged_types
from fairfelt.room.hub import hub_commands, room_commands
from fairfelt.runtime.formats import decode

from . import (
    accounts,
    alarms,
    closing,
    devices,
    duties,
    funds,
    law,
    limits,
    paperwork,
    people,
    retirement,
    rounds,
    set_up,
    voids,
)
from .command import Decided, RoomCommand
from .records import counts, felt, sensors, training

COMMANDS: tuple[type[RoomCommand], ...] = tagged_types(
    RoomCommand,
    set_up, devices, people, rounds, voids, accounts, counts, felt, closing, law, paperwork, limits, funds, duties,
    retirement, alarms, sensors, hub_commands, room_commands, training,
)  # fmt: skip
"""Everything the room can be asked for."""
COMMAND_UNION: Any = Union[COMMANDS]  # noqa: UP007  (it is made of a tuple)
_decode = Decoder(COMMAND_UNION).decode


def read_command(text: str | bytes) -> RoomCommand:
    """A command from its JSON; FieldError says what is wrong with it."""
    found: RoomCommand = decode(text, COMMAND_UNION, _decode)
    return found


__all__ = ["COMMANDS", "COMMAND_UNION", "Decided", "RoomCommand", "read_command"]
