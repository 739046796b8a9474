"""A server's own start: nothing of the environment, the user or the site has a part in what is loaded."""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Sequence
from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[2]
"""The folder that holds Fairfelt: site-packages, or the source of a checkout."""
START = "import sys; sys.path += {paths!r}; from fairfelt.cli import main; sys.exit(main())"


def is_isolated() -> bool:
    """Whether this interpreter has read no PYTHONPATH, no user's folder, no .pth file and no sitecustomize."""
    return bool(sys.flags.isolated and sys.flags.no_site)


def isolated_command(words: Sequence[str]) -> list[str]:
    """The command that runs these words so, with the packages of this interpreter and nothing before them."""
    paths = list(dict.fromkeys([*site.getsitepackages(), str(PACKAGES)]))
    return [sys.executable, "-I", "-S", "-c", START.format(paths=paths), *words]


def isolate(words: Sequence[str]) -> None:
    """Start anew in an isolated interpreter, in the place of this process."""
    if not is_isolated():
        sys.stdout.flush()
        command = isolated_command(words)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        os.execve(command[0], command, environment)  # the processes that it starts inherit nothing of it either
