"""Samples a scene where it is too large to count: hands in strata, each decided exactly, the gain over plain play.

The value of plain play is known exactly. What information adds is nothing in most hands and little in the others, so
that its mean is found with far fewer hands than the value itself would need. Hands are drawn in pairs, each pair from
one stratum of equal weight, from the worst hands to the best; the differences inside the pairs give the error.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Progress, Solution
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.levels import Level, offered
from fairfelt.exact.core.sights import first_sights
from fairfelt.exact.core.tree import tree_of
from fairfelt.exact.estimate.interval import Interval, paired_interval
from fairfelt.exact.solve import advisor, core_game
from fairfelt.rules import Cards, Game

from .induction import Decided, Induction, Starts
from .information import Information
from .scene import Scene, scene_of
from .thinned import Thinned, thin
from .way import By, Way

CHUNK = 6_000_000
MOST_STRATIFIED = 3_000_000
"""So many hands are put in order; where there are more, pairs are drawn from all of them."""
BATCH = 2_000
PILOT = (40, 120)
"""Hands that are sampled to tell what more of them take, after two that compile what is needed."""


@dataclass(frozen=True, eq=False)
class Sampled:
    """A sampled scene."""

    gain: float
    """What the information adds to plain play, in units of the Ante…"""
    lies: Interval
    """…and in which that lies."""
    endings: tuple[Ending, ...]
    """Of the sampled hands, each counted in full."""
    hands: int
    values: NDArray[np.float64]
    """[hand, choice]: what each choice of the first decision is worth, with the information…"""
    plain: NDArray[np.uint8]
    """…and which one plain play makes."""
    usual: NDArray[np.float64]
    """[hand]: what plain play is worth."""
    cards: NDArray[np.uint8]
    """[hand, card]: own cards, those drawn, and the dead ones."""

    bias: float = 0.0
    """By how much the gain may be off to either side, besides chance."""
    expected: NDArray[np.float64] | None = None
    """[hand]: what plain play expects of the largest bet over the smallest, where hands are shared beside a board."""

    def interval(self, plain: Fraction) -> Interval:
        """In which the edge lies, given that of plain play: never below it, since what is known need not be used."""
        return self.lies.moved(float(plain)).cut(least=float(plain))


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


def sample_scene(
    scene: Scene,
    solution: Solution,
    hands: int,
    *,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sampled:
    """Decide so many hands; the same seed gives the same ones."""
    random = np.random.default_rng(seed)
    induction = Induction(scene, groups=scene.first_known, executor=executor)
    own = _draw_own(induction, hands, random)
    starts = _complete(induction, own, random)
    width = max(len(induction.settlements), len(induction.tree.paths))
    step = max(2, min(BATCH, CHUNK // (scene.rows(scene.first_known) * width)))
    gains, values, plain, worths, totals = [], [], [], [], np.zeros(induction.nets.shape, object)
    unit = scene.rows(scene.first_known) * scene.hidden_ways * induction.scale
    for at in range(0, hands, step):
        some = slice(at, at + step)
        part = Starts(starts.own[some], starts.drawn[some], starts.dead[some], starts.groups)
        decided = induction.decide(part)
        usual = induction.plain_path(solution, decided)
        worth = _path_worths(decided, usual, len(part))
        gains.append((_path_worths(decided, decided.path, len(part)) - worth) / unit)
        worths.append(worth / unit)
        values.append(decided.first[:, 0] / unit)
        plain.append(_first_choices(induction, usual, decided))
        totals += induction.totals(decided, np.ones(len(part), np.int64))
        if progress:
            progress(min(at + step, hands), hands, f"{scene.game.title}: {scene.information}")
    gain, worth_of = np.concatenate(gains), np.concatenate(values)
    all_cards = np.hstack((starts.own, starts.drawn, starts.dead))
    return Sampled(
        float(gain.mean()), paired_interval(gain, seed, most=_most_gained(induction)), tuple(induction.endings(totals)),
        hands, worth_of, np.concatenate(plain), np.concatenate(worths), all_cards,
        expected=_expected(scene, solution, starts),
    )  # fmt: skip


def _expected(scene: Scene, solution: Solution, starts: Starts) -> NDArray[np.float64] | None:
    """What plain play expects, where hands are shared: no ranking says how strong a hand is that the board may pair."""
    game, shared = scene.game, scene.game.streets[0].reveals(Cards.COMMUNITY)
    if not scene.dead or not shared or game.streets[0].reveals(Cards.DEALER):
        return None
    faces = {int(face): face for face in game.deck.faces}
    bets = [game.streets[0].choices[choice].name for choice in tree_of(game).orders[0]]
    found = []
    for own, board in zip(starts.own.tolist(), starts.drawn.tolist(), strict=True):
        values = dict(solution.advise([faces[card] for card in own], [faces[card] for card in board]).values)
        may = [values[bet] for bet in bets if bet in values]
        found.append(float(may[-1] - may[0]))
    return np.array(found)


def sample_ranks(scene: Scene, hands: int, *, seed: int = 2, progress: Progress | None = None) -> NDArray[np.int64]:
    """[hand, rank of the card that is told, choice]: what each choice is worth, the least if it may not be made.

    Where the cards that nobody sees are thinned, each hand has other ones. The seed is not that of a price: what is
    best by these hands is priced by others.
    """
    random = np.random.default_rng(seed)
    first = Induction(scene, groups=scene.first_known)
    starts = _complete(first, _draw_own(first, hands, random), random)
    width = max(len(first.settlements), len(first.tree.paths))
    step = 2 if isinstance(scene, Thinned) else max(2, min(BATCH, CHUNK // (scene.rows(scene.first_known) * width)))
    found = []
    for at in range(0, hands, step):
        some = slice(at, at + step)
        part = Starts(starts.own[some], starts.drawn[some], starts.dead[some], starts.groups)
        look = scene.again(at + seed) if isinstance(scene, Thinned) else scene
        worth = Induction(look, groups=scene.first_known).decide(part).first
        may = offered(scene.game, 0, part.own)
        found.append(np.where(may[:, None, :], worth, worth.min(axis=2, keepdims=True)))
        if progress:
            progress(min(at + step, hands), hands, f"{scene.game.title}: {hands:,} hands, every rank of a card")
    return np.concatenate(found)


def sample_thinned(
    thinned: Thinned,
    solution: Solution,
    hands: int,
    *,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sampled:
    """Look at every hand twice, with other cards each time; see `thinned.py`.

    Plain play is followed through the same cards, and what is gained over it is averaged: its own value is known.
    """
    random = np.random.default_rng(seed)
    first = Induction(thinned, groups=thinned.first_known, executor=executor)
    starts = _complete(first, _draw_own(first, hands, random), random)
    unit, groups = thinned.rounds * first.scale, thinned.first_known
    step = max(2, min(BATCH, CHUNK // (thinned.rows(groups) * max(len(first.settlements), len(first.tree.paths)))))
    low, high, values, plain, worths, totals = [], [], [], [], [], np.zeros(first.nets.shape, object)
    for at in range(0, hands, step):
        some = slice(at, at + step)
        part = Starts(starts.own[some], starts.drawn[some], starts.dead[some], groups)
        may = offered(thinned.game, 0, part.own)
        looks, usual = [], []
        for which in (1, 2):
            look = Induction(thinned.again(2 * at + which + seed), groups=groups, executor=executor)
            decided = look.decide(part)
            looks.append(np.where(may[:, None, :], decided.first.astype(np.float64), -np.inf) / unit)
            paths = look.plain_path(solution, decided)
            usual.append(_path_worths(decided, paths, len(part)) / unit)
            totals += look.totals(decided, np.ones(len(part), np.int64))
        worths.append(np.mean(usual, axis=0))
        low.append(_crossed(*looks) - worths[-1])
        high.append(np.mean([worth.max(axis=2).sum(axis=1) for worth in looks], axis=0) - worths[-1])
        values.append(np.mean(looks, axis=0).sum(axis=1))
        plain.append(_first_choices(first, paths, decided))
        if progress:
            progress(min(at + step, hands), hands, f"{thinned.game.title}: {thinned.information}")
    least, most, all_values = np.concatenate(low), np.concatenate(high), np.concatenate(values)
    all_cards, largest = np.hstack((starts.own, starts.drawn, starts.dead)), _most_gained(first)
    below, above = (paired_interval(ends, seed, most=largest) for ends in (least, most))
    return Sampled(
        float(least.mean() + most.mean()) / 2, replace(above, low=below.low), tuple(first.endings(totals)), hands,
        all_values, np.concatenate(plain), np.concatenate(worths), all_cards,
        max(float(most.mean() - least.mean()), 0.0) / 2,
    )  # fmt: skip


def _most_gained(induction: Induction) -> float:
    """A choice that is wrong costs no more than all that may lie on the table, about."""
    return float(max(sum(induction.game.stakes(dict(path)).values()) for path in induction.tree.paths))


def _crossed(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """[hand]: what the choices of each look are worth by the other, of all that backs can tell together."""
    chosen = [
        np.take_along_axis(worth, by.argmax(axis=2)[:, :, None], axis=2)[:, :, 0].sum(axis=1)
        for worth, by in ((other, one), (one, other))
    ]
    return np.asarray((chosen[0] + chosen[1]) / 2, np.float64)


def _path_worths(decided: Decided, paths: NDArray[np.int64], hands: int) -> NDArray[np.float64]:
    """[hand]: what a path for each row brings, summed over its rounds."""
    worths = decided.finished[np.arange(len(paths)), paths]
    return np.asarray(np.bincount(decided.hand, worths.astype(np.float64), hands), np.float64)


def _first_choices(induction: Induction, usual: NDArray[np.int64], decided: Decided) -> NDArray[np.uint8]:
    """[hand]: what plain play does at the first decision, by the paths that it takes: it is not asked again."""
    listed = induction.game.streets[0].choices
    begins = np.array([listed.index(path[0][1]) for path in induction.tree.paths], np.uint8)
    return np.asarray(begins[usual[np.unique(decided.hand, return_index=True)[1]]], np.uint8)


def _draw_own(induction: Induction, hands: int, random: np.random.Generator) -> NDArray[np.uint8]:
    """[hand, card]: two of each stratum, from the worst to the best."""
    game, deck = induction.game, np.array(induction.game.deck.cards, np.uint8)
    if comb(len(deck), game.hole) > MOST_STRATIFIED:
        return np.stack([random.permutation(deck)[: game.hole] for _ in range(hands)])
    sights = first_sights(induction.symmetry, Level((game.hole, 0, 0)))
    ranking = game.showdown.ranking if game.showdown else next(w.ranking for w in game.wagers if w.ranking)
    order = (
        np.argsort(ranking.batch(sights.hands), kind="stable") if reads(ranking, game.hole) else np.arange(len(sights))
    )
    upto = np.cumsum(sights.weights[order])
    strata = (np.repeat(np.arange(hands // 2), 2) + random.random(hands)) / (hands // 2)
    drawn = np.searchsorted(upto, strata * upto[-1], side="right").clip(0, len(order) - 1)
    return np.asarray(sights.hands[order[drawn]], np.uint8)


def reads(ranking: object, cards: int) -> bool:
    """Whether a ranking says what a hand of so many cards is worth."""
    try:
        ranking.batch(np.arange(cards, dtype=np.uint8)[None, :])  # type: ignore[attr-defined]
    except (ValueError, IndexError, KeyError, AssertionError):
        return False
    return True


def _complete(induction: Induction, own: NDArray[np.uint8], random: np.random.Generator) -> Starts:
    """Draw the cards that are known at the first decision, and the dead ones."""
    scene, deck = induction.scene, np.array(induction.game.deck.cards, np.uint8)
    seen = sum(group.size for group in scene.groups[: scene.first_known])
    more = np.empty((len(own), seen + scene.dead), np.uint8)
    for at, hand in enumerate(own):
        more[at] = random.permutation(deck[~np.isin(deck, hand)])[: seen + scene.dead]
    return Starts(own, more[:, :seen], more[:, seen:], scene.first_known)
