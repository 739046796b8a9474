"""The doctor: looks at everything a room needs of its machine, and changes nothing."""

from __future__ import annotations

import platform
import stat
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from fairfelt.ledger import LedgerError, NoJournal
from fairfelt.ledger.store import file_of, place_of, shown, snapshot, waits_for
from fairfelt.room.state.alarms import TimeService, TimeState
from fairfelt.runtime.configuration import Configuration, cache_folder
from fairfelt.runtime.configuration.check import find_mistakes
from fairfelt.version import __version__

from ..watching.backups import HOUR_MICROS, OLD_MICROS, copies_among, copies_in, day_of
from ..watching.s3 import S3Store, StoreFailed
from ..watching.time_service import read_time_service
from .health import expiry_of, why_expiring, why_full

LOOPBACK = ("127.0.0.1", "::1", "localhost")
LEAST_PYTHON = (3, 11)
LIBRARIES = ("numpy", "msgspec", "sqlalchemy", "psycopg", "starlette", "uvicorn", "cryptography", "typst")
COUNTING = "numba"
"""What a room's server does without: it knows the games that ship, and counts no others."""


class Verdict(StrEnum):
    """What was found."""

    GOOD = "good"
    WARNING = "warning"
    """It works, and a person should look at it."""
    BAD = "bad"
    """A room cannot be run so."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    subject: str
    verdict: Verdict
    says: str


def examine(
    settings: Configuration,
    file: Path | None = None,
    *,
    read_time: Callable[[], TimeService] = read_time_service,
    now_micros: Callable[[], int] = lambda: time.time_ns() // 1_000,
    store: S3Store | None = None,
) -> Iterator[Finding]:
    """Look at one thing after another; the store of the backups is asked what it has."""
    yield from _versions()
    yield from _configuration(settings, file)
    yield _clock(read_time())
    yield from _disks(settings)
    yield from _database(settings)
    yield from _certificates(settings)
    yield _backups(settings, now_micros())
    if store:
        yield _stored(store, now_micros())


def _versions() -> Iterator[Finding]:
    here = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= LEAST_PYTHON
    says = f"Fairfelt {__version__}, Python {here}, {platform.system()} {platform.machine()}"
    yield Finding("versions", Verdict.GOOD if good else Verdict.BAD, says)
    found = [(name, _version(name)) for name in LIBRARIES]
    missing = [name for name, number in found if not number]
    if missing:
        yield Finding("libraries", Verdict.BAD, f"missing: {', '.join(missing)}: install Fairfelt anew with pip")
    else:
        yield Finding("libraries", Verdict.GOOD, ", ".join(f"{name} {number}" for name, number in found))
    counting = _version(COUNTING)
    without = (
        f"not on this machine ({COUNTING} is not installed): games of your own need pip install 'fairfelt[counting]'"
    )
    yield Finding("counting", Verdict.GOOD, f"{COUNTING} {counting}" if counting else without)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _configuration(settings: Configuration, file: Path | None) -> Iterator[Finding]:
    mistakes = find_mistakes(settings, file)
    for mistake in mistakes:
        yield Finding("configuration", Verdict.BAD, mistake)
    if not mistakes:
        yield Finding("configuration", Verdict.GOOD, str(file or "no file: the environment and the defaults"))


def _clock(found: TimeService) -> Finding:
    by = f", says {found.source}" if found.source else ""
    if found.state is TimeState.SYNCHRONIZED:
        return Finding("clock", Verdict.GOOD, f"the clock is synchronized{by}")
    if found.state is TimeState.NOT_SYNCHRONIZED:
        return Finding("clock", Verdict.BAD, f"the clock is not synchronized{by}: mend the time service")
    return Finding(
        "clock",
        Verdict.WARNING,
        "neither chrony, systemd nor the kernel says whether the clock is right: install chrony",
    )


def _disks(settings: Configuration) -> Iterator[Finding]:
    for folder in _folders(settings):
        if not folder.is_dir():
            continue  # the check of the configuration reported it
        wrong = why_full(folder)
        yield Finding("disk", Verdict.BAD if wrong else Verdict.GOOD, wrong or f"there is room in {folder}")


def _folders(settings: Configuration) -> dict[Path, None]:
    journal = _journal_file(settings.database)
    named = (journal.parent if journal else None, settings.state, settings.archive, settings.backups.folder)
    return dict.fromkeys([*filter(None, named), cache_folder()])


def _journal_file(database: str) -> Path | None:
    try:
        return file_of(place_of(database)) if database else None
    except LedgerError:
        return None


def _database(settings: Configuration) -> Iterator[Finding]:
    if not settings.database:
        yield Finding("database", Verdict.WARNING, "no journal is named: set database, or FAIRFELT_DATABASE")
        return
    try:
        with snapshot(settings.database) as taken:
            waits = f"; a commit waits for {waits_for(taken.connection)}"
            says = f"{shown(settings.database)} can be read: {taken.head.number:,} events{waits}"
        yield Finding("database", Verdict.GOOD, says)
    except NoJournal as error:
        found = f"fairfelt room found {shown(settings.database)} --name NAME --second NAME"
        yield Finding("database", Verdict.BAD, f"{error}; a new room is made with: {found}")
    except LedgerError as error:
        yield Finding("database", Verdict.BAD, str(error))
    file = _journal_file(settings.database)
    if file and file.is_file() and file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        yield Finding("database", Verdict.WARNING, f"others may read {file}: chmod 600 {file}")


def _certificates(settings: Configuration) -> Iterator[Finding]:
    certificate = settings.tls.certificate_file
    if certificate is None:
        wide = settings.server.host not in LOOPBACK and not settings.server.trusted_proxies
        says = "keys and PINs cross the network in the clear" if wide else "plain http, for this machine alone"
        yield Finding("certificates", Verdict.WARNING if wide else Verdict.GOOD, says)
    for file in filter(None, (certificate, settings.tls.client_authority_file, settings.tls.client_revocations_file)):
        wrong = why_expiring(file)
        verdict = Verdict.BAD if wrong else Verdict.GOOD
        yield Finding("certificates", verdict, wrong or f"{file} is good until {expiry_of(file):%Y-%m-%d}")


def _backups(settings: Configuration, now_micros: int) -> Finding:
    folder = settings.backups.folder
    if folder is None:
        return Finding("backups", Verdict.WARNING, "no daily backup is made: set backups.folder")
    copies = copies_in(folder)
    if not copies:
        return Finding("backups", Verdict.WARNING, f"there is no backup in {folder} yet")
    age_micros = now_micros - copies[-1].stat().st_mtime_ns // 1_000
    says = f"the newest backup is {copies[-1].name}, {age_micros // HOUR_MICROS} hours old"
    return Finding("backups", Verdict.BAD if age_micros > OLD_MICROS else Verdict.GOOD, says)


def _stored(store: S3Store, now_micros: int) -> Finding:
    """The newest copy in the store: its name says the day, by the room's own clock."""
    try:
        names = copies_among(store.names())
    except StoreFailed as error:
        return Finding("backups", Verdict.BAD, str(error))
    if not names:
        return Finding("backups", Verdict.WARNING, f"there is no backup in the store {store.bucket} yet")
    day = day_of(names[-1])
    old = day is None or day < (datetime.fromtimestamp(now_micros / 1e6, UTC) - timedelta(days=2)).date()
    return Finding(
        "backups", Verdict.BAD if old else Verdict.GOOD, f"the newest in the store {store.bucket} is {names[-1]}"
    )
