"""Games with several decisions: what best play does, and figures by another way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt import games
from fairfelt.engine.core.tree import passages_of, tree_of
from fairfelt.engine.exact import Root, short_strategy, solve
from fairfelt.engine.solution import StreetByStreetSolution
from fairfelt.engine.solve import forget
from fairfelt.engine.solvers.boards import solver
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.engine.solvers.general.solver import level_of
from fairfelt.engine.strategy import holdings_text, starting_hands
from fairfelt.rules import FOLD, Game, Published, Showdown, Street, bet, even_money, opening, raised
from fairfelt.rules.cards import Card, Deck, parse_cards
from fairfelt.rules.hands import POKER
from tests.support.heavy import first_few

UTH, BONUS, RIDE = games.ultimate_texas_holdem, games.texas_holdem_bonus, games.let_it_ride
STUD = games.mississippi_stud
SHORT, TINY = Deck("9TJQKA", "cdh"), Deck("9TJQ", "cds")
HIGH = "TJQKA"


def hands_at(solution: StreetByStreetSolution, street: int) -> NDArray[np.uint8]:
    """What is known at a street, up to an exchange of suits."""
    assert isinstance(solution, GeneralSolution)
    sights = solution.result.information_sets
    return sights[level_of(sights, street)].hands


def solved(game: Game) -> StreetByStreetSolution:
    solution = solve(game)
    assert isinstance(solution, StreetByStreetSolution)
    return solution


@pytest.mark.parametrize(
    ("game", "paths", "states"), [(STUD, 40, (1, 3, 9)), (UTH, 5, (1, 1, 1)), (BONUS, 5, (1, 1, 2))]
)
def test_paths_and_states_follow_from_the_choices(game: Game, paths: int, states: tuple[int, ...]) -> None:
    """Three sizes of three bets with a fold at each; one raise whenever it is made; three raises after one fold."""
    tree = tree_of(game)
    assert len(tree.paths) == paths
    assert tuple(map(len, tree.arrivals[:-1])) == states
    assert {path for street, path in passages_of(tree)[-1].after} == set(range(paths))


def test_of_equal_values_the_larger_bet_is_taken() -> None:
    """Four cards to an outside straight without a high card: the last bet is worth nothing either way."""
    advice = solve(RIDE).advise(parse_cards("4c 5d 6h"), parse_cards("7s"))
    values = dict(advice.values)
    assert values["take back Bet 2"] == values["let it ride"]
    assert advice.best == "let it ride"


def ranks(hand: tuple[Card, ...]) -> list[int]:
    return sorted(card.rank for card in hand)


def high_cards(hand: tuple[Card, ...]) -> int:
    return sum(str(card)[0] in HIGH for card in hand)


def pays(hand: tuple[Card, ...]) -> bool:
    """Tens or better paired, two pair or three of a kind."""
    held = ranks(hand)
    repeated = {rank for rank in held if held.count(rank) > 1}
    return any(rank >= 8 or held.count(rank) > 2 for rank in repeated) or len(repeated) > 1


def keep_three(hand: tuple[Card, ...]) -> bool:
    """The published rule for the first bet; an ace with small cards is low, and no high card then."""
    if pays(hand):
        return True
    held, high = ranks(hand), high_cards(hand)
    if len({card.suit for card in hand}) > 1 or len(set(held)) < 3:
        return False
    if 12 in held and held[1] <= 3:
        held, high = [-1, *held[:2]], 0
    spread = held[-1] - held[0] + 1
    if spread == 3:
        return held not in ([0, 1, 2], [-1, 0, 1])
    return (spread == 4 and high >= 1) or (spread == 5 and high >= 2)


def keep_four(hand: tuple[Card, ...]) -> bool:
    """The published rule for the second bet, with the hands that are worth nothing either way."""
    held = ranks(hand)
    if pays(hand) or len({card.suit for card in hand}) == 1:
        return True
    outside = len(set(held)) == 4 and held[-1] - held[0] == 3 and held[-1] < 12
    return outside or (len(set(held)) == 4 and high_cards(hand) == 4)


@pytest.mark.parametrize(("street", "rule"), [(0, keep_three), (1, keep_four)])
def test_let_it_ride_is_played_best_by_its_published_strategy(
    street: int, rule: Callable[[tuple[Card, ...]], bool]
) -> None:
    solution = solved(RIDE)
    hands = hands_at(solution, street)
    for state in range(solution.states(street)):
        rides = solution.decide(street, hands, state) == 1
        by_rule = [rule(tuple(Card(card) for card in hand)) for hand in hands.tolist()]
        assert rides.tolist() == by_rule


def antes_to_raise(hand: tuple[Card, ...]) -> int:
    """The published rule for the raise of Big Raise Stud Poker, 0 to fold; sixes to nines are medium cards."""
    held, high = ranks(hand), high_cards(hand)
    paired = [rank for rank in held if held.count(rank) > 1]
    if paired:
        return 4 if len(paired) == 3 or paired[0] >= 4 else 1
    gaps, medium = held[-1] - held[0] - 2, sum(4 <= rank < 8 for rank in held)
    if len({card.suit for card in hand}) == 1:
        least = {0: held[0] >= 3, 1: held[0] >= 4, 2: high >= 2}
        return 4 if high == 3 or least.get(gaps, False) else 1
    return int(high + medium == 3 or high == 2 or (gaps <= 1 and medium >= 2))


def test_big_raise_stud_is_played_best_by_its_published_strategy() -> None:
    solution = solved(games.big_raise_stud_poker)
    hands = hands_at(solution, 0)
    by_rule = [antes_to_raise(tuple(Card(card) for card in hand)) for hand in hands.tolist()]
    assert solution.decide(0, hands).tolist() == by_rule


def test_earlier_bets_make_a_difference() -> None:
    """With two small cards and nothing made a player who has bet three times the Ante goes on where another folds."""
    solution = solved(STUD)
    hands = hands_at(solution, 2)
    folds = [(solution.decide(2, hands, state) == 0).sum() for state in range(solution.states(2))]
    assert folds[0] > folds[-1]


@pytest.mark.heavy
@pytest.mark.xdist_group(UTH.title)
def test_ultimate_texas_holdem_by_its_known_values() -> None:
    solution = solve(UTH)
    assert solution.total == 1326 * 19600 * 1081 * 990
    assert f"{float(solution.round.house_edge):.6f}" == "0.021850"
    assert short_strategy(UTH).rules[0].words == (
        "Play 4x with 33+, A2+, K2s+, K5o+, Q6s+, Q8o+, J8s+, JTo; otherwise check"
    )


@pytest.mark.heavy
@pytest.mark.xdist_group(BONUS.title)
def test_five_hands_are_folded_by_the_rules_of_las_vegas() -> None:
    assert short_strategy(BONUS).rules[0].words == "fold with 72o, 62o, 52o, 42o, 32o; otherwise Flop 2x"


@pytest.mark.heavy
@pytest.mark.xdist_group(BONUS["ac"].title)
def test_a_sixth_is_folded_by_those_of_atlantic_city() -> None:
    assert short_strategy(BONUS["ac"]).rules[0].words == "fold with 72o, 62o, 52o, 42o+, 32o; otherwise Flop 2x"


@pytest.mark.heavy
@pytest.mark.xdist_group(BONUS.title)
def test_the_printed_standard_deviation_leaves_the_folds_out() -> None:
    """Printed 3.500839, which no reading of the rules gives unless the loss of a fold is not squared."""
    solution = solve(BONUS)
    folded = {row.choice: row.frequency for row in solution.decisions}["fold"]
    printed = Published(wager="Round", figure="standard_deviation", printed="3.500839")
    deviation, variance = solution.round.standard_deviation, solution.round.variance
    assert deviation
    assert variance
    assert not printed.agrees(deviation.decimal)
    assert printed.agrees(Root(variance - folded).decimal)


def even(game: Game, deck: Deck) -> Game:
    """The same cards played for even money, nobody qualifying."""
    return replace(
        game,
        deck=deck,
        showdown=Showdown(POKER),
        wagers=(opening("Ante", even_money), raised("Play", even_money)),
        streets=(Street("x", FOLD, bet("Play")),),
    )


@pytest.mark.parametrize("deck", [SHORT, Deck("9TJQK", "cds")], ids=["suits side by side", "a suit left out between"])
def test_equal_pairs_for_even_money_are_a_fair_game(deck: Deck) -> None:
    """If all hands are played, player and dealer can change places; without hearts the edge was wrong, silently."""
    solution = solved(even(UTH, deck))
    hands = combinations(deck.faces, 2)
    assert sum((dict(solution.advise(hand).values)["Play"] for hand in hands), Fraction(0)) == 0


@pytest.mark.parametrize("game", first_few([UTH, BONUS], 1), ids=lambda game: game.title)
def test_a_street_is_the_average_of_the_next(game: Game) -> None:
    """Backward induction by hand for one pair: the best of every flop, added up."""
    solution = solved(game.with_deck(SHORT))
    hand = parse_cards("Kh 9d")
    rest = [card for card in SHORT.faces if card not in hand]
    flops = list(combinations(rest, 3))
    total = sum((max(v for _, v in solution.advise(hand, flop).values) for flop in flops), Fraction(0))
    going_on = game.streets[0].choices[0 if game is UTH else 1].name
    assert total / len(flops) == dict(solution.advise(hand).values)[going_on]


@pytest.mark.parametrize("game", first_few([UTH, BONUS], 1), ids=lambda game: game.title)
def test_advice_is_the_same_if_nothing_is_kept(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    small = game.with_deck(TINY)
    asked = [("Jc 9d", "", ""), ("Qc Qd", "9c Tc 9d", ""), ("Jc 9d", "9c Ts Qd", "Qs")]
    asked = [(own, flop + more) for own, flop, more in asked if not more or game is BONUS]  # type: ignore[misc]
    hands = [(parse_cards(own), parse_cards(shared)) for own, shared in asked]  # type: ignore[misc]
    kept = [solve(small).advise(own, shared) for own, shared in hands]
    monkeypatch.setattr(solver, "MAX_KEPT", 0)
    forget()
    assert [solve(small).advise(own, shared) for own, shared in hands] == kept
    forget()


def test_starting_hands_are_listed_as_players_write_them() -> None:
    deck = Deck("TJQKA")
    assert len(starting_hands(deck)) == 25
    assert holdings_text(["AA", "KK", "JJ", "AKs", "AKo", "AQs", "AQo", "KTs", "QTs", "QJs"], deck) == (
        "JJ, KK+, AQ+, KTs, QTs+"
    )
