"""Jackpots of a table or of many, as rows and as plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fairfelt.answers.numbers import as_json
from fairfelt.winnings import JackpotLine


def jackpots_dict(lines: Iterable[JackpotLine]) -> list[dict[str, Any]]:
    """Plain data for JSON."""
    return [
        {
            "wager": line.wager,
            "level": line.level,
            "hand": line.hand,
            "share": as_json(line.share),
            "probability": as_json(line.chance),
            "break_even_meter": None if line.break_even is None else as_json(line.break_even),
        }
        for line in lines
    ]
