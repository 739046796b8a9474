"""Sheets of bets on a hand of their own: lines counted once, and those lost by folding taken off."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import suit_classes
from fairfelt.hands import LINE_BITS, Ranking, Tells
from fairfelt.rules import Cards, Game, Wager

from .census import line_counts
from .direct import all_hands
from .problem import Unsolved
from .solution import ShowdownSolution, Solution


def lines_and_folds(solution: Solution, wager: Wager) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Hands on each line of the wager's ranking, and how many of them are lost because the player folds."""
    game, ranking = solution.game, wager.ranking
    assert ranking
    if Cards.DEALER in wager.on:
        raise Unsolved(f"{game.title}: {wager.name} reads the dealer's cards by a ranking of its own; no solver yet")
    cards = game.deal.count(wager.on)
    counts = line_counts(ranking, game.deck, cards)
    if wager.survives_fold:
        return counts, (0,) * len(counts)
    splits = comb(cards, game.deal.count(wager.on & Cards.COMMUNITY))
    return tuple(n * splits for n in counts), _folded_lines(solution, wager, ranking)


def _folded_lines(solution: Solution, wager: Wager, ranking: Ranking) -> tuple[int, ...]:
    """Folded hands on each line, each with every board where the wager reads it."""
    if not isinstance(solution, ShowdownSolution):
        raise Unsolved(
            f"{solution.game.title}: {wager.name} is lost by folding at one of several streets; no solver yet"
        )
    decided, game = solution.decided, solution.game
    folding = np.array([choice.folds for choice in solution.choices])
    counts = np.zeros(len(ranking.lines), np.int64)
    if ranking is decided.problem.showdown.ranking and wager.on is Cards.OWN:
        gone = folding[decided.best]
        np.add.at(counts, decided.lines[gone], decided.classes.weights[gone])
        return tuple(int(n) for n in counts)
    hands, weights = _hole_hands(game, ranking)
    gone = folding[decided.best[decided.classes.places(hands)]]
    if wager.on is Cards.OWN:
        np.add.at(counts, ranking.batch(hands[gone]) >> LINE_BITS, weights[gone])
    else:
        for hand, weight in zip(hands[gone], weights[gone], strict=True):
            np.add.at(counts, ranking.batch(_with_boards(game, hand)) >> LINE_BITS, weight)
    return tuple(int(n) for n in counts)


def _hole_hands(game: Game, ranking: Ranking) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Hands with their weights, told apart as far as the ranking can."""
    if ranking.tells is Tells.CARDS:
        hands = all_hands(game.deck, game.hole)
        return hands, np.ones(len(hands), np.int64)
    classes = suit_classes(game.deck, game.hole)
    return classes.hands, classes.weights


def _with_boards(game: Game, hand: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A hand with every set of community cards."""
    rest = [card for card in game.deck.faces if card not in hand]
    boards = np.array(list(combinations(rest, game.deal.count(Cards.COMMUNITY))), np.uint8)
    return np.hstack((np.tile(hand, (len(boards), 1)), boards))
