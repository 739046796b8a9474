"""The dealer's hidden cards known where cards are exchanged: deals drawn by a seed, each looked at in full.

In every deal the best choices against what the dealer can have are held against those of plain play. What plain play
wins is counted, so that only the gain is sampled, which is nothing in most deals.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.courses.exchange import Change, ExchangeSolution, choices_of
from fairfelt.engine.estimate.interval import Interval
from fairfelt.rules import Choice
from fairfelt.rules.cards import Card
from fairfelt.rules.hands import LINE_BITS

SEED = 1
DEAL_S = (0.0, 0.15, 0.05, 0.03)
"""[known cards]: seconds that a deal takes on one core, about; no less with more known."""
BETTER = "the exchange and the raise that win most against what the dealer can have"

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ExchangeGain:
    """What is gained over plain play, and how often each result comes with the best choices."""

    gain: float
    lies: Interval
    chances: dict[Fraction, float]


@dataclass(frozen=True, eq=False)
class Ways:
    """The hands that can come of a choice on cards, and what the dealer can have against each."""

    choice: Choice
    change: Change
    hands: NDArray[np.uint8]
    gone: NDArray[np.uint8]
    nets: Floats
    """[way, raise, row]: results, less what the cards cost."""
    shares: Floats
    """[way, row]"""

    @property
    def values(self) -> Floats:
        """[way, raise]"""
        return np.asarray((self.nets * self.shares[:, None]).sum(axis=2))


def sample_gain(solution: ExchangeSolution, known: int, deals: int) -> ExchangeGain:
    """What n of the dealer's hidden cards are worth to a player who knows them before all choices."""
    source, course = np.random.default_rng(SEED), solution.course
    gains, chances = np.zeros(deals), defaultdict[Fraction, float](float)
    for deal in range(deals):
        order = [Card(int(card)) for card in source.permutation(np.array(solution.game.deck.cards, np.uint8))]
        own, dealer = order[: course.cards], order[course.cards :][: course.up_cards + known]
        found = list(ways_of(solution, own, dealer))
        best = max(reversed(found), key=lambda ways: ways.values.max(axis=1).mean())
        up = dealer[: course.up_cards]
        name = solution.plays_after((), own, (), up)
        plain = next(ways for ways in found if ways.choice.name == name)
        raises = solution.raises_of(plain.change, plain.hands, plain.gone, up)
        gains[deal] = best.values.max(axis=1).mean() - plain.values[np.arange(len(raises)), raises].mean()
        for nets, shares, raised in zip(best.nets, best.shares, best.values.argmax(axis=1), strict=True):
            for net, share in zip(nets[raised].tolist(), shares.tolist(), strict=True):
                chances[Fraction(net).limit_denominator(1000)] += share / len(best.hands) / deals
    lies = Interval.around(float(gains.mean()), float(gains.std(ddof=1)) / sqrt(deals), deals, SEED)
    return ExchangeGain(float(gains.mean()), lies, {net: chance for net, chance in chances.items() if chance})


def ways_of(solution: ExchangeSolution, own: list[Card], dealer: list[Card]) -> Iterator[Ways]:
    """Every choice on cards, with those of the dealer's that are known."""
    problem, course = solution.plan.problem, solution.course
    ranking, lying = problem.showdown.ranking, sorted(own, key=lambda card: (-card.rank, card))
    rest = np.array([face for face in solution.game.deck.faces if face not in (*own, *dealer)], np.uint8)
    hidden = rest[choices_of(len(rest), course.dealer_cards - len(dealer))]
    theirs = ranking.batch(np.hstack((np.tile(np.array([*dealer], np.uint8), (len(hidden), 1)), hidden)))
    holds = {int(card): (hidden == card).any(axis=1) for card in rest}
    for change in solution.plan.changes:
        news = [*combinations(rest.tolist(), change.new)]
        free = [~np.any([holds[card] for card in new], axis=0) if new else np.ones(len(hidden), bool) for new in news]
        for places in combinations(range(len(lying)), change.gone):
            kept = [int(card) for at, card in enumerate(lying) if at not in places]
            hands = np.array([[*kept, *new] for new in news], np.uint8)
            mine, counts = ranking.batch(hands), np.zeros((len(hands), problem.nets.shape[1]))
            for way in range(len(hands)):
                rows = problem.comparison_rows(mine[way : way + 1], theirs[free[way]])
                counts[way] = np.bincount(rows, minlength=counts.shape[1])
            extras = problem.extras[:, mine >> LINE_BITS].T[:, :, None]
            yield Ways(
                course.taking.choices[int(change.columns[sum(1 << at for at in places)])], change, hands,
                np.tile(np.array([lying[at] for at in places], np.uint8), (len(hands), 1)),
                (problem.nets + extras) / problem.scale - change.price, counts / counts.sum(axis=1, keepdims=True),
            )  # fmt: skip
