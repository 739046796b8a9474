"""The page on games as JSON: its example is a game, and the schema beside it is the one the types make."""

from __future__ import annotations

import json
import re
from pathlib import Path

from fairfelt.games import read_game_text
from fairfelt.rules import fingerprint
from fairfelt.rules.json_form.schema import game_schema
from tests.games.own_game import little_ladder

DOCS = Path(__file__).parents[2] / "docs"


def test_the_example_is_the_game_of_the_guide(tmp_path: Path) -> None:
    from fairfelt.games import read_game

    block = re.search(r"```json\n(.*?)```", (DOCS / "game-as-data.md").read_text(), re.DOTALL)
    assert block
    guide = tmp_path / "ladder.py"
    guide.write_text(little_ladder())
    assert fingerprint(read_game_text(block[1])) == fingerprint(read_game(guide))


def test_the_schema_in_the_docs_is_up_to_date() -> None:
    assert json.loads((DOCS / "schemas" / "game-1.json").read_text()) == game_schema(), "make docs writes it"
