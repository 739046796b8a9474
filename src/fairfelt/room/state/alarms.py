"""Alarms: what a person has to look at, until it is acknowledged and over."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class AlarmKind(StrEnum):
    """What can be wrong."""

    DISPLAY_LATE = "display late"
    """A display does not show what the meters have been for some time."""
    WIN_NOT_SHOWN = "win not shown"
    COUNTS_DIFFER = "counts differ"
    """A keypad or a display has counted or shows something else than the room."""
    COMMANDS_MISSING = "commands may be missing"
    """A device is further on than the journal: an older copy may have been restored."""
    UNREASONABLE_BET = "unreasonable bet"
    """An impossible bet was not counted, and a person has to look at it."""
    CLOCK_NOT_SYNCHRONIZED = "clock not synchronized"
    BACKUP_MISSING = "backup missing"
    CLAIM_WAITING = "claim waiting"
    """A claim was neither confirmed nor taken back for a long time."""
    METERS_LATE = "meters late"
    ANSWERS_SLOW = "answers slow"
    """Keypads wait for their answers: the database, its disk or the machine is slow."""
    HUB_LOST = "hub out of reach"
    """The meters of a shared jackpot are not current, and its levels cannot be awarded."""
    FLOOR_CLOSED = "floor is closed"
    VERIFICATION = "verification"
    """The self-check failed, or was not made."""
    WITNESS_SILENT = "witness silent"
    DISK_FULL = "disk nearly full"
    DEVICE_SILENT = "device silent"
    SENSORS_FAILED = "sensors failed"
    """A bet sensor is in quarantine, or a table controller is out of reach; bets are entered by hand meanwhile."""
    FIRMWARE_CHANGED = "firmware changed"
    """A table controller runs another program than before."""
    DEPOSIT_DUE = "deposit due"
    OVERDUE = "deadline missed"
    """A check, a notice to the regulator or another step was not done within the hours of its rule."""
    LIMIT_NEAR = "limit near"
    """A meter is close to the limit of its level."""
    CERTIFICATE_ENDING = "certificate ending"
    SYSTEM_SILENT = "connected system silent"
    """A system of the house's own does not take what is sent to it; it waits, and nothing is lost."""
    ENFORCEMENT_OFF = "enforcement off"
    """Rules that bound before bind no longer; two people of different departments look at it."""
    CARDS_LOCKED = "many wrong PINs"
    """Wrong PINs at one device have locked several cards; it is kept from locking more."""
    ODD_HANDS = "odd hands"
    """A hand was awarded that comes more often at a table than chance explains."""
    CLAIM_DROPPED = "claim taken back"
    """A hand that an executive would have confirmed was entered and taken back, and was not paid."""
    ROOM_AWARD = "award in a room"
    """A hub has paid a room's claim."""
    AWARD_WAITS = "award waits at the hub"
    """The word of a room is not enough for an award: two people at the hub confirm it."""
    SHARED_ENDED = "shared jackpot ended"
    """The hub has ended a jackpot of this room, and what it did not take is held here."""
    REPORT_REFUSED = "room report refused"
    """A room of this hub reported what no honest room can report."""


LASTING = frozenset(AlarmKind) - {
    AlarmKind.COUNTS_DIFFER, AlarmKind.COMMANDS_MISSING, AlarmKind.UNREASONABLE_BET, AlarmKind.CARDS_LOCKED,
    AlarmKind.FIRMWARE_CHANGED, AlarmKind.ENFORCEMENT_OFF, AlarmKind.ROOM_AWARD, AlarmKind.AWARD_WAITS,
    AlarmKind.REPORT_REFUSED, AlarmKind.SHARED_ENDED, AlarmKind.ODD_HANDS, AlarmKind.CLAIM_DROPPED,
}  # fmt: skip
"""Kinds whose end the server sees; any other happened once, and is over when a person has looked at it."""


@dataclass(frozen=True)
class Alarm:
    """One thing that is wrong. It leaves the list when it is acknowledged and over."""

    kind: AlarmKind
    about: str
    """The device, the table or what else it is about; empty for the server itself."""
    says: str
    raised_micros: int
    lasts: bool
    acknowledged_by: tuple[str, ...] = ()
    note: str = ""
    """Their note on what they found or did."""

    @property
    def status(self) -> str:
        if self.acknowledged_by:
            return "acknowledged, not over yet"
        return "new" if self.lasts or self.kind not in LASTING else "over, not acknowledged"


class TimeState(StrEnum):
    """What the time service of the server's machine says of its clock."""

    SYNCHRONIZED = "synchronized"
    NOT_SYNCHRONIZED = "not synchronized"
    UNKNOWN = "unknown"
    """There is no such service, or it does not answer."""


@dataclass(frozen=True)
class TimeService:
    """The time service as it was last found."""

    state: TimeState = TimeState.UNKNOWN
    source: str = ""
    """The service that reports it and its clock; for an unknown state, why no service is asked."""

    @property
    def wrong(self) -> str:
        """The fault of the clock, in a sentence; empty if there is none."""
        if self.state is TimeState.NOT_SYNCHRONIZED:
            return f"the server's clock is not synchronized, says {self.source}"
        if self.state is TimeState.UNKNOWN and not self.source:
            return "no time service on the server's machine says whether its clock is right: install chrony"
        return ""


@dataclass(frozen=True)
class Backups:
    """When the server copies the journal, how many copies it keeps, and the last one it made."""

    hour: int = 5
    """The hour on the room's wall at which it is due every day."""
    keep: int = 30
    file: str = ""
    sha256: str = ""
    events: int = 0
    """Up to which event the last one goes; 0 where none was made yet."""
    made_micros: int = 0
