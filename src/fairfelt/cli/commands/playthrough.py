"""fairfelt playthrough"""

from __future__ import annotations

import sys
from json import dumps
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import GameName, Json, Variant
from fairfelt.cli.io.output import write_whole

FOLDER = Path("tests/playthroughs")

Write = Annotated[
    bool,
    Parameter(
        negative=(), show_default=False, help=f"Write it to {FOLDER} of this checkout, where a test compares it."
    ),
]


def playthrough(game: GameName, /, *, variant: Variant = "", write: Write = False, json: Json = False) -> int:
    """One round told in full: every state, every choice there was, every card and every payment.

    For example:

        fairfelt playthrough GAME
        fairfelt playthrough GAME --variant v2 --write
    """
    from fairfelt.table import playthrough as tell

    found = find_game(game, variant)
    if write and not FOLDER.is_dir():
        raise BadInput(f"there is no folder {FOLDER} here: run this in a checkout of Fairfelt")
    story = tell(found)
    if write:
        file = FOLDER / f"{'-'.join(filter(None, (found.slug, found.variant)))}.txt"
        write_whole(file, story.encode())
        story = f"{file}\n"
    if json:
        story = (
            dumps({"game": found.slug, "variant": found.variant, "text": story}, indent=2, ensure_ascii=False) + "\n"
        )
    sys.stdout.write(story)
    return 0
