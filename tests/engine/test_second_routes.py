"""Exact figures by another way: symmetry, another enumeration, another count."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.engine.bets import census
from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.core.value_counts import counts_by_ranks
from fairfelt.engine.exact import solve
from fairfelt.engine.solvers.runs_and_flushes.tracks import track_of
from fairfelt.rules import FOLD, Game, Showdown, Street, bet, even_money, opening, raised
from fairfelt.rules.cards import ALL_CARDS, STANDARD, Card, Deck, UpCardClasses, suit_classes
from fairfelt.rules.hands import (
    FLUSH_OR_STRAIGHT_FLUSH,
    FOUR_CARD,
    LONGEST_FLUSH,
    LONGEST_STRAIGHT_FLUSH,
    NATURAL_OR_WILD_FLUSH,
    NATURAL_OR_WILD_FLUSH_STRICT,
    PAI_GOW,
    POKER,
    SOLITAIRE_RUN,
    STRAIGHT_RUN,
    THREE_CARD,
    THREE_CARD_SPADES,
    WILD_FLUSH,
    WILD_POKER,
    WRAPPING_RUN,
    Ranking,
    line_of,
)
from fairfelt.rules.hands.tracks import CELLS
from tests.support.heavy import examples, first_few

V1, V2 = games.straight_edge_poker.variants
SUIT_DECK = Deck("26TQKA")
FOUR_CARDS = cache(lambda: suit_classes(STANDARD, 4))
THREE_AND_UP = cache(lambda: UpCardClasses.of(suit_classes(STANDARD, 3), STANDARD))


def even(game: Game, deck: Deck = STANDARD) -> Game:
    """The same cards played for even money, nobody qualifying and nobody winning copies."""
    assert game.showdown
    return replace(
        game,
        deck=deck,
        showdown=Showdown(game.showdown.ranking),
        wagers=(opening("Ante", even_money), raised("Play", even_money)),
        streets=(Street("x", FOLD, bet("Play")),),
    )


@pytest.mark.parametrize(
    "game",
    [
        even(V2),
        pytest.param(even(games.solitaire_stud), marks=pytest.mark.heavy),
        even(games.three_card_poker),
        even(games.flushes_gone_wild, SUIT_DECK),
        even(games.caribbean_stud, Deck("2468TQA")),
        pytest.param(even(games.dj_wild_stud_poker, Deck(jokers=1)), marks=pytest.mark.heavy),
        even(games.i_luv_suits_poker, Deck("2468TQA")),
    ],
    ids=lambda game: game.title,
)
def test_equal_hands_for_even_money_are_a_fair_game(game: Game) -> None:
    """If both sides get as many cards and all hands are played, player and dealer can change places."""
    result = solve(game).result  # type: ignore[attr-defined]
    assert sum(int(w) * int(v) for w, v in zip(result.classes.weights, result.values[:, 1], strict=True)) == 0


@pytest.mark.parametrize("game", first_few([V2, V1, games.solitaire_stud], 1), ids=lambda game: game.title)
def test_lines_by_classes_and_by_polynomials_are_the_same(game: Game) -> None:
    result = solve(game).result  # type: ignore[attr-defined]
    counts = np.zeros(14, np.int64)
    np.add.at(counts, result.lines, result.classes.weights)
    ranking = game.showdown.ranking  # type: ignore[union-attr]
    assert tuple(counts) == line_counts(ranking, STANDARD, 7)
    assert counts.sum() == comb(52, 7)


@pytest.mark.parametrize(
    ("ranking", "deck", "count"),
    [
        (STRAIGHT_RUN, Deck("A23JQK", "cds"), 5),
        (WRAPPING_RUN, Deck("A23JQK", "cds"), 5),
        (SOLITAIRE_RUN, Deck("A2345", "dhs"), 5),
        (LONGEST_FLUSH, Deck("279QA"), 4),
        (WILD_FLUSH, Deck("29KA"), 6),
        (NATURAL_OR_WILD_FLUSH, Deck("2459A", "cds"), 6),
        (NATURAL_OR_WILD_FLUSH_STRICT, Deck("2459A", "cds"), 6),
        (FLUSH_OR_STRAIGHT_FLUSH, Deck("A23456", "hs"), 7),
        (THREE_CARD, Deck("2QKA"), 3),
        (THREE_CARD_SPADES, Deck("2QKA"), 3),
        (POKER, Deck("TJQKA", "cds"), 5),
        (FOUR_CARD, Deck("A234K", "cds"), 5),
        (WILD_POKER, Deck("2TKA", "cd", jokers=1), 5),
        (LONGEST_STRAIGHT_FLUSH, Deck("A23QK", "dhs"), 5),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_lines_of_all_hands_of_a_small_deck(ranking: Ranking, deck: Deck, count: int) -> None:
    one_by_one = Counter(line_of(ranking.value(hand)) for hand in combinations(deck.cards, count))
    assert line_counts(ranking, deck, count) == tuple(one_by_one[line] for line in range(len(ranking.lines)))


@pytest.mark.parametrize(
    ("ranking", "deck", "count"),
    [
        (POKER, Deck("89TJQ", "cds"), 7),
        pytest.param(POKER, Deck("789TJQK", "cs"), 6, marks=pytest.mark.heavy),
        (PAI_GOW, Deck("TJQKA", "cd", jokers=1), 6),
        pytest.param(FOUR_CARD, Deck("A234K", "cds"), 5, marks=pytest.mark.heavy),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_lines_by_ranks_are_those_of_all_hands(
    ranking: Ranking, deck: Deck, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where suits matter with many cards of one alone: as many as a hand has, fewer, and a joker beside them."""
    assert counts_by_ranks(ranking, deck, count)
    one_by_one = Counter(line_of(ranking.value(hand)) for hand in combinations(deck.cards, count))
    monkeypatch.setattr(census, "MOST_ONE_BY_ONE", 0)
    found = line_counts.__wrapped__(ranking, deck, count)
    assert found == tuple(one_by_one[line] for line in range(len(ranking.lines)))


@pytest.mark.parametrize(("count", "classes"), [(2, 169), (3, 1755), (4, 16432), (5, 134459)])
def test_there_are_so_many_hands_up_to_an_exchange_of_suits(count: int, classes: int) -> None:
    found = suit_classes(STANDARD, count)
    assert len(found) == classes
    assert found.weights.sum() == comb(52, count)


@given(st.lists(st.integers(0, 51), min_size=4, max_size=4, unique=True), st.permutations(range(4)))
@settings(max_examples=examples(20, 400))
def test_exchanging_suits_does_not_change_the_class(cards: list[int], suits: list[int]) -> None:
    classes = FOUR_CARDS()
    changed = [Card(13 * suits[card // 13] + card % 13) for card in cards]
    place = classes.place([Card(card) for card in cards])
    assert classes.place(changed) == place
    assert classes.place([Card(int(card)) for card in classes.hands[place]]) == place


@given(st.permutations(range(52)))
@settings(max_examples=examples(20, 400))
def test_a_hand_and_its_up_card_are_those_of_the_class_but_for_an_exchange_of_suits(order: list[int]) -> None:
    classes, cards = THREE_AND_UP(), [Card(card) for card in order[:4]]
    place, up = divmod(classes.place(cards), ALL_CARDS)
    own = [Card(int(card)) for card in classes.own.hands[place]]
    assert classes.own.place(own) == classes.own.place(cards[:3])
    assert FOUR_CARDS().place([*own, Card(up)]) == FOUR_CARDS().place(cards)
    assert up % 13 == cards[3].rank


def test_every_hand_with_every_up_card_is_in_one_class() -> None:
    classes = THREE_AND_UP()
    assert classes.weights.sum() == comb(52, 3) * 49
    own = [Card(int(card)) for card in classes.own.hands[7]]
    assert classes.weights[classes.place([*own, own[0]])] == 0


def test_the_joker_is_a_card_of_its_own() -> None:
    classes = suit_classes(Deck(jokers=1), 3)
    assert classes.weights.sum() == comb(53, 3)
    assert len(classes) == 1755 + 169
    assert classes.place([Card(52), Card(0), Card(1)]) == classes.place([Card(13), Card(52), Card(14)])
    with pytest.raises(ValueError, match="no more than one joker"):
        suit_classes(Deck(jokers=2), 3)


def test_loose_cards_count_by_their_number_alone() -> None:
    deuces = [Card(13 * suit) for suit in range(4)]
    classes = suit_classes(STANDARD, 3, deuces)
    king, queen = Card(11), Card(10)
    assert len({classes.place([king, queen, deuce]) for deuce in deuces}) == 1
    assert classes.place([king, queen, Card(1)]) != classes.place([king, queen, deuces[0]])


def test_five_card_poker_counts() -> None:
    assert line_counts(POKER, STANDARD, 5) == (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4)


@pytest.mark.parametrize("tracks", [1, 2])
def test_a_track_whose_cells_hold_few_or_many_cards_as_dealt_one_by_one(tracks: int) -> None:
    capacities = (3, 0, 6, 1, 0, 0, 2, 0, 0, 0, 4, 1, 2)
    cards = [cell for cell, many in enumerate(capacities) for _ in range(many)]
    placed = np.bitwise_count(np.arange(1 << CELLS)).astype(np.int64)
    thresholds = np.array([1, 2, 4])
    track = track_of(capacities, placed, thresholds, 2, 3, tracks)
    left = [list((Counter(cards) - Counter(dict(enumerate(v)))).elements()) for v in track.vectors.tolist()]
    kept = range(4) if tracks == 2 else [3]
    for at, rest in enumerate(left):
        found = [[sum(len(set(drawn)) < t for drawn in combinations(rest, n)) for n in kept] for t in thresholds]
        assert track.polynomials[:, at].tolist() == found
    assert sum(track.weights[track.sizes == 2].tolist()) == comb(len(cards), 2)
