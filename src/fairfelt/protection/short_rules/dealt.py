"""A short rule out of many rounds, each dealt to its end: what one round says is mostly luck, what many say is not.

A hand that is decided exactly costs as much as a million rounds, so that a sample of such hands is small. A rule goes
by what is in sight alone: learned from some rounds and priced by others, the luck of both has no part in its price.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.exact import Solution
from fairfelt.exact.core.levels import offered
from fairfelt.exact.core.problem import asks_for_a_hand
from fairfelt.exact.core.tree import tree_of
from fairfelt.exact.estimate.interval import Interval
from fairfelt.protection.induction import Induction, Starts
from fairfelt.protection.scene import Group, Scene
from fairfelt.rules import Cards

from .rule import Priced, best_lines, followed, rule_words
from .sampled import PARTS, scales_in_sight
from .scales import Cells
from .solved import allowed_choices

LEARNED, PRICED = 200_000, 800_000
"""Rounds that a rule is learned from, and those that it is priced by."""
BATCH = 20_000
PART_WORTH = Fraction(1, 2_500)
"""A part more must gain that part of the Ante: less may be luck."""
MOST_LINES = 8
"""Parts of a rule."""


@dataclass(frozen=True, eq=False)
class Dealt:
    """Rounds, one a row."""

    cards: NDArray[np.uint8]
    """[round, card]: own cards, those known at the decision, the others."""
    values: NDArray[np.float64]
    """[round, choice]: what each choice came to, in units of the Ante…"""
    usual: NDArray[np.float64]
    """…and what plain play came to."""


def dealt_rule(
    scene: Scene, plain: Solution, learned: int = LEARNED, priced: int = PRICED, *, seed: int = 3
) -> Priced | None:
    """None where more is decided later, where nothing is seen but classes or other hands, or where it gains nothing."""
    game = scene.game
    if len(game.streets) > 1 or game.showdown is None or scene.dead or not scene.first_known:
        return None
    if any(group.classes for group in scene.groups):
        return None
    rounds = deal(scene, plain, learned + priced, seed)
    own, order = np.ascontiguousarray(rounds.cards[:, : game.hole]), list(tree_of(game).orders[0])
    may = offered(game, 0, own)[:, order]
    worth = allowed_choices(may, np.rint(np.where(may, rounds.values[:, order], 0.0) * PARTS).astype(np.int64))
    found = list(scales_in_sight(scene, own, rounds.cards[:, game.hole :]))
    scales, levels = [scale for scale, _ in found], np.stack([level for _, level in found], axis=1)
    first = Cells.of(levels[:learned], worth[:learned])
    lines = best_lines(first, scales, learned * PARTS, PART_WORTH, most=MOST_LINES)
    told = followed(lines, Cells(levels[learned:], worth[learned:])) / PARTS
    gain = told - rounds.usual[learned:]
    middle = float(gain.mean())
    lies = Interval.around(middle, float(gain.std()) / len(gain) ** 0.5, len(gain), seed)
    if lies.low <= 0:
        return None
    street, plain_edge = game.streets[0], float(plain.round.expected_value)
    words = rule_words(lines, [street.choices[at] for at in order], scales, allows=asks_for_a_hand(game))
    return Priced(ShortRule(street.name, words), Fraction(plain_edge + middle), lies.moved(plain_edge))


def deal(scene: Scene, plain: Solution, rounds: int, seed: int) -> Dealt:
    """So many rounds; the same seed deals the same ones."""
    game, whole = scene.game, _all_cards(scene)
    induction = Induction(whole, groups=len(whole.groups))
    deck, random = np.array(game.deck.cards, np.uint8), np.random.default_rng(seed)
    needed = game.hole + sum(group.size for group in whole.groups)
    cards, values, usual = [], [], []
    for at in range(0, rounds, BATCH):
        many = min(BATCH, rounds - at)
        dealt = deck[random.random((many, len(deck))).argsort(axis=1)[:, :needed]]
        own, rest = (np.ascontiguousarray(some) for some in np.split(dealt, [game.hole], axis=1))
        decided = induction.decide(Starts(own, rest, dealt[:, :0], len(whole.groups)))
        path = induction.plain_path(plain, decided)
        cards.append(dealt)
        values.append(decided.first[:, 0] / induction.scale)
        usual.append(decided.finished[np.arange(many), path] / induction.scale)
    return Dealt(np.concatenate(cards), np.concatenate(values), np.concatenate(usual))


def _all_cards(scene: Scene) -> Scene:
    """With the cards that are not known at the decision as groups of their own, so that a row is a whole round."""
    end, groups = len(scene.game.streets), list(scene.groups)
    for place in (Cards.COMMUNITY, Cards.DEALER):
        hidden = scene.game.deal.count(place) - sum(group.size for group in groups if group.place is place)
        if hidden:
            groups.append(Group(place, end, end, size=hidden))
    return replace(scene, groups=tuple(groups))
