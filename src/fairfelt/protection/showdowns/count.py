"""Counts a showdown of five cards where some of the dealer's are seen, or the others are told apart by their backs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import RANKS as LETTERS
from fairfelt.cards.classes import suit_classes
from fairfelt.compute.executors import split_by_size, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.core.problem import decides_once
from fairfelt.exact.core.rows import pay_scale, showdown_rows
from fairfelt.exact.core.tree import Tree, tree_of
from fairfelt.exact.solvers.boards.problem import Bands, bands_of
from fairfelt.hands import LINE_BITS, POKER
from fairfelt.protection.boards.cells import settle_cells
from fairfelt.protection.figures import Figures
from fairfelt.protection.information import Information
from fairfelt.protection.short_rules.rule import short_rule
from fairfelt.protection.short_rules.scales import Cells
from fairfelt.protection.short_rules.showdowns import own_scales, seen_scales
from fairfelt.protection.words import Told, frequency_rule, told_with
from fairfelt.rules import Cards, Game

from .kernel import NUMBERS, RANKS, SUITS, count_hands

HAND = 5
STANDARD = 52
STRETCH = 500
"""Classes of hands in one task."""
HAND_S = 3e-4
"""What one takes, about, on one core."""
Whole = NDArray[np.int64]
Shown = tuple[int, ...]
"""Ranks in ascending order."""


@dataclass(frozen=True, eq=False)
class HandTables:
    """What the kernel takes besides hands, in its order: numbers alone, which go to other processes and machines."""

    by_ranks: Whole
    floors: NDArray[np.int32]
    settled: Whole
    order: Whole
    known: Whole
    rests: Whole
    binomials: Whole
    flushes: Whole
    sets: Whole
    parts: Whole
    part_marks: Whole


@dataclass(frozen=True, eq=False)
class SeenHands:
    """A showdown of five cards, how many of the dealer's are known in full, and which ranks mark the others."""

    game: Game
    seen: int
    marked: frozenset[int]

    @staticmethod
    def of(core: Game, information: Information) -> SeenHands | None:
        """None where it has another form."""
        if not _has_form(core) or information.hands != 1 or information.community or information.shoe:
            return None
        by_rule = set(range(1, core.streets[0].dealer + 1))
        known = by_rule | set(information.dealer)
        if information.sorted:
            marked = frozenset(LETTERS.index(letter) for letter in information.sorted)
            return SeenHands(core, len(by_rule), marked) if by_rule and len(known) == HAND else None
        return SeenHands(core, len(known), frozenset()) if 1 <= len(known) < HAND else None

    @property
    def tells_more(self) -> bool:
        """Whether more is known than the rules show."""
        return bool(self.marked) or self.seen > self.game.streets[0].dealer

    @property
    def seconds(self) -> float:
        """About, on one core."""
        return comb(STANDARD, HAND) / 20 * HAND_S

    @cached_property
    def tree(self) -> Tree:
        """Its only decision."""
        return tree_of(self.game)

    @cached_property
    def scale(self) -> int:
        """Of the numbers in `settled`."""
        return pay_scale(self.game)

    @cached_property
    def bands(self) -> Bands:
        """Of the dealer's hands."""
        assert self.game.showdown
        return bands_of(self.game.showdown, showdown_rows(self.game))

    @cached_property
    def settled(self) -> Whole:
        """[player's line, cell, path, number]: result, square and hit."""
        return settle_cells(self.game, self.tree.paths, showdown_rows(self.game), self.bands, self.scale)

    @property
    def order(self) -> Whole:
        """The paths in ascending order of the bet."""
        return np.array([self.tree.arrives_as[0][0, choice] for choice in self.tree.orders[0]], np.int64)

    @cached_property
    def whole(self) -> dict[Shown, int]:
        """The ranks of all hands, numbered."""
        return _numbered(HAND)

    @cached_property
    def shown(self) -> dict[Shown, int]:
        """The ranks that may be known, numbered."""
        return _numbered(self.seen)

    @cached_property
    def tables(self) -> HandTables:
        """All of it in numbers."""
        known = np.array([[shown.count(rank) for rank in range(RANKS)] for shown in self.shown], np.int64)
        binomials = np.array([[comb(n, k) for k in range(SUITS + 1)] for n in range(SUITS + 1)], np.int64)
        rests = [row for ranks, at in self.whole.items() for row in self._rests(ranks, at)]
        of_suit = {ranks: at for at, ranks in enumerate(combinations(range(RANKS), self.seen))}
        sets = np.array([(_mask(ranks), self.shown[ranks]) for ranks in of_suit], np.int64)
        hands = list(combinations(range(RANKS), HAND))
        values = POKER.batch(np.array(hands, np.uint8)).astype(np.int64)
        flushes = [(value, self.whole[hand], _mask(hand)) for value, hand in zip(values.tolist(), hands, strict=True)]
        parts = [[of_suit[part] for part in combinations(hand, self.seen)] for hand in hands]
        marks = [[self._marks(hand) - self._marks(part) for part in combinations(hand, self.seen)] for hand in hands]
        rows = np.array(rests, np.int64)
        return HandTables(
            self.by_ranks, self.bands.floors, self.settled, self.order, known, rows, binomials,
            np.array(flushes, np.int64), sets, np.array(parts, np.int64), np.array(marks, np.int64),
        )  # fmt: skip

    @cached_property
    def by_ranks(self) -> Whole:
        """[ranks of a hand]: what it is worth without a flush."""
        return POKER.batch(np.array([_off_suit(ranks) for ranks in self.whole], np.uint8)).astype(np.int64)

    def _marks(self, ranks: Sequence[int]) -> int:
        return sum(rank in self.marked for rank in ranks)

    def _rests(self, ranks: Shown, at: int) -> list[list[int]]:
        """A row for each choice of known ranks out of a hand's."""
        rows = []
        for shown in sorted(set(combinations(ranks, self.seen))):
            hidden = Counter(ranks) - Counter(shown)
            row = [self.shown[shown], at, self._marks(ranks) - self._marks(shown)]
            for rank, cards in sorted(hidden.items()):
                row += [rank, cards]
            rows.append(row + [0, 0] * (HAND - self.seen - len(hidden)))
        return rows


def _numbered(cards: int) -> dict[Shown, int]:
    """Every choice of ranks for so many cards that four suits allow."""
    every = combinations_with_replacement(range(RANKS), cards)
    return {ranks: at for at, ranks in enumerate(r for r in every if max(Counter(r).values()) <= SUITS)}


def _mask(ranks: Sequence[int]) -> int:
    return sum(1 << rank for rank in ranks)


def _off_suit(ranks: Shown) -> list[int]:
    """Cards of these ranks that make no flush."""
    suits = [ranks[:at].count(rank) for at, rank in enumerate(ranks)]
    if not any(suits):
        suits[0] = 1
    return [RANKS * suit + rank for suit, rank in zip(suits, ranks, strict=True)]


def _has_form(core: Game) -> bool:
    if not decides_once(core) or core.deal.count(Cards.COMMUNITY) or len(core.deck) != STANDARD or core.deck.jokers:
        return False
    assert core.showdown
    if core.showdown.ranking is not POKER or core.hole != HAND or core.deal.count(Cards.DEALER) != HAND:
        return False
    asks = any(choice.holding for choice in core.streets[0].choices)
    return not asks and not any(wager.ranking or wager.survives_fold for wager in core.wagers if wager.is_base)


def count_showdown(
    hands: SeenHands, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[Figures, Told]:
    """Every class of hands; with a short rule where cards are seen in full."""
    classes = suit_classes(hands.game.deck, HAND)
    order = np.lexsort(np.sort(classes.hands % RANKS, axis=1).T)
    tasks = split_by_size(STRETCH, classes.hands[order], classes.weights[order])
    sums, chosen, parts = np.zeros(NUMBERS, object), np.zeros(len(hands.order), object), []
    for done, (_, (some, which, cells)) in enumerate(
        stream_tasks(partial(count_some, hands.tables), tasks, executor), 1
    ):
        sums += some
        chosen += which
        parts.append(cells)
        if progress:
            upto = min(done * STRETCH, len(classes))
            progress(upto, len(classes), f"{hands.game.title}: {len(classes):,} classes of hands")
    left = STANDARD - HAND
    rounds = int(classes.weights.sum()) * comb(left, hands.seen) * comb(left - hands.seen, HAND - hands.seen)
    mean, square, hits = (Fraction(int(number), rounds) for number in sums)
    shares = [Fraction(int(made), rounds) for made in chosen]
    figures = Figures(mean / hands.scale, hits, (square - mean**2) / hands.scale**2)
    street = hands.game.streets[0]
    choices = [street.choices[choice] for choice in hands.tree.orders[0]]
    often = frequency_rule(street.name, zip(choices, shares, strict=True), digits=4)
    if hands.marked:
        return figures, Told((often,))
    own, known, worth = (np.concatenate(part) for part in zip(*parts, strict=True))
    values = POKER.batch(np.ascontiguousarray(own)).astype(np.int64)
    found = [*own_scales(POKER, values), *seen_scales(own, known.astype(np.uint8), suits=False)]
    cells = Cells.of(np.stack([level for _, level in found], axis=1), worth)
    priced = short_rule(street.name, choices, [scale for scale, _ in found], cells, rounds * hands.scale)
    return figures, told_with(hands.game, priced, (often,))


Some = tuple[Whole, Whole, tuple[NDArray[np.uint8], Whole, Whole]]


def count_some(tables: HandTables, some: NDArray[np.uint8], weights: Whole) -> Some:
    """[number] and [choice in ascending order of the bet]; and what hands are worth, with the ranks that are known.

    The latter are rows: a hand that stands for all that are worth the same and so of the same ranks, the ranks that are
    known, and [choice] what each choice comes to.
    """
    sums, chosen = np.zeros((len(some), NUMBERS), np.int64), np.zeros((len(some), len(tables.order)), np.int64)
    mine = POKER.batch(some).astype(np.int64)
    apart = np.stack((mine, weights), axis=1)
    kinds, kind = np.unique(apart, axis=0, return_inverse=True)
    worths = np.zeros((len(kinds), len(tables.known), len(tables.order)), np.int64)
    count_hands(
        some, mine, tables.by_ranks, tables.floors, tables.settled, tables.order, LINE_BITS, tables.known,
        tables.rests, tables.binomials, tables.flushes, tables.sets, tables.parts, tables.part_marks, kind.ravel(),
        sums, chosen, worths,
    )  # fmt: skip
    worths *= kinds[:, 1][:, None, None]
    _, first, each = np.unique(kinds[:, 0], return_index=True, return_inverse=True)
    whole = np.zeros((len(first), *worths.shape[1:]), np.int64)
    np.add.at(whole, each.ravel(), worths)
    in_order = np.argsort(mine, kind="stable")
    own = some[in_order[np.searchsorted(mine[in_order], kinds[first, 0])]]
    size = int(tables.known[0].sum())
    ranks = np.array([np.repeat(np.arange(RANKS), row) for row in tables.known], np.int64).reshape(-1, size)
    rows = np.repeat(own, len(ranks), axis=0), np.tile(ranks, (len(own), 1)), whole.reshape(-1, whole.shape[2])
    times = weights.astype(object)
    return times @ sums.astype(object), times @ chosen.astype(object), rows
