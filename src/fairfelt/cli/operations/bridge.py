"""fairfelt bridge"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Coroutine
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput

Settings = Annotated[
    Path, Parameter(help="A TOML file with the room, the broker and the keys of the devices; only its owner reads it.")
]
Check = Annotated[bool, Parameter(negative=(), help="Read the settings, say what is in them, and end.")]


def bridge(settings: Settings, /, *, check: Check = False) -> int:
    """Carry what table controllers and signs say over MQTT to the room, and its answers back.

    It may be stopped at any moment: what was not answered is sent again, and counted once.

    For example:

        fairfelt bridge /etc/fairfelt/bridge.toml
    """
    from fairfelt.formats.reading import FieldError
    from fairfelt.hardware import Bridge, read_bridge_settings
    from fairfelt.ledger.clock import wall_clock_micros

    try:
        found = read_bridge_settings(settings)
    except FieldError as error:
        raise BadInput(str(error)) from error
    if find_spec("aiomqtt") is None:
        raise BadInput("the bridge needs aiomqtt: pip install 'fairfelt[mqtt]'")
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    at = f"{found.broker.host}:{found.broker.port}"
    logging.getLogger(__name__).info("%d devices at %s, for the room at %s", len(found.devices), at, found.room)
    if not check:
        asyncio.run(_until_stopped(Bridge(found, wall_clock_micros).run()))
    return 0


async def _until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Work until somebody stops it; that is no fault."""
    task, loop = asyncio.ensure_future(work), asyncio.get_running_loop()
    for each in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(each, task.cancel)
    await asyncio.wait([task])
    if not task.cancelled() and (error := task.exception()):
        raise error
