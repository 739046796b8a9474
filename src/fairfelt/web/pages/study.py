"""Counts for a page: one game in full, or its published figures beside our own."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from math import comb

from fairfelt.analysis import advisers
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import CurvePoint, Par, Progress, Share, ShortStrategy, Solution, Verification
from fairfelt.engine.solve import forget
from fairfelt.reports.par.par_sheet import par_sheet
from fairfelt.reports.par.plot_sheet import plot_sheet
from fairfelt.reports.sheet.sheet import Sheet
from fairfelt.rules import Cards, Game

from .game_query import GameQuery


@dataclass(frozen=True)
class PricedGame:
    """The figures of a game with some paytables, and the sheet that shows them."""

    par: Par
    sheet: Sheet
    shares: Mapping[str, Mapping[int, Share]]
    """The contribution of each row of the paytable in play, by wager."""


@dataclass(frozen=True)
class Study(PricedGame):
    """All the mathematics of a game. Its figures are small and stay; who asks for advice has it solved."""

    curve: tuple[CurvePoint, ...]
    short: ShortStrategy | None
    """Nothing where no strategy is short enough to remember."""

    @property
    def is_at_hand(self) -> bool:
        """True if `solution` answers at once."""
        return advisers.is_prepared(self.par.game)

    def prepare(self, executor: Executor) -> None:
        """Have made what `solution` answers by."""
        advisers.prepare_adviser(self.par.game, executor)

    @property
    def solution(self) -> Solution:
        """The value of any hand."""
        return advisers.find_adviser(self.par.game)

    @property
    def is_solved(self) -> bool:
        """True if other pays are priced at once."""
        return advisers.is_solved(self.par.game)

    def solve(self, executor: Executor) -> None:
        """Have all of it solved, for its figures with other pays."""
        advisers.prepare_solution(self.par.game, executor)

    @property
    def plots(self) -> Sheet:
        """The game in pictures."""
        return plot_sheet(self.par, self.curve)


def study(query: GameQuery, executor: Executor, progress: Progress) -> Study:
    """Count a game; raises `Unsolved` where there is no exact solver."""
    if query.pays:  # changed pays are not kept: it would fill the disk
        found = engine.answer_of(engine.solve(query.game, executor=executor), bettors=query.bettors, progress=progress)
    else:
        found = engine.answer(query.game, bettors=query.bettors, executor=executor, progress=progress)
    sheet = par_sheet(found.par, curve=found.curve, changes=query.changes, check=found.check)
    return Study(found.par, sheet, found.shares, found.curve, found.short)


def reprice(study: Study, query: GameQuery) -> PricedGame | None:
    """The same game with other pays and the play that is known; None where its hands were not told apart so far."""
    again = engine.replay(advisers.find_solution(study.par.game), query.game)
    if again is None:
        return None
    par = engine.par_of(again, bettors=query.bettors)
    return PricedGame(par, par_sheet(par, curve=study.curve, changes=query.changes), engine.shares_by_wager(again))


def check(game: Game, executor: Executor, progress: Progress) -> Verification:
    """The published figures of a game in all its versions, and keep nothing else of the way there."""
    found = engine.verification(game, executor=executor, progress=progress)
    forget()
    return found


def estimate_cost(game: Game) -> tuple[bool, int]:
    """A guess at what counting takes: the deals to one player, more by far if both hands share cards."""
    if game.course:
        return False, len({game.course.alike(card) for card in game.deck.faces}) ** game.course.most_cards(1)
    left, ways = len(game.deck), 1
    for packet in game.deal.packets:
        ways *= comb(left, packet.taken)
        left -= packet.taken
    return bool(game.showdown and game.deal.count(Cards.COMMUNITY)), ways
