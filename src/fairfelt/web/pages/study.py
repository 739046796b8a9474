"""What is counted for a page: one game in full, or its published figures beside our own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from math import comb

from fairfelt import exact
from fairfelt.exact import CurvePoint, Par, Progress, Share, ShortStrategy, Solution, Verification
from fairfelt.exact.solve import forget
from fairfelt.reports.par.par_sheet import par_sheet
from fairfelt.reports.plots.plot_sheet import plot_sheet
from fairfelt.reports.sheet.sheet import Sheet
from fairfelt.rules import Cards, Game

from .game_query import GameQuery


@dataclass(frozen=True)
class PricedGame:
    """The figures of a game with some paytables, and the sheet that shows them."""

    par: Par
    sheet: Sheet
    shares: Mapping[str, Mapping[int, Share]]
    """What each row of the paytable in play contributes, by the wager."""


@dataclass(frozen=True)
class Study(PricedGame):
    """All the mathematics of a game."""

    solution: Solution
    curve: tuple[CurvePoint, ...]
    short: ShortStrategy | None
    """Nothing where no strategy is short enough to remember."""

    @property
    def plots(self) -> Sheet:
        """The game in pictures."""
        return plot_sheet(self.par, self.curve)


def study(query: GameQuery, executor: Executor, progress: Progress) -> Study:
    """Count a game; raises `Unsolved` where there is no exact solver."""
    game = query.game
    progress(0, 1, f"solving {game.title}")
    solution = exact.solve(game, executor=executor)
    par = exact.par_of(solution, bettors=query.bettors, progress=progress)
    curve, short = solution.curve, None
    if query == query.plain:
        with suppress(exact.Unsolved):
            short = exact.short_strategy_of(solution)
    sheet = par_sheet(par, curve=curve, changes=query.changes, check=exact.self_check(game))
    return Study(par, sheet, _shares(solution), solution, curve, short)


def reprice(study: Study, query: GameQuery) -> PricedGame | None:
    """The same game with other pays and the play that is known; None where its hands were not told apart so far."""
    again = exact.replay(study.solution, query.game)
    if again is None:
        return None
    par = exact.par_of(again, bettors=query.bettors)
    return PricedGame(par, par_sheet(par, curve=study.curve, changes=query.changes), _shares(again))


def _shares(solution: Solution) -> Mapping[str, Mapping[int, Share]]:
    return {wager.name: exact.shares_of(solution, wager) for wager in solution.game.wagers if wager.paytable.pays}


def check(game: Game, executor: Executor, progress: Progress) -> Verification:
    """Recompute the published figures of a game in all its versions, and keep nothing else of the way there."""
    for version in game.variants:
        with suppress(exact.Unsolved):
            exact.solve(version, executor=executor)
    found = exact.verify([game], progress=progress)
    forget()
    return found


def merge_verifications(found: Iterable[Verification]) -> Verification:
    """Several verifications as one."""
    parts = tuple(found)
    return Verification(
        tuple(chain.from_iterable(part.figures for part in parts)),
        tuple(chain.from_iterable(part.findings for part in parts)),
    )


def estimate_cost(game: Game) -> tuple[bool, int]:
    """A guess at what counting takes: the deals to one player, more by far if both hands share cards."""
    if game.course:
        return False, len({game.course.alike(card) for card in game.deck.faces}) ** game.course.most_cards(1)
    left, ways = len(game.deck), 1
    for packet in game.deal.packets:
        ways *= comb(left, packet.taken)
        left -= packet.taken
    return bool(game.showdown and game.deal.count(Cards.COMMUNITY)), ways
