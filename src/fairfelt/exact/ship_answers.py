"""`python -m fairfelt.exact.ship_answers` counts the catalogue as printed and writes the answers that ship with it.

The file is written after each game: a run that is stopped goes on where it was, if the code is the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from fairfelt import games
from fairfelt.answers.code_version import code_version, text_digest
from fairfelt.answers.form import to_bytes, verification_to_bytes
from fairfelt.answers.key import answer_key
from fairfelt.answers.shipped import FILE, ShippedCode, read_all_shipped, write_shipped
from fairfelt.answers.store import verification_key
from fairfelt.rules import Game

from .answers import answer, verification
from .estimate.foresight import foresee
from .kept_results import pack_result, result_name
from .one_hand import needs_opening, opening_name, pack_opening
from .solution import StreetByStreetSolution
from .solve import advisor, core_game, forget, result_of, solver_of

NOBODY_ELSE = 0


def main(words: list[str] | None = None) -> None:
    """Count them all and write the file."""
    parser = argparse.ArgumentParser(prog="python -m fairfelt.exact.ship_answers", description=__doc__)
    parser.add_argument("--processes", type=int, default=1, help="games counted at the same time")
    parser.add_argument("--into", type=Path, default=FILE, help="the file")
    asked = parser.parse_args(words)
    code = ShippedCode(text_digest(), code_version())
    content = read_all_shipped(asked.into, code)
    left = sorted((game for game in games.catalogue() if not set(_names(game)) <= set(content)), key=_seconds)
    with ProcessPoolExecutor(asked.processes, get_context("spawn")) as pool:
        for counted in as_completed([pool.submit(_count, game.slug) for game in reversed(left)]):
            slug, answers = counted.result()
            content |= answers
            write_shipped(code, content, asked.into)
            sys.stderr.write(f"{slug}: {len(answers)}\n")
    wanted = {name for game in games.catalogue() for name in _names(game)}
    write_shipped(code, {name: content[name] for name in content if name in wanted}, asked.into)
    sys.stderr.write(f"{len(wanted)} answers, {asked.into.stat().st_size:,} bytes in {asked.into.name}\n")


def _seconds(game: Game) -> float:
    """About how long it takes: the longest are begun first."""
    return sum(foresee(version).seconds for version in game.variants)


def _names(game: Game) -> Iterator[str]:
    """What ships of a game, by the names it is kept under."""
    for version in game.variants:
        yield _found(answer_key(version, NOBODY_ELSE))
        core = core_game(version)
        solver = solver_of(core)
        if solver.keeping and solver.keeping.ships:
            yield _found(result_name(solver, core))
        if needs_opening(core):
            yield _found(opening_name(core))
        yield from (_found(table.name) for table in solver.tables(core))
    yield _found(verification_key(game))


def _found(name: str | None) -> str:
    assert name, "the files of the catalogue can be read"
    return name


def _count(slug: str) -> tuple[str, dict[str, bytes]]:
    """All that ships of one game."""
    game, content = games.find(slug), dict[str, bytes]()
    for version in game.variants:
        content[_found(answer_key(version, NOBODY_ELSE))] = to_bytes(answer(version))
        content |= _small_result(version) | _tables(version) | _opening(version)
    content[_found(verification_key(game))] = verification_to_bytes(verification(game))
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


def _tables(game: Game) -> dict[str, bytes]:
    """What its advice looks into."""
    core = core_game(game)
    return {_found(table.name): table.packed() for table in solver_of(core).tables(core)}


def _opening(game: Game) -> dict[str, bytes]:
    """What every hand is worth at the first decision, where a coach cannot count it while somebody waits."""
    core = core_game(game)
    if not needs_opening(core):
        return {}
    solution = advisor(core)
    assert isinstance(solution, StreetByStreetSolution), "what has an opening is decided street by street"
    return {_found(opening_name(core)): pack_opening(core, solution)}


if __name__ == "__main__":
    main()
