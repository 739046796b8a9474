"""Running commands in process, as if their output went into a pipe."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any
from unittest.mock import patch

from fairfelt.cli import main

LOOKS = ("COLUMNS", "FORCE_COLOR", "NO_COLOR")


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, read as JSON."""
        return json.loads(self.out)


def run(*words: str, env: Mapping[str, str] | None = None) -> Ran:
    """Run one command; of the environment that changes how things look it knows only what is given."""
    plain = {name: value for name, value in os.environ.items() if name not in LOOKS}
    out, err = StringIO(), StringIO()
    with patch.dict(os.environ, {**plain, **(env or {})}, clear=True), redirect_stdout(out), redirect_stderr(err):
        code = main(list(words))
    return Ran(code, out.getvalue(), err.getvalue())
