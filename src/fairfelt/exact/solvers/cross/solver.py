"""Two hands that share hole cards and the middle of a cross, counted for every two hole cards up to their suits.

What a bet is worth with all cards but the middle one in sight is a sum over the middle card, the same for any size of
bet. So four sums value all decisions there, and the first two decisions are summed up from these.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.cards.classes import SuitClasses, single_hands, suit_classes
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.endings import Ending, scaled_net, settle_ending
from fairfelt.exact.core.problem import MOST, Unsolved, has_one_deck
from fairfelt.exact.core.rows import pay_scale
from fairfelt.exact.core.tree import Path
from fairfelt.hands import LINE_BITS, Ranking
from fairfelt.rules import FOLD, Game
from fairfelt.rules.courses.cross import ARM, CROSS, HOLE, Cross, CrossFacts

from .kernel import solve_hole

PARTS = 16
BETS = 3


@dataclass(frozen=True, eq=False)
class CrossRates:
    """What the bets of a game come to, in whole numbers."""

    scale: int
    rates: NDArray[np.int64]
    """[line across, line down, bet]: of what is staked before the deal, then of one unit of each bet; the last line of
    both is no hand at all."""
    folds: NDArray[np.int64]
    """[Across bet, Down bet]: what is lost by a fold, 0 where that bet was not made yet."""


@dataclass(frozen=True, eq=False)
class CrossResult:
    """A game of a cross, solved."""

    counted: NDArray[np.int64]
    """[Across bet, Down bet, Middle bet, line across, line down]: combinations under best play; 0 for a fold."""
    values: NDArray[np.int64]
    """[class of hole cards, Across bet]: scaled results summed over all that can follow."""


def path_of(game: Game, *times: int) -> Path:
    """The choices of a player who bets so many units in turn; 0 folds and ends it."""
    return tuple((street.name, street.choices[size]) for street, size in zip(game.streets, times, strict=False))


@lru_cache(maxsize=16)
def rates_of(game: Game) -> CrossRates:
    """Every bet is settled once for all that both hands can be."""
    course = game.course
    assert isinstance(course, Cross)
    scale, lines, most = pay_scale(game), len(course.ranking.lines), course.most_times + 1
    raises = [street.name for street in course.streets]
    played, base = path_of(game, 1, 1, 1), [wager for wager in game.wagers if wager.is_base]
    rates = np.zeros((lines + 1, lines + 1, BETS + 1), np.int64)
    for facts in course.possible_facts():
        for wager in base:
            outcome, _ = settle_ending(game, wager, wager.paytable, Ending(played, facts, 0, 0))
            bet = raises.index(wager.name) + 1 if wager.name in raises else 0
            rates[facts.across, facts.down, bet] += int(outcome.pay.net * scale)
    folds = np.zeros((most, most), np.int64)
    for across in range(most):
        for down in range(most) if across else (0,):
            made = path_of(game, *(size for size in (across, down) if size))
            at = len(made)
            folded = Ending((*made, (game.streets[at].name, FOLD)), CrossFacts(), 0, 0)
            folds[across, down] = scaled_net(game, folded, scale)
    return CrossRates(scale, rates, folds)


def verify_cross(game: Game) -> None:
    """Refuse several decks, bets that outlive a fold, and pays that are more than can be added up."""
    if not has_one_deck(game) or game.deck.jokers:
        raise Unsolved(f"{game.title}: hands with a cross are counted from one deck without jokers")
    if any(wager.survives_fold for wager in game.wagers if wager.is_base):
        raise Unsolved(f"{game.title}: a bet of the game itself that outlives a fold is not counted by its hands")
    found, cards = rates_of(game), len(game.deck)
    assert isinstance(game.course, Cross)
    largest = int(abs(found.rates).max()) * (1 + BETS * game.course.most_times)
    if largest * comb(cards, CROSS) * 30 > MOST:
        raise Unsolved(f"{game.title}: its pays are more than can be added up in 64 bits")


def solve_cross(game: Game, executor: Executor | None = None) -> CrossResult:
    """Count every two hole cards up to an exchange of suits, where the ranking allows it."""
    verify_cross(game)
    course, found = game.course, rates_of(game)
    assert isinstance(course, Cross)
    classes = hole_classes(game.deck, course.ranking)
    work = partial(_count, game.deck, course.ranking, found.rates, found.folds)
    parts = run_tasks(work, split_evenly(PARTS, classes.hands, classes.weights), executor)
    counted = sum((part for part, _ in parts[1:]), parts[0][0])
    return CrossResult(counted, np.concatenate([values for _, values in parts]))


def hole_classes(deck: Deck, ranking: Ranking) -> SuitClasses:
    """Classes of hole cards."""
    return suit_classes(deck, HOLE) if ranking.tells.exchanges_suits else single_hands(deck, HOLE)


def _count(
    deck: Deck,
    ranking: Ranking,
    rates: NDArray[np.int64],
    folds: NDArray[np.int64],
    hands: NDArray[np.uint8],
    weights: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    most, lines = len(folds), len(rates)
    total = np.zeros((most, most, most, lines, lines), np.int64)
    values = np.zeros((len(hands), most), np.int64)
    for at, (hand, weight) in enumerate(zip(hands, weights, strict=True)):
        counted = np.zeros_like(total)
        values[at] = solve_hole(lines_with(deck, ranking, tuple(hand.tolist()))[1], rates, folds, counted)
        total += weight * counted
    return total, values


@lru_cache(maxsize=8)
def lines_with(deck: Deck, ranking: Ranking, hole: tuple[int, ...]) -> tuple[tuple[int, ...], NDArray[np.uint8]]:
    """The other cards, and [card, card, middle card]: the line that hole cards make with them, the one after the last
    where the same card comes twice."""
    rest = tuple(int(face) for face in deck.faces if face not in hole)
    places = np.array(list(combinations(range(len(rest)), ARM + 1)), np.int64)
    cards = np.array(rest, np.uint8)[places]
    hands = np.hstack((np.tile(np.array(hole, np.uint8), (len(cards), 1)), cards))
    line = (ranking.batch(hands) >> LINE_BITS).astype(np.uint8)
    found = np.full((len(rest),) * 3, len(ranking.lines), np.uint8)
    for one, two, middle in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        found[places[:, one], places[:, two], places[:, middle]] = line
    return rest, found


def pack_cross(result: CrossResult) -> dict[str, NDArray[Any]]:
    """As arrays."""
    return {"counted": result.counted, "values": result.values}


def read_cross(game: Game, arrays: Mapping[str, NDArray[Any]]) -> CrossResult:
    """The result that was kept."""
    return CrossResult(arrays["counted"], arrays["values"])
