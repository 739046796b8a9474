"""fairfelt doctor, drill, manifest: whether machine, backups and software are as they should be."""

from __future__ import annotations

import asyncio
import json as writing
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.choose import read_passphrase, text_of
from fairfelt.cli.io.errors import BadInput, NotVerified, not_verified
from fairfelt.cli.io.output import Config, Json, Output, destination
from fairfelt.cli.operations.config import alert_receivers, checked, s3_store
from fairfelt.ledger import Head, LedgerError
from fairfelt.ledger.copies.backup import try_restore
from fairfelt.ledger.ledger import Follower
from fairfelt.ledger.store import snapshot
from fairfelt.room import Room
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.runtime.configuration import Configuration, read_settings
from fairfelt.runtime.configuration.reading import configuration_file
from fairfelt.server import Controller, Settings
from fairfelt.server.machine import Finding, Verdict, bill_of_materials, examine
from fairfelt.server.manifest import Manifest
from fairfelt.server.manifest import manifest as read_manifest
from fairfelt.server.outgoing import Alert as Message
from fairfelt.server.outgoing import Alerts, NotDelivered, Webhook, message_to
from fairfelt.server.watching.backups import BackupSettings, S3Store, copies_among, copies_in, make_backup
from fairfelt.version import __version__, commit, program_digest

MARKS = {"good": "ok  ", "warning": "look", "bad": "BAD "}


Alert = Annotated[bool, Parameter(help="Send a test alert by every channel.")]


def doctor(*, config: Config = None, json: Json = False, alert: Alert = False) -> None:
    """Check what a room needs of its machine: clock, disk, database, certificates, backups, versions.

    It changes nothing. The exit code is 1 if a room cannot be run so.

    For example:

        fairfelt doctor --config /etc/fairfelt/fairfelt.toml
        fairfelt doctor --alert
    """
    settings = read_settings(config)
    looked = examine(settings, configuration_file(config), store=_store(settings))
    findings = [*looked, *(_alerted(settings) if alert else ())]
    if json:
        told = [{"subject": one.subject, "verdict": one.verdict.value, "says": one.says} for one in findings]
        sys.stdout.write(f"{writing.dumps(told, indent=2, ensure_ascii=False)}\n")
    else:
        for one in findings:
            sys.stdout.write(f"{MARKS[one.verdict.value]}  {one.subject}: {one.says}\n")
    bad = sum(one.verdict is Verdict.BAD for one in findings)
    if bad:
        raise NotVerified(f"{bad} of {len(findings)} findings are bad: mend them before you run a room")


def _store(settings: Configuration) -> S3Store | None:
    """The store of the backups; nothing where its secret cannot be read, which the look at the configuration says."""
    with suppress(BadInput):
        return s3_store(settings)
    return None


def _alerted(settings: Configuration) -> Iterator[Finding]:
    """The result of a test alert by each channel."""
    receivers = alert_receivers(settings)
    if not receivers:
        yield Finding("alerts", Verdict.BAD, "alarms are sent to no one: set [alerts]")
    alert = Message("test", "", "a test of the alerts", False, int(time.time()))
    for receiver in receivers:
        name = receiver.url if isinstance(receiver, Webhook) else receiver.settings.smtp_host
        try:
            message_to(receiver, alert, settings.alerts.house)()
            yield Finding("alerts", Verdict.GOOD, f"a test was taken by {name}")
        except NotDelivered as error:
            yield Finding("alerts", Verdict.BAD, str(error))


def backup(*, config: Config = None) -> None:
    """Copy the journal now into the backup folder and the store, and restore the copy once, while the room runs.

    A server does it every day by itself, and puts it on the log; the office has a button for that.

    Example: `fairfelt backup --config /etc/fairfelt/fairfelt.toml`
    """
    settings = read_settings(config)
    database, folder = _journal(settings), settings.backups.folder
    if folder is None:
        raise BadInput("there is no folder for backups: set backups.folder")
    passphrase = read_passphrase(settings.backups.passphrase_file, "backups.passphrase_file")
    named = BackupSettings(folder=folder, passphrase=passphrase, store=s3_store(settings))
    with not_verified(LedgerError, OSError):
        floor = Follower(database, Room()).poll().state
        made = make_backup(database, named, floor, time.time_ns() // 1_000)
    sys.stdout.write(f"{folder / made.file} has {made.events:,} events and was restored once; SHA-256 {made.sha256}\n")


def _journal(settings: Configuration) -> str:
    if not settings.database:
        raise BadInput("no journal is named: set database in the configuration, or FAIRFELT_DATABASE")
    return settings.database


Alarms = Annotated[bool, Parameter(help="Raise every kind of alarm once, in a room that is thrown away.")]
FromStore = Annotated[bool, Parameter(help="The newest backup of the store, not of the folder.")]


def drill(*, config: Config = None, from_store: FromStore = False, alarms: Alarms = False) -> None:
    """Restore the newest backup beside the room, and compare it with the journal.

    Nothing of the room is changed. The exit code is 1 if the backup is not the room's.

    With --alarms, raise every kind of alarm once in a room that is thrown away, and send it by every channel.

    For example:

        fairfelt drill
        fairfelt drill --config /etc/fairfelt/fairfelt.toml --from-store
        fairfelt drill --alarms
    """
    settings = read_settings(config)
    if alarms:
        asyncio.run(_raise_alarms(checked(settings)))
        return
    database = _journal(settings)
    passphrase = read_passphrase(settings.backups.passphrase_file, "backups.passphrase_file")
    with not_verified(LedgerError, OSError), _newest(settings, from_store=from_store) as copy:
        began_s = time.monotonic()
        head = try_restore(copy, passphrase)
        took_s = time.monotonic() - began_s
        behind = _compared(database, head, copy.name)
    sys.stdout.write(
        f"{copy.name} was restored in {took_s:.1f} seconds: {head.number:,} events, all of them those of the journal, "
        f"which has {behind:,} more by now.\n"
    )


@contextmanager
def _newest(settings: Configuration, *, from_store: bool) -> Iterator[Path]:
    """The newest copy, as a file."""
    folder = settings.backups.folder
    if not from_store:
        copies = copies_in(folder) if folder else ()
        if not copies:
            raise BadInput(f"there is no backup in {folder}" if folder else "backups.folder is not set")
        yield copies[-1]
        return
    store = s3_store(settings)
    if store is None:
        raise BadInput("backups.s3_bucket is not set: there is no store")
    names = copies_among(store.names())
    if not names:
        raise BadInput(f"there is no backup in the store {store.bucket}")
    with TemporaryDirectory(prefix="fairfelt-drill-") as place:
        fetched = Path(place) / names[-1]
        store.fetch(names[-1], fetched)
        yield fetched


def _compared(database: str, head: Head, name: str) -> int:
    """The number of later events in the journal; NotVerified if the copy is of another history."""
    with snapshot(database) as taken:
        there = taken.hash_at(head.number) if head.number <= taken.head.number else None
        if there is None:
            raise NotVerified(f"{name} has {head.number:,} events, and the journal only {taken.head.number:,}")
        if there != head.hash:
            raise NotVerified(f"{name} is of another history: event {head.number:,} is not the journal's")
        return taken.head.number - head.number


async def _raise_alarms(settings: Configuration) -> None:
    """Raise each kind of alarm as the watch does, in a room of its own, and send what then goes out."""
    logging.getLogger("fairfelt").addHandler(logging.NullHandler())
    receivers, house = alert_receivers(settings), f"DRILL, {settings.alerts.house}"
    with TemporaryDirectory(prefix="fairfelt-drill-") as place:
        controller = Controller(Settings(address=str(Path(place) / "room.db")))
        await controller.start()
        alerts = Alerts(controller, receivers, house, controller.settings.clock)
        for kind in AlarmKind:
            await controller.watch.alarm(controller.ledger, kind, "drill", f"this is a drill: {kind.value}")
            for alert in alerts.look():
                sys.stdout.write(f"{alert.title}: runbook.md#{alert.section.section}\n")
        await alerts.finish()
        await controller.stop()
    sys.stdout.write(f"Every kind of alarm was raised once, and sent to {len(receivers)} receivers.\n")


Sbom = Annotated[bool, Parameter(help="As a software bill of materials, CycloneDX 1.6.")]
Against = Annotated[Path | None, Parameter(help="Manifest of another machine: print differences; exit code 1 if any.")]
FORMAT = "fairfelt-manifest-1"
SHOWN = 20


def manifest(*, sbom: Sbom = False, against: Against = None, output: Output = None) -> None:
    """Print what software runs here: a digest of every file of Fairfelt and of each library under it.

    Equal software gives an equal manifest. A room writes its digest on the log when it starts.

    For example:

        fairfelt manifest -o room.json
        fairfelt manifest --against room.json
        fairfelt manifest --sbom -o fairfelt.cdx.json
    """
    found = read_manifest()
    if against:
        _compare(found, against)
        return
    data = bill_of_materials(found) if sbom else _as_data(found)
    text = f"{writing.dumps(data, indent=2, ensure_ascii=False)}\n"
    destination("json", output=output).write(text.encode())


def _as_data(found: Manifest) -> dict[str, Any]:
    ordered = {
        name: dict(sorted(part.items())) for name, part in (("files", found.files), ("libraries", found.libraries))
    }
    named = {"version": __version__, "commit": commit(), "software": program_digest(), "digest": found.digest}
    return {"format": FORMAT, **named, **ordered}


def _compare(found: Manifest, file: Path) -> None:
    other = _read(file)
    different = found.differences(other)
    if not different:
        sys.stdout.write(f"This software is that of {file}: {found.digest}\n")
        return
    for name in different[:SHOWN]:
        here = found.files.get(name) or found.libraries.get(name) or "not here"
        there = other.files.get(name) or other.libraries.get(name) or "not there"
        sys.stdout.write(f"{name}: here {here}, there {there}\n")
    if more := len(different) - SHOWN:
        sys.stdout.write(f"and {more} more\n" if more > 0 else "")
    raise NotVerified(f"this software is not that of {file}: {len(different)} parts differ")


def _read(file: Path) -> Manifest:
    with suppress(ValueError, KeyError, TypeError):
        data = writing.loads(text_of(file))
        if isinstance(data, dict) and data.get("format") == FORMAT:
            return Manifest(dict(data["files"]), dict(data["libraries"]))
    raise BadInput(f"{file} is no manifest: make one with fairfelt manifest -o FILE")
