"""A hand that is valued by itself is worth what the solved game says, whichever way the cards that follow are drawn."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine import one_hand
from fairfelt.engine.one_hand import (
    OneHand,
    find_one_hand,
    is_opening_as_counted,
    pack_opening,
    read_opening,
    values_alone,
)
from fairfelt.engine.solution import StreetByStreetSolution
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general import arrays, settlements
from fairfelt.engine.solvers.general.arrays import NotForArrays, read_statements, run
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import Card, Deck, parse_cards, sets_of

SHOWDOWNS = {
    "the dealer's hands one by one": games.three_card_poker.with_deck(Deck("6789TJQKA", "cdh")),
    "an up card": games.caribbean_stud.with_deck(Deck("9TJQKA", "cdh")),
    "a board in streets": games.ultimate_texas_holdem.with_deck(Deck("789TJQA", "cs")),
    "bets made before": games.mississippi_stud.with_deck(Deck("6789TJQK", "cd")),
    "a track of ranks": games.straight_edge_poker["v2"].with_deck(Deck("456789TJ", "cdh")),
    "tracks of colors": games.solitaire_stud.with_deck(Deck("456789", "cdhs")),
    "tracks of suits": games.high_card_flush.with_deck(Deck("789TJQ", "cdhs")),
    "a joker, and suits that seldom matter": games.high_five_poker.with_deck(Deck("789TJQ", "cdhs", jokers=1)),
}


def deal(game: Game, street: int, rng: random.Random) -> tuple[list[Card], list[Card], list[Card]]:
    """Cards in sight at a street."""
    shared = sum(each.community for each in game.streets[: street + 1])
    shown = sum(each.dealer for each in game.streets[: street + 1])
    cards = rng.sample(game.deck.faces, game.hole + shared + shown)
    return cards[: game.hole], cards[game.hole : game.hole + shared], cards[game.hole + shared :]


@pytest.mark.parametrize("game", SHOWDOWNS.values(), ids=SHOWDOWNS)
def test_one_hand_is_worth_what_the_solved_game_says(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_hand, "MANY_HANDS", 0)
    monkeypatch.setattr(arrays, "TOGETHER", 5000)
    core, rng = core_game(game), random.Random(20)
    solved, alone = engine.solve(core), OneHand(core)
    for street in range(len(core.streets)):
        for _ in range(4):
            hand = deal(core, street, rng)
            assert alone.advise(*hand) == solved.advise(*hand)
            assert alone.plays(*hand) == solved.plays(*hand)


def test_every_game_with_a_deal_and_decisions_values_its_hands_alone() -> None:
    """But one, whose hands are followed by a billion rounds each, and which ships solved."""
    dealt = [game for game in games.catalogue() if game.streets and not game.course]
    assert [game.slug for game in dealt if not values_alone(core_game(game))] == ["flushes-gone-wild"]


def test_nothing_is_compiled_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = core_game(games.three_card_poker)
    monkeypatch.setattr(type(game.showdown.ranking) if game.showdown else object, "batch", None)
    monkeypatch.setattr("fairfelt.runtime.compute.compile.compile_source", None)
    hand = deal(game, 0, random.Random(1))
    assert OneHand(game).advise(*hand).values[0][1] == -1


def test_an_opening_is_what_the_game_was_solved_to() -> None:
    """The best choice of every hand, on the average: the house edge with its sign changed."""
    game = core_game(games.ultimate_texas_holdem)
    shipped = read_opening(game)
    assert shipped
    assert len(shipped.numerators) == comb(52, 2)
    gained = sum(int(best) for best in shipped.numerators.max(axis=1))
    assert (
        Fraction(gained, shipped.unit * comb(52, 2)) == -engine.answer(games.ultimate_texas_holdem).par.round.house_edge
    )
    alone = find_one_hand(game)
    assert alone
    assert [alone.advise(parse_cards(hand)).best for hand in ("Ac Ad", "2c 7d")] == ["Play 4x", "check"]


def test_an_opening_that_is_not_what_is_counted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    core = core_game(SHOWDOWNS["a board in streets"])
    solved = engine.solve(core)
    assert isinstance(solved, StreetByStreetSolution)
    assert is_opening_as_counted(core, solved) is None, "nothing ships of it"
    packed = pack_opening(core, solved)
    monkeypatch.setattr(one_hand, "read_shipped", lambda name: packed)
    read_opening.cache_clear()
    assert is_opening_as_counted(core, solved)
    read = read_opening(core)
    assert read
    wrong = read.numerators.copy()
    wrong[7, 1] += 1
    monkeypatch.setattr(one_hand, "read_opening", lambda game: replace(read, numerators=wrong))
    assert is_opening_as_counted(core, solved) is False
    read_opening.cache_clear()


@pytest.mark.parametrize(("kinds", "count", "most"), [(6, 3, 1), (5, 0, 1), (4, 6, 2), (3, 7, 3)])
def test_sets_are_all_there_once(kinds: int, count: int, most: int) -> None:
    found = [tuple(row) for row in sets_of(kinds, count, most).tolist()]
    pool = [kind for kind in range(kinds) for _ in range(most)]
    assert found == sorted({tuple(sorted(row)) for row in combinations(pool, count)})


def test_statements_run_on_arrays_as_on_numbers() -> None:
    words = ("a = t[x] + (x >= 2) * 10", "if x & 1: b = 1 << x; a = max(a, b, 5)")
    arrays = {"x": np.arange(5, dtype=np.uint8), "t": np.array([7, 1, 2, 3, 4])}
    run(read_statements(words), arrays)
    assert arrays["a"].tolist() == [7, 5, 12, 13, 14]


@pytest.mark.parametrize("words", ["while x: x = x - 1", "a = f(x)", "a = x if y else z", "a = b = x", "if x: pass"])
def test_statements_that_only_a_kernel_can_run_are_refused(words: str) -> None:
    with pytest.raises(NotForArrays):
        read_statements((words,))


def test_what_it_cannot_count_is_left_to_other_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bets on the first cards of a hand, and more endings than are told apart: neither is valued wrongly or fails."""
    core = core_game(games.big_raise_stud_poker)
    whole = settlements.settlements_of(core)
    assert whole.hands
    values_alone.cache_clear()
    assert values_alone(core)
    first = replace(whole, hands=tuple(replace(hand, first=2) for hand in whole.hands))
    monkeypatch.setattr(one_hand, "settlements_of", lambda game: first)
    values_alone.cache_clear()
    assert not values_alone(core)
    monkeypatch.undo()
    monkeypatch.setattr(settlements, "MOST_ENDINGS", 3)
    values_alone.cache_clear()
    assert not values_alone(core)
    values_alone.cache_clear()


def test_a_shoe_and_a_course_are_left_to_their_solvers() -> None:
    game = core_game(games.three_card_poker)
    assert values_alone(game)
    assert not values_alone(core_game(game.with_deck(Deck(copies=2))))
    assert not values_alone(core_game(games.casino_war))
    assert game.deal.count(Cards.DEALER)
