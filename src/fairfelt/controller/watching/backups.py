"""Daily copies of the journal: when the next is due, making it, and letting the oldest go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import file_digest
from pathlib import Path

from fairfelt.law import GamingDays, moment
from fairfelt.ledger.copies.backup import backup
from fairfelt.room import Floor

HOUR_MICROS = 3_600_000_000
OLD_MICROS = 25 * HOUR_MICROS
"""A day, and an hour in which the next one is made."""
_NAME = "fairfelt-"


@dataclass(frozen=True, kw_only=True)
class BackupSettings:
    """Where copies go, and what seals the secrets in them."""

    folder: Path
    passphrase: str | None = field(default=None, repr=False)
    """Without one the copies carry no secrets: whoever restores one sets all PINs anew."""


@dataclass(frozen=True)
class Copy:
    """A copy that was made and verified."""

    file: str
    sha256: str
    events: int


def is_due(floor: Floor, now_micros: int) -> bool:
    """Whether the hour of the room's plan has come since the last copy was made."""
    return floor.backups.made_micros < last_due_micros(floor, now_micros)


def last_due_micros(floor: Floor, now_micros: int) -> int:
    """When the last copy was due: at the hour of today, or of yesterday before that."""
    days = GamingDays(floor.jurisdiction.days.zone, floor.backups.hour)
    return days.begin_micros(days.day_of(now_micros))


def why_missing(floor: Floor, settings: BackupSettings | None, first_micros: int, now_micros: int) -> str:
    """What is wrong with the copies of a room whose log began at a time; empty if the last is new enough."""
    last_micros = max(floor.backups.made_micros, first_micros)
    if now_micros - last_micros <= OLD_MICROS:
        return ""
    if settings is None:
        return "no daily backup is made: start the server with --backups FOLDER"
    if not floor.backups.made_micros:
        return "no backup was ever made of this journal"
    return f"the last backup is {(now_micros - last_micros) // HOUR_MICROS} hours old"


def make_backup(address: str | Path, settings: BackupSettings, floor: Floor, now_micros: int) -> Copy:
    """Copy and verify the journal, and remove copies beyond those that are kept. Reads it whole: off the event loop."""
    at = moment(now_micros, floor.jurisdiction.days.zone)
    file = settings.folder / f"{_NAME}{at:%Y-%m-%d-%H%M%S}.backup"
    head = backup(address, file, passphrase=settings.passphrase, gently=True)
    with file.open("rb") as written:
        digest = file_digest(written, "sha256").hexdigest()
    for old in copies_in(settings.folder)[: -floor.backups.keep]:
        old.unlink(missing_ok=True)
    return Copy(file.name, digest, head.number)


def copies_in(folder: Path) -> Sequence[Path]:
    """The copies in a folder, the newest last: names sort by time."""
    return sorted(folder.glob(f"{_NAME}*.backup"))
