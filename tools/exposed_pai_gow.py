"""An exposed pai gow dealer, counted: own hands of seven against every hand that the dealer can have.

Every own hand is set as is best for every card or pair of the dealer's that can be exposed, which takes hours of a core
for a game; where three hands are set, own hands are drawn. The package draws exposed cards too
(`engine/courses/pai_gow/exposed.py`); what ships of one or two exposed cards is counted here.

Information is a label on the dealer's hand: nothing, the exposed card, or the exposed pair. For one own hand O, a
setting s and a label L

      won[L, s]  =  #{ dealer hands D : D has no card of O, D holds the cards of L, s wins against D }

and `lost` likewise. O and L fix which of the settings is best; totals are sums over all own hands and labels.

The settings of O divide the dealer's values, hand by hand, in a few steps: together in regions, within which each
setting fares alike. A dealer hand is counted first by its ranks, as if no suit counted, and then corrected for each
suit in which it has a flush:

      D by (label, region)  =  by ranks  +  sum over suits of (as a flush - as its ranks)  [+ pairs of suits]

The first part depends on the ranks of O alone, a suit's part on the ranks of O and on those of that suit: so parts are
counted once for all arrangements of suits that share them. A part does not know which suits the other cards are of:
its labels are symbols, a rank of the suit, a rank of another suit, or the joker. All cards that look alike in a part
are in equally many hands.

Bounds: a dealer has C(46, 7) < 2**26 hands, a label at most 42 times as many, all rounds with two labels 21 * 2**53.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np

from fairfelt.analysis.protection.courses import hands_set, sampled_figures, setting_rule
from fairfelt.analysis.protection.figures import figures_of
from fairfelt.analysis.protection.findings import Finding, Leak, Question
from fairfelt.analysis.protection.next_cards import round_of_chances
from fairfelt.engine.core.decisions import Array
from fairfelt.engine.courses.pai_gow.completions import BINOMIALS, SUITS, TRIPLE
from fairfelt.engine.courses.pai_gow.exposed import (
    RANKS,
    DealerHands,
    OwnClasses,
    SetGain,
    add_blind,
    deal_suits,
    dealer_hands,
    gain_of,
    own_classes,
    sample_hands,
    scaled_nets,
    unseen_cards,
)
from fairfelt.engine.courses.pai_gow.set_hands import IntArray, set_hands
from fairfelt.engine.courses.pai_gow.seven_cards import SIZE, classes_of
from fairfelt.engine.courses.pai_gow.solution import nets_of
from fairfelt.engine.solve import advisor, core_game
from fairfelt.rules import Game, PaiGowPoker
from fairfelt.rules.cards import Deck, suit_classes
from fairfelt.rules.courses.pai_gow import SettingCourse
from fairfelt.rules.hands.poker.pai_gow import JOKER
from fairfelt.runtime.compute.executors import stream_tasks
from fairfelt.runtime.compute.jit import njit

MAX_EXPOSED: Final = 2
CLASSES: Final = 292_253
CLASS_S: Final = (0.0, 0.018, 0.058)
"""[exposed cards]: seconds that a class takes on one core, in all its arrangements of suits."""
HAND_S: Final = {2: (0.0, 0.013, 0.025), 3: (0.0, 0.05, 0.1)}
"""[hands set][exposed cards]: seconds that an own hand takes that is drawn; they decide how many are drawn."""
BLIND_S: Final = 80e-6
"""The same beside all seven cards, where three hands are set."""
MIN_HANDS: Final = 60
BATCH: Final = 100
"""Classes in a task."""
JOKERS: Final = 1
"""That count for a flush."""
OUTSIDE, JOKER_SYMBOL, SYMBOLS = RANKS, 2 * RANKS, 2 * RANKS + 1
"""Symbols of cards: the ranks of a part's suit, then the ranks of other suits, then the joker."""
PAIRS_OF_SUITS: Final = SUITS * (SUITS - 1) // 2
SUMS: Final = 5
LABELS, WON, LOST, USUAL_WON, USUAL_LOST = range(SUMS)
"""What is summed: own hands with a label; rounds won and lost by the best settings, then by the last setting."""


@dataclass(frozen=True)
class ExposedDealer:
    """One or two exposed cards of a dealer who sets by a house way: every own hand is counted, or some are drawn."""

    game: Game
    exposed: int
    hands: int
    """That are drawn; none where all are counted."""

    @staticmethod
    def of(question: Question) -> ExposedDealer | None:
        """None where a leak is found in another way; it is sampled where a count takes longer than it may."""
        game, exposed, (exact_s, sample_s) = question.game, len(question.information.dealer), question.limits
        if question.leak is not Leak.DEALER or not hands_set(game) or exposed > MAX_EXPOSED:
            return None
        if can_count(game, exposed) and count_seconds(exposed) <= exact_s:
            return ExposedDealer(game, exposed, 0)
        return ExposedDealer(game, exposed, max(MIN_HANDS, int(sample_s / _hand_seconds(game, exposed)) // 2 * 2))

    @property
    def seconds(self) -> float:
        """About, on one core, beside plain play."""
        return self.hands * _hand_seconds(self.game, self.exposed) if self.hands else count_seconds(self.exposed)


def _hand_seconds(game: Game, exposed: int) -> float:
    """With three hands as much time goes into the setting that a hand's best one is compared with."""
    return HAND_S[hands_set(game)][exposed] * (2 if hands_set(game) == 3 else 1)


def count_leak(question: Question, dealer: ExposedDealer, executor: Executor | None = None) -> Finding:
    """One leak, counted or sampled."""
    game, exposed, blind = dealer.game, dealer.exposed, None
    plain = advisor(core_game(game), executor=executor).round.expected_value
    if dealer.hands:
        found, blind = sample_gains(game, exposed, dealer.hands, executor)
        figures = sampled_figures(plain, found)
    else:
        counted, _ = count_exposed(game, exposed, executor)
        figures = figures_of(round_of_chances(counted))
    return Finding(
        question.leak, question.information, figures.edge, plain, figures.interval,
        hit_frequency=figures.hit_frequency, variance=figures.variance, strategy=(setting_rule(game, blind),),
    )  # fmt: skip


def sample_gains(
    game: Game, exposed: int, hands: int, executor: Executor | None = None
) -> tuple[SetGain, SetGain | None]:
    """What is gained over the house way; with three hands also how much of it needs no exposed card."""
    found = sample_labels(game, exposed, hands, executor=executor)
    if hands_set(game) == 2:
        return found, None
    return add_blind(game, found, int(hands * HAND_S[3][exposed] / BLIND_S) // 2 * 2, executor)


def can_count(game: Game, exposed: int) -> bool:
    """Whether every own hand can be counted: set in two hands, from a deck with its ranks in all four suits."""
    course, deck = game.course, game.deck
    fits = isinstance(course, PaiGowPoker) and not course.face_up and exposed <= MAX_EXPOSED
    return fits and len(deck.suits) == SUITS and deck.copies == 1 and deck.jokers <= JOKERS


def count_seconds(exposed: int) -> float:
    """About, on one core."""
    return CLASS_S[exposed] * CLASSES


def count_exposed(game: Game, exposed: int, executor: Executor | None = None) -> list[dict[Fraction, Fraction]]:
    """How often a round ends with each net result: every own hand set as is best for exposed cards, and as usual."""
    assert isinstance(game.course, SettingCourse)
    deck, ((win, loss), nets) = game.deck, scaled_nets(game)
    setting, own = set_hands(game.course, deck), suit_classes(deck, SIZE)
    assert dealer_hands(setting), "made before threads ask for it"
    class_of_hand = np.asarray(classes_of(own.hands, setting.classes.tables), np.int64)
    order = np.argsort(class_of_hand, kind="stable")
    classes, begin = np.unique(class_of_hand[order], return_index=True)
    ends = np.append(begin[1:], len(order))
    # In no order: classes that take long are spread over the tasks.
    spread = np.array_split(np.random.default_rng(1).permutation(len(classes)), -(-len(classes) // BATCH))
    tasks = []
    for some in spread:
        hands = np.concatenate([order[begin[at] : ends[at]] for at in some])
        masks = (own.keys[hands, None].astype(np.int64) >> RANKS * np.arange(SUITS)) & (1 << RANKS) - 1
        tasks.append((classes[some], np.append(0, np.cumsum((ends - begin)[some])), masks, own.weights[hands]))
    totals = np.zeros(SUMS, object)
    work = partial(count_own_hands, game.course, deck, exposed, nets)
    for _, part in stream_tasks(work, tasks, executor):
        totals += part.sum(axis=0).astype(object)
    labels, *sums = totals.tolist()
    assert labels == comb(len(deck), SIZE) * comb(len(deck) - SIZE, exposed), "every hand is set once for each label"
    rounds = labels * comb(len(deck) - SIZE - exposed, SIZE - exposed)
    counts = ({loss: lost, Fraction(0): rounds - won - lost, win: won} for won, lost in (sums[:2], sums[2:]))
    return [{net: Fraction(ways, rounds) for net, ways in found.items()} for found in counts]


def count_own_hands(
    course: SettingCourse, deck: Deck, exposed: int, nets: IntArray, classes: IntArray, begin: IntArray,
    masks: IntArray, weights: IntArray,
) -> IntArray:  # fmt: skip
    """[class, sum]: as `play_hands` does."""
    setting = set_hands(course, deck)
    found = play_hands(own_classes(setting, classes), begin, masks, weights, exposed, dealer_hands(setting), nets)
    return np.asarray(found, np.int64)


def sample_labels(game: Game, exposed: int, hands: int, *, seed: int = 1, executor: Executor | None = None) -> SetGain:
    """Draw own hands, and set each for every card or pair that can be exposed, beside the last of its settings."""
    assert exposed <= MAX_EXPOSED
    sums = sample_hands(game, exposed, hands, seed, _play_labels, executor)
    left = len(game.deck) - SIZE
    shares = sums / (comb(left, exposed) * comb(left - exposed, SIZE - exposed))
    return gain_of(shares[:, [WON, LOST]], shares[:, [USUAL_WON, USUAL_LOST]], nets_of(game), seed)


def _play_labels(
    course: SettingCourse, deck: Deck, exposed: int, nets: IntArray, classes: IntArray, seed: int
) -> IntArray:  # fmt: skip
    setting, each = set_hands(course, deck), np.arange(len(classes) + 1)
    masks = deal_suits(setting, own_classes(setting, classes), classes, each[:-1], seed)
    return count_own_hands(course, deck, exposed, nets, classes, each, masks, np.ones(len(classes), np.int64))


class OwnHand(NamedTuple):
    """One class of own hands."""

    ranks: Array
    joker: int
    settings: Array


class Regions(NamedTuple):
    """Sets of the dealer's values against which all settings fare alike."""

    step: Array
    """[hand, place of the dealer's value]: its step."""
    sizes: Array
    """[hand]: number of steps."""
    up_to: Array
    """[setting, hand]: the last step at which the dealer is beaten."""
    grid: int
    """Number of regions; this number stands for hands against which all bets push."""
    of: Array
    """[class without a flush]"""


class Changes(NamedTuple):
    """Flushes whose region is not that of their ranks: from `first[suit set]`, the choice beside and both regions."""

    masks: Array
    """[suit set]: the ranks of the suit of a flush, as bits."""
    first: Array
    beside: Array
    after: Array
    before: Array


class Parts(NamedTuple):
    """The parts that make up the dealer's hands beside one class of own hands."""

    counts: Array
    """[part, label, column]: rounds that a setting wins, in the next column those that it loses."""
    slots: Array
    """[ranks of a suit]: its part, -1 where it is not counted yet."""
    end: Array
    """One number: parts that are counted."""
    weights: Array
    """[choice beside a flush]"""


@njit(nogil=True, cache=True)
def _symbol(card: Any, suit: Any) -> Any:
    """What a card looks like to the part of a suit."""
    if card == JOKER:
        return JOKER_SYMBOL
    return card % RANKS if card // RANKS == suit else OUTSIDE + card % RANKS


@njit(nogil=True, cache=True)
def _cards_like(exposed: int, label: Any, there: Array) -> Any:
    """How many cards, or ordered pairs of equal symbols, have this label. there: [symbol] cards outside the own hand"""
    if exposed == 0:
        return 1
    if exposed == 1:
        return there[label]
    one, other = label // SYMBOLS, label % SYMBOLS
    return there[one] * (there[other] - (one == other)) if one <= other else 0


@njit(nogil=True, cache=True)
def _add_hand(exposed: int, symbols: Array, times: Array, end: int, ways: Any, region: Any, into: Array) -> None:
    """Add some hands of these symbols, ascending, to all labels that they have, at most 42 · 2^26 to each.

    into: [label, region]
    """
    if exposed == 0:
        into[0, region] += ways
    for at in range(end if exposed else 0):
        one, some = symbols[at], ways * times[at]
        if exposed == 1:
            into[one, region] += some
            continue
        into[one * SYMBOLS + one, region] += some * (times[at] - 1)
        for more in range(at + 1, end):
            into[one * SYMBOLS + symbols[more], region] += some * times[more]


@njit(nogil=True, cache=True)
def _distinct(numbers: Array) -> Array:
    """Ascending. Not by `np.unique`: its kept code and that of other kernels' `np.argsort` go by the same names in
    numba, and the one that is read first from disk is taken for both."""
    found, n = np.zeros(len(numbers), np.int64), 0
    for number in numbers:
        at = n
        while at and found[at - 1] > number:
            at -= 1
        if at and found[at - 1] == number:
            continue
        for place in range(n, at, -1):
            found[place] = found[place - 1]
        found[at] = number
        n += 1
    return found[:n]


@njit(nogil=True, cache=True)
def _regions_of(settings: Array, dealer: DealerHands) -> Regions:
    """Each hand's values divided where a setting stops to win; regions are the product of the steps, below 2^16."""
    hands = len(dealer.places)
    step, sizes = np.zeros((hands, dealer.places.max() + 1), np.int64), np.zeros(hands, np.int64)
    up_to = np.zeros(settings.shape, np.int64)
    for hand in range(hands):
        values = _distinct(settings[:, hand])
        for value in values:
            # A setting that beats n values does not beat the next one.
            step[hand, value:] += 1
        sizes[hand] = len(values) + 1
        for at in range(len(settings)):
            up_to[at, hand] = np.searchsorted(values, settings[at, hand])
    grid = sizes.prod()
    assert grid < 1 << 16
    by_ranks = dealer.lists.start[SIZE + 1] - dealer.lists.start[SIZE - 1]
    found = Regions(step, sizes, up_to, grid, np.zeros(by_ranks, np.uint16))
    for place in range(by_ranks):
        found.of[place] = _region_of(place, dealer, found)
    return found


@njit(nogil=True, cache=True)
def _region_of(place: Any, dealer: DealerHands, regions: Regions) -> Any:
    """The region of a class; one return, so that the arrays' references are not counted at every call."""
    region = regions.step[0, dealer.places[0, place]]
    for hand in range(1, len(regions.sizes)):
        region = region * regions.sizes[hand] + regions.step[hand, dealer.places[hand, place]]
    return regions.grid if dealer.pushes[place] else region


@njit(nogil=True, cache=True)
def _list_changes(dealer: DealerHands, regions: Regions) -> Changes:
    """Every set of suited ranks with every choice beside it, where the flush is in another region than its ranks."""
    lists, rows = dealer.lists, dealer.tables.flush_rows
    masks = lists.masks[lists.masks_from[SIZE - 1 - lists.max_beside] : lists.masks_from[SIZE + 1]]
    first, end = np.zeros(len(masks) + 1, np.int64), 0
    beside, after, before = np.zeros((3, len(masks) * lists.start[lists.max_beside + 1]), np.uint16)
    for at in range(len(masks)):
        loose = SIZE - lists.sizes[masks[at]]
        for choice in range(lists.start[max(loose - 1, 0)], lists.start[min(loose, lists.max_beside) + 1]):
            flush = rows[masks[at]] + lists.place[choice]
            one, other = _region_of(flush, dealer, regions), regions.of[lists.plain[flush]]
            if one != other:
                beside[end], after[end], before[end] = choice, one, other
                end += 1
        first[at + 1] = end
    return Changes(masks, first, beside, after, before)


@njit(nogil=True, cache=True)
def _count_by_ranks(own: OwnHand, exposed: int, dealer: DealerHands, regions: Regions, into: Array) -> None:
    """Dealer hands as if no suit counted: products of binomials, 42 · 2^26 to a label.  into: [label, region]"""
    lists, first = dealer.lists, 0
    choices = BINOMIALS[lists.deck.sum(axis=0) - own.ranks]
    ranks, times, start = lists.rank, lists.times, lists.start
    symbols, copies = np.zeros(SIZE + 1, np.int64), np.ones(SIZE + 1, np.int64)
    for joker in range(lists.joker - own.joker + 1):
        begin, end = start[SIZE - joker], start[SIZE - joker + 1]
        for at in range(begin, end):
            groups, ways = lists.groups[at], 1
            for group in range(groups):
                ways *= choices[ranks[at, group], times[at, group]]
            if not ways:
                continue
            for group in range(groups if exposed else 0):
                symbols[group], copies[group] = OUTSIDE + ranks[at, group], times[at, group]
            symbols[groups], copies[groups] = JOKER_SYMBOL, 1
            _add_hand(exposed, symbols, copies, groups + joker, ways, regions.of[first + at - begin], into)
        first += end - begin


@njit(nogil=True, cache=True)
def _weigh_beside(own: OwnHand, suited: Any, dealer: DealerHands, weights: Array) -> None:
    """[choice beside a flush]: in how many ways it can be made, at most 3^3 < 2^5; own cards of the suit are given."""
    lists = dealer.lists
    there = lists.deck[1:].sum(axis=0) - own.ranks + (suited >> np.arange(RANKS) & 1)
    for at in range(len(weights)):
        weights[at] = 1
        for group in range(lists.groups[at]):
            weights[at] *= BINOMIALS[there[lists.rank[at, group]], lists.times[at, group]]


@njit(nogil=True, cache=True)
def _count_flushes(
    own: OwnHand, suited: Any, exposed: int, dealer: DealerHands, changes: Changes, weights: Array, into: Array
) -> None:
    """What flushes of a suit change of which the own hand has these ranks.  into: [label, region]

    For one suit set, cards beside it are summed first: all of them, and by symbol. Then the set's ranks join them. Sums
    are of dealer hands by label, below 42 · 2^26.
    """
    _weigh_beside(own, suited, dealer, weights)
    n_regions, left, start = into.shape[1], dealer.lists.joker - own.joker, dealer.lists.start
    groups, rank, times, sizes = dealer.lists.groups, dealer.lists.rank, dealer.lists.times, dealer.lists.sizes
    total, single = np.zeros(n_regions, np.int64), np.zeros((SYMBOLS, n_regions if exposed == 2 else 1), np.int64)
    listed, is_listed = np.zeros(n_regions, np.int64), np.zeros(n_regions, np.uint8)
    ranks = np.zeros(SIZE, np.int64)
    beside, after, before = changes.beside, changes.after, changes.before
    for at in range(len(changes.masks)):
        mask = changes.masks[at]
        if mask & suited:
            continue
        found, natural = 0, start[min(SIZE - sizes[mask], dealer.lists.max_beside + 1)]
        for place in range(changes.first[at], changes.first[at + 1]):
            choice = beside[place]
            ways, joker = weights[choice], choice < natural
            if not ways or joker > left:
                continue
            one_side, other_side = after[place], before[place]
            total[one_side] += ways
            total[other_side] -= ways
            for region in (one_side, other_side):
                if not is_listed[region]:
                    is_listed[region], listed[found] = 1, region
                    found += 1
            end = groups[choice]
            for group in range(end + joker if exposed else 0):
                one, copies = JOKER_SYMBOL, 1
                if group < end:
                    one, copies = OUTSIDE + rank[choice, group], times[choice, group]
                some = ways * copies
                if exposed == 1:
                    into[one, one_side] += some
                    into[one, other_side] -= some
                    continue
                single[one, one_side] += some
                single[one, other_side] -= some
                into[one * SYMBOLS + one, one_side] += some * (copies - 1)
                into[one * SYMBOLS + one, other_side] -= some * (copies - 1)
                for more in range(group + 1, end + joker):
                    label, pairs = one * SYMBOLS + JOKER_SYMBOL, some
                    if more < end:
                        label, pairs = one * SYMBOLS + OUTSIDE + rank[choice, more], some * times[choice, more]
                    into[label, one_side] += pairs
                    into[label, other_side] -= pairs
        if found:
            here = _list_ranks(mask, ranks)
            _join_suit(exposed, ranks[:here], listed[:found], total, single, into)
            is_listed[listed[:found]] = 0


@njit(nogil=True, cache=True)
def _join_suit(exposed: int, ranks: Array, listed: Array, total: Array, single: Array, into: Array) -> None:
    """Add the hands of one suit set to the labels with cards of its suit; leaves 0 in `total` and `single`.

    As many as `_count_flushes` has summed: below 42 · 2^26.
    """
    for region in listed:
        n = total[region]
        total[region] = 0
        if exposed == 0:
            into[0, region] += n
        elif exposed == 1:
            for rank in ranks:
                into[rank, region] += n
        else:
            for at in range(len(ranks)):
                for more in range(at + 1, len(ranks)):
                    into[ranks[at] * SYMBOLS + ranks[more], region] += n
            for symbol in range(OUTSIDE, SYMBOLS):
                some = single[symbol, region]
                if some:
                    single[symbol, region] = 0
                    for rank in ranks:
                        into[rank * SYMBOLS + symbol, region] += some


@njit(nogil=True, cache=True)
def _list_ranks(mask: Any, ranks: Array) -> int:
    """The ranks of a set, ascending; returns how many."""
    found = 0
    for rank in range(RANKS):
        if mask >> rank & 1:
            ranks[found] = rank
            found += 1
    return found


@njit(nogil=True, cache=True)
def _count_two_flushes(
    mine: Any, theirs: Any, exposed: int, dealer: DealerHands, regions: Regions, into: Array
) -> None:
    """Flushes in two suits beside the joker: each suit's part counts them as if the other suit had none.

    into: [label, region]; the first suit is that of the part, the second is outside of it. At most 42 C(13, 3)^2 < 2^23
    are added.
    """
    symbols, once = np.zeros(SIZE, np.int64), np.ones(SIZE, np.int64)
    symbols[SIZE - 1] = JOKER_SYMBOL
    ways = np.array([1, -1, -1, 1])
    where, lists, tables = np.zeros(4, np.int64), dealer.lists, dealer.tables
    triples = lists.masks[lists.masks_from[TRIPLE] : lists.masks_from[TRIPLE + 1]]
    for one in triples:
        if one & mine:
            continue
        _list_ranks(one, symbols)
        for other in triples:
            if other & theirs:
                continue
            flush = tables.flush_rows[one] + lists.triple[other]
            turned = tables.flush_rows[other] + lists.triple[one]
            where[0] = _region_of(tables.doubles[tables.triples[one], tables.triples[other]], dealer, regions)
            where[1], where[2] = _region_of(flush, dealer, regions), _region_of(turned, dealer, regions)
            where[3] = regions.of[lists.plain[flush]]
            if (where[0] == where[1] and where[2] == where[3]) or (where[0] == where[2] and where[1] == where[3]):
                continue
            _list_ranks(other, symbols[TRIPLE:])
            symbols[TRIPLE : 2 * TRIPLE] += OUTSIDE
            for which in range(4):
                _add_hand(exposed, symbols, once, SIZE, ways[which], where[which], into)


@njit(nogil=True, cache=True)
def _settle(exposed: int, counts: Array, there: Array, regions: Regions, into: Array) -> None:
    """From regions to settings, for one card or pair of each label.

    counts  [label, region]: changed to sums over all lower regions
    there   [symbol]: cards outside the own hand
    into    [label, column]
    """
    for label in range(len(counts)):
        each = _cards_like(exposed, label, there)
        if each > 0:
            row = counts[label, : regions.grid]
            _sum_below(row, regions.sizes)
            for setting in range(len(regions.up_to)):
                won, lost = _results(row, regions.up_to[setting], regions.sizes)
                into[label, 2 * setting], into[label, 2 * setting + 1] = won // each, lost // each


@njit(nogil=True, cache=True)
def _sum_below(row: Array, sizes: Array) -> None:
    """Let every region hold all that is not above it in any hand: at most all dealer hands of a label, 42 · 2^26."""
    step = 1
    for hand in range(len(sizes) - 1, -1, -1):
        block = step * sizes[hand]
        for begin in range(0, len(row), block):
            for at in range(begin + step, begin + block):
                row[at] += row[at - step]
        step = block


@njit(nogil=True, cache=True)
def _results(row: Array, up_to: Array, sizes: Array) -> tuple[Any, Any]:
    """Dealer hands, summed by `_sum_below`, against which a setting wins two hands, and to which it loses two.

    By inclusion and exclusion, as at the top of `set_hands`; terms are below 84 · 2^26.
    """
    total = row[len(row) - 1]
    if len(sizes) == 2:
        high, low, width = up_to[0], up_to[1], sizes[1]
        both = row[high * width + low]
        return both, total - row[high * width + width - 1] - row[(sizes[0] - 1) * width + low] + both
    a, b, c = up_to[0], up_to[1], up_to[2]
    width, depth = sizes[1], sizes[2]
    all_a, all_b, all_c = sizes[0] - 1, width - 1, depth - 1
    every = row[(a * width + b) * depth + c]
    won = row[(a * width + b) * depth + all_c] + row[(a * width + all_b) * depth + c]
    won += row[(all_a * width + b) * depth + c] - 2 * every
    return won, total - won


@njit(nogil=True, cache=True)
def _part_of(
    own: OwnHand, suited: Any, exposed: int, dealer: DealerHands, regions: Regions, changes: Changes, parts: Parts
) -> Any:
    """The part of a suit with these own ranks; it is counted when it is asked for first."""
    part = parts.slots[suited]
    if part < 0:
        part = parts.end[0]
        there = np.zeros(SYMBOLS, np.int64)
        for rank in range(RANKS):
            mine = suited >> rank & 1
            there[rank] = dealer.lists.deck[0, rank] - mine
            there[OUTSIDE + rank] = (SUITS - 1) * dealer.lists.deck[0, rank] - own.ranks[rank] + mine
        there[JOKER_SYMBOL] = dealer.lists.joker - own.joker
        counts = np.zeros((SYMBOLS**exposed, regions.grid + 1), np.int64)
        _count_flushes(own, suited, exposed, dealer, changes, parts.weights, counts)
        _settle(exposed, counts, there, regions, parts.counts[part])
        parts.slots[suited], parts.end[0] = part, part + 1
    return part


@njit(nogil=True, cache=True)
def _decide(
    use: Array, suits: Array, beside: Array, cards: Array, exposed: int, counts: Array, nets: Array, weight: Any,
    sums: Array,
) -> None:  # fmt: skip
    """Set one hand as is best for every label that these cards can give it.

    use     parts that make up the dealer's hands; suits, beside: [part] its suit, and the suits that it knows as bits
    counts  [part, label, column]
    nets    what a win and a loss bring

    Sums over all own hands and labels are below 21 · 2^53 < 2^58.
    """
    row, columns = np.zeros(counts.shape[2], np.int64), counts.shape[2]
    for at in range(len(cards) if exposed else 1):
        for more in range(at + 1, len(cards)) if exposed == 2 else range(at, at + 1):
            row[:] = 0
            for i in range(len(use)):
                label = 0
                if exposed:
                    if not beside[i] >> cards[at] // RANKS & beside[i] >> cards[more] // RANKS & 1:
                        continue
                    label = _symbol(cards[at], suits[i])
                if exposed == 2:
                    other = _symbol(cards[more], suits[i])
                    label = min(label, other) * SYMBOLS + max(label, other)
                part = counts[use[i], label]
                for column in range(columns):
                    row[column] += part[column]
            best, most, last = 0, nets[0] * row[0] + nets[1] * row[1], columns - 2
            for column in range(2, last, 2):
                net = nets[0] * row[column] + nets[1] * row[column + 1]
                if net > most:
                    best, most = column, net
            sums[LABELS] += weight
            sums[WON] += weight * row[best]
            sums[LOST] += weight * row[best + 1]
            sums[USUAL_WON] += weight * row[last]
            sums[USUAL_LOST] += weight * row[last + 1]


@njit(nogil=True, cache=True)
def _play_class(
    own: OwnHand, masks: Array, weights: Array, exposed: int, dealer: DealerHands, nets: Array, sums: Array
) -> None:
    """Own hands of one class: [hand, suit] their ranks as bits, and how many hands each stands for."""
    regions = _regions_of(own.settings, dealer)
    changes = _list_changes(dealer, regions)
    labels, columns = SYMBOLS**exposed, 2 * len(own.settings)
    pairs = PAIRS_OF_SUITS if len(dealer.lists.triple) and dealer.lists.joker > own.joker else 0
    most = min(1 << (own.ranks > 0).sum(), SUITS * len(masks))
    parts = Parts(
        np.zeros((1 + pairs + most, labels, columns), np.int64), np.full(1 << RANKS, -1, np.int64),
        np.full(1, 1 + pairs, np.int64), np.zeros(dealer.lists.start[dealer.lists.max_beside + 1], np.int64),
    )  # fmt: skip
    n_used = 1 + SUITS + pairs
    use, suits, known = np.arange(n_used), np.arange(n_used) - 1, np.full(n_used, (2 << SUITS) - 1)
    there = np.zeros(SYMBOLS, np.int64)
    there[OUTSIDE:JOKER_SYMBOL] = dealer.lists.deck.sum(axis=0) - own.ranks
    there[JOKER_SYMBOL] = dealer.lists.joker - own.joker
    counts = np.zeros((labels, regions.grid + 1), np.int64)
    _count_by_ranks(own, exposed, dealer, regions, counts)
    _settle(exposed, counts, there, regions, parts.counts[0])
    cards = np.zeros(JOKER + 1, np.int64)
    for at in range(len(masks)):
        for suit in range(SUITS):
            use[1 + suit] = _part_of(own, masks[at, suit], exposed, dealer, regions, changes, parts)
        part = 1
        for suit in range(SUITS if pairs else 0):
            for other in range(suit + 1, SUITS):
                counts[:] = 0
                _count_two_flushes(masks[at, suit], masks[at, other], exposed, dealer, regions, counts)
                _settle(exposed, counts, np.ones(SYMBOLS, np.int64), regions, parts.counts[part])
                use[SUITS + part], suits[SUITS + part] = part, suit
                known[SUITS + part] = 1 << suit | 1 << other | 1 << SUITS
                part += 1
        n = unseen_cards(masks[at], own.joker, dealer, cards)
        _decide(use, suits, known, cards[:n], exposed, parts.counts, nets, weights[at], sums)


@njit(nogil=True, cache=True)
def play_hands(
    some: OwnClasses, begin: Array, masks: Array, weights: Array, exposed: int, dealer: DealerHands, nets: Array
) -> Array:
    """[class, sum]: own hands of these classes, each set as is best for every label.

    begin    [class]: where its hands begin, and after the last class where they end
    masks    [hand, suit]: its ranks as bits
    weights  [hand]: how many hands it stands for
    nets     what a win and a loss bring
    """
    sums = np.zeros((len(some.joker), SUMS), np.int64)
    for at in range(len(sums)):
        own = OwnHand(some.ranks[at], some.joker[at], some.settings[some.first[at] : some.first[at + 1]])
        here, end = begin[at], begin[at + 1]
        _play_class(own, masks[here:end], weights[here:end], exposed, dealer, nets, sums[at])
    return sums
