"""Roles, people, their cards, and the devices of the floor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from msgspec import Struct

from fairfelt.room.state.limits import DEFAULT_PAY_RULES, Authority, PayRules
from fairfelt.runtime.formats import OptionalLine, Tally

SERVER = "server"
"""The device name of the controller itself: no person and no other device is called so."""
WRONG_PINS_ALLOWED = 2
"""The third wrong PIN in a row locks a card."""
NEW_MICROS = 24 * 3600 * 1_000_000
"""The time for which a new person or card is no second signature beside those who added them."""


class Role(StrEnum):
    """What a person is in the room."""

    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    ACCOUNTING = "accounting"
    TECHNICIAN = "technician"
    REGULATOR = "regulator"


CONFIRMS = {Role.SUPERVISOR: Authority.SUPERVISOR, Role.EXECUTIVE: Authority.EXECUTIVE}
ADJUSTS = frozenset({Role.EXECUTIVE, Role.ACCOUNTING})
SETS_UP = frozenset({Role.EXECUTIVE, Role.TECHNICIAN})
CLOSES = frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.TECHNICIAN})
PRINTS = frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.ACCOUNTING})
SIGNS = frozenset({*CONFIRMS, *ADJUSTS, *SETS_UP})
"""Roles of the second person beside one who sets up."""


@dataclass(frozen=True)
class Person:
    """An employee."""

    name: str
    role: Role
    made_by: tuple[str, ...] = ()
    """The people who added them or gave them their role; empty for founders."""
    new_until_micros: int = 0
    """Until then they are no second signature beside those."""
    away: str = ""
    """Why they do not work here now; empty while they do. Their cards open nothing meanwhile."""
    changes: int = 0
    """The number of role changes and leaves, each of which ends their sessions."""


@dataclass(frozen=True)
class Card:
    """A card with a PIN. The log never holds the PIN nor its hash."""

    person: str
    secret: str = ""
    """The SHA-256 of the stored hash of the PIN: it reveals only that the PIN was changed."""
    wrong_pins: int = 0
    locked: bool = False
    withdrawn: bool = False
    pin_due: bool = False
    """What is kept is a one-time code: the card opens nothing until its holder has chosen a PIN."""
    unlocked: bool = False
    """It was unlocked, and no right PIN has come since: if it is locked again, its PIN has to be reset."""
    made_by: tuple[str, ...] = ()
    """The people who issued it or reset its PIN; empty for cards of founders."""
    new_until_micros: int = 0
    """Until then it is no second signature beside those."""
    resets: int = 0
    """The number of PIN resets, each of which ends its sessions."""


@dataclass(frozen=True)
class HouseRules:
    """The house's own rules beyond those of the law."""

    dealers_sign_in: bool = False
    """Whether a dealer has to sign in at the keypad before anything is pressed there."""
    pay_rules: Mapping[str, PayRules] = field(default_factory=dict)
    """Whose card a pay requires, by currency."""
    most_wager: Mapping[str, int] = field(default_factory=dict)
    """The house's own largest single wager in millionths, by currency; none where the house has none."""

    def pays_in(self, currency: str) -> PayRules:
        """The rules by amount of a currency."""
        return self.pay_rules.get(currency, DEFAULT_PAY_RULES)


SESSIONS_KEPT = 50
"""Training sessions of a person that are shown; older ones are read from the log."""


class SkillScore(Struct, frozen=True, forbid_unknown_fields=True):
    """Acts of one skill in a training session: right, asked, and the seconds they took."""

    skill: OptionalLine
    right: Tally
    asked: Tally
    seconds: Tally


class TrainingSession(Struct, frozen=True, forbid_unknown_fields=True):
    """A session in the dealer school, as the school marked it."""

    game: str
    level: str
    skills: tuple[SkillScore, ...]
    at_micros: int

    @property
    def total(self) -> SkillScore:
        """All skills together."""
        parts = self.skills
        sums = (sum(part.right for part in parts), sum(part.asked for part in parts), sum(p.seconds for p in parts))
        return SkillScore("", *sums)


class DeviceKind(StrEnum):
    """What a device is for."""

    KEYPAD = "keypad"
    DISPLAY = "display"
    """A display only reads."""
    SIGN = "sign"
    """A sign behind the MQTT bridge: it reads as a display does, and says what stands on it."""
    CONSOLE = "console"
    AUDITOR = "auditor"
    """A program elsewhere that reads the log, and does nothing else."""
    ROOM = "room"
    """Another room, of which this one is the hub."""


SHOWS = (DeviceKind.DISPLAY, DeviceKind.SIGN)
"""Devices that show the meters of a link."""


def name_display(device: str) -> str:
    """A display as sentences name it: houses name most of theirs "display …" already."""
    return device if "display" in device.lower() else f"display {device}"


@dataclass(frozen=True)
class Device:
    """A keypad of a table, a display or a room of a link, a console or an auditor; off until enabled."""

    kind: DeviceKind
    key_sha256: str
    table: str = ""
    link: str = ""
    enabled: bool = False
    watched: bool = False
    """A display that has reported what it shows: an alarm is raised if it shows something else, or nothing."""
    firmware: str = ""
    """The version of the program in a table controller, as it says itself; empty for all others."""
    firmware_sha256: str = ""
    """The digest over the files of that program."""
