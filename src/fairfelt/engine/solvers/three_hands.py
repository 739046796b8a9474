"""Seven cards set in three hands against a house way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.kept_table import Arrays, KeptTable
from fairfelt.engine.core.problem import verify_deck_to_set
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.rules import Facts, Game, Result
from fairfelt.rules.cards import Card, Deck, format_cards
from fairfelt.rules.courses.seven_cards import BY_THE_HOUSE_WAY, SIZE
from fairfelt.rules.courses.three_hands import HIGH, SET_THE_HANDS, SPLITS, ThreeAim, ThreeHands, ThreeWay
from fairfelt.rules.hands import FRONT, LINE_BITS
from fairfelt.rules.hands.poker.four_with_joker import FOUR_WITH_JOKER, KEY_RANKS
from fairfelt.rules.hands.poker.kickers import ACE
from fairfelt.runtime.compute.executors import split_evenly, stream_tasks
from fairfelt.runtime.compute.jit import njit

from .pai_gow.best_setting import PARTS, Ints, best_of_each, best_round
from .pai_gow.by_class import count_hands_by_class
from .pai_gow.house_table import HANDS, HouseTable, pack_values
from .pai_gow.kernels import count_classes
from .pai_gow.marks import mark, new_marks, take_marked
from .pai_gow.settings import group_sizes, undominated
from .pai_gow.seven_cards import ClassTables, three_classes
from .pai_gow.solution import nets_of
from .pai_gow.solver import sets_of_cards
from .solver import Keeping, Solver

# What a house way makes of classes of seven cards: the values of the three hands.


BATCH: Final = 1 << 14
"""Classes whose ways to be set are held in memory at a time."""


@dataclass(frozen=True, eq=False)
class ThreeValues:
    """The values of some classes as they are set."""

    classes: NDArray[np.int64]
    by_hand: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    """Of the high, the medium and the low hand."""


def house_values(way: ThreeWay, classes: NDArray[np.int64]) -> ThreeValues:
    """The values that the house way makes of these classes."""
    parts = [_set(way, three_classes().hands[classes[at : at + BATCH]]) for at in range(0, len(classes), BATCH)]
    high, medium, low = (np.concatenate(column) for column in zip(*parts, strict=True))
    return ThreeValues(classes, (high, medium, low))


def _set(way: ThreeWay, hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], ...]:
    high, medium, low = settings_of(hands)
    legal, sizes = (high >= medium) & (medium >= low), group_sizes(hands)
    # The best low card, then the best medium hand, then the best high hand: numbers of 20, 21 and 24 bits at most.
    order = (low >> LINE_BITS - 4) << 50 | medium << 26 | high
    chosen = np.full(len(hands), -1)
    for rule in way.rules:
        wanted = [int("0" + groups.replace(" ", "")) for groups in rule.groups]
        for aim in rule.aims:
            free = np.flatnonzero((chosen < 0) & np.isin(sizes, wanted))
            fits = legal[free] & _fits(aim, high[free], medium[free])
            best = np.where(fits, order[free], -1).argmax(axis=1)
            chosen[free] = np.where(fits.any(axis=1), best, -1)
    assert chosen.min() >= 0, f"{way.name} leaves a hand unset"
    everyone = np.arange(len(chosen))
    return tuple(values[everyone, chosen] for values in (high, medium, low))


def _fits(aim: ThreeAim, high: NDArray[np.int64], medium: NDArray[np.int64]) -> NDArray[np.bool_]:
    return np.asarray((medium >= aim.least_medium) & np.isin(high >> LINE_BITS, aim.high), np.bool_)


def settings_of(hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """[class, split]: the values of the three hands, in the order of `SPLITS`."""
    fours = {places: FOUR_WITH_JOKER.batch(hands[:, places]).astype(np.int64) for places in set(HIGH)}
    twos = {medium: FRONT.batch(hands[:, medium]).astype(np.int64) for medium, _ in SPLITS}
    ranks = np.where(hands < 52, hands % 13, ACE).astype(np.int64) << 4 * (KEY_RANKS - 1)
    high = np.stack([fours[places] for places in HIGH], axis=1)
    medium = np.stack([twos[places] for places, _ in SPLITS], axis=1)
    low = np.stack([ranks[:, at] for _, at in SPLITS], axis=1)
    return high, medium, low


@lru_cache(maxsize=2)
def values_of(way: ThreeWay, deck: Deck) -> ThreeValues:
    """What the house way makes of all hands of a deck."""
    return house_values(way, np.flatnonzero(count_hands_by_class(deck.faces, three_classes())))


# All pairs of hands without a card in common, for every class and every one of some settings: plain play and best.
#
# As in `pai_gow/solver.py`, pairs are counted by the sets S of cards that both hands hold, and added with the sign of
# S. A dealer's setting is a cell (high, medium, low) of places among the values that dealers have. For one S, a
# setting that beats the places below (h, m, l) wins two hands of three against
#
#       #(high < h, medium < m)  +  #(high < h, low < l)  +  #(medium < m, low < l)  -  2 #(all three)
#
# dealers. A sweep over the high hands keeps the sums over those passed: by low card, and by medium hand and low card
# as a Fenwick tree over the medium hands. All sums stay below the pairs of hands that hold S, at most C(53, 7)² <
# 2**55.


MEDIUM_AT: Final = 8
HIGH_AT: Final = 16
"""Where the places of a setting stand in its code; a code is greater the better its high hand is."""
PLACE: Final = (1 << MEDIUM_AT) - 1


class Options(NamedTuple):
    """The settings of each class: `first[class]` up to `first[class + 1]` of the list."""

    first: Array
    corner: Array
    codes: Array
    """By corner: the places of the three hands, as many of the dealers' values as they beat."""


class Cells(NamedTuple):
    """Where dealers stand: distinct settings in the order of their codes."""

    cell_of: Array
    """By class; -1 for a class that the deck does not have."""
    codes: Array


def cells_of(values: ThreeValues) -> Cells:
    """Where dealers stand that set by the house way."""
    high, medium, low = (np.unique(column, return_inverse=True)[1].astype(np.int64) for column in values.by_hand)
    codes, cell = np.unique(high << HIGH_AT | medium << MEDIUM_AT | low, return_inverse=True)
    cell_of = np.full(len(three_classes()), -1, np.int64)
    cell_of[values.classes] = cell
    return Cells(cell_of, codes)


def house_options(values: ThreeValues) -> Options:
    """The house way's setting of every class of the deck."""
    cells = cells_of(values)
    dealt = cells.cell_of >= 0
    return Options(np.append(0, np.cumsum(dealt)), cells.cell_of[dealt].astype(np.int32), cells.codes)


def all_options(values: ThreeValues) -> Options:
    """Every setting of every class of the deck that no other beats on all three hands."""
    known = [np.unique(column) for column in values.by_hand]
    first, found = np.zeros(len(three_classes()) + 1, np.int64), list[Ints]()
    for at in range(0, len(values.classes), BATCH):
        classes = values.classes[at : at + BATCH]
        high, medium, low = settings = settings_of(three_classes().hands[classes])
        places = np.stack([*map(np.searchsorted, known, settings)], axis=2).astype(np.int64)
        begin, kept = undominated(places, (high >= medium) & (medium >= low))
        codes = kept[:, 0] << HIGH_AT | kept[:, 1] << MEDIUM_AT | kept[:, 2]
        # Of settings that are worth the same the one with the best high hand is taken.
        found.append(codes[np.lexsort((-codes, np.repeat(np.arange(len(classes)), np.diff(begin))))])
        first[classes + 1] = np.diff(begin)
    codes, corner = np.unique(np.concatenate(found), return_inverse=True)
    return Options(np.cumsum(first), corner.astype(np.int32), codes)


def count_options(
    values: ThreeValues, options: Options, deck: Deck, executor: Executor | None = None
) -> tuple[Ints, Ints]:
    """For each setting the pairs of hands in which it wins and loses."""
    cells, counts = cells_of(values), count_hands_by_class(deck.faces, three_classes())
    tasks = [task for common in range(SIZE) for task in split_evenly(PARTS, *sets_of_cards(deck, common))]
    won = -_against_themselves(counts, cells, options)
    work = partial(_with_common, np.array(deck.faces, np.int64), cells, options)
    for _, part in stream_tasks(work, tasks, executor):
        won += part
    pairs = np.repeat(counts, np.diff(options.first)) * comb(len(deck) - SIZE, SIZE)
    return won, pairs - won


def _with_common(faces: Ints, cells: Cells, options: Options, hands: Ints, weights: Ints) -> Ints:
    """Pairs that both hold one of these sets of cards, summed over the sets."""
    won = np.zeros(len(options.corner), np.int64)
    count_wins(hands, weights, faces, three_classes().tables, cells, options, won)
    return -won if hands.shape[1] % 2 else won


def _against_themselves(counts: Ints, cells: Cells, options: Options) -> Ints:
    """Pairs with all cards in common: every hand, in any setting, against itself by the house way."""
    owner = np.repeat(np.arange(len(counts)), np.diff(options.first))
    mine, theirs = options.codes[options.corner], cells.codes[cells.cell_of[owner]]
    better = sum((mine >> at & PLACE > theirs >> at & PLACE).astype(np.int64) for at in (0, MEDIUM_AT))
    return np.asarray(counts[owner] * (better + (mine >> HIGH_AT > theirs >> HIGH_AT) > 1))


@njit(nogil=True, cache=True)
def count_wins(
    hands: Array, weights: Array, faces: Array, tables: ClassTables, cells: Cells, options: Options, won: Array
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them, in every setting, against all hands that hold them.

    won  [setting]   in and out: weighted pairs
    """
    cell_of, stands, first, corner_of, codes = cells.cell_of, cells.codes, options.first, options.corner, options.codes
    counts, classes = np.zeros(len(cell_of), np.int64), np.zeros(len(cell_of), np.int64)
    standing, listed = np.zeros((2, len(stands)), np.int64)
    wins, asked = np.zeros((2, len(codes)), np.int64)
    stand_at, reach_at = new_marks(len(stands)), new_marks(len(codes))
    rows, columns = (stands >> MEDIUM_AT & PLACE).max() + 2, (stands & PLACE).max() + 2
    both, passed = np.zeros((2, rows, columns), np.int64)
    lower = np.zeros(columns, np.int64)
    for row in range(len(hands)):
        found = count_classes(hands[row], faces, tables, counts, classes)
        for at in range(found):
            cell = cell_of[classes[at]]
            standing[cell] += counts[classes[at]]
            mark(cell, stand_at.words, stand_at.regions)
            for step in range(first[classes[at]], first[classes[at] + 1]):
                mark(corner_of[step], reach_at.words, reach_at.regions)
        dealers, questions = take_marked(stand_at, listed), take_marked(reach_at, asked)
        both[:] = 0
        passed[:] = 0
        lower[:] = 0
        for cell in listed[:dealers]:
            both[(stands[cell] >> MEDIUM_AT & PLACE) + 1, (stands[cell] & PLACE) + 1] += standing[cell]
        for i in range(1, rows):
            for j in range(1, columns):
                both[i, j] += both[i - 1, j] + both[i, j - 1] - both[i - 1, j - 1]
        at = 0
        for corner in asked[:questions]:
            code = codes[corner]
            while at < dealers and stands[listed[at]] >> HIGH_AT < code >> HIGH_AT:
                cell = listed[at]
                n, low, i = standing[cell], stands[cell] & PLACE, (stands[cell] >> MEDIUM_AT & PLACE) + 1
                for j in range(low + 1, columns):
                    lower[j] += n
                while i < rows:
                    for j in range(low + 1, columns):
                        passed[i, j] += n
                    i += i & -i
                at += 1
            i, j = code >> MEDIUM_AT & PLACE, code & PLACE
            beaten = lower[j] + both[i, j]
            while i:
                # The last column holds those with any low card.
                beaten += passed[i, columns - 1] - 2 * passed[i, j]
                i &= i - 1
            wins[corner] = beaten
        standing[listed[:dealers]] = 0
        for at in range(found):
            n = weights[row] * counts[classes[at]]
            counts[classes[at]] = 0
            for step in range(first[classes[at]], first[classes[at] + 1]):
                won[step] += n * wins[corner_of[step]]


# A solved game of setting three hands: how all pairs of hands end, and what each way to set one hand is worth.


@dataclass(frozen=True, eq=False)
class ThreeHandsResult:
    """What was counted for a course with some deck."""

    course: ThreeHands
    deck: Deck
    total: int
    won: int


def solve_three_hands(game: Game, executor: Executor | None = None) -> ThreeHandsResult:
    """Count all pairs of hands without a card in common, as `solvers/pai_gow` does: by sets of common cards."""
    course, deck = game.course, game.deck
    assert isinstance(course, ThreeHands)
    verify_deck_to_set(deck)
    values = values_of(course.way, deck)
    won, lost = count_options(values, house_options(values), deck, executor)
    total = comb(len(deck), SIZE) * comb(len(deck) - SIZE, SIZE)
    assert won.sum() + lost.sum() == total, "every pair of hands is won or lost"
    return ThreeHandsResult(course, deck, total, int(won.sum()))


def pack_three_hands(result: ThreeHandsResult) -> dict[str, NDArray[Any]]:
    """The counts."""
    return {"stand": np.array([result.total, result.won])}


def read_three_hands(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ThreeHandsResult:
    """The result that was kept."""
    assert isinstance(game.course, ThreeHands)
    total, won = arrays["stand"].tolist()
    return ThreeHandsResult(game.course, game.deck, total, won)


def tables_of_three_hands(game: Game) -> tuple[KeptTable, ...]:
    """How the house way sets every class of the deck, and what the best setting wins."""
    assert isinstance(game.course, ThreeHands)
    return values_table(game.course.way, game.deck), best_table(game.course.way, game.deck, *nets_of(game))


def values_table(way: ThreeWay, deck: Deck) -> KeptTable:
    """How the house way sets every class of the deck."""
    return KeptTable(_places_of_values, (way, deck))


def _places_of_values(way: ThreeWay, deck: Deck) -> Arrays:
    values = values_of(way, deck)
    return pack_values(dict(zip(HANDS, values.by_hand, strict=True)), values.classes, len(three_classes()))


def best_table(way: ThreeWay, deck: Deck, win: Fraction, loss: Fraction) -> KeptTable:
    """Pairs of hands that the best setting of every class wins and loses."""
    return KeptTable(_best_of_three, (way, deck, win, loss))


def best_seconds(game: Game) -> float:
    """About what that takes of one core."""
    return 300 * comb(len(game.deck), SIZE) / comb(53, SIZE)


def _best_of_three(way: ThreeWay, deck: Deck, win: Fraction, loss: Fraction) -> Arrays:
    values = values_of(way, deck)
    options = all_options(values)
    # A class that the deck does not have has no settings.
    return best_of_each(np.unique(options.first), *count_options(values, options, deck), win, loss)


class ThreeHandsSolution(Solution):
    """Both sides set by the house way."""

    by_house_way = True

    def __init__(self, game: Game, found: ThreeHandsResult) -> None:
        self.game = game
        self.course, self.deck = found.course, found.deck
        path = ((SET_THE_HANDS.name, BY_THE_HOUSE_WAY),)
        ways = {Result.WIN: found.won, Result.LOSS: found.total - found.won}
        self.endings = tuple(Ending(path, Facts(result), 0, count) for result, count in ways.items() if count)

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """The house way is taken with every hand."""
        return (DecisionRow(SET_THE_HANDS.name, BY_THE_HOUSE_WAY.name, Fraction(1)),)

    @property
    def rule(self) -> str:
        """How the figures of the round are played, in words."""
        return f"{BY_THE_HOUSE_WAY.name}, always"

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """The exact value of every way to set seven cards, against all hands the dealer can have."""
        self._verify(cards, community, dealer)
        counts = count_hands_by_class((face for face in self.deck.faces if face not in cards), three_classes())
        offered = self.course.offered(cards)
        ways = [self.course.setting(cards, choice).values for choice in offered]
        table = HouseTable(values_table(self.course.way, self.deck).arrays)
        named = zip((choice.name for choice in offered), table.worth(counts, ways, *nets_of(self.game)), strict=True)
        return HandAdvice(SET_THE_HANDS.name, tuple(named))

    def plays(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> str:
        return BY_THE_HOUSE_WAY.name

    def _verify(self, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card]) -> None:
        self.game.deck.verify([*cards, *community, *dealer])
        if len(cards) != SIZE or dealer or community:
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(f"{self.game.title} is decided with {SIZE} cards, not with {seen}")

    def best_round(self, limit_s: float = 0.0) -> RoundPar | None:
        table = best_table(self.course.way, self.deck, *nets_of(self.game))
        return best_round(self, table, best_seconds(self.game), limit_s)


def _seconds(game: Game) -> float:
    """All pairs of hands of seven."""
    return 115 * comb(len(game.deck), 7) / comb(53, 7)


SOLVER = Solver(
    "three hands",
    lambda game: isinstance(game.course, ThreeHands),
    solve_three_hands,
    ThreeHandsSolution,
    seconds=_seconds,
    prepare=lambda game: verify_deck_to_set(game.deck),
    keeping=Keeping(pack_three_hands, read_three_hands, ships=True),
    tables=tables_of_three_hands,
    best_seconds=best_seconds,
)
