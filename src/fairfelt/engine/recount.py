"""Counts a game from nothing, whatever is kept of it, and says which kept answers come out otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from fairfelt.engine.answers.store import kept_answer, kept_verification
from fairfelt.engine.answers.verification import BROKEN, DIFFERS, Finding, Verification
from fairfelt.rules import Game

from .answer_game import answer_of
from .core.price import Progress
from .core.problem import Unsolved
from .kept_results import is_as_kept
from .one_hand import is_opening_as_counted
from .solve import core_game, forget, result_of, solve, solver_of
from .verify import verify


@dataclass(frozen=True)
class Recount:
    """A verification without any kept answer, and how many of these were held against it."""

    verification: Verification
    """With a finding for each kept answer that comes out otherwise."""
    compared: int


def recount(game: Game, *, progress: Progress | None = None) -> Recount:
    """Count the published figures, and every kept answer, of all versions of a game."""
    forget()
    found = verify([game], progress=progress)
    kept = kept_verification(game)
    compared = [] if kept is None else [(game, "verification of its published figures", kept == found)]
    broken = {finding.variant for finding in found.findings if finding.kind == BROKEN}
    for version in game.variants:
        if version.variant not in broken:  # which is told already
            compared += [(version, what, same) for what, same in _compare(version)]
    differing = [
        Finding(version.slug, version.variant, DIFFERS, f"The kept {what} is not what is counted.")
        for version, what, same in compared
        if not same
    ]
    return Recount(replace(found, findings=(*found.findings, *differing)), len(compared))


def _compare(version: Game) -> Iterator[tuple[str, bool]]:
    """What is kept of a version, and whether it is what is counted."""
    solution = None
    with suppress(Unsolved):
        solution = solve(version)
    if solution:
        core = core_game(version)
        same = is_as_kept(solver_of(core), core, result_of(version))
        if same is not None:
            yield "result of its solver", same
        found = [same for table in solver_of(core).tables(core) if (same := table.is_as_made) is not None]
        yield from (("table that its advice looks into", same) for same in found)
        if (same := is_opening_as_counted(core, solution)) is not None:
            yield "value of every hand at the first decision", same
    if kept := kept_answer(version):
        yield "answer", solution is not None and kept == answer_of(solution)
