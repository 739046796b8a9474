"""Fold or bet before each shared card, against a paytable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.curve import CurvePoint
from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.endings import Ending, scaled_net
from fairfelt.engine.core.problem import Unsolved, has_one_deck, verify_results
from fairfelt.engine.core.rows import pay_scale
from fairfelt.engine.core.tree import Path
from fairfelt.engine.solution import HandAdvice, Solution, curve_of
from fairfelt.rules import Cards, Choice, Facts, Game
from fairfelt.rules.cards import RANKS_PER_SUIT, Card, SuitClasses, format_cards, suit_classes
from fairfelt.rules.hands import LINE_BITS, TrackRanking
from fairfelt.runtime.compute.executors import run_tasks, split_evenly
from fairfelt.runtime.compute.jit import njit

from .solver import Solver, count_hands

# The kernel behind `ladder`: draw what the second street reveals in every way, decide, add up.
#
# The last shared card changes one suit, and the hand is then the better of that suit and the best of the others (the
# floor). What it brings depends on the suit's mask and the floor alone, so it is looked up, and how rounds end is
# recorded as how often each mask stood beside each floor. Two cards change two suits at most: what the others bring
# depends on the best line of those two, and is found once for all cards of the same suits.


RANKS = 13


class Tables(NamedTuple):
    """What is known of a suit by its mask."""

    values: Array
    advice: Array
    """The line it makes for a rule of thumb."""
    brings: Array
    """[mask, floor]: see `floor_values`."""


class Scratch(NamedTuple):
    """Room for `_last_street`: what two suits grow to; by the best line of both what the others bring, and bets."""

    first: Array
    second: Array
    stays: Array
    bets: Array


@njit(nogil=True, cache=True)
def growth_table(ranks: int, table: Array, lines: int) -> Array:
    """[mask, line]: cards that, added to a suit, make that line of it."""
    grown = np.zeros((len(table), lines), np.int64)
    for mask in range(len(table)):
        for rank in range(13):
            if ranks >> rank & 1 and not mask >> rank & 1:
                grown[mask, table[mask | 1 << rank] >> 20] += 1
    return grown


@njit(nogil=True, cache=True)
def floor_values(grown: Array, nets: Array) -> Array:
    """[mask, floor]: summed results of one more card of a suit, the other suits making the floor."""
    values = np.zeros(grown.shape, np.int64)
    for mask in range(len(grown)):
        for floor in range(len(nets)):
            for line in range(len(nets)):
                values[mask, floor] += grown[mask, line] * nets[max(line, floor)]
    return values


@njit(nogil=True, cache=True)
def _floors(masks: Array, table: Array, floors: Array) -> None:
    """For each suit the best line of the others."""
    best, second, where = 0, 0, -1
    for suit in range(len(masks)):
        line = table[masks[suit]] >> 20
        if line > best:
            best, second, where = line, best, suit
        elif line > second:
            second = line
    for suit in range(len(masks)):
        floors[suit] = second if suit == where else best


@njit(nogil=True, cache=True)
def _stay(masks: Array, first: int, second: int, tables: Tables, stays: Array) -> tuple[int, int]:
    """What all suits but two bring, by the best line of those two; and the best lines of the suits that stay."""
    floor, seen = 0, 0
    for suit in range(len(masks)):
        if suit not in (first, second):
            floor = max(floor, tables.values[masks[suit]] >> 20)
            seen = max(seen, tables.advice[masks[suit]])
    for line in range(len(stays)):
        stays[line] = 0
        for suit in range(len(masks)):
            if suit not in (first, second):
                stays[line] += tables.brings[masks[suit], _above(masks, first, second, suit, line, tables)]
    return floor, seen


@njit(nogil=True, cache=True)
def _above(masks: Array, first: int, second: int, suit: int, line: int, tables: Tables) -> int:
    """The best line beside a suit that stays, given that of the two that do not."""
    for other in range(len(masks)):
        if other not in (first, second, suit):
            line = max(line, tables.values[masks[other]] >> 20)
    return line


@njit(nogil=True, cache=True)
def _record_stays(
    masks: Array, first: int, second: int, tables: Tables, bets: Array, weight: int, stood: Array
) -> None:
    """The suits that stay stood beside their floors as often as was bet, by the best line of the two others."""
    for line in range(len(bets)):
        if bets[line]:
            for suit in range(len(masks)):
                if suit not in (first, second):
                    above = _above(masks, first, second, suit, line, tables)
                    stood[masks[suit], above] += weight * bets[line]
            bets[line] = 0


@njit(nogil=True, cache=True)
def _grown(mask: int, ranks: int, cards: int, masks: Array) -> int:
    """A suit with one or two cards more, in every way."""
    found = 0
    for high in range(RANKS):
        if (ranks & ~mask) >> high & 1:
            if cards == 1:
                masks[found] = mask | 1 << high
                found += 1
            else:
                for low in range(high):
                    if (ranks & ~mask) >> low & 1:
                        masks[found] = mask | 1 << high | 1 << low
                        found += 1
    return found


@njit(nogil=True, cache=True)
def _last_street(
    reveal: int, masks: Array, ranks: int, tables: Tables, fold: int, weight: int, scratch: Scratch, stood: Array,
    values: Array, counts: Array,
) -> tuple[int, int]:  # fmt: skip
    """All ways to reveal one or two cards before the last decision: summed value, and how many of them fold.

    values, counts  [line]  in and out: what betting brings, and how often, by the line then seen
    """
    value, folded = 0, 0
    first, second, stays, bets = scratch.first, scratch.second, scratch.stays, scratch.bets
    for suit in range(len(masks)):
        floor, seen = _stay(masks, suit, suit, tables, stays)
        for at in range(_grown(masks[suit], ranks, reveal, first)):
            mask = first[at]
            line = tables.values[mask] >> 20
            found = tables.brings[mask, floor] + stays[line]
            value += max(found, fold)
            if found >= fold:
                stood[mask, floor] += weight
                bets[line] += 1
            else:
                folded += 1
            shown = max(seen, tables.advice[mask])
            values[shown] += found
            counts[shown] += 1
        _record_stays(masks, suit, suit, tables, bets, weight, stood)
        for other in range(suit if reveal == 2 else 0):
            floor, seen = _stay(masks, suit, other, tables, stays)
            more = _grown(masks[other], ranks, 1, second)
            for at in range(_grown(masks[suit], ranks, 1, first)):
                mask = first[at]
                line = tables.values[mask] >> 20
                above, shown = max(line, floor), max(seen, tables.advice[mask])
                for then in range(more):
                    beside = second[then]
                    last = tables.values[beside] >> 20
                    under, best, late = max(last, floor), max(line, last), max(shown, tables.advice[beside])
                    found = tables.brings[mask, under] + tables.brings[beside, above] + stays[best]
                    value += max(found, fold)
                    if found >= fold:
                        stood[mask, under] += weight
                        stood[beside, above] += weight
                        bets[best] += 1
                    else:
                        folded += 1
                    values[late] += found
                    counts[late] += 1
            _record_stays(masks, suit, other, tables, bets, weight, stood)
    return value, folded


@njit(nogil=True, cache=True)
def value_classes(
    reveal: int, hands: Array, weights: Array, ranks: int, tables: Tables, grown: Array, folds: Array,
    following: Array, values: Array, late_values: Array, late_counts: Array, endings: Array,
) -> None:  # fmt: skip
    """Value the first bet for each hand, and add up how all their rounds end.

    hands        [hand, suit]  masks of the hole cards
    ranks        ranks of the deck, as a mask
    late_values  [hand, line]  what the second bet brings, by the line then seen; late_counts how often
    endings      [ending]      combinations that fold at each of the two streets, then that end on each line
    """
    size = grown.shape[1]
    stood, unread = np.zeros(grown.shape, np.int64), np.zeros(late_values.shape[1], np.int64)
    pairs = RANKS * (RANKS - 1) // 2
    scratch = Scratch(np.zeros(pairs, np.int64), np.zeros(RANKS, np.int64), np.zeros(size, np.int64),
                      np.zeros(size, np.int64))  # fmt: skip
    late = folds[1] * following[1]
    for i in range(len(hands)):
        values[i], folded = _last_street(
            reveal, hands[i], ranks, tables, late, weights[i], scratch, stood, late_values[i], late_counts[i]
        )
        if values[i] >= folds[0] * following[0]:
            endings[1] += weights[i] * folded * following[1]
        else:  # few hands fold at once: what was recorded of them is taken back
            _last_street(reveal, hands[i], ranks, tables, late, -weights[i], scratch, stood, unread, unread)
            endings[0] += weights[i] * following[0]
    for mask in range(len(stood)):
        for floor in range(size):
            if stood[mask, floor]:
                for line in range(size):
                    endings[2 + max(line, floor)] += stood[mask, floor] * grown[mask, line]


@njit(nogil=True, cache=True)
def last_values(hands: Array, table: Array, brings: Array, values: Array) -> None:
    """Value the last bet for each of the hands, one card to come."""
    floors = np.zeros(hands.shape[1], np.int64)
    for i in range(len(hands)):
        _floors(hands[i], table, floors)
        for suit in range(hands.shape[1]):
            values[i] += brings[hands[i, suit], floors[suit]]


# Games against a paytable with a decision before each further shared card: backward induction over what is seen.


PARTS = 64
SUITS = 4


@dataclass(frozen=True, eq=False)
class LadderProblem:
    """A game of fold or go on, in integers."""

    game: Game
    ranking: TrackRanking
    advice: TrackRanking
    """By what a person remembers when to bet."""
    scale: int
    reveals: NDArray[np.int64]
    """Shared cards turned over before each decision, and after the last."""
    folds: NDArray[np.int64]
    """[street]: scaled result of folding there."""
    nets: NDArray[np.int64]
    """[line]: scaled result of going on to the end."""

    @cached_property
    def following(self) -> NDArray[np.int64]:
        """Combinations of shared cards yet to come at each street."""
        left = len(self.game.deck) - self.game.hole
        ways, counts = 1, [1]
        for at in range(len(self.reveals) - 1, 0, -1):
            seen = int(self.reveals[:at].sum())
            ways *= comb(left - seen, int(self.reveals[at]))
            counts.append(ways)
        return np.array(counts[::-1], np.int64)

    @property
    def ranks(self) -> int:
        """Ranks of the deck, as a mask."""
        return sum(1 << rank for rank in {card.rank for card in self.game.deck.faces})

    @cached_property
    def tables(self) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """Values of masks, what one more card makes of them, and what that brings."""
        grown = growth_table(self.ranks, self.ranking.table[0], len(self.nets))
        return self.ranking.table[0], grown, floor_values(grown, self.nets)

    def masks(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Each hand as masks of the deck's suits."""
        bits = np.int64(1) << (hands % RANKS_PER_SUIT).astype(np.int64)
        suits = sorted({card.suit for card in self.game.deck.faces})
        return np.stack([(bits * (hands // RANKS_PER_SUIT == s)).sum(axis=1) for s in suits], axis=1)


@dataclass(frozen=True, eq=False)
class LadderResult:
    """The solved ladder: classes of hole cards with their values, and how all rounds end."""

    ladder: LadderProblem
    classes: SuitClasses
    values: NDArray[np.int64]
    """[class]: scaled result of going on, summed over all that can follow."""
    late_values: NDArray[np.int64]
    """[class, line]: what the second bet brings by the line then seen, for rules of thumb…"""
    late_counts: NDArray[np.int64]
    """…and how often that line is seen."""
    endings: tuple[int, ...]
    """Combinations that end by folding at each street, then on each line."""


def fits(game: Game) -> bool:
    """Against a paytable by the best of a hand's tracks."""
    return not game.showdown and has_one_deck(game) and isinstance(game.wagers[0].ranking, TrackRanking)


def ladder_problem(game: Game) -> LadderProblem:
    """Put a game in integers; refuse one that needs another solver."""
    ranking = _only_ranking(game)
    scale = pay_scale(game)
    reveals = _reveals(game)
    path = {street.name: _bet(game, street.choices) for street in game.streets}
    bets = tuple(path.items())
    folds = [_net(game, (*bets[:at], _fold(game, at)), 0, scale) for at in range(len(bets))]
    nets = [_net(game, bets, line, scale) for line in range(len(ranking.lines))]
    advice, tables = _advice(game, ranking), map(np.array, (reveals, folds, nets))
    ladder = LadderProblem(game, ranking, advice, scale, *tables)
    verify_results(game, [folds, nets], int(ladder.following[0]), scale)
    return ladder


def solve_ladder(game: Game, executor: Executor | None = None) -> LadderResult:
    """Solve for every class of hole cards."""
    ladder = ladder_problem(game)
    classes = suit_classes(ladder.game.deck, ladder.game.hole)
    lines = ladder.advice.table[0] >> LINE_BITS
    values, grown, brings = ladder.tables
    part = partial(
        _value_part, int(ladder.reveals[1]), ladder.ranks, Tables(values, lines, brings), grown,
        len(ladder.advice.lines), ladder.folds, ladder.following, len(ladder.folds) + len(ladder.nets),
    )  # fmt: skip
    parts = run_tasks(part, split_evenly(PARTS, ladder.masks(classes.hands), classes.weights), executor)
    *by_class, endings = zip(*parts, strict=True)
    summed, late_values, late_counts = map(np.concatenate, by_class)
    ends = tuple(np.sum(endings, axis=0).tolist())
    return LadderResult(ladder, classes, summed, late_values, late_counts, ends)


def _value_part(
    reveal: int, ranks: int, tables: Tables, grown: NDArray[np.int64], seen: int,
    folds: NDArray[np.int64], following: NDArray[np.int64], ends: int,
    masks: NDArray[np.int64], weights: NDArray[np.int64],
) -> tuple[NDArray[np.int64], ...]:  # fmt: skip
    """Some of the classes: their values, late values and late counts, and how their rounds end."""
    late_values, late_counts = np.zeros((2, len(masks), seen), np.int64)
    found = (np.zeros(len(masks), np.int64), late_values, late_counts, np.zeros(ends, np.int64))
    value_classes(reveal, masks, weights, ranks, tables, grown, folds, following, *found)
    return found


def last_bets(ladder: LadderProblem, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """For hands seen at the last decision, the scaled value of betting, summed over the last card."""
    values = np.zeros(len(hands), np.int64)
    table, _, brings = ladder.tables
    last_values(ladder.masks(hands), table, brings, values)
    return values


def _reveals(game: Game) -> list[int]:
    """Shared cards before the first decision, before the second, and after it."""
    before = [street.community for street in game.streets]
    reveals = [*before, game.deal.count(Cards.COMMUNITY) - sum(before)]
    if len(before) != 2 or reveals[0] or reveals[1] not in (1, 2) or reveals[2] != 1:
        raise Unsolved(
            f"{game.title}: games against a paytable are solved with two decisions and one last card only so far"
        )
    return reveals


def _only_ranking(game: Game) -> TrackRanking:
    """The one ranking all wagers of the game itself are paid by."""
    readings = {(w.ranking, w.on, w.against, w.first, w.survives_fold) for w in game.wagers if w.is_base}
    ranking, *read = next(iter(readings))
    one_hand = len(readings) == 1 and read == [Cards.OWN | Cards.COMMUNITY, None, 0, False]
    if not one_hand or not isinstance(ranking, TrackRanking) or ranking.tracks != SUITS or ranking.wilds:
        raise Unsolved(
            f"{game.title}: games against a paytable are solved by the flushes of one natural deck only so far"
        )
    if not ranking.tells.exchanges_suits:
        raise Unsolved(
            f"{game.title}: {ranking.name} tells suits or single cards apart, and flushes are counted up to an "
            "exchange of suits; no exact solver yet"
        )
    return ranking


def _advice(game: Game, ranking: TrackRanking) -> TrackRanking:
    advice = game.advice or ranking
    if not isinstance(advice, TrackRanking) or advice.tracks != SUITS or advice.wilds:
        raise Unsolved(f"{game.title}: rules of thumb go by the flushes of one natural deck only so far")
    return advice


def _bet(game: Game, choices: tuple[Choice, ...]) -> Choice:
    folding = [c for c in choices if c.folds]
    betting = [c for c in choices if c.bet]
    if len(folding) != 1 or len(betting) != 1 or len(choices) != 2:
        raise Unsolved(f"{game.title}: only decisions between folding and one bet are solved so far")
    return betting[0]


def _fold(game: Game, at: int) -> tuple[str, Choice]:
    street = game.streets[at]
    return street.name, next(choice for choice in street.choices if choice.folds)


def _net(game: Game, path: Path, line: int, scale: int) -> int:
    return scaled_net(game, Ending(path, Facts(player=line), line, 0), scale)


# A solved game of folding or betting before each shared card.


class LadderSolution(Solution):
    """A game against a paytable, street by street."""

    def __init__(self, game: Game, result: LadderResult) -> None:
        self.game, self.result = game, result
        self.endings = tuple(ending for ending in self._all_endings() if ending.combinations)

    def _all_endings(self) -> Iterator[Ending]:
        """A fold at each street, then every line."""
        streets = self.game.streets
        bets = [(street.name, next(choice for choice in street.choices if choice.bet)) for street in streets]
        folds = [(street.name, next(choice for choice in street.choices if choice.folds)) for street in streets]
        for at, fold in enumerate(folds):
            yield Ending((*bets[:at], fold), Facts(), 0, self.result.endings[at])
        for line, count in enumerate(self.result.endings[len(streets) :]):
            yield Ending(tuple(bets), Facts(player=line), line, count)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        at = self.verify_cards(cards, community)
        ladder = self.result.ladder
        if at == 0:
            bet = int(self.result.values[self.result.classes.place(cards)])
        else:
            bet = int(last_bets(ladder, np.array([[*cards, *community]], np.uint8))[0])
        unit = int(ladder.following[at]) * ladder.scale
        street = self.game.streets[at]
        worth = {True: Fraction(int(ladder.folds[at]), ladder.scale), False: Fraction(bet, unit)}
        return HandAdvice(street.name, tuple((c.name, worth[c.folds]) for c in street.choices))

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        ladder = self.result.ladder
        first = street == 0
        values = self.result.values[self.result.classes.places(hands)] if first else last_bets(ladder, hands)
        folds = [choice.folds for choice in self.game.streets[street].choices]
        going_on = values >= ladder.folds[street] * ladder.following[street]
        return np.where(going_on, folds.index(False), folds.index(True)).astype(np.uint8)

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        ladder = self.result.ladder
        fold, bet = self.game.streets[0].choices
        values = self.result.values / (int(ladder.following[0]) * ladder.scale)
        folded = np.full(len(values), ladder.folds[0] / ladder.scale)
        hands = self.result.classes.hands
        columns = {fold.name: folded, bet.name: values}
        return curve_of(columns, self.result.classes.weights, lambda at: format_cards(map(Card, hands[at].tolist())))


SOLVER = Solver(
    "ladder",
    fits,
    solve_ladder,
    LadderSolution,
    lambda game: 2e-9 * count_hands(game, Cards.OWN, Cards.COMMUNITY),
    ladder_problem,
)
