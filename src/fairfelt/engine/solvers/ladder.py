"""Fold or bet before each shared card, against a paytable."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.engine.core.decisions import Array
from fairfelt.engine.core.endings import Ending, pay_scale, scaled_net
from fairfelt.engine.core.problem import Unsolved, has_one_deck, verify_results
from fairfelt.engine.core.tree import Path, tree_of
from fairfelt.engine.solution import StreetByStreetSolution, curve_of
from fairfelt.rules import Cards, Facts, Game
from fairfelt.rules.cards import RANKS_PER_SUIT, Card, SuitClasses, format_cards, sets_of, suit_classes
from fairfelt.rules.hands import LINE_BITS, Ranking, TrackRanking
from fairfelt.runtime.compute.executors import run_tasks, split_evenly
from fairfelt.runtime.compute.jit import njit

from .solver import Solver, count_hands

# The kernel behind `ladder`: every set of shared cards that the second street reveals, decide, add up.
#
# The last shared card changes one suit, and the hand is then the better of that suit and the best of the others (the
# floor). What it brings depends on the suit's mask and the floor alone,
#
#       value of the last bet  =  sum over the suits of brings[mask of the suit, floor of the suit]
#
# so it is looked up, and how rounds end is recorded as how often each mask stood beside each floor. Values are sums of
# results over all cards to come, which `verify_results` keeps below 2^62; endings are combinations of at most 13 cards.


class Tables(NamedTuple):
    """What is known of a suit by its mask."""

    lines: Array
    """[mask]: the line it makes, by which the round is paid."""
    advice: Array
    """[mask]: the line it makes for a rule of thumb."""
    brings: Array
    """[mask, floor]: summed results of one more card of the suit, the other suits making the floor."""


@njit(nogil=True, cache=True)
def growth_table(ranks: int, lines: Array, many: int) -> Array:
    """[mask, line]: cards that, added to a suit, make that line of it; fewer than 2^4."""
    grown = np.zeros((len(lines), many), np.int64)
    for mask in range(len(lines)):
        for rank in range(RANKS_PER_SUIT):
            if ranks >> rank & 1 and not mask >> rank & 1:
                grown[mask, lines[mask | 1 << rank]] += 1
    return grown


@njit(nogil=True, cache=True, inline="always")
def _last_bet(masks: Array, tables: Tables, floors: Array) -> int:
    """Σ brings[mask, floor], below 2^62: betting before the last card; floors: [suit] out, the best of other suits."""
    best, second, where = 0, 0, -1
    for suit in range(len(masks)):
        line = tables.lines[masks[suit]]
        if line > best:
            best, second, where = line, best, suit
        elif line > second:
            second = line
    value = 0
    for suit in range(len(masks)):
        floors[suit] = second if suit == where else best
        value += tables.brings[masks[suit], floors[suit]]
    return int(value)


@njit(nogil=True, cache=True)
def _last_street(
    hand: Array, boards: Array, tables: Tables, fold: int, weight: int, stood: Array, values: Array, counts: Array
) -> tuple[int, int]:
    """All cards that can be revealed before the last decision: summed value, below 2^62, and how many of them fold.

    stood           [mask, floor]  in and out: how often a bet was made with a suit beside its floor
    values, counts  [line]         in and out: what betting brings, and how often, by the line then seen
    """
    value, folded = 0, 0
    masks, floors = np.zeros(len(hand), np.int64), np.zeros(len(hand), np.int64)
    for board in boards:
        held, shown = 0, 0
        for suit in range(len(hand)):
            held |= hand[suit] & board[suit]
            masks[suit] = hand[suit] | board[suit]
            shown = max(shown, tables.advice[masks[suit]])
        if held:
            continue
        found = _last_bet(masks, tables, floors)
        value += max(found, fold)
        folded += found < fold
        values[shown] += found
        counts[shown] += 1
        if found >= fold:
            for suit in range(len(hand)):
                stood[masks[suit], floors[suit]] += weight
    return value, folded


@njit(nogil=True, cache=True)
def value_classes(
    hands: Array, weights: Array, boards: Array, tables: Tables, grown: Array, folds: Array, following: Array,
    values: Array, late_values: Array, late_counts: Array, endings: Array,
) -> None:  # fmt: skip
    """Value the first bet for each hand, and add up how all their rounds end; all is below 2^62.

    hands, boards  [.., suit]    masks of the hole cards, and of all that the second street can reveal
    late_values    [hand, line]  what the second bet brings, by the line then seen; late_counts how often
    endings        [ending]      combinations that fold at each of the two streets, then that end on each line
    """
    size = grown.shape[1]
    stood, unread = np.zeros(grown.shape, np.int64), np.zeros(late_values.shape[1], np.int64)
    late = folds[1] * following[1]
    for i in range(len(hands)):
        values[i], folded = _last_street(
            hands[i], boards, tables, late, weights[i], stood, late_values[i], late_counts[i]
        )
        if values[i] >= folds[0] * following[0]:
            endings[1] += weights[i] * folded * following[1]
        else:  # few hands fold at once: what was recorded of them is taken back
            _last_street(hands[i], boards, tables, late, -weights[i], stood, unread, unread)
            endings[0] += weights[i] * following[0]
    for mask in range(len(stood)):
        for floor in range(size):
            if stood[mask, floor]:
                for line in range(size):
                    endings[2 + max(line, floor)] += stood[mask, floor] * grown[mask, line]


@njit(nogil=True, cache=True)
def last_values(hands: Array, tables: Tables, values: Array) -> None:
    """Value the last bet for each of the hands, one card to come."""
    floors = np.zeros(hands.shape[1], np.int64)
    for i in range(len(hands)):
        values[i] = _last_bet(hands[i], tables, floors)


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
    paths: tuple[Path, ...]
    """By folding at each street, and to the end."""
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

    @cached_property
    def grown(self) -> NDArray[np.int64]:
        """What one more card makes of a suit: see `growth_table`."""
        ranks = sum(1 << rank for rank in {card.rank for card in self.game.deck.faces})
        return np.asarray(growth_table(ranks, self.ranking.table[0] >> LINE_BITS, len(self.nets)))

    @cached_property
    def tables(self) -> Tables:
        """Suits by their masks."""
        lines = np.arange(len(self.nets))
        brings = self.grown @ self.nets[np.maximum.outer(lines, lines)]
        return Tables(self.ranking.table[0] >> LINE_BITS, self.advice.table[0] >> LINE_BITS, brings)

    def masks(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
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
    before = [street.community for street in game.streets]
    reveals = [*before, game.deal.count(Cards.COMMUNITY) - sum(before)]
    readings = {(w.ranking, w.on, w.against, w.first, w.survives_fold) for w in game.wagers if w.is_base}
    (ranking, *read), *others = readings
    advice = game.advice or ranking
    decisions = [sorted((choice.folds, bool(choice.bet)) for choice in street.choices) for street in game.streets]
    against = "games against a paytable are solved"
    refused = (
        (
            len(before) != 2 or reveals[0] or reveals[1] not in (1, 2) or reveals[2] != 1,
            f"{against} with two decisions and one last card only so far",
        ),
        (
            others or read != [Cards.OWN | Cards.COMMUNITY, None, 0, False] or not _goes_by_suits(ranking),
            f"{against} by the flushes of one natural deck only so far",
        ),
        (
            ranking and not ranking.tells.exchanges_suits,
            f"{ranking and ranking.name} tells suits or single cards apart, and flushes are counted up to an exchange "
            "of suits; no exact solver yet",
        ),
        (not _goes_by_suits(advice), "rules of thumb go by the flushes of one natural deck only so far"),
        (
            decisions != [[(False, True), (True, False)]] * 2,
            "only decisions between folding and one bet are solved so far",
        ),
    )
    for is_so, why in refused:
        if is_so:
            raise Unsolved(f"{game.title}: {why}")
    assert isinstance(ranking, TrackRanking) and isinstance(advice, TrackRanking)
    *folding, to_the_end = sorted(tree_of(game).paths, key=lambda path: (not path[-1][1].folds, len(path)))
    scale = pay_scale(game)
    folds = [scaled_net(game, Ending(path, Facts(), 0, 0), scale) for path in folding]
    ends = (Ending(to_the_end, Facts(player=line), line, 0) for line in range(len(ranking.lines)))
    nets = [scaled_net(game, end, scale) for end in ends]
    tables = map(np.array, (reveals, folds, nets))
    ladder = LadderProblem(game, ranking, advice, (*folding, to_the_end), scale, *tables)
    verify_results(game, [folds, nets], int(ladder.following[0]), scale)
    return ladder


def _goes_by_suits(ranking: Ranking | None) -> bool:
    return isinstance(ranking, TrackRanking) and ranking.tracks == SUITS and not ranking.wilds


def solve_ladder(game: Game, executor: Executor | None = None) -> LadderResult:
    """Solve for every class of hole cards."""
    ladder = ladder_problem(game)
    classes = suit_classes(game.deck, game.hole)
    boards = np.sort(np.array(game.deck.faces, np.uint8))[sets_of(len(game.deck), int(ladder.reveals[1]))]
    part = partial(_value_part, ladder.masks(boards), ladder.tables, ladder.grown, ladder.folds, ladder.following)
    parts = run_tasks(part, split_evenly(PARTS, ladder.masks(classes.hands), classes.weights), executor)
    *by_class, endings = zip(*parts, strict=True)
    summed, late_values, late_counts = map(np.concatenate, by_class)
    ends = tuple(np.sum(endings, axis=0).tolist())
    return LadderResult(ladder, classes, summed, late_values, late_counts, ends)


def _value_part(
    boards: NDArray[np.int64], tables: Tables, grown: NDArray[np.int64], folds: NDArray[np.int64],
    following: NDArray[np.int64], masks: NDArray[np.int64], weights: NDArray[np.int64],
) -> tuple[NDArray[np.int64], ...]:  # fmt: skip
    """Some of the classes: their values, late values and late counts, and how their rounds end."""
    late_values, late_counts = np.zeros((2, len(masks), tables.advice.max() + 1), np.int64)
    found = (np.zeros(len(masks), np.int64), late_values, late_counts, np.zeros(len(folds) + grown.shape[1], np.int64))
    value_classes(masks, weights, boards, tables, grown, folds, following, *found)
    return found


def last_bets(ladder: LadderProblem, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """For hands seen at the last decision, the scaled value of betting, summed over the last card."""
    values = np.zeros(len(hands), np.int64)
    last_values(ladder.masks(hands), ladder.tables, values)
    return values


# A solved game of folding or betting before each shared card.


class LadderSolution(StreetByStreetSolution):
    """A game against a paytable, street by street."""

    def __init__(self, game: Game, result: LadderResult) -> None:
        self.game, self.result, self.tree = game, result, tree_of(game)
        *folding, to_the_end = result.ladder.paths
        ends = [*((path, 0) for path in folding), *((to_the_end, line) for line in range(len(result.ladder.nets)))]
        self.endings = tuple(
            Ending(path, Facts(player=line), line, count)
            for (path, line), count in zip(ends, result.endings, strict=True)
            if count
        )

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        ladder, hand = self.result.ladder, np.array([[*cards, *shared]], np.uint8)
        unit = int(ladder.following[street]) * ladder.scale
        return [Fraction(value, unit) for value in self._values(street, hand)[0].tolist()]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        return self.tree.best(street, self._values(street, hands))

    def _values(self, street: int, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[hand, choice]: scaled results summed over all that follows."""
        result, ladder = self.result, self.result.ladder
        bets = last_bets(ladder, hands) if street else result.values[result.classes.places(hands)]
        folded = np.full(len(hands), ladder.folds[street] * ladder.following[street])
        return np.stack([folded if choice.folds else bets for choice in self.game.streets[street].choices], axis=1)

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        ladder, classes = self.result.ladder, self.result.classes
        values = self._values(0, classes.hands) / (int(ladder.following[0]) * ladder.scale)
        columns = {choice.name: values[:, at] for at, choice in enumerate(self.game.streets[0].choices)}
        return curve_of(columns, classes.weights, lambda at: format_cards(map(Card, classes.hands[at].tolist())))


SOLVER = Solver(
    "ladder",
    fits,
    solve_ladder,
    LadderSolution,
    lambda game: 2e-9 * count_hands(game, Cards.OWN, Cards.COMMUNITY),
    ladder_problem,
)
