"""`python -m tools.ship_answers` counts the catalogue as printed and writes the answers that ship with the package.

The file is written after each game: a run that is stopped continues where it was, if the code is the same. With
`--rename`, answers counted by older code are kept under the names that today's code looks for, if they are those of the
golden set and today's code counts the same wherever `--seconds` of a core are enough (see `python -m tools.golden`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_LZMA, BadZipFile, ZipFile, ZipInfo

from fairfelt import games
from fairfelt.engine.answer_game import answer, verification
from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.key import CODE, FILE, ShippedCode, answer_key, code_version, definition_texts, text_digest
from fairfelt.engine.answers.store import from_bytes, to_bytes, verification_key, verification_to_bytes
from fairfelt.engine.core.kept_table import TABLE, KeptTable
from fairfelt.engine.estimate.foresight import foresee
from fairfelt.engine.one_hand import needs_opening, opening_name, pack_opening
from fairfelt.engine.solution import StreetByStreetSolution
from fairfelt.engine.solve import advisor, core_game, forget, pack_result, result_name, result_of, solver_of
from fairfelt.rules import Game, fingerprint
from fairfelt.rules.fingerprints import plain
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.runtime.configuration import write_whole
from fairfelt.shipped_digests import PACKAGE, write_digests
from tools.golden import __main__ as golden
from tools.golden.rows import Unit, golden_set, plain_rows, sheet_rows

NAMES = Path(__file__).with_name("answer_names.json")
"""What each shipped answer is, whichever code counted it, and the name that it ships under."""
NOBODY_ELSE = 0
RECOUNT_S = 2.0


def main(words: list[str] | None = None) -> int:
    """Count or rename them all and write the file; the number of answers that came out differently."""
    parser = argparse.ArgumentParser(prog="python -m tools.ship_answers", description=__doc__)
    parser.add_argument("--processes", type=int, default=1, help="games counted at the same time")
    parser.add_argument("--rename", action="store_true", help="keep answers of older code after recounting some")
    parser.add_argument(
        "--seconds", type=float, default=RECOUNT_S, help="with --rename: count what is foretold to take less"
    )
    asked = parser.parse_args(words)
    code = ShippedCode(text_digest(), code_version())
    content = read_all_shipped(FILE, code)
    if asked.rename:
        content = renamed()
        if differing := differing_games(content):
            _tell(f"Nothing is written. These are not in the golden set as they ship: {', '.join(sorted(differing))}")
            return len(differing)
        if count_again(content, asked.seconds):
            _tell("Nothing is written: today's code counts something else.")
            return 1
    names = {label: name for game in games.catalogue() for label, name in names_of(game)}
    write_shipped(code, {name: content[name] for name in names.values() if name in content}, FILE)
    left = [game for game in games.catalogue() if not {name for _, name in names_of(game)} <= content.keys()]
    left.sort(key=seconds, reverse=True)
    for slug, answers in count_all([game.slug for game in left], asked.processes):
        content |= answers
        write_shipped(code, content, FILE)
        _tell(f"{slug}: {len(answers)}")
    write_shipped(code, {name: content[name] for name in names.values()}, FILE)
    if FILE.is_relative_to(PACKAGE):
        write_digests()
    write_whole(NAMES, f"{json.dumps(names, indent=0, sort_keys=True)}\n".encode())
    _tell(f"{len(names)} answers, {FILE.stat().st_size:,} bytes in {FILE.name}")
    return 0


def read_all_shipped(file: Path, code: ShippedCode) -> dict[str, bytes]:
    """All that a file holds, if this code has counted them; nothing otherwise."""
    try:
        with ZipFile(file) as archive:
            held = {name: archive.read(name) for name in archive.namelist()}
    except (OSError, BadZipFile):
        return {}
    return held if held.pop(CODE, b"").decode().split() == [code.text, code.meaning] else {}


def write_shipped(code: ShippedCode, answers: dict[str, bytes], file: Path = FILE) -> None:
    """Write them all; the same answers make the same file."""
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in {CODE: f"{code.text} {code.meaning}".encode(), **dict(sorted(answers.items()))}.items():
            entry = ZipInfo(name)
            entry.compress_type = ZIP_LZMA if name.startswith(TABLE) else ZIP_DEFLATED
            archive.writestr(entry, content, compresslevel=9)


def renamed() -> dict[str, bytes]:
    """The answers that ship, as far as their games are as they were, under the names of today's code."""
    before: dict[str, str] = json.loads(NAMES.read_text())
    with ZipFile(FILE) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if name != CODE}
    now = {label: name for game in games.catalogue() for label, name in names_of(game)}
    return {name: held[before[label]] for label, name in now.items() if before.get(label) in held}


def differing_games(content: dict[str, bytes]) -> set[str]:
    """Games whose answers are not those of the golden set."""
    frozen = golden_set("par")
    return {
        unit.slug
        for unit, answer in answers_in(content).items()
        if unit in frozen and plain_rows(sheet_rows(answer)) != frozen[unit]
    }


def count_again(content: dict[str, bytes], limit_s: float) -> int:
    """Compare what today's code counts within the limit with the golden set; 1 where something differs."""
    there = {(unit.slug, unit.variant) for unit in answers_in(content)}
    units = [unit for kind in ("par", "figures") for unit in golden_set(kind) if (unit.slug, unit.variant) in there]
    return golden.report(golden.run(units, limit_s, usable_cores()))


def answers_in(content: dict[str, bytes]) -> dict[Unit, Answer]:
    """By their games."""
    versions = [version for game in games.catalogue() for version in game.variants]
    keys = {version: answer_key(version, NOBODY_ELSE) for version in versions}
    return {
        Unit("par", version.slug, version.variant): from_bytes(version, content[key])
        for version, key in keys.items()
        if key in content
    }


def seconds(game: Game) -> float:
    """About how long it takes."""
    return sum(foresee(version).seconds for version in game.variants)


def names_of(game: Game) -> Iterator[tuple[str, str]]:
    """What ships of a game: what it is, whichever code counts it, and the name that it is kept under."""
    for version in game.variants:
        yield label(version, "answer"), _found(answer_key(version, NOBODY_ELSE))
        core = core_game(version)
        solver = solver_of(core)
        if solver.keeping and solver.keeping.ships:
            yield label(core, f"result of {solver.name}"), _found(result_name(solver, core))
        if needs_opening(core):
            yield label(core, "opening"), _found(opening_name(core))
        yield from ((table_label(table), _found(table.name)) for table in solver.tables(core))
    published = digest([[label(version, ""), repr(version.published)] for version in game.variants])
    yield f"{game.slug}: verification, {published}", _found(verification_key(game))


def label(game: Game, what: str) -> str:
    """One answer on a game, which any change of its rules or words changes."""
    return f"{game.slug} {game.variant}: {what}, {digest([fingerprint(game), definition_texts(game)])}"


def table_label(table: KeptTable) -> str:
    """One table, which any change of what decides it changes."""
    return f"table {table.make.__qualname__}, {digest(list(map(plain, table.decided_by)))}"


def digest(parts: list[object]) -> str:
    """Of plain data."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:20]


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _found(name: str | None) -> str:
    assert name, "the files of the catalogue can be read"
    return name


def count_all(slugs: list[str], processes: int) -> Iterator[tuple[str, dict[str, bytes]]]:
    """All that ships of these games, each as it is counted."""
    if processes == 1:
        yield from map(count, slugs)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        yield from (counted.result() for counted in as_completed([pool.submit(count, slug) for slug in slugs]))


def count(slug: str) -> tuple[str, dict[str, bytes]]:
    """All that ships of one game."""
    game, content = games.find(slug), dict[str, bytes]()
    for version in game.variants:
        content |= _tables(version)  # first: an answer looks into them
        content[_found(answer_key(version, NOBODY_ELSE))] = to_bytes(answer(version))
        content |= _small_result(version) | _opening(version)
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
    """What every hand is worth at the first decision, where a coach cannot count it while a user waits."""
    core = core_game(game)
    if not needs_opening(core):
        return {}
    solution = advisor(core)
    assert isinstance(solution, StreetByStreetSolution), "what has an opening is decided street by street"
    return {_found(opening_name(core)): pack_opening(core, solution)}


if __name__ == "__main__":
    sys.exit(min(main(), 1))
