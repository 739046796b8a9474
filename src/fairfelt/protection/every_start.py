"""Counts a scene exactly: every hand of the player's up to an exchange of suits, every row of each."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from math import comb, factorial

import numpy as np

from fairfelt.exact import Progress
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.levels import Level
from fairfelt.exact.core.sights import first_sights
from fairfelt.exact.solvers.general.cost import RATE

from .induction import Induction, Starts
from .scene import Scene

CHUNK = 12_000_000
"""Numbers in one table: a hundred megabytes."""
ROW_S = 1e-6
"""What a row takes besides the rounds that are looked at in it."""


@dataclass(frozen=True)
class ScenePrice:
    """What an exact count takes."""

    hands: int
    rows: int
    evaluations: int

    @property
    def seconds(self) -> float:
        """About, on one core."""
        return self.evaluations / RATE + self.rows * ROW_S


def price_of(scene: Scene) -> ScenePrice:
    """The cost of a scene, told before it is counted; dead cards would have to be enumerated too."""
    deck, hole = len(scene.game.deck), scene.game.hole
    hands = comb(deck, hole) * comb(deck - hole, scene.dead) // factorial(len(scene.game.deck.suits)) + 1
    rows = hands * scene.rows()
    return ScenePrice(hands, rows, rows * scene.hidden_ways)


def count_scene(scene: Scene, executor: Executor | None = None, progress: Progress | None = None) -> list[Ending]:
    """How all rounds end under best play with the information of the scene."""
    induction = Induction(scene, executor=executor)
    sights = first_sights(induction.symmetry, Level((scene.game.hole, 0, 0)))
    width = max(len(induction.settlements), len(induction.tree.paths))
    step = max(1, CHUNK // (scene.rows() * width))
    totals = np.zeros(induction.nets.shape, object)
    nothing = np.empty((len(sights), 0), np.uint8)
    for start in range(0, len(sights), step):
        some = slice(start, start + step)
        starts = Starts(sights.hands[some], nothing[some], nothing[some])
        totals += induction.totals(induction.decide(starts), sights.weights[some])
        if progress:
            progress(min(start + step, len(sights)), len(sights), f"{scene.game.title}: {scene.information}")
    return induction.endings(totals)
