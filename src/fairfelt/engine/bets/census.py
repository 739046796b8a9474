"""How many hands make each line: by polynomials where a hand is the best of its tracks, by ranks, or one by one."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.information_sets import Level, first_information_sets, symmetry_of
from fairfelt.engine.core.problem import Unsolved, has_one_deck
from fairfelt.engine.core.value_counts import counts_by_ranks, hands_by_ranks, values_by_tracks
from fairfelt.engine.solution import Solution
from fairfelt.engine.solvers.general.solution import lines_and_folds as general_lines_and_folds
from fairfelt.engine.solvers.showdown import ShowdownSolution
from fairfelt.rules import Cards, Game, Wager
from fairfelt.rules.cards import STANDARD, Deck, UpCardClasses, all_hands, suit_classes
from fairfelt.rules.game import cards_read
from fairfelt.rules.hands import LINE_BITS, AddedRanking, Ranking, TrackRanking, line_census

MOST_ONE_BY_ONE = 10_000_000
"""More hands than these are counted by their ranks, where the ranking allows it."""
WHOLE_DECKS = (STANDARD, Deck(jokers=1))


@lru_cache(maxsize=64)
def line_counts(ranking: Ranking, deck: Deck, count: int) -> tuple[int, ...]:
    """The number of hands of `count` cards on each line."""
    if isinstance(ranking, TrackRanking):
        values, ways = values_by_tracks(ranking, count, deck.cards)
        return add_by_line(values >> LINE_BITS, ways, len(ranking.lines))
    if comb(len(deck), count) > MOST_ONE_BY_ONE and counts_by_ranks(ranking, deck, count):
        values, ways = hands_by_ranks(ranking, deck, count).count(np.array(deck.faces, np.uint8))
        return add_by_line(values >> LINE_BITS, ways, len(ranking.lines))
    if isinstance(ranking, AddedRanking) and deck in WHOLE_DECKS and len(deck) == ranking.faces:
        return line_census(ranking, count)
    hands, weights = ranked_hands(ranking, deck, count)
    return add_by_line(ranking.batch(hands) >> LINE_BITS, weights, len(ranking.lines))


def ranked_hands(ranking: Ranking, deck: Deck, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All hands of n cards with their weights, told apart as far as the ranking can."""
    if deck.copies > 1 or deck.jokers > 1:
        infosets = first_information_sets(symmetry_of(deck, [ranking.tells]), Level((count, 0, 0)))
        return infosets.hands, infosets.weights
    if ranking.tells.exchanges_suits:
        classes = suit_classes(deck, count)
        return classes.hands, classes.weights
    hands = all_hands(deck, count)
    return hands, np.ones(len(hands), np.int64)


def add_by_line(lines: NDArray[Any], weights: NDArray[np.int64], size: int) -> tuple[int, ...]:
    """The weights of hands on each of n lines."""
    counts = np.zeros(size, np.int64)
    np.add.at(counts, lines, weights)
    return tuple(counts.tolist())


# Bets on the first cards out of a shoe: every hand that can come, weighed by the copies that are left of each card.


FACES = 53


class FirstHands:
    """All hands of n cards, a card as often as the deck has copies of it."""

    def __init__(self, ranking: Ranking, deck: Deck, size: int) -> None:
        held = np.bincount(np.array(deck.cards), minlength=FACES).astype(np.int64)
        hands = list(combinations_with_replacement(deck.faces, size))
        self.held = held
        self.hands = np.array(hands, np.int64)
        self.lines = np.array([ranking.value(hand) >> LINE_BITS for hand in hands])
        self._again = np.array([[hand[:at].count(card) for at, card in enumerate(hand)] for hand in hands])
        assert len(deck) ** size < 1 << 62, "orders of cards fit into 64 bits"

    def ways(self, gone: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """How often each hand can come, some cards having gone: each next copy has one less to choose from."""
        left = self.held if gone is None else self.held - np.bincount(gone, minlength=FACES)
        orders = np.maximum(left[self.hands] - self._again, 0).prod(axis=1)
        return np.asarray(orders // (self._again + 1).prod(axis=1), np.int64)


def first_counts(game: Game, wager: Wager, ranking: Ranking) -> tuple[int, ...]:
    """Hands on each line of a wager; where it reads two, pairs of lines as `own_facts` numbers them."""
    deck, size = game.deck, cards_read(game, wager, wager.on)
    if wager.against:
        return first_pairs_of_lines(ranking, deck, size, cards_read(game, wager, wager.against))
    return line_counts(ranking, deck, size)


@lru_cache(maxsize=64)
def first_pairs_of_lines(ranking: Ranking, deck: Deck, size: int, other_size: int) -> tuple[int, ...]:
    """Two hands of that many cards, by pairs of lines."""
    hands, others = FirstHands(ranking, deck, size), FirstHands(ranking, deck, other_size)
    lines = len(ranking.lines)
    counts = [[0] * lines for _ in range(lines)]
    for hand, line, ways in zip(hands.hands, hands.lines, hands.ways(), strict=True):
        for other, more in enumerate(add_by_line(others.lines, others.ways(gone=hand), lines)):
            counts[line][other] += int(ways) * more
    return tuple(count for row in counts for count in row)


# Sheets of bets on a hand of their own: lines counted once, and those lost by folding taken off.


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
