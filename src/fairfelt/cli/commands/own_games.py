"""fairfelt new, fairfelt export: games of your own as Python and as JSON."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import GameName, Variant, destination, write_whole

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
