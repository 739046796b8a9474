"""`python -m fairfelt.exact.ship_answers` counts the catalogue as printed and writes the answers that ship with it.

What is kept from an earlier run of the same code is not counted again.
"""

from __future__ import annotations

import sys

from fairfelt import games
from fairfelt.answers.code_version import code_version, text_digest
from fairfelt.answers.form import to_bytes, verification_to_bytes
from fairfelt.answers.key import answer_key
from fairfelt.answers.shipped import FILE, ShippedCode, write_shipped
from fairfelt.answers.store import verification_key
from fairfelt.rules import Game

from .answers import answer, verification
from .kept_results import pack_result, result_name
from .solve import core_game, forget, result_of, solver_of

NOBODY_ELSE = 0


def main() -> None:
    """Count them all and write the file."""
    content: dict[str, bytes] = {}
    for game in games.catalogue():
        for version in game.variants:
            sys.stderr.write(f"{version.title}\n")
            key = answer_key(version, NOBODY_ELSE)
            assert key, "the files of the catalogue can be read"
            content[key] = to_bytes(answer(version))
            content |= _small_result(version)
        checked = verification_key(game)
        assert checked, "the files of the catalogue can be read"
        content[checked] = verification_to_bytes(verification(game))
        forget()
    write_shipped(ShippedCode(text_digest(), code_version()), content)
    sys.stderr.write(f"{len(content)} answers, {FILE.stat().st_size:,} bytes in {FILE.name}\n")


def _small_result(game: Game) -> dict[str, bytes]:
    """What a solver found, where it is small: with it a coach needs not count the game again."""
    core = core_game(game)
    solver = solver_of(core)
    if not (solver.keeping and solver.keeping.ships):
        return {}
    name, packed = result_name(solver, core), pack_result(solver, result_of(game))
    return {name: packed} if name and packed else {}


if __name__ == "__main__":
    main()
