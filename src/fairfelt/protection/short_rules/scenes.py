"""The short rule of a scene that is small enough to be enumerated: every hand with all that is known at first."""

from __future__ import annotations

from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Progress
from fairfelt.exact.core.levels import Level, offered
from fairfelt.exact.core.problem import asks_for_a_hand
from fairfelt.exact.core.sights import first_sights
from fairfelt.protection.every_start import CHUNK
from fairfelt.protection.induction import Induction, Starts, Whole
from fairfelt.protection.scene import Scene
from fairfelt.protection.some_starts import reads
from fairfelt.rules import Cards

from .cards import scales_of, seen_with_own
from .rule import Priced, short_rule
from .scales import Cells, Scale
from .showdowns import own_scales, seen_scales


def scene_rule(scene: Scene, executor: Executor | None = None, progress: Progress | None = None) -> Priced | None:
    """None where more is known than cards of one place, in a deck without jokers."""
    places = {group.place for group in scene.groups[: scene.first_known]}
    if len(places) != 1 or scene.game.deck.jokers or any(group.classed for group in scene.groups):
        return None
    induction = Induction(scene, executor=executor)
    sights = first_sights(induction.symmetry, Level((scene.game.hole, 0, 0)))
    order = list(induction.tree.orders[0])
    step = max(1, CHUNK // (scene.rows() * max(len(induction.settlements), len(induction.tree.paths))))
    nothing, own, seen, worth = np.empty((len(sights), 0), np.uint8), [], [], []
    for at in range(0, len(sights), step):
        some = slice(at, at + step)
        starts = Starts(sights.hands[some], nothing[some], nothing[some])
        first = induction.decide(starts).first
        known = first.shape[1]
        cards = induction.cards(starts)[:: scene.rows() // known, : scene.columns(scene.first_known - 1).stop]
        own.append(np.repeat(starts.own, known, axis=0))
        seen.append(cards)
        values = (first[:, :, order] * sights.weights[some][:, None, None]).reshape(-1, len(order))
        worth.append(allowed_choices(np.repeat(offered(scene.game, 0, starts.own)[:, order], known, axis=0), values))
        if progress:
            progress(min(at + step, len(sights)), len(sights), f"{scene.game.title}: {scene.information}, a short rule")
    scales, levels = _scales(scene, np.concatenate(own), np.concatenate(seen), dealers=places == {Cards.DEALER})
    cells = Cells.of(levels, np.concatenate(worth))
    unit = int(sights.weights.sum()) * scene.rows() * scene.hidden_ways * induction.scale
    street = scene.game.streets[0]
    choices = [street.choices[choice] for choice in order]
    allows = scene.game.showdown is not None and asks_for_a_hand(scene.game)
    return short_rule(street.name, choices, scales, cells, unit, allows=allows)


def _scales(
    scene: Scene, own: NDArray[np.uint8], seen: NDArray[np.uint8], *, dealers: bool
) -> tuple[tuple[Scale, ...], Whole]:
    """The dealer's cards stand beside the player's hand; shared ones make it longer."""
    if not dealers or scene.game.showdown is None:
        return seen_with_own(np.hstack((own, seen)))
    ranking = scene.game.showdown.ranking
    if not reads(ranking, own.shape[1]):  # too few cards for it: shared ones come later
        return scales_of(own, own[:, :0], seen)
    values = ranking.batch(np.ascontiguousarray(own)).astype(np.int64)
    found = [*own_scales(ranking, values), *seen_scales(own, seen)]
    return tuple(scale for scale, _ in found), np.stack([level for _, level in found], axis=1)


def allowed_choices(may: NDArray[np.bool_], worth: Whole) -> Whole:
    """A bet that a hand is too weak for is the largest that it allows."""
    columns = np.maximum.accumulate(np.where(may, np.arange(worth.shape[1]), 0), axis=1)
    return np.asarray(np.take_along_axis(worth, columns, axis=1), np.int64)
