"""Starts a server isolated: the environment, the user and the site have no part in what is loaded."""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from tempfile import gettempdir

PACKAGES = Path(__file__).resolve().parents[2]
"""The folder that holds Fairfelt: site-packages, or the source of a checkout."""
DEMO = "--demo"
# Kept bytecode says itself which source it is of, and no manifest covers it: a room compiles its source at each start.
# Nothing is written below that name, and nobody can guess it and write there before.
_SOURCE_ONLY = ("-B", "-X", f"pycache_prefix={gettempdir()}/fairfelt-{token_hex(16)}")
START = "import sys; sys.path += {paths!r}; from fairfelt.cli import main; sys.exit(main())"


def is_isolated() -> bool:
    """True if this interpreter has read no PYTHONPATH, no user's folder, no .pth file and no sitecustomize."""
    return bool(sys.flags.isolated and sys.flags.no_site)


def isolated_command(words: Sequence[str]) -> list[str]:
    """The command that runs these words so, with the packages of this interpreter and nothing before them."""
    paths = list(dict.fromkeys([*site.getsitepackages(), str(PACKAGES)]))
    flags = ("-I", "-S") if DEMO in words else ("-I", "-S", *_SOURCE_ONLY)
    return [sys.executable, *flags, "-c", START.format(paths=paths), *words]


def isolate(words: Sequence[str]) -> None:
    """Start anew in an isolated interpreter, in the place of this process."""
    if not is_isolated():
        sys.stdout.flush()
        command = isolated_command(words)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        os.execve(command[0], command, environment)  # the processes that it starts inherit nothing of it either
        raise SystemExit("fairfelt: the server could not be started isolated: something here replaces os.execve")
