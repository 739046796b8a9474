"""Findings on leaks are kept: a verdict on the whole house that is stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from fairfelt.analysis.protection.information import Information
from fairfelt.engine.answers.key import answer_key
from fairfelt.rules import Game
from fairfelt.runtime.compute.compile import write_whole
from fairfelt.runtime.configuration import cache_folder, seal, unseal

from .findings import Finding, Leak, read_finding, write_finding
from .shipped import EXACT_S, finding_key, shipped_findings

PACKAGE = Path(__file__).parents[3]
CODE = "analysis"
"""The wing whose code decides what is found, besides the code that the key of an answer covers."""
Limits = tuple[float, float]
"""Seconds that a figure may take to be counted, or sampled."""


def kept_finding(game: Game, leak: Leak, information: Information, limits: Limits) -> Finding | None:
    """What comes with the package, or was found before by this code; what was counted holds whatever the limits.

    Why something was not counted is never kept: it tells what it would take on the machine that asks.
    """
    shipped = shipped_findings().get(finding_key(game, leak, information))
    if shipped is not None and (not shipped["interval"] or limits[0] <= EXACT_S):
        return read_finding(shipped)
    for asked in (None, limits):
        file = _file(game, leak, information, asked)
        with suppress(OSError, ValueError, LookupError, TypeError):  # a file that is not whole is as good as none
            if file and (content := unseal(file.name, file.read_bytes())):
                return read_finding(json.loads(content))
    return None


def keep_finding(game: Game, finding: Finding, asked: Information, limits: Limits, *, whole: bool = True) -> None:
    """Keep it for who asks again; where there is no room, it is found again.

    What is not `whole` lacks figures that more time would have counted, and is kept for the same limits only.
    """
    file = _file(game, finding.leak, asked, None if whole and not finding.interval else limits)
    if file:
        with suppress(OSError):
            write_whole(file, seal(file.name, json.dumps(write_finding(finding)).encode()))


def _file(game: Game, leak: Leak, information: Information, limits: Limits | None) -> Path | None:
    key = answer_key(game, "leak", _code_digest(), leak.name, str(information), limits)
    return cache_folder() / f"fairfelt_leak_{key[:40]}" if key else None


@lru_cache(maxsize=1)
def _code_digest() -> str:
    digest = hashlib.sha256()
    for file in sorted((PACKAGE / CODE).rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
