"""fairfelt doctor"""

from __future__ import annotations

import json as writing
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import NotVerified

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


def doctor(*, config: File = None, json: Json = False) -> int:
    """Look at everything a room needs of its machine: clock, disk, database, certificates, backups, versions.

    It changes nothing. The exit code is 1 if a room cannot be run so.

    For example:

        fairfelt doctor --config /etc/fairfelt/fairfelt.toml
    """
    from fairfelt.configuration import read_settings
    from fairfelt.configuration.reading import configuration_file
    from fairfelt.controller.machine.doctor import Verdict, examine

    findings = list(examine(read_settings(config), configuration_file(config)))
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
