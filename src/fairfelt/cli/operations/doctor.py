"""fairfelt doctor"""

from __future__ import annotations

import json as writing
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput, NotVerified

if TYPE_CHECKING:
    from fairfelt.configuration import Configuration
    from fairfelt.controller.machine.doctor import Finding
    from fairfelt.controller.watching.s3 import S3Store

File = Annotated[
    Path | None,
    Parameter(
        name="--config",
        help="A configuration file; else the one that FAIRFELT_CONFIG names, else /etc/fairfelt/fairfelt.toml.",
        show_default=False,
    ),
]
Json = Annotated[bool, Parameter(name="--json", negative=(), show_default=False, help="Print it as JSON.")]
MARKS = {"good": "ok  ", "warning": "look", "bad": "BAD "}


Alert = Annotated[
    bool, Parameter(name="--alert", negative=(), show_default=False, help="Send a test alert by every way that is set.")
]


def doctor(*, config: File = None, json: Json = False, alert: Alert = False) -> int:
    """Look at everything a room needs of its machine: clock, disk, database, certificates, backups, versions.

    It changes nothing. The exit code is 1 if a room cannot be run so.

    For example:

        fairfelt doctor --config /etc/fairfelt/fairfelt.toml
        fairfelt doctor --alert
    """
    from fairfelt.configuration import read_settings
    from fairfelt.configuration.reading import configuration_file
    from fairfelt.controller.machine.doctor import Verdict, examine

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
    return 0


def _store(settings: Configuration) -> S3Store | None:
    """The store of the backups; nothing where its secret cannot be read, which the look at the configuration says."""
    from fairfelt.cli.operations.outgoing import s3_store

    with suppress(BadInput):
        return s3_store(settings)
    return None


def _alerted(settings: Configuration) -> Iterator[Finding]:
    """What came of a test alert, way by way."""
    import time

    from fairfelt.cli.operations.outgoing import alert_settings
    from fairfelt.controller.machine.doctor import Finding, Verdict
    from fairfelt.controller.outgoing.alerts import Alert as Message
    from fairfelt.controller.outgoing.alerts import ways_of
    from fairfelt.controller.outgoing.webhook import NotDelivered

    chosen = alert_settings(settings)
    if chosen is None:
        yield Finding("alerts", Verdict.BAD, "nobody is told of alarms: set [alerts]")
        return
    for name, send in ways_of(chosen, Message("test", "", "a test of the alerts", False, int(time.time()))):
        try:
            send()
            yield Finding("alerts", Verdict.GOOD, f"a test was taken by {name}")
        except NotDelivered as error:
            yield Finding("alerts", Verdict.BAD, str(error))
