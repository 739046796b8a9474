"""fairfelt export"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.options import GameName, Variant
from fairfelt.cli.io.output import destination


def export(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    output: Annotated[
        Path | None,
        Parameter(name=["--out", "--output", "-o"], help="The file to write; standard output if not given."),
    ] = None,
) -> int:
    """Write a game as JSON: every command takes the file, and it runs nothing.

    It holds all versions of the game, or the one that is named. The fingerprint of what is read from it is the same.
    A game with Python of its own in a settlement, a ranking or a course is refused, and the part is named.

    For example:

        fairfelt export GAME --out game.json
        fairfelt par game.json
    """
    from fairfelt.rules.json_form.text import write_json
    from fairfelt.rules.json_form.write import write_game

    found = find_game(game, variant)
    written = write_game(replace(found, others=()) if variant else found)
    place = destination("json", output=output)
    place.write(write_json(written.data).encode())
    if written.left_out:
        sys.stderr.write(
            f"fairfelt: left out, with the figures of them: {', '.join(written.left_out)}. "
            "These rules of thumb are Python of their own; no rule of play depends on them.\n"
        )
    return 0
