"""Games that only the general solver counts are dealt too, decided by the solution itself."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb

import pytest

from fairfelt import games
from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.exact import bracket, foresee, solve
from fairfelt.engine.simulation import simulate
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.rules import Kind, Paytable, Street
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import ROYAL_MATCH, Match

THREE = games.three_card_poker.with_deck(Deck("9TJQKA", "cd"))
OWN = tuple(wager for wager in THREE.wagers if wager.is_base)
ALL_UP = (Street("All up", *THREE.streets[0].choices, dealer=3),)
ALL_SEEN = replace(THREE, wagers=OWN, streets=ALL_UP, published=(), strategies=())


def test_the_exact_mean_is_within_three_standard_errors() -> None:
    """The simulator refused every game of the general solver."""
    assert isinstance(solve(ALL_SEEN), GeneralSolution)
    found = simulate(ALL_SEEN, rounds=4_000, seed=7, seats=2)
    assert [row.wager for row in found.wagers if not row.within] == []
    assert {row.wager for row in found.wagers} == {"Round", *(wager.name for wager in ALL_SEEN.wagers)}


def test_no_more_players_than_seats() -> None:
    with pytest.raises(ValueError, match="players, not 99"):
        simulate(ALL_SEEN, rounds=10, seed=1, seats=99)


def test_a_bet_of_the_game_on_first_cards_is_bracketed() -> None:
    """It was refused. A bonus that outlives a fold adds what it pays, whatever is decided."""
    own = tuple(wager for wager in THREE.wagers if wager.is_base and not wager.ranking)
    pays = Paytable("royal", {Match.ROYAL: 5})
    bonus = replace(next(w for w in THREE.wagers if w.kind is Kind.BONUS), ranking=ROYAL_MATCH, first=2)
    bonus = replace(bonus, paytables=(pays,), survives_fold=True)
    bare = replace(THREE, wagers=own, published=(), strategies=())
    game = replace(bare, wagers=(*own, bonus))
    reason = foresee(game).too_costly
    assert reason
    assert f"{bonus.name} goes by the first cards of a hand" in str(reason)
    royal = Fraction(line_counts(ROYAL_MATCH, THREE.deck, 2)[Match.ROYAL], comb(len(THREE.deck), 2))
    low, high = bracket(game, rounds=1_000).house_edge
    assert low < solve(bare).round.house_edge - 5 * royal < high
