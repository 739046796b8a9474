"""Samples an exposure in the way that was foreseen, and tells by a few hands what all of them take."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import replace

from fairfelt.exact import Progress, Solution
from fairfelt.exact.solve import advisor, core_game
from fairfelt.rules import Game

from .information import Information
from .scene import Scene, scene_of
from .some_starts import Sampled, sample_scene, sample_thinned
from .thinned import thin
from .way import By, Way

PILOT = (40, 120)
"""Hands that are sampled to tell what more of them take, after two that compile what is needed."""


def measured_seconds(
    game: Game, information: Information, way: Way, clock: Callable[[], float], executor: Executor | None = None
) -> float:
    """About how long a sample takes once plain play is solved, by a few hands of it; a count as it was foreseen.

    What a hand takes is mostly what plain play takes to decide it, and no formula foretells that for every solver.
    """
    if not way.hands or game.course:
        return way.seconds
    core = core_game(game)
    scene, base, taken = scene_of(core, information), advisor(core, executor=executor), list[float]()
    for hands in (2, *PILOT):
        begun = clock()
        sample(scene, base, replace(way, hands=hands), executor, None)
        taken.append(clock() - begun)
    each = max(0.0, taken[2] - taken[1]) / (PILOT[1] - PILOT[0])
    return taken[1] + each * max(0, way.hands - PILOT[0])


def sample(scene: Scene, base: Solution, way: Way, executor: Executor | None, progress: Progress | None) -> Sampled:
    """So many hands as the way says."""
    if way.by is By.SAMPLE:
        return sample_scene(scene, base, way.hands, executor=executor, progress=progress)
    thinned = thin(scene)
    assert thinned, "it was thinned when it was foreseen"
    return sample_thinned(thinned, base, way.hands, executor=executor, progress=progress)
