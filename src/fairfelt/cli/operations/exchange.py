"""fairfelt bridge, certificates and daily: what goes between a room and other machines."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
import sys
from collections.abc import Coroutine
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.choose import read_passphrase
from fairfelt.cli.io.errors import BadInput, bad_input
from fairfelt.cli.io.output import Journal, group, write_whole
from fairfelt.cli.law.papers import floor_of
from fairfelt.server.machine import PrivateAuthority

Settings = Annotated[Path, Parameter(help="TOML file with room, broker and device keys; only its owner may read it.")]
Check = Annotated[bool, Parameter(help="Only check the settings.")]


def bridge(settings: Settings, /, *, check: Check = False) -> None:
    """Carry what table controllers and signs say over MQTT to the room, and its answers back.

    It may be stopped at any moment: what was not answered is sent again, and counted once.

    Example: `fairfelt bridge /etc/fairfelt/bridge.toml`
    """
    from fairfelt.server.hardware.bridge import Bridge
    from fairfelt.server.hardware.room_api import read_bridge_settings
    from fairfelt.web import log_as_json

    found = read_bridge_settings(settings)
    if find_spec("aiomqtt") is None:
        raise BadInput("the bridge needs aiomqtt: pip install 'fairfelt[mqtt]'")
    log_as_json("info")
    at = f"{found.broker.host}:{found.broker.port}"
    logging.getLogger(__name__).info("%d devices at %s, for the room at %s", len(found.devices), at, found.room)
    if not check:
        asyncio.run(_until_stopped(Bridge(found).run()))


async def _until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Work until stopped by a signal, which is no fault."""
    task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, task.cancel)
    await asyncio.wait([task])
    if not task.cancelled() and (error := task.exception()):
        raise error


Day = Annotated[date, Parameter(help="Gaming day, such as 2026-03-07.")]
Files = Annotated[Path, Parameter(name=("--output", "-o"), help="Folder for the files.")]


def daily(journal: Journal, /, *, day: Day, output: Files = Path()) -> None:
    """Write rounds, wins and funds of one gaming day as CSV files for other systems.

    The room may go on meanwhile.

    Example: `fairfelt daily room.db --day 2026-03-07 --output /srv/exchange`
    """
    from fairfelt.ledger.store import snapshot
    from fairfelt.reports.sheet.csv import records_csv
    from fairfelt.room.projections.records import COLUMNS, daily_tables

    if not output.is_dir():
        raise BadInput(f"there is no folder {output}: make it first")
    days = floor_of(journal).jurisdiction.days
    with snapshot(journal) as taken:
        tables = daily_tables(taken, days, day)
    for name, columns in COLUMNS.items():
        file, rows = output / f"{name}-{day}.csv", tables[name]
        write_whole(file, records_csv(rows, columns).encode())
        sys.stdout.write(f"{file}: {len(rows):,} rows\n")


Folder = Annotated[Path, Parameter(help="Folder of the authority; only its owner may read it.")]
House = Annotated[str, Parameter(help="Name of the authority in the lists of browsers.")]
Addresses = Annotated[
    list[str], Parameter(help="Names and numbers of the server: room.example 10.0.0.5", negative="--empty-addresses")
]
Device = Annotated[str, Parameter(help="Name of the device in the room.")]
Lost = Annotated[bool, Parameter(help="The newest one too: the device is lost.")]
PasswordFile = Annotated[
    Path | None, Parameter(help="File whose first line seals the device's certificate; default: made up and shown.")
]


def authority(folder: Folder, *, house: House = "Fairfelt") -> None:
    """Make an authority of the house's own; its certificate is installed once in every browser and keypad.

    Example: `fairfelt certificates authority /etc/fairfelt/tls --house "Example Card Room"`
    """
    made = PrivateAuthority(folder)
    with bad_input(OSError):
        made.begin(house)
    sys.stdout.write(
        f"The authority is in {folder}. Install {made.own.certificate} in browsers and keypads; keep {made.own.key} "
        "to yourself, away from the server once all is signed.\n"
    )


def server(folder: Folder, addresses: Addresses) -> None:
    """Sign a certificate for the server, good for a year; a running server takes a new one by itself.

    Example: `fairfelt certificates server /etc/fairfelt/tls room.example 10.0.0.5`
    """
    with bad_input(OSError):
        made = PrivateAuthority(folder).certify_server(addresses)
    sys.stdout.write(f'[tls]\ncertificate_file = "{made.certificate.absolute()}"\nkey_file = "{made.key.absolute()}"\n')


def device(folder: Folder, name: Device, *, password_file: PasswordFile = None) -> None:
    """Sign a certificate for a device, and seal it with its key in a file that browsers take (PKCS #12).

    Example: `fairfelt certificates device /etc/fairfelt/tls "keypad T1"`
    """
    password = read_passphrase(password_file, "--password-file") or secrets.token_urlsafe(12)
    with bad_input(OSError):
        file = PrivateAuthority(folder).certify_device(name, password)
    told = "" if password_file else f"Its password is {password}; it is not shown again.\n"
    sys.stdout.write(f"{file} is the certificate of {name}. Install it there, then remove the file.\n{told}")


def listed(folder: Folder) -> None:
    """Every certificate that the authority has signed for a device, and whether it was withdrawn.

    Example: `fairfelt certificates list /etc/fairfelt/tls`
    """
    with bad_input(OSError, ValueError):
        found = PrivateAuthority(folder).issued()
    for one in found:
        state = "withdrawn" if one.withdrawn else f"good until {one.ends:%Y-%m-%d}"
        sys.stdout.write(f"{one.device}: {one.serial:x}, {state}\n")
    if not found:
        sys.stdout.write(f"No certificate was signed for a device in {folder} yet.\n")


def withdraw(folder: Folder, name: Device, *, lost: Lost = False) -> None:
    """Take back the certificates of a device that a newer one has replaced, or all of them.

    A running server that knows the list (tls.client_revocations_file) refuses them within half a minute.

    For example:

        fairfelt certificates withdraw /etc/fairfelt/tls "keypad T1"
        fairfelt certificates withdraw /etc/fairfelt/tls "keypad T1" --lost
    """
    authority = PrivateAuthority(folder)
    with bad_input(OSError):
        taken = authority.withdraw(name, lost=lost)
    for one in taken:
        sys.stdout.write(f"{one.device}: {one.serial:x} is good no more.\n")
    if not taken:
        says = "Nothing to withdraw" if lost else "Nothing to withdraw but the newest: --lost takes that too"
        sys.stdout.write(f"{says}.\n")
        return
    sys.stdout.write(f'[tls]\nclient_revocations_file = "{authority.withdrawn.absolute()}"\n')


certificates = group("certificates", authority, server, device, withdraw, list=listed)
