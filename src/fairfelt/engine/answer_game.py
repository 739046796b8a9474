"""Counts all that is shown of a game, or reads what was counted before."""

from __future__ import annotations

from concurrent.futures import Executor
from contextlib import suppress

from fairfelt.engine.answers.answer import Answer
from fairfelt.engine.answers.store import keep_answer, keep_verification, kept_answer, kept_verification
from fairfelt.engine.answers.verification import Verification
from fairfelt.rules import Game

from .bets.shares import shares_by_wager
from .build_par import BEST_SETTING_S, par_of
from .core.price import Progress
from .core.problem import Unsolved
from .small_deck_check import self_check
from .solution import Solution
from .solve import advisor
from .strategy import short_strategy_of
from .verify import verify


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
