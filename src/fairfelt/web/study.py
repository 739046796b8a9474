"""What is counted for a page: one game in full, or its published figures beside our own."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from math import comb

from fairfelt import exact
from fairfelt.exact import Par, Progress, ShortStrategy, Solution, Verification
from fairfelt.reports import Sheet, par_sheet
from fairfelt.reports.sheet import Block, Plot
from fairfelt.rules import Cards, Game

from .asked import Asked


@dataclass(frozen=True)
class Study:
    """All the mathematics of a game, with the sheet that shows it."""

    par: Par
    sheet: Sheet
    solution: Solution
    short: ShortStrategy | None
    """Nothing where no strategy is short enough to remember."""


def study(asked: Asked, executor: Executor, progress: Progress) -> Study:
    """Count a game; raises `Unsolved` where there is no exact solver."""
    game = asked.game
    par = exact.par(game, bettors=asked.bettors, progress=progress, executor=executor)
    solution = exact.solve(game, executor=executor)
    short = None
    with suppress(exact.Unsolved):
        short = exact.short_strategy(game)
    return Study(par, drawn(par_sheet(par, curve=solution.curve)), solution, short)


def check(game: Game, executor: Executor, progress: Progress) -> Verification:
    """Recompute the published figures of a game in all its versions."""
    for version in game.variants:
        with suppress(exact.Unsolved):
            exact.solve(version, executor=executor)
    return exact.verify([game], progress=progress)


def together(found: Iterable[Verification]) -> Verification:
    """Several verifications as one."""
    parts = tuple(found)
    return Verification(
        tuple(chain.from_iterable(part.figures for part in parts)),
        tuple(chain.from_iterable(part.findings for part in parts)),
    )


def cost(game: Game) -> tuple[bool, int]:
    """A guess at what counting takes: the deals to one player, more by far if both hands share cards."""
    left, ways = len(game.deck), 1
    for packet in game.deal.packets:
        ways *= comb(left, packet.taken)
        left -= packet.taken
    return game.deal.count(Cards.COMMUNITY) > 0, ways


def drawn(sheet: Sheet) -> Sheet:
    """The same with its pictures drawn, so that page and PDF need not draw them again."""
    sections = (replace(section, blocks=tuple(map(_drawn, section.blocks))) for section in sheet.sections)
    return replace(sheet, sections=tuple(sections))


def _drawn(block: Block) -> Block:
    if not isinstance(block, Plot):
        return block
    svg = block.draw()
    return replace(block, draw=lambda: svg)
