"""fairfelt new"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import write_whole

NAME = re.compile(r"[\w'&+.-]+( [\w'&+.-]+)*")


def new(
    name: Annotated[str, Parameter(help="What the game is called, such as 'Lucky Ladder'.")],
    /,
    *,
    like: Annotated[
        str, Parameter(help="The game of the catalogue to begin from; the smallest one there is if not given.")
    ] = "",
    output: Annotated[
        Path | None,
        Parameter(name=["--output", "-o"], help="The file to write; one called after the game if not given."),
    ] = None,
) -> int:
    """Write a Python file for a game of your own, to begin with: it can be played at once, and you change it.

    With --like it is played as another game, without that game's rulings, strategies, progressive and figures.

    For example:

        fairfelt new "Lucky Ladder"
        fairfelt new "Lucky Ladder" --like solitaire-stud
        fairfelt par ./lucky_ladder.py
    """
    from fairfelt import games

    if not NAME.fullmatch(name):
        raise BadInput(f"{name!r} is no name for a game: use letters, digits and single blanks, such as 'Lucky Ladder'")
    if any(game.name.lower() == name.lower() for game in games.catalogue()):
        raise BadInput(f"there is a game called {name} already; give yours another name")
    text = games.draft(name, like)
    file = output or Path(f"{re.sub(r'[^a-z0-9]+', '_', name.lower()).strip('_')}.py")
    if file.exists():
        raise BadInput(f"{file} is there already: name another file with -o")
    write_whole(file, text.encode())
    sys.stdout.write(f"{file} is written. Try 'fairfelt par ./{file}' and 'fairfelt rules ./{file}', then change it.\n")
    return 0
