"""Daily copies of the journal: when the next is due, making it, storing it in an S3 store, letting the oldest go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from hashlib import file_digest
from pathlib import Path
from re import compile as pattern
from typing import Any

from fairfelt.law import GamingDays, keeping, moment
from fairfelt.ledger import Head, LedgerError
from fairfelt.ledger.copies.backup import tried_backup_apart
from fairfelt.room import Floor
from fairfelt.room.commands.alarms import RecordBackup
from fairfelt.runtime.configuration.settings import Backups


class StoreFailed(OSError):  # noqa: N818  (it reads as what happened)
    """The store did not do what it was asked, and why."""


@dataclass(frozen=True)
class S3Store:
    """The bucket that the settings name, and the secret of its key."""

    settings: Backups
    secret_key: str = field(default="", repr=False)

    @property
    def bucket(self) -> str:
        return self.settings.s3_bucket

    def put(self, file: Path) -> None:
        with _store_errors(self):
            self._client().upload_file(str(file), self.bucket, self._key(file.name))

    def fetch(self, name: str, to: Path) -> None:
        """Write what is stored under a name to a file."""
        with _store_errors(self):
            self._client().download_file(self.bucket, self._key(name), str(to))

    def names(self) -> list[str]:
        """Everything that is stored here, in the order of names."""
        with _store_errors(self):
            pages = self._client().get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self._key(""))
            found = [row["Key"].removeprefix(self._key("")) for page in pages for row in page.get("Contents", ())]
        return sorted(found)

    def remove(self, name: str) -> None:
        with _store_errors(self):
            self._client().delete_object(Bucket=self.bucket, Key=self._key(name))

    def _key(self, name: str) -> str:
        prefix = self.settings.s3_prefix.strip("/")
        return f"{prefix}/{name}" if prefix else name

    def _client(self) -> Any:
        try:
            import boto3
            from botocore.config import Config
        except ImportError as error:
            raise StoreFailed("copies to a store need boto3: pip install 'fairfelt[s3]'") from error
        # A store that does not know Amazon's newer checksums would refuse the file; its digest is compared anyway.
        config = Config(
            connect_timeout=10, read_timeout=60, retries={"max_attempts": 3}, s3={"addressing_style": "path"},
            request_checksum_calculation="when_required", response_checksum_validation="when_required",
        )  # fmt: skip
        named, keys = self.settings, {}
        if named.s3_access_key:
            keys = {"aws_access_key_id": named.s3_access_key, "aws_secret_access_key": self.secret_key}
        return boto3.client(
            "s3", endpoint_url=named.s3_endpoint or None, region_name=named.s3_region or "us-east-1", config=config,
            **keys,
        )  # fmt: skip


@contextmanager
def _store_errors(store: S3Store) -> Iterator[None]:
    """Turn errors of the library into one sentence without credentials."""
    try:
        yield
    except StoreFailed:
        raise
    except Exception as error:
        raise StoreFailed(f"the store {store.bucket}: {type(error).__name__}: {str(error)[:200]}") from error


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
    copied: Callable[[str | Path, Path, str | None], Head] = tried_backup_apart
    """Makes a copy, and restores it once to see that it can be."""


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


class NotBackedUp(LedgerError):  # noqa: N818  (it reads as what happened)
    """No copy was made, or the store has none of it, in one sentence."""


class NotStored(StoreFailed):
    """A copy is in its folder, restored and good, and the store has not taken it."""

    def __init__(self, file: Path, why: object) -> None:
        super().__init__(f"{file.name} is in {file.parent} only: {why}")
        self.file = file


def make_backup(address: str | Path, settings: BackupSettings, floor: Floor, now_micros: int) -> RecordBackup:
    """Copy the journal, restore the copy once, store it, and let old ones go; what the room records of it.

    Call it off the event loop. A store that fails costs no copy: that in the folder is whole, and NotStored names it.
    """
    at = moment(now_micros, floor.jurisdiction.days.zone)
    file = settings.folder / f"{_NAME}{at:%Y-%m-%d-%H%M%S}.backup"
    head = settings.copied(address, file, settings.passphrase)
    law = floor.jurisdiction.law
    held = keeping(law) if law else None
    since = held.since if held else None  # the first day of which the law asks for records
    for old in too_old([copy.name for copy in copies_in(settings.folder)], floor.backups.keep, since):
        (settings.folder / old).unlink(missing_ok=True)
    digest = _digest(file)
    if settings.store:
        _store(settings.store, file, digest)
        for old in too_old(copies_among(settings.store.names()), floor.backups.keep, since):
            settings.store.remove(old)
    return RecordBackup(file=file.name, sha256=digest, events=head.number)


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
