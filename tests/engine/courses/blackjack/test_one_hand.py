"""One hand asked about: what is kept says how to play, whole numbers say what it is worth, and nothing is compiled."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairfelt.engine.courses.blackjack import count
from fairfelt.engine.courses.blackjack.dealer import dealer_draws, dealer_ends
from fairfelt.engine.solve import core_game, is_as_kept, keep_result, read_result, solver_of
from fairfelt.rules import Blackjack, BlackjackRules, FreeBets, Game, Surrender, blackjack_wagers
from fairfelt.rules.cards import Card, Deck, parse_cards
from fairfelt.rules.courses.blackjack.hand import shoe_of
from fairfelt.runtime.configuration import kept_files
from tests.engine.courses.blackjack import test_carried, test_switch

RULES = BlackjackRules(
    hits_soft_17=True,
    pushes_22=True,
    most_hands=3,
    surrender=Surrender.FIRST_TWO,
    free=FreeBets(frozenset({10, 11}), splits=frozenset({4, 6})),
)
ZAPPING = BlackjackRules(hits_soft_17=True, most_hands=2, zaps=frozenset({15, 16, 17, 18}))
SPARSE = Deck(ranks="A469T", suits="hs", copies=4)
HIGH = Deck(ranks="A69T", suits="hs", copies=4)
FEW = Deck(ranks="A9T", suits="hs", copies=3)


def game_of(rules: BlackjackRules, deck: Deck) -> Game:
    """A table with those rules and that shoe."""
    return Game(name="Some Table", summary="21.", deck=deck, course=Blackjack(rules), wagers=blackjack_wagers(rules))


GAMES: dict[str, tuple[Game, list[tuple[str, str]]]] = {
    "splits": (game_of(RULES, SPARSE), [("6h 6s", "4h"), ("Ah 9s", "Th"), ("4h 4s", "Ah")]),
    "zaps": (game_of(ZAPPING, HIGH), [("9h 6h", "Th"), ("Ah 6h", "9h")]),
    "switch": (test_switch.game_of(*test_switch.COURSES["as published"]), [("9s Ts As 9s", "9s")]),
    "carried": (test_carried.game_of(test_carried.RULES["splits"], FEW), [("9h 9h", "Ts")]),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_hand_is_valued_from_what_is_kept_and_nothing_is_compiled(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_files, "kept_file", tmp_path.joinpath)
    game, asked = GAMES[name]
    core = core_game(game)
    solver = solver_of(core)
    result = solver.solve(core, None)
    keep_result(solver, core, result)
    assert is_as_kept(solver, core, result)
    first = [advice_on(solver.solution(game, result), *hand) for hand in asked]
    for kernel in ("add_couples", "chances_to_draw", "weigh_sets"):
        monkeypatch.setattr(count, kernel, None)
    kept = solver.solution(game, read_result(solver, core))
    assert [advice_on(kept, *hand) for hand in asked] == first


def advice_on(solution: Any, own: str, up: str) -> Any:
    """Of a hand against an up card; decks hold cards more than once, so they are read one by one."""
    return solution.advise(cards_of(own), (), cards_of(up))


def cards_of(words: str) -> list[Card]:
    return [card for word in words.split() for card in parse_cards(word)]


@pytest.mark.parametrize("rules", [RULES, replace(RULES, hits_soft_17=False, pushes_22=False)])
def test_the_dealer_ends_the_same_in_two_limbs_and_in_large_integers(
    rules: BlackjackRules,
) -> None:
    shoes = np.array([shoe_of(SPARSE), shoe_of(Deck(copies=6)), (1,) * 10])
    for up in (1, 6, 10):
        draws = dealer_draws(rules, up)
        every = np.vstack((shoes, np.full((1, 10), 10**7)))
        assert (dealer_ends(draws, shoes) == dealer_ends(draws, every)[:-1]).all(), "10 million cards are too many"
        assert (dealer_ends(draws, np.repeat(shoes, 50, axis=0))[::50] == dealer_ends(draws, shoes)).all()
