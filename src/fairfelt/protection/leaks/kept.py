"""Findings on leaks are kept: a verdict on the whole house that is stopped goes on where it was."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from fairfelt.answers.key import answer_key
from fairfelt.answers.strategy import ShortRule
from fairfelt.compute.compile import write_whole
from fairfelt.configuration import cache_folder
from fairfelt.protection.figures import Interval
from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .findings import Finding, Leak

PACKAGE = Path(__file__).parents[2]
CODE = ("protection", "counting", "moments")
"""Folders whose code decides what is found, besides those that the key of an answer covers."""
Limits = tuple[float, float]
"""Seconds that a figure may take to be counted, or sampled."""


def kept_finding(game: Game, leak: Leak, information: Information, limits: Limits) -> Finding | None:
    """What was found before by this code; what was counted holds whatever the limits."""
    for asked in (None, limits):
        file = _file(game, leak, information, asked)
        with suppress(OSError, ValueError, LookupError, TypeError):  # a file that is not whole is as good as none
            if file:
                return _read(json.loads(file.read_text()))
    return None


def keep_finding(game: Game, finding: Finding, asked: Information, limits: Limits) -> None:
    """Keep it for who asks again; where there is no room, it is found again."""
    file = _file(game, finding.leak, asked, limits if finding.interval else None)
    if file:
        with suppress(OSError):
            write_whole(file, json.dumps(_plain(finding)).encode())


def _file(game: Game, leak: Leak, information: Information, limits: Limits | None) -> Path | None:
    key = answer_key(game, "leak", _code_digest(), leak.name, str(information), limits)
    return cache_folder() / f"fairfelt_leak_{key[:40]}" if key else None


@lru_cache(maxsize=1)
def _code_digest() -> str:
    digest = hashlib.sha256()
    for file in sorted(file for folder in CODE for file in (PACKAGE / folder).rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _plain(finding: Finding) -> dict[str, Any]:
    information = finding.information
    return {
        "leak": finding.leak.name,
        "information": [
            information.dealer, information.community, information.sorted, information.hands, information.shoe,
            information.counted,
        ],
        "edge": str(finding.edge),
        "plain": str(finding.plain),
        "interval": finding.interval and [finding.interval.low, finding.interval.high],
        "note": finding.note,
        "hit_frequency": _text(finding.hit_frequency),
        "variance": _text(finding.variance),
        "strategy": [[rule.street, rule.words] for rule in finding.strategy],
    }  # fmt: skip


def _text(figure: Fraction | None) -> str | None:
    return None if figure is None else str(figure)


def _figure(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _read(plain: dict[str, Any]) -> Finding:
    dealer, community, ranks, hands, shoe, counted = plain["information"]
    information = Information(tuple(dealer), tuple(community), ranks, hands, tuple(shoe), counted)
    interval = Interval(*plain["interval"]) if plain["interval"] else None
    edges = Fraction(plain["edge"]), Fraction(plain["plain"])
    rules = tuple(ShortRule(*rule) for rule in plain["strategy"])
    figures = _figure(plain["hit_frequency"]), _figure(plain["variance"])
    return Finding(Leak[plain["leak"]], information, *edges, interval, plain["note"], *figures, rules)
