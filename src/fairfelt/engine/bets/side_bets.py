"""Sheets of bets on a hand of their own: lines counted once, and those lost by folding taken off."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.problem import Unsolved, has_one_deck
from fairfelt.engine.solvers.general.solution import lines_and_folds as general_lines_and_folds
from fairfelt.engine.solvers.showdown import ShowdownSolution
from fairfelt.rules import Cards, Game, Wager
from fairfelt.rules.cards import UpCardClasses, all_hands
from fairfelt.rules.hands import LINE_BITS, Ranking

from ..solution import Solution
from .census import add_by_line, first_counts, line_counts, ranked_hands


def lines_and_folds(solution: Solution, wager: Wager) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hands on each line of the wager's ranking, and how many of them are lost because the player folds.

    For a wager that reads two hands: pairs of lines, as `own_facts` numbers them.
    """
    game, ranking = solution.game, wager.ranking
    assert ranking
    if wager.first:
        return _first_cards(game, wager, ranking)
    if _needs_every_information_set(solution, wager):
        return general_lines_and_folds(solution, wager)
    if wager.against:
        return _pairs_of_lines(game, wager, ranking)
    cards = game.deal.count(wager.on)
    counts = line_counts(ranking, game.deck, cards)
    if wager.survives_fold:
        return counts, (0,) * len(counts)
    splits = comb(cards, game.deal.count(wager.on & Cards.COMMUNITY))
    splits *= comb(len(game.deck) - game.hole, sum(street.dealer for street in game.streets))
    return tuple(n * splits for n in counts), _folded_lines(solution, wager, ranking)


def _first_cards(game: Game, wager: Wager, ranking: Ranking) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The first cards of one hand or of two; wherever they lie, all cards come there equally often."""
    if why := why_uncounted(game, wager):
        raise Unsolved(why)
    counts = first_counts(game, wager, ranking)
    return counts, (0,) * len(counts)


def why_uncounted(game: Game, wager: Wager) -> str:
    """Why no solver counts a side bet, known before anything is counted; empty where one does."""
    if wager.first and not wager.survives_fold:
        return f"{game.title}: {wager.name} reads first cards, and is lost by folding"
    return ""


def _needs_every_information_set(solution: Solution, wager: Wager) -> bool:
    """Whether two hands come from a shoe, or folding loses the bet and more than one hand or decision counts."""
    if wager.survives_fold:
        return wager.against is not None and not has_one_deck(solution.game)
    return not isinstance(solution, ShowdownSolution) or Cards.DEALER in wager.on or wager.against is not None


def _folded_lines(solution: Solution, wager: Wager, ranking: Ranking) -> tuple[int, ...]:
    """Folded hands on each line, each with every board where the wager reads it and every up card that is seen."""
    assert isinstance(solution, ShowdownSolution)
    result, game = solution.result, solution.game
    folding, size = np.array([choice.folds for choice in solution.choices]), len(ranking.lines)
    if ranking is result.problem.showdown.ranking and wager.on is Cards.OWN:
        if not game.deal.count(Cards.COMMUNITY):
            return tuple((result.totals[folding].sum(axis=(0, 2)) // result.following).tolist())
        gone = folding[result.best]
        return add_by_line(result.lines[gone], result.classes.weights[gone], size)
    hands, weights = ranked_hands(ranking, game.deck, game.hole)
    classes, folded = result.classes, folding[result.best].astype(np.int64)
    if isinstance(classes, UpCardClasses):
        folded, classes = (folded * (classes.weights > 0)).reshape(len(classes.own), -1).sum(axis=1), classes.own
    weights = weights * folded[classes.places(hands)]
    gone = weights > 0
    if wager.on is Cards.OWN:
        return add_by_line(ranking.batch(hands[gone]) >> LINE_BITS, weights[gone], size)
    counts = np.zeros(size, np.int64)
    for hand, weight in zip(hands[gone], weights[gone], strict=True):
        np.add.at(counts, ranking.batch(_with_boards(game, hand)) >> LINE_BITS, weight)
    return tuple(counts.tolist())


def _pairs_of_lines(game: Game, wager: Wager, ranking: Ranking) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Every hand with every other that leaves it its cards, added up line by line."""
    assert wager.against
    mine, theirs = (all_hands(game.deck, game.deal.count(on)) for on in (wager.on, wager.against))
    sets, lines = _card_sets(theirs), ranking.batch(theirs) >> LINE_BITS
    size = len(ranking.lines)
    counts = np.zeros((size, size), np.int64)
    for held, line in zip(_card_sets(mine), ranking.batch(mine) >> LINE_BITS, strict=True):
        counts[line] += np.bincount(lines[(sets & held) == 0], minlength=size)
    found = tuple(int(n) for n in counts.ravel())
    return found, (0,) * len(found)


def _card_sets(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Each hand as a set of cards in 52 bits."""
    return np.asarray((np.uint64(1) << hands.astype(np.uint64)).sum(axis=1), np.uint64)


def _with_boards(game: Game, hand: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A hand with every set of community cards."""
    rest = [card for card in game.deck.faces if card not in hand]
    boards = np.array(list(combinations(rest, game.deal.count(Cards.COMMUNITY))), np.uint8)
    return np.hstack((np.tile(hand, (len(boards), 1)), boards))
