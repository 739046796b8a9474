"""Who may do what: roles, people, their cards, and the devices of the floor."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

WRONG_PINS_ALLOWED = 2
"""The third wrong PIN in a row locks a card."""


class Role(StrEnum):
    """What a person is in the room."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    ACCOUNTING = "accounting"
    TECHNICIAN = "technician"
    REGULATOR = "regulator"


class Authority(IntEnum):
    """What confirming an award takes."""

    SUPERVISOR = 1
    EXECUTIVE = 2


CONFIRMS = {Role.SUPERVISOR: Authority.SUPERVISOR, Role.EXECUTIVE: Authority.EXECUTIVE}
ADJUSTS = frozenset({Role.EXECUTIVE, Role.ACCOUNTING})
SETS_UP = frozenset({Role.EXECUTIVE, Role.TECHNICIAN})


@dataclass(frozen=True)
class Person:
    """Somebody who works here."""

    name: str
    role: Role


@dataclass(frozen=True)
class Card:
    """A card with a PIN. The PIN's hash is kept elsewhere: the log never holds it."""

    person: str
    wrong_pins: int = 0
    locked: bool = False


@dataclass(frozen=True)
class Device:
    """A keypad, a display or a console; disabled until somebody enables it."""

    kind: str
    table: str = ""
    enabled: bool = False
