"""Boards counted by kinds of cards give what counting every information set gives."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.exact import solve
from fairfelt.engine.solution import Solution
from fairfelt.engine.solvers.boards.problem import board_problem
from fairfelt.engine.solvers.boards.solver import BoardsResult, BoardsSolution, prepare_boards, solve_boards
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.engine.solvers.general.solver import solve_general
from fairfelt.rules import CHECK, FOLD, Cards, Deal, Game, Packet, Showdown, Street, bet, even_money, opening, raised
from fairfelt.rules.cards import RANKS_PER_SUIT, Card, Deck, parse_cards, suit_classes
from fairfelt.rules.hands import PAI_GOW, POKER
from tests.support.heavy import chosen_rows, examples

UTH, BONUS = games.ultimate_texas_holdem, games.texas_holdem_bonus
TWO_SUITS, THREE_SUITS = Deck("789TJQA", "cs"), Deck("2345A", "cdh")


@settings(max_examples=examples(10, 200))
@given(data=st.data())
def test_without_five_of_a_suit_poker_sees_ranks_alone(data: st.DataObject) -> None:
    hand = data.draw(st.lists(st.sampled_from(Deck().cards), min_size=7, max_size=7, unique=True))
    other = data.draw(st.permutations(Deck().cards))
    same_ranks: list[Card] = []
    for card in hand:
        same_ranks.append(next(c for c in other if c.rank == card.rank and c not in same_ranks))
    most = max(sum(c.suit == suit for c in cards) for cards in (hand, same_ranks) for suit in range(4))
    assert most >= POKER.suited_from or POKER.value(hand) == POKER.value(same_ranks)


def solve_both(game: Game) -> None:
    """Every ending, and what hands are worth at every street, is what counting every information set gives."""
    by_kind, every = BoardsSolution(game, solve_boards(game)), GeneralSolution(game, solve_general(game))

    def counted(solution: Solution) -> Counter[tuple[object, ...]]:
        ends = Counter[tuple[object, ...]]()
        for ending in solution.endings:
            ends[ending.choices, ending.facts] += ending.combinations
        return ends

    assert counted(by_kind) == counted(every)
    draw = np.random.default_rng(5)
    for street, size in enumerate(by_kind.result.problem.sizes[:-1]):
        hands = np.array([draw.choice(game.deck.faces, 2 + size, replace=False) for _ in range(20)], np.uint8)
        for state in range(by_kind.states(street)):
            assert np.array_equal(by_kind.decide(street, hands, state), every.decide(street, hands, state))
            for hand in hands[:4].tolist():
                cards = [Card(card) for card in hand]
                values = [one.choice_values(street, state, cards[:2], cards[2:]) for one in (by_kind, every)]
                assert values[0] == values[1]


def game_in_streets(shared: tuple[int, ...], hidden: int) -> Game:
    """One raise, which may be made at any street, with so many shared cards before each and some after the last."""
    last = len(shared) - 1
    streets = (
        Street(f"{at}", FOLD if at == last else CHECK, bet("Play", times=4 - at), community=many, unless_bet="Play")
        for at, many in enumerate(shared)
    )
    board = Packet(sum(shared) + hidden, to=Cards.COMMUNITY)
    return replace(
        UTH.with_deck(THREE_SUITS), published=(), rulings=(), others=(), strategies=(), streets=tuple(streets),
        deal=Deal(Packet(2, to=Cards.OWN), Packet(2, to=Cards.DEALER), board), showdown=Showdown(POKER),
        wagers=(opening("Ante", even_money), raised("Play", even_money)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("shared", "hidden"),
    chosen_rows(
        [((1, 2), 0), ((1, 2), 1), ((1, 1, 2), 0), ((0, 0, 3), 1), ((3,), 0), ((1,), 3)], {(1, 1, 2), (0, 0, 3), (1,)}
    ),
)
def test_streets_may_show_any_number_of_cards(shared: tuple[int, ...], hidden: int) -> None:
    """After one card, a player's suit that was decided by is as good as another one later."""
    solve_both(game_in_streets(shared, hidden))


@pytest.mark.parametrize("deck", [TWO_SUITS, THREE_SUITS], ids=lambda deck: deck.suits)
@pytest.mark.parametrize("game", [UTH, games.casino_holdem, BONUS], ids=lambda game: game.title)
def test_kinds_count_as_every_information_set_does(game: Game, deck: Deck) -> None:
    solve_both(game.with_deck(deck))


def test_a_ranking_that_promises_nothing_is_counted_by_all_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(POKER, "suited_from", 0, raising=False)
    solve_both(BONUS.with_deck(THREE_SUITS))


def test_boards_that_all_suits_tell_apart_are_refused_where_memory_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(POKER, "suited_from", 0, raising=False)
    with pytest.raises(Unsolved, match="more than there is memory for"):
        prepare_boards(UTH)


def test_classes_of_boards_by_the_suits_that_can_flush() -> None:
    """On four cards a suit counts with two of them, on a whole board with three; ranks are C(n + 12, n) and fewer."""
    turn = BoardsResult(board_problem(UTH)).level(4)
    assert len(turn) == len(suit_classes(UTH.deck, 4))
    rainbow = turn.many == RANKS_PER_SUIT
    assert rainbow.sum() == 1820
    assert (turn.times.sum(axis=1) == 48).all()


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
