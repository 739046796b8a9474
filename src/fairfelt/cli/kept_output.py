"""The kept output of a command, good as long as neither Fairfelt nor the terminal changes.

A sheet that only words on the command line decide is printed again without loading what made it.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar

from fairfelt.runtime.configuration import CACHE_VARIABLE, keep, read_kept
from fairfelt.runtime.configuration.reading import are_games_added
from fairfelt.version import imprint

LOOKS = ("COLUMNS", "COLORTERM", "FORCE_COLOR", "NO_COLOR", "TERM")
_asked: ContextVar[tuple[str, ...] | None] = ContextVar("asked", default=None)


def kept_output(words: Sequence[str]) -> str | None:
    """The output of these words in an earlier run; None if there is none, or something changed since."""
    with suppress(ValueError):
        digest, _, said = (read_kept(_name(words)) or b"").partition(b"\n")
        if digest.decode() == imprint() and not are_games_added():
            return said.decode()
    return None


@contextmanager
def keeping(words: Sequence[str]) -> Iterator[None]:
    """While these words run, `keep_output` keeps their output."""
    token = _asked.set(tuple(words))
    try:
        yield
    finally:
        _asked.reset(token)


def keep_output(said: str) -> None:
    """Keep the output of the running words; without room for it, it is made again."""
    words = _asked.get()
    if words is not None and not are_games_added():
        keep(_name(words), f"{imprint()}\n{said}".encode())


def _name(words: Sequence[str]) -> str:
    return f"fairfelt_printed_{hashlib.sha256(json.dumps([*words, _terminal()]).encode()).hexdigest()}"


def _terminal() -> list[str]:
    """Everything that decides how a sheet looks, and every setting of the environment."""
    width = ""
    for stream in range(3):
        with suppress(OSError):
            width = str(os.get_terminal_size(stream).columns)
            break
    ours = (name for name in os.environ if name.startswith("FAIRFELT_") and name != CACHE_VARIABLE)
    settings = [f"{name}={os.environ[name]}" for name in sorted({*ours, *LOOKS} & set(os.environ))]
    return [width, str(sys.stdout.isatty()), str(sys.stdout.encoding), *settings]
