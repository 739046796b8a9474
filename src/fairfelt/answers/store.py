"""The store of answers: shared by the command line, the pages and notebooks, and never trusted beyond its key."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from fairfelt.compute.compile import write_whole
from fairfelt.configuration import cache_folder, seal, unseal
from fairfelt.rules import Game

from .answer import Answer
from .form import from_bytes, to_bytes, verification_from_bytes, verification_to_bytes
from .key import answer_key
from .shipped import read_shipped
from .verification import BROKEN, Verification

T = TypeVar("T")


def kept_answer(game: Game, *, bettors: int = 0) -> Answer | None:
    """The answer that was found before, by exactly this code for exactly this game; None if there is none."""
    return _kept(answer_key(game, bettors), lambda content: from_bytes(game, content))


def keep_answer(answer: Answer, *, bettors: int = 0) -> None:
    """Keep what was counted; where there is no room for it, it is counted again."""
    _keep(answer_key(answer.par.game, bettors), to_bytes(answer))


def kept_verification(game: Game) -> Verification | None:
    """The verification of all versions of a game by this code; None if there is none."""
    return _kept(verification_key(game), verification_from_bytes)


def keep_verification(game: Game, found: Verification) -> None:
    """Keep the figures of all versions of a game; where a solver broke, the next one who asks tries again."""
    if not any(finding.kind == BROKEN for finding in found.findings):
        _keep(verification_key(game), verification_to_bytes(found))


def verification_key(game: Game) -> str | None:
    """The versions with all that is published of them."""
    keys = [answer_key(version, version.published) for version in game.variants]
    return None if None in keys else hashlib.sha256("".join(filter(None, keys)).encode()).hexdigest()


def _kept(key: str | None, read: Callable[[bytes], T]) -> T | None:
    content = key and (read_shipped(key) or _read(_file(key)))
    if not content:
        return None
    with suppress(ValueError, LookupError, TypeError):  # a file that is not whole is as good as none
        return read(content)
    return None


def _keep(key: str | None, plain: bytes) -> None:
    if key:
        with suppress(OSError):
            write_whole(_file(key), seal(_file(key).name, zlib.compress(plain)))


def _file(key: str) -> Path:
    return cache_folder() / f"fairfelt_answer_{key[:40]}"


def _read(file: Path) -> bytes | None:
    """What a file says, if it is what this user has written."""
    with suppress(OSError, zlib.error):
        content = unseal(file.name, file.read_bytes())
        return content and zlib.decompress(content)
    return None
