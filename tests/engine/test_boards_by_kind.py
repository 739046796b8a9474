"""Whole boards counted by kinds of cards give what counting every pair beside every board gives."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.engine import solve
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.solvers.boards import solver
from fairfelt.engine.solvers.boards.boards import Boards, CardPairs
from fairfelt.engine.solvers.boards.kinds import KindBoards
from fairfelt.engine.solvers.boards.problem import board_problem
from fairfelt.engine.solvers.boards.solution import BoardsSolution
from fairfelt.engine.solvers.boards.solver import KindSteps, solve_boards
from fairfelt.rules import Game, Showdown, even_money, opening, raised
from fairfelt.rules.cards import RANKS_PER_SUIT, Card, Deck, parse_cards
from fairfelt.rules.hands import PAI_GOW, POKER
from tests.support.heavy import examples, first_few

UTH, BONUS = games.ultimate_texas_holdem, games.texas_holdem_bonus
TWO_SUITS, THREE_SUITS = Deck("789TJQA", "cs"), Deck("2345A", "cdh")


@settings(max_examples=examples(25, 200))
@given(data=st.data())
def test_without_five_of_a_suit_poker_sees_ranks_alone(data: st.DataObject) -> None:
    hand = data.draw(st.lists(st.sampled_from(Deck().cards), min_size=7, max_size=7, unique=True))
    other = data.draw(st.permutations(Deck().cards))
    same_ranks: list[Card] = []
    for card in hand:
        same_ranks.append(next(c for c in other if c.rank == card.rank and c not in same_ranks))
    most = max(sum(c.suit == suit for c in cards) for cards in (hand, same_ranks) for suit in range(4))
    assert most >= POKER.suited_from or POKER.value(hand) == POKER.value(same_ranks)


def solve_both(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every ending, sum and decision is the same."""
    by_kind = solve_boards(game)
    monkeypatch.setattr(solver, "counts_by_kind", lambda game: False)
    by_pairs = solve_boards(game)
    assert by_kind.endings == by_pairs.endings
    assert by_kind.sums.keys() == by_pairs.sums.keys()
    for street, sums in by_pairs.sums.items():
        assert np.array_equal(by_kind.sums[street], sums)
    for street, best in by_pairs.best.items():
        assert np.array_equal(by_kind.best[street], best)


@pytest.mark.parametrize("deck", first_few([TWO_SUITS, THREE_SUITS], 1), ids=lambda deck: deck.suits)
@pytest.mark.parametrize("game", first_few([UTH, games.casino_holdem, BONUS], 1), ids=lambda game: game.title)
def test_kinds_and_pairs_count_alike(game: Game, deck: Deck, monkeypatch: pytest.MonkeyPatch) -> None:
    solve_both(game.with_deck(deck), monkeypatch)


@pytest.mark.heavy
@pytest.mark.parametrize("game", [UTH, BONUS, games.heads_up_holdem], ids=lambda game: game.title)
def test_kinds_and_pairs_count_alike_in_a_whole_deck(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    solve_both(game, monkeypatch)


def test_a_ranking_that_promises_nothing_is_counted_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(POKER, "suited_from", 0, raising=False)
    monkeypatch.setattr(KindSteps, "of", lambda *given: pytest.fail("counted by kinds"))
    assert solve_boards(UTH.with_deck(Deck("9TJ", "cds"))).endings


def test_classes_of_boards_by_the_suits_that_can_flush() -> None:
    """On four cards a suit counts with two of them, on a whole board with three; ranks are C(n + 12, n) and fewer."""
    problem, pairs = board_problem(UTH), CardPairs(UTH.deck)
    turn = KindBoards.of(problem, Boards(pairs, 4))
    assert len(turn) == len(Boards(pairs, 4))
    rainbow = turn.kinds.many == RANKS_PER_SUIT
    assert rainbow.sum() == 1820
    assert (turn.kinds.times.sum(axis=1) == 48).all()


def test_a_deck_with_a_joker_is_left_to_others() -> None:
    game = replace(
        games.casino_holdem, deck=Deck(jokers=1), showdown=Showdown(PAI_GOW), published=(), rulings=(), others=(),
        wagers=(opening("Ante", even_money), raised("Call", even_money)),
    )  # fmt: skip
    with pytest.raises(Unsolved, match="without jokers"):
        board_problem(game)


def test_the_curve_runs_over_every_board_that_is_seen_at_the_first_decision() -> None:
    """It was drawn with the first class of flops alone: three cards of one suit in a row."""
    solution = solve(games.casino_holdem.with_deck(TWO_SUITS))
    assert isinstance(solution, BoardsSolution)
    points = solution.curve
    sights = [[parse_cards(cards) for cards in point.hand.split(" and ")] for point in points]
    assert len({tuple(board) for _, board in sights}) > len(points) // 4
    for point, (hand, board) in list(zip(points, sights, strict=True))[::40]:
        advice = solution.advise(hand, board)
        assert point.values == {name: pytest.approx(float(value)) for name, value in advice.values}
