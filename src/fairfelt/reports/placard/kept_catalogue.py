"""The list of the catalogue's games as it was last made, for as long as no file changes that it is made from.

To build every game takes longer than everything else that a list of their names takes.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from fairfelt.compute.compile import write_whole
from fairfelt.configuration import cache_folder

from . import catalogue

PACKAGE = Path(__file__).parents[2]
MADE_FROM = ("cards", "compute", "configuration", "formats", "games", "hands", "rules")
"""The folders whose code makes the games."""


def kept_catalogue() -> list[dict[str, Any]]:
    """What the list says of every game of the catalogue, from disk or made and kept there."""
    file = cache_folder() / f"fairfelt_games_{_sources()[:40]}.json"
    with suppress(OSError, ValueError):
        digest, _, text = file.read_text().partition("\n")
        if digest == _digest(text):
            found: list[dict[str, Any]] = json.loads(text)
            return found
    from fairfelt.games import catalogue as every_game

    plain = catalogue.plain_catalogue(every_game())
    text = json.dumps(plain)
    with suppress(OSError):  # a full disk is no reason to stop
        write_whole(file, f"{_digest(text)}\n{text}".encode())
    return plain


def _sources() -> str:
    """A digest of all those files and of what turns a game into a line of the list."""
    digest = hashlib.sha256(Path(catalogue.__file__).read_bytes())
    for file in sorted(file for folder in MADE_FROM for file in (PACKAGE / folder).rglob("*.py")):
        digest.update(file.relative_to(PACKAGE).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
