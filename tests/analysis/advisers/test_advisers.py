"""Advisers: one hand by itself where a game allows it, else the solved game, which the engine keeps."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from fairfelt import games
from fairfelt.analysis import advisers
from fairfelt.analysis.advisers import example_hand, find_adviser, is_prepared, prepare_adviser, prepare_solution
from fairfelt.engine import exact as engine
from fairfelt.engine.one_hand import OneHand
from fairfelt.engine.solve import forget
from fairfelt.rules.cards import parse_cards

THREE, WAR = games.three_card_poker, games.casino_war


def test_a_hand_is_valued_by_itself_and_the_game_solved_for_other_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisers, "engine", None)  # nothing is solved for the coach
    with ThreadPoolExecutor(1) as executor:
        prepare_adviser(THREE, executor)
    assert is_prepared(THREE)
    found = find_adviser(THREE)
    assert isinstance(found, OneHand)
    monkeypatch.undo()
    hand = [parse_cards(cards) for cards in example_hand(THREE)]
    assert found.advise(*hand) == engine.advisor(THREE).advise(*hand)


def test_another_game_is_solved_and_read_again_once_it_is_forgotten() -> None:
    game = games.classic_blackjack
    with ThreadPoolExecutor(1) as executor:
        prepare_adviser(game, executor)
    assert is_prepared(game)
    hand = [parse_cards(cards) for cards in example_hand(game)]
    advised = find_adviser(game).advise(*hand)
    forget()
    assert is_prepared(game), "what was solved is kept on disk"
    assert find_adviser(game).advise(*hand) == advised


def test_a_game_without_a_decision_is_prepared_too() -> None:
    with ThreadPoolExecutor(1) as executor:
        prepare_solution(WAR, executor)
    assert engine.is_at_hand(WAR)
