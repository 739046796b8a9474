"""What a sheet says in so many words where a definition alone leaves a question open, as `sheet_words.toml` has it.

A question is answered only as long as the game is still read that way: another reading of it is asked about again.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from fairfelt.rules import Game


@cache
def _rules() -> dict[tuple[str, str, str], str]:
    held = tomllib.loads(Path(__file__).with_suffix(".toml").read_text())
    return {(slug, row["of"], row["read"]): row["rule"] for slug, rows in held.items() for row in rows}


def said_by_sheet(game: Game, of: str, as_read: str) -> str:
    """The rule of the sheet that answers a question on a wager or ruling; empty where none does."""
    return _rules().get((game.slug, of, as_read), "")
