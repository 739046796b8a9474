"""A short rule out of a sample: learned from one hand of each stratum, and priced by the other.

A hand that was drawn for the price alone knows nothing of the rule, so that what the rule loses there is no luck.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT
from fairfelt.exact.core.levels import offered
from fairfelt.exact.core.problem import asks_for_a_hand
from fairfelt.exact.core.tree import tree_of
from fairfelt.exact.estimate.interval import Interval, paired_interval
from fairfelt.hands import POKER
from fairfelt.protection.figures import Figures
from fairfelt.protection.scene import Scene
from fairfelt.protection.some_starts import Sampled, reads
from fairfelt.rules import Cards

from .beside import board_scales, several_seen
from .cards import HIGHEST_SEEN, SHOWN, SHOWN_OR_JOKER, scales_of, seen_with_own
from .hands import ABOVE_ALL, made_of
from .rule import Priced, best_lines, followed, rule_words
from .scales import Cells, Scale, Whole
from .showdowns import joker_scales, own_scales, seen_scales
from .solved import allowed_choices
from .tree import PART_WORTH

PARTS = 1_000_000
"""Of the Ante, in which worths are whole numbers."""
PART_HANDS = 2
"""A part more must gain what so many hands are that win or lose an Ante more: fewer may be luck."""
MOST_LINES = 10
"""Parts of a rule."""
Hands = NDArray[np.uint8]


@dataclass(frozen=True)
class Learned:
    """A rule, and what it comes to in hands that it was not learned from, in units of the Ante."""

    rule: ShortRule
    cost: float
    """Against the best play of each hand…"""
    cost_lies: Interval
    gain: float
    """…and over plain play."""
    gain_lies: Interval

    def priced(self, best: Figures, plain: Fraction, sampled: Sampled) -> Priced | None:
        """With the edge of best play, if that was counted or each hand was decided exactly; none that gains nothing.

        Where the later cards were thinned, what plain play loses is known, and the rule gains so much over it.
        """
        if sampled.bias:
            edge, lies = float(plain) + self.gain, self.gain_lies.moved(float(plain))
        else:
            of_best = best.interval or Interval(float(best.edge), float(best.edge))
            edge, cost = float(best.edge) - self.cost, self.cost_lies
            lies = replace(cost, low=of_best.low - cost.high, high=of_best.high - cost.low).cut(most=of_best.high)
        return Priced(self.rule, Fraction(edge), lies) if edge > plain else None


def learn_rule(scene: Scene, sampled: Sampled) -> Learned | None:
    """None where nothing is seen but classes, or other hands."""
    if scene.dead or any(group.classes for group in scene.groups) or not scene.first_known:
        return None
    game, own = scene.game, np.ascontiguousarray(sampled.cards[:, : scene.game.hole])
    order = list(tree_of(game).orders[0])
    may = offered(game, 0, own)[:, order]
    worth = np.where(may, sampled.values[:, order], 0.0)
    worth = allowed_choices(may, np.rint(worth * PARTS).astype(np.int64))
    found = list(scales_in_sight(scene, own, sampled.cards[:, game.hole :]))
    scales, levels = [scale for scale, _ in found], np.stack([level for _, level in found], axis=1)
    mine, others = slice(0, None, 2), slice(1, None, 2)
    hands = len(levels[mine])
    least = max(PART_WORTH, Fraction(PART_HANDS, hands))
    lines = best_lines(Cells.of(levels[mine], worth[mine]), scales, hands * PARTS, least, most=MOST_LINES)
    told = followed(lines, Cells(levels[others], worth[others])) / PARTS
    cost, gain = worth[others].max(axis=1) / PARTS - told, told - sampled.usual[others]
    street = game.streets[0]
    allows = game.showdown is not None and asks_for_a_hand(game)
    words = rule_words(lines, [street.choices[choice] for choice in order], scales, allows=allows)
    rule = ShortRule(street.name, words)
    lies = (paired_interval(each, sampled.lies.seed or 0) for each in (cost, gain))
    return Learned(rule, float(cost.mean()), next(lies), float(gain.mean()), next(lies))


def scales_in_sight(scene: Scene, own: Hands, drawn: Hands) -> Iterator[tuple[Scale, Whole]]:
    """What may be asked of the player's own cards, with the shared ones that are known, and of the dealer's."""
    known = [(group.place, drawn[:, scene.columns(at)]) for at, group in enumerate(scene.groups[: scene.first_known])]
    none = drawn[:, :0]
    shared, seen = (
        np.hstack([none, *(cards for of, cards in known if of is place)]) for place in (Cards.COMMUNITY, Cards.DEALER)
    )
    game, whole = scene.game, np.ascontiguousarray(np.hstack((own, shared)))
    if game.showdown is None:
        yield from _paired(seen_with_own(whole))
        return
    ranking = game.showdown.ranking
    if shared.shape[1] + own.shape[1] and ranking is POKER and game.deal.count(Cards.COMMUNITY):
        yield from _paired(scales_of(own, shared, seen))
        if shared.shape[1]:
            yield from board_scales(own, shared)
        return
    if reads(ranking, whole.shape[1]):
        yield from own_scales(ranking, ranking.batch(whole).astype(np.int64))
    if seen.shape[1] > 1:
        yield from several_seen(ranking, whole, seen, jokers=bool(game.deck.jokers))
    if game.deck.jokers:
        yield from _beside_jokers(seen)
    elif seen.shape[1]:
        yield from seen_scales(whole, seen)
        if seen.shape[1] > 1:
            yield SHOWN, made_of(seen)[0]


def _paired(found: tuple[tuple[Scale, ...], Whole]) -> Iterator[tuple[Scale, Whole]]:
    scales, levels = found
    yield from zip(scales, levels.T, strict=True)


def _beside_jokers(seen: Hands) -> Iterator[tuple[Scale, Whole]]:
    """The dealer's cards of a deck with a joker, which has no rank."""
    if seen.shape[1] == 1:
        yield from joker_scales(seen[:, 0])
    elif seen.shape[1]:
        joker = seen == ALL_CARDS - 1
        yield SHOWN_OR_JOKER, np.where(joker.any(axis=1), ABOVE_ALL, made_of(seen)[0])
        yield HIGHEST_SEEN, np.where(joker, 0, seen.astype(np.int64) % RANKS_PER_SUIT).max(axis=1)
