"""fairfelt bridge, fairfelt daily: what goes to other systems."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Coroutine
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import Journal, write_whole
from fairfelt.cli.law.papers import floor_of

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
Folder = Annotated[Path, Parameter(name=("--output", "-o"), help="Folder for the files.")]


def daily(journal: Journal, /, *, day: Day, output: Folder = Path()) -> None:
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
