"""What was done to find a sheet wrong, as records that tools keep: rounds dealt, and the count of a second program."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fairfelt.rules import Game, fingerprint

RECORDS = Path(__file__).parent


def simulation_record(game: Game) -> dict[str, Any] | None:
    """The last run of this very game, by its fingerprint; what was dealt of other rules says nothing of these."""
    return _record("simulations", game)


def recount_record(game: Game) -> dict[str, Any] | None:
    """What the program in recount/, which shares no code, found of this very game."""
    return _record("recounts", game)


def _record(kind: str, game: Game) -> dict[str, Any] | None:
    digits = fingerprint(game)
    return next((each for each in _records(kind) if each["fingerprint"] == digits), None)


@cache
def _records(kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((RECORDS / f"{kind}.json").read_text("utf-8"))
    return found
