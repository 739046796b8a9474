"""Samples a view that is too large to count: hands in strata, each decided exactly, the gain over plain play.

The value of plain play is known exactly. What information adds is nothing in most hands and little in the others, so
that its mean is found with far fewer hands than the value itself would need. Hands are drawn in pairs, each pair from
one stratum of equal weight, from the worst hands to the best; the differences inside the pairs give the error.

Where even one hand is too large, it is thinned: of the first cards to come, only some are dealt, at random. What a
choice is worth is then an estimate itself, and the greatest of several estimates is too great on average. So every hand
is decided twice, with other cards: what one draw would choose is valued by the other, which is too little if anything,
and what it takes for the greatest is too much. Between the two lies the truth.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.information_sets import (
    PLACES,
    Group,
    InformationSets,
    Level,
    Rows,
    first_information_sets,
    offered,
    ways_to_turn,
)
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.estimate.interval import Interval, paired_interval
from fairfelt.engine.exact import Progress, Solution
from fairfelt.engine.solvers.general.solver import (
    RATE,
    GeneralProblem,
    GeneralResult,
    count_endings,
    decide_hands,
    general_problem,
    sum_back,
)
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game
from fairfelt.rules.hands.partial import reads

CHUNK = 6_000_000
MAX_STRATIFIED = 3_000_000
"""Up to this number of hands, all are put in order; beyond it, pairs are drawn from all of them."""
BATCH = 2_000
ROW_S = 1e-6
"""What a row of a sampled hand takes besides the rounds that are counted in it."""
DRAW_ROWS, DRAW_ROUNDS = 30_000, 1_500_000
"""Rows and rounds of one draw of a thinned hand, about…"""
MAX_ROUNDS = 40_000_000
"""…and at most."""
MAX_HIDDEN = 60_000
"""Ways for hidden cards that are counted in full beside each row."""
FEW_HIDDEN = 1_000
"""The same where every marked card is dealt too."""
MIN_KEPT = 6
Hands = NDArray[np.uint8]
IntArray = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SampledView:
    """A view from its first decision on, as one sampled hand is enumerated."""

    view: View
    dealt: tuple[Group, ...] = ()
    """Cards face down at the last decision that are dealt as rows, where the others are counted beside each row."""
    at: int = 0
    """Of the groups turned over after the first decision, the number of the one that is thinned…"""
    kept: int = 0
    """…to n ways; 0 where nothing is."""

    @staticmethod
    def of(view: View) -> SampledView:
        """Nothing thinned."""
        return SampledView(replace(view, apart=True))

    @property
    def game(self) -> Game:
        return self.view.game

    @cached_property
    def problem(self) -> GeneralProblem:
        return general_problem(self.game, self.view)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """From the first decision to the last, then one for each group that is dealt."""
        found = list(self.view.levels[self.view.levels.index(self.view.first) :])
        for group in self.dealt:
            counts, marked = list(found[-1].counts), found[-1].marked
            counts[PLACES.index(group.place)] += group.size
            found.append(Level(tuple(counts), (), group, tuple(other for other in marked if other is not group)))
        return tuple(found)

    @cached_property
    def down(self) -> tuple[Group, ...]:
        """What is counted beside each row."""
        left = []
        for group in (group for group in self.view.down if group not in self.dealt or not group.classes):
            dealt = sum(other.size for other in self.dealt if (other.place, other.classes) == (group.place, ()))
            if size := group.size - (0 if group.classes else dealt):
                left.append(replace(group, size=size))
        return tuple(left)

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """[group turned over after the first decision]: ways to turn it over that are enumerated."""
        cards = [level.cards for level in self.levels]
        found = [comb(self.view.size - before, then - before) for before, then in pairwise(cards)]
        if self.kept:
            found[self.at] = min(self.kept, found[self.at])
        return tuple(found)

    @property
    def rows(self) -> int:
        """In which one hand is enumerated."""
        return prod(self.ways)

    @property
    def hidden(self) -> int:
        """Ways for the cards that are counted beside each row."""
        return ways_to_turn(self.view.size - self.levels[-1].cards, [group.size for group in self.down])

    @property
    def rounds(self) -> int:
        return self.rows * self.hidden

    @property
    def seconds(self) -> float:
        """About what one hand takes; a thinned one is decided twice."""
        return (2 if self.kept else 1) * (2 * self.rows * (self.hidden / RATE + ROW_S) + 2e-4)

    @property
    def batch(self) -> int:
        """Hands that are decided at once."""
        width = max(len(self.problem.settlements), len(tree_of(self.game).paths))
        return max(2, min(BATCH, CHUNK // (self.rows * width)))

    @property
    def unit(self) -> int:
        """One Ante over all rounds of a hand, in the numbers of a decided one."""
        return self.rounds * self.problem.nets[1]

    @cached_property
    def most_gained(self) -> float:
        """A choice that is wrong costs no more than all that may lie on the table, about."""
        return float(max(sum(self.game.stakes(dict(path)).values()) for path in tree_of(self.game).paths))

    def dealing(self, most: int) -> SampledView:
        """With hidden cards dealt, until no more than n ways are left for the others."""
        found, end = self, len(self.game.streets)
        for place in (Cards.DEALER, Cards.COMMUNITY):
            hidden = sum(group.size for group in self.down if group.place is place and not group.classes)
            sizes = (Group(place, end, end, size=size) for size in range(1, hidden + 1))
            for more in [replace(found, dealt=(*found.dealt, group)) for group in sizes]:
                if more.hidden <= most:
                    return more
                found = more
        return found

    def thinned(self, at: int) -> SampledView:
        """With as many ways for one group as make a draw quick."""
        one = replace(self, at=at, kept=1)
        return replace(one, kept=min(DRAW_ROWS // one.rows, DRAW_ROUNDS // one.rounds))

    def draw(self, hands: int, random: np.random.Generator) -> Hands:
        """[hand, card]: what is known at the first decision; own cards from strata, the others from all left."""
        own, deck = self._draw_own(hands, random), np.array(self.game.deck.cards, np.uint8)
        more = self.levels[0].cards - self.game.hole
        rest = [random.permutation(deck[~np.isin(deck, hand)])[:more] for hand in own]
        return np.hstack((own, np.array(rest, np.uint8).reshape(hands, more)))

    def _draw_own(self, hands: int, random: np.random.Generator) -> Hands:
        """[hand, card]: two of each stratum, from the worst to the best."""
        game, deck = self.game, np.array(self.game.deck.cards, np.uint8)
        if comb(len(deck), game.hole) > MAX_STRATIFIED:
            return np.stack([random.permutation(deck)[: game.hole] for _ in range(hands)])
        infosets = first_information_sets(self.problem.symmetry, Level((game.hole, 0, 0)))
        ranking = game.showdown.ranking if game.showdown else next(w.ranking for w in game.wagers if w.ranking)
        is_read = reads(ranking, game.hole)
        order = np.argsort(ranking.batch(infosets.hands), kind="stable") if is_read else np.arange(len(infosets))
        upto = np.cumsum(infosets.weights[order])
        strata = (np.repeat(np.arange(hands // 2), 2) + random.random(hands)) / (hands // 2)
        drawn = np.searchsorted(upto, strata * upto[-1], side="right").clip(0, len(order) - 1)
        return np.asarray(infosets.hands[order[drawn]], np.uint8)

    def decide(self, hands: Hands, seed: int = 0, executor: Executor | None = None) -> DecidedHands:
        """Decide some hands as `draw` gives them; the seed draws the ways of a thinned group."""
        start = Rows.of(self.problem.symmetry, self.levels[0], hands, partial(self._choose, seed))
        ends: list[IntArray] = []

        def count(last: InformationSets) -> IntArray:
            rows = [last]
            for level in self.levels[len(self.levels) - len(self.dealt) :]:
                rows.append(rows[-1].next(level))
            tally = count_endings(self.problem.settlements, rows[-1], executor, self.down)
            for before, then in reversed(list(pairwise(rows))):
                tally = sum_back(before, then, {0: tally})[0]
            ends.append(tally)
            return tally

        return DecidedHands(self, hands, decide_hands(self.problem, start, count), ends[0])

    def _choose(self, seed: int, then: Level, left: int, size: int) -> IntArray:
        """[way, card]: which of the cards that are left are turned over."""
        if self.kept and then is self.levels[self.at + 1] and self.kept < comb(left, size):
            order = np.random.default_rng(seed).random((self.kept, left)).argsort(axis=1)
            return np.sort(order[:, :size], axis=1)
        return np.array(list(combinations(range(left), size)), np.int64).reshape(comb(left, size), size)


def thin(view: View) -> SampledView | None:
    """The view with so few cards that a draw of a hand is quick; None where there is nothing to thin."""
    given = SampledView.of(view)
    found = given = replace(given, dealt=tuple(group for group in given.view.down if group.classes))
    if len(given.levels) == 1 or given.hidden > MAX_HIDDEN:
        if len(view.game.streets) > 1 and given.hidden > MAX_HIDDEN:
            return None
        found = given.dealing(MAX_HIDDEN)
    if len(found.levels) == 1:
        return None
    found = found.thinned(0)
    found = replace(found, kept=max(MIN_KEPT, found.kept))
    if found.rounds <= MAX_ROUNDS:
        return found
    return thin_hidden(view) if any(card.classes for card in view.cards) else None


def thin_hidden(view: View) -> SampledView | None:
    """The same with all marked cards, and some of the ways for those of which nothing is known."""
    given = SampledView.of(view)
    found = replace(given, dealt=tuple(group for group in given.view.down if group.classes)).dealing(FEW_HIDDEN)
    turned = [level.turned for level in found.levels[1:]]
    at = next((at for at, group in enumerate(turned) if group and not group.classes), None)
    if at is None:
        return None
    found = found.thinned(at)
    return found if found.kept >= MIN_KEPT else None


@dataclass(frozen=True, eq=False)
class DecidedHands:
    """Some hands of a sampled view, decided."""

    of: SampledView
    hands: Hands
    result: GeneralResult
    ends: IntArray
    """[set of the last decision, label, ending]"""

    @property
    def values(self) -> IntArray:
        """[hand, label, choice]: what each choice of the first decision is worth, summed over all rounds."""
        return np.asarray(self.result.values[0][:, :, 0])

    @cached_property
    def allowed(self) -> IntArray:
        """The same, less than all others where a choice may not be made."""
        may = offered(self.of.game, 0, self.hands[:, : self.of.game.hole])
        return np.asarray(np.where(may[:, None, :], self.values, self.values.min() - 1))

    def plain_play(self, solution: Solution) -> tuple[IntArray, NDArray[np.uint8]]:
        """[hand]: what the rounds bring a player who knows only what the rules show, and the first choice."""
        tree, end = self.result.tree, len(self.of.game.streets)
        street, state = (np.zeros(len(self.hands), np.int64) for _ in range(2))
        first = np.zeros(len(self.hands), np.uint8)
        for seen in self.result.information_sets:
            street, state = (np.repeat(each, len(seen) // len(each)) for each in (street, state))
            for now in seen.level.streets:
                shown = np.ascontiguousarray(seen.hands[:, self.of.view.shown_by_rules(seen.level, now)])
                for came in np.unique(state[street == now]).tolist():
                    here = np.flatnonzero((street == now) & (state == came))
                    chosen = solution.decide(now, shown[here], came)
                    street[here], state[here] = tree.leads_to[now][came, chosen], tree.arrives_as[now][came, chosen]
                    first = chosen if now == 0 else first
        assert (street == end).all(), "every round is decided to its end"
        nets, _ = self.of.problem.nets
        worth = (self.ends.sum(axis=1) * nets[state]).sum(axis=1)
        return np.asarray(worth.reshape(len(self.hands), -1).sum(axis=1)), np.asarray(first, np.uint8)


@dataclass(frozen=True, eq=False)
class Sample:
    """What was found in some hands."""

    gain: float
    """What the information adds to plain play, in units of the Ante…"""
    lies: Interval
    """…and in which that lies."""
    endings: tuple[Ending, ...]
    """Of the sampled hands, each counted in full."""
    hands: int
    values: Floats
    """[hand, choice]: what each choice of the first decision is worth, with the information…"""
    plain: NDArray[np.uint8]
    """…and which one plain play makes."""
    usual: Floats
    """[hand]: what plain play is worth."""
    cards: Hands
    """[hand, card]: what is known at the first decision, and the cards of other hands."""

    bias: float = 0.0
    """By how much the gain may be off to either side, besides chance."""

    def interval(self, plain: Fraction) -> Interval:
        """In which the edge lies, given that of plain play: never below it, since what is known need not be used."""
        return self.lies.moved(float(plain)).cut(least=float(plain))


def sample_view(
    of: SampledView,
    solution: Solution,
    hands: int,
    *,
    seed: int = 1,
    what: str = "",
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Decide n hands; the same seed gives the same ones."""
    cards, tree = of.draw(hands, np.random.default_rng(seed)), tree_of(of.game)
    low, high, values, plain, usual = [], [], [], [], []
    totals = np.zeros((len(tree.paths), len(of.problem.settlements)), object)
    for at in range(0, hands, of.batch):
        some = cards[at : at + of.batch]
        draws = [of.decide(some, 2 * at + which + seed, executor) for which in ((1, 2) if of.kept else (0,))]
        played = [each.plain_play(solution) for each in draws]
        worth = np.mean([each / of.unit for each, _ in played], axis=0)
        usual.append(worth)
        plain.append(played[-1][1])
        values.append(np.mean([each.values.sum(axis=1) / of.unit for each in draws], axis=0))
        if of.kept:
            low.append(_crossed(*(each.allowed for each in draws)) / of.unit - worth)
            high.append(np.mean([each.allowed.max(axis=2).sum(axis=1) / of.unit for each in draws], axis=0) - worth)
        else:
            low.append((draws[0].allowed.max(axis=2).sum(axis=1) - played[0][0]) / of.unit)
        totals += sum(each.result.endings for each in draws)
        if progress:
            progress(min(at + of.batch, hands), hands, f"{of.game.title}: {what}")
    least = np.concatenate(low).astype(np.float64)
    most = np.concatenate(high).astype(np.float64) if of.kept else least
    below, above = (paired_interval(ends, seed, most=of.most_gained) for ends in (least, most))
    return Sample(
        float(least.mean() + most.mean()) / 2, replace(above, low=below.low),
        of.problem.settlements.endings(tree, totals), hands, np.concatenate(values).astype(np.float64),
        np.concatenate(plain), np.concatenate(usual).astype(np.float64), cards,
        max(float(most.mean() - least.mean()), 0.0) / 2,
    )  # fmt: skip


def _crossed(one: IntArray, other: IntArray) -> Floats:
    """[hand]: what the choices of each draw are worth by the other, of all labels together."""
    chosen = [
        np.take_along_axis(worth, by.argmax(axis=2)[:, :, None], axis=2)[:, :, 0].sum(axis=1)
        for worth, by in ((other, one), (one, other))
    ]
    return np.asarray((chosen[0] + chosen[1]) / 2, np.float64)
