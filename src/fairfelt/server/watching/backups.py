"""Daily copies of the journal: when the next is due, making it, and letting the oldest go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import file_digest
from pathlib import Path
from re import compile as pattern

from fairfelt.law import GamingDays, keeping, moment
from fairfelt.ledger import Head, LedgerCorrupt, LedgerError
from fairfelt.ledger.copies.backup import backup
from fairfelt.ledger.copies.trial_restore import restored_head
from fairfelt.room import Floor

from .s3 import S3Store, StoreFailed

HOUR_MICROS = 3_600_000_000
OLD_MICROS = 25 * HOUR_MICROS
"""A day, and an hour in which the next one is made."""
_NAME = "fairfelt-"
_DATED = pattern(rf"{_NAME}(?P<day>\d{{4}}-\d\d-\d\d)-\d{{6}}\.backup")


@dataclass(frozen=True, kw_only=True)
class BackupSettings:
    """The folder of copies, and what seals the secrets in them."""

    folder: Path
    passphrase: str | None = field(default=None, repr=False)
    """Without one the copies carry no secrets: after a restore all PINs must be set again."""
    store: S3Store | None = None
    """A second, remote place for each copy."""
    restored: Callable[[Path, str | None], Head] = restored_head
    """Restores a copy to see that it can be."""


@dataclass(frozen=True)
class Copy:
    """A copy that was made, and restored once to see that it can be."""

    file: str
    sha256: str
    events: int


def is_due(floor: Floor, now_micros: int) -> bool:
    """Whether the hour of the room's plan has come since the last copy was made."""
    return floor.backups.made_micros < last_due_micros(floor, now_micros)


def last_due_micros(floor: Floor, now_micros: int) -> int:
    """The time at which the last copy was due: at the hour of today, or of yesterday before that."""
    days = GamingDays(floor.jurisdiction.days.zone, floor.backups.hour)
    return days.begin_micros(days.day_of(now_micros))


def why_missing(floor: Floor, settings: BackupSettings | None, first_micros: int, now_micros: int) -> str:
    """The fault of the copies of a room whose log began at a time; empty if the last is new enough."""
    last_micros = max(floor.backups.made_micros, first_micros)
    if now_micros - last_micros <= OLD_MICROS:
        return ""
    if settings is None:
        return "no daily backup is made: start the server with --backups FOLDER"
    if not floor.backups.made_micros:
        return "no backup was ever made of this journal"
    return f"the last backup is {(now_micros - last_micros) // HOUR_MICROS} hours old"


class NotStored(StoreFailed):
    """A copy is in its folder, restored and good, and the store has not taken it."""

    def __init__(self, file: Path, why: object) -> None:
        super().__init__(f"{file.name} is in {file.parent} only: {why}")
        self.file = file


def make_backup(address: str | Path, settings: BackupSettings, floor: Floor, now_micros: int) -> Copy:
    """Copy the journal, restore the copy once, store it, and let old ones go. Off the event loop.

    A store that fails costs no copy: the one in the folder is whole, and NotStored names it.
    """
    at = moment(now_micros, floor.jurisdiction.days.zone)
    file = settings.folder / f"{_NAME}{at:%Y-%m-%d-%H%M%S}.backup"
    head = backup(address, file, passphrase=settings.passphrase, gently=True)
    try:
        found = settings.restored(file, settings.passphrase)
        if (found.number, found.hash) != (head.number, head.hash):
            raise LedgerCorrupt(f"{file.name} restores to event {found.number}, and was made of {head.number}")
    except LedgerError:
        file.unlink(missing_ok=True)
        raise
    since = _kept_since(floor)
    for old in too_old([copy.name for copy in copies_in(settings.folder)], floor.backups.keep, since):
        (settings.folder / old).unlink(missing_ok=True)
    digest = _digest(file)
    if settings.store:
        _store(settings.store, file, digest)
        for old in too_old(copies_among(settings.store.names()), floor.backups.keep, since):
            settings.store.remove(old)
    return Copy(file.name, digest, head.number)


def _store(store: S3Store, file: Path, digest: str) -> None:
    """Put a copy into the store, and fetch it back: the same bytes restore to the same journal."""
    fetched = file.with_name(f".{file.name}.fetched")
    try:
        store.put(file)
        store.fetch(file.name, fetched)
        if _digest(fetched) != digest:
            raise StoreFailed(f"it came back from the store {store.bucket} as another file")
    except OSError as error:
        raise NotStored(file, error) from error
    finally:
        fetched.unlink(missing_ok=True)


def _digest(file: Path) -> str:
    with file.open("rb") as written:
        return file_digest(written, "sha256").hexdigest()


def copies_in(folder: Path) -> Sequence[Path]:
    """The copies in a folder, the newest last: names sort by time."""
    return sorted(folder.glob(f"{_NAME}*.backup"))


def copies_among(names: Iterable[str]) -> list[str]:
    """Names that copies have, the newest last."""
    return sorted(name for name in names if _DATED.fullmatch(name))


def day_of(name: str) -> date | None:
    """The day on which a copy was made, by its name; None for other files."""
    found = _DATED.fullmatch(name)
    return date.fromisoformat(found["day"]) if found else None


def too_old(names: Sequence[str], keep: int, since: date | None) -> list[str]:
    """Copies that may go: not among the newest, nor the first of a month that the law still asks for."""
    months: set[str] = set()
    gone = []
    for name in names[:-keep]:
        day = day_of(name)
        month = name[: len(_NAME) + len("2026-01")]
        if day and since and day >= since and month not in months:
            months.add(month)
        else:
            gone.append(name)
    return gone


def _kept_since(floor: Floor) -> date | None:
    """The first day of which the room's law asks for records; nothing where no law is chosen."""
    law = floor.jurisdiction.law
    held = keeping(law) if law else None
    return held.since if held else None
