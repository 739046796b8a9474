"""Counts all that is shown of a game, or reads what was counted before."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace

from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.store import keep_answer, keep_verification, kept_answer, kept_verification
from fairfelt.engine.answers.verification import BROKEN, DIFFERS, Finding, Verification
from fairfelt.engine.build_par import BEST_SETTING_S, par_of, shares_by_wager
from fairfelt.engine.core.price import Progress
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.one_hand import is_opening_as_counted
from fairfelt.engine.small_deck_check import self_check
from fairfelt.engine.solution import Solution
from fairfelt.engine.solve import advisor, core_game, forget, is_as_kept, result_of, solve, solver_of
from fairfelt.engine.strategy import short_strategy_of
from fairfelt.engine.verify import verify
from fairfelt.rules import Game


def answer(
    game: Game, *, bettors: int = 0, executor: Executor | None = None, progress: Progress | None = None
) -> Answer:
    """The figures of a game, kept by its fingerprint and by the code that counts."""
    found = kept_answer(game, bettors=bettors)
    if found is None:
        if progress:
            progress(0, 1, f"solving {game.title}")
        found = answer_of(advisor(game, executor=executor), bettors=bettors, progress=progress)
        keep_answer(found, bettors=bettors)
    return found


def answer_of(solution: Solution, *, bettors: int = 0, progress: Progress | None = None) -> Answer:
    """The same of a game that is solved already; nothing is kept."""
    game, short = solution.game, None
    par = par_of(solution, bettors=bettors, progress=progress, best_s=BEST_SETTING_S)
    with suppress(Unsolved):
        short = short_strategy_of(solution, best_s=BEST_SETTING_S)
    shares = shares_by_wager(solution)
    if progress:
        progress(1, 2, f"self-check of {game.title}")
    return Answer(par, solution.curve, shares, self_check(game), short)


def verification(game: Game, *, executor: Executor | None = None, progress: Progress | None = None) -> Verification:
    """The published figures of a game in all its versions, kept like its answer."""
    found = kept_verification(game)
    if found is None:
        for version in game.variants:
            with suppress(Unsolved):
                advisor(version, executor=executor)
        found = verify([game], progress=progress)
        keep_verification(game, found)
    return found


# Counts a game from nothing, whatever is kept of it, and says which kept answers come out otherwise.


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
