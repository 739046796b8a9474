"""`python -m fairfelt.exact.ship_answers` counts the catalogue as printed and writes the answers that ship with it.

What is kept from an earlier run of the same code is not counted again.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

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


def main(words: list[str] | None = None) -> None:
    """Count them all and write the file."""
    parser = argparse.ArgumentParser(prog="python -m fairfelt.exact.ship_answers", description=__doc__)
    parser.add_argument("--processes", type=int, default=1, help="games counted at the same time")
    parser.add_argument("--into", type=Path, default=FILE, help="the file")
    asked = parser.parse_args(words)
    content: dict[str, bytes] = {}
    slugs = [game.slug for game in games.catalogue()]
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        for counted in as_completed([pool.submit(_count, slug) for slug in slugs]):
            slug, answers = counted.result()
            content |= answers
            sys.stderr.write(f"{slug}: {len(answers)}\n")
    write_shipped(ShippedCode(text_digest(), code_version()), content, asked.into)
    sys.stderr.write(f"{len(content)} answers, {asked.into.stat().st_size:,} bytes in {asked.into.name}\n")


def _count(slug: str) -> tuple[str, dict[str, bytes]]:
    """All that ships of one game."""
    game, content = games.find(slug), dict[str, bytes]()
    for version in game.variants:
        key = answer_key(version, NOBODY_ELSE)
        assert key, "the files of the catalogue can be read"
        content[key] = to_bytes(answer(version))
        content |= _small_result(version)
    checked = verification_key(game)
    assert checked, "the files of the catalogue can be read"
    content[checked] = verification_to_bytes(verification(game))
    forget()
    return slug, content


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
