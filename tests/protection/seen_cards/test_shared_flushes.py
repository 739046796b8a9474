"""The dealer's cards and the shared ones seen where the longest flush of seven wins, in a deck of twenty cards."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.exact.solve import core_game
from fairfelt.hands import LINE_BITS
from fairfelt.protection import read_information
from fairfelt.protection.seen_cards.count import SeenCount, SeenPart
from fairfelt.protection.seen_cards.find import seen_count
from fairfelt.protection.seen_cards.shared_flushes.backs import SharedFlushCount
from fairfelt.protection.seen_cards.shared_flushes.one_card import SeenFlushes
from fairfelt.protection.seen_cards.shared_flushes.rounds import SeenFlushRounds
from tests.support.graphics_card import CARDS, card_named

GAME = games.find("flushes-gone-wild")
SMALL = core_game(replace(GAME, deck=Deck(ranks="2369A")))
ONE = np.ones(1, np.int64)
PLACES = [3, 40, -1]
"""Of hands without a wild card, with one, and with all."""


def count(seen: str) -> SeenCount:
    found = seen_count(SMALL, read_information(SMALL, seen))
    assert found
    return found


def hands_of(place: int) -> NDArray[np.uint8]:
    found = count("dealer 1")
    assert isinstance(found, SeenFlushes)
    wild = found.hands.held(found.hands.classes.hands)[1]
    at = {3: 3, 40: int(np.flatnonzero(wild == 1)[7]), -1: -1}[place]
    return found.hands.classes.hands[[at]]


def dealt(hand: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """[round, card] of the dealer's, [round, card] shared, [round, choice] the result; every round one by one."""
    problem, showdown = SeenFlushRounds(SMALL, True).hands.problem, SMALL.showdown
    assert showdown
    rest = [card for card in SMALL.deck.faces if card not in hand]
    rounds = [
        (*dealers, *shared)
        for dealers in combinations(rest, 5)
        for shared in combinations([card for card in rest if card not in dealers], 2)
    ]
    cards = np.array(rounds, np.uint8)
    both = np.repeat(hand, len(cards), axis=0)
    mine = showdown.ranking.batch(np.hstack((both, cards[:, 5:])))
    theirs = showdown.ranking.batch(cards)
    compared = np.where(mine == theirs, 1, np.where(mine > theirs, 2, 0))
    rows = problem.rows.index[mine >> LINE_BITS, theirs >> LINE_BITS, compared, 1]
    return cards[:, :5], cards[:, 5:], problem.nets.T[rows]


def best(nets: NDArray[Any], seen: NDArray[Any]) -> tuple[int, int]:
    """The results of the best choice by the cards that are seen, and their squares. seen: [round, card]."""
    keys = np.unique(seen, axis=0, return_inverse=True)[1].ravel()
    sums = np.stack([np.bincount(keys, column) for column in (*nets.T, *nets.T**2)], axis=1).astype(np.int64)
    worth, squares = np.split(sums, 2, axis=1)
    choice = worth.shape[1] - 1 - worth[:, ::-1].argmax(axis=1)
    result, square = (int(np.take_along_axis(of, choice[:, None], axis=1).sum()) for of in (worth, squares))
    return result, square


def numbers(part: SeenPart) -> tuple[int, int]:
    return int(part.sums[0]), int(part.sums[1])


@pytest.mark.parametrize("place", PLACES)
def test_each_card_by_every_round(place: int) -> None:
    """Any of the dealer's or of the shared cards may be the one that is seen."""
    hand = hands_of(place)
    dealers, shared, nets = dealt(hand)
    for seen, cards in (("dealer 1", dealers), ("community 2", shared)):
        found = count(seen)
        assert isinstance(found, SeenFlushes)
        assert numbers(found.part(hand, ONE)) == best(np.vstack([nets] * cards.shape[1]), cards.T.reshape(-1, 1))


@pytest.mark.parametrize("place", PLACES)
def test_two_and_all_by_every_round(place: int) -> None:
    hand = hands_of(place)
    dealers, _, nets = dealt(hand)
    two, all_of_them = count("dealer 1,2"), count("dealer all")
    assert isinstance(two, SeenFlushRounds) and isinstance(all_of_them, SeenFlushRounds)
    pairs = np.vstack([dealers[:, pair] for pair in combinations(range(5), 2)])
    assert numbers(two.part(hand, ONE)) == best(np.vstack([nets] * 10), pairs)
    assert numbers(all_of_them.part(hand, ONE)) == best(nets, dealers)


@pytest.mark.parametrize("card", CARDS)
def test_a_graphics_card_finds_the_same(card: str, tmp_path: Path) -> None:
    hands = np.vstack([hands_of(place) for place in PLACES])
    weights = np.array([1, 2, 3])
    with card_named(card, tmp_path) as gpu:
        for seen in ("dealer 1,2", "dealer all"):
            found = count(seen)
            assert isinstance(found, SeenFlushRounds)
            ((many, part),) = found.on_card(gpu, hands, weights)
            here = found.part(hands, weights)
            assert many == len(hands)
            assert part.sums.tolist() == here.sums.tolist() and part.chosen.tolist() == here.chosen.tolist()


def test_a_rank_told_is_a_sum_of_its_cards() -> None:
    """All ranks together are plain play; deuces are one of them."""
    backs = SharedFlushCount(SMALL)
    hand = hands_of(40)
    some = backs.ranked(hand, ONE)
    assert np.flatnonzero(some.ways[0]).tolist() == [0, 1, 4, 7, 12]
    _, _, nets = dealt(hand)
    assert some.numbers[0, :, :, 0].sum(axis=0).tolist() == (5 * nets.sum(axis=0)).tolist()
    assert some.ways.sum() == 5 * len(nets)


def test_what_else_is_seen_is_not_counted_so() -> None:
    for seen in ("dealer 1,2,3", "community all", "dealer 1 community 1"):
        assert seen_count(SMALL, read_information(SMALL, seen)) is None
