"""Classic blackjack: every common rule can be chosen, and each is worth what is published of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.engine.exact import solve
from fairfelt.rules import Blackjack, Game

GAME = games.find("classic-blackjack")
CHOICES = [(ruling.name, choice) for ruling in GAME.rulings for choice in ruling.alternatives]
EFFECTS = {
    # What a rule adds to the player's expectation in percent, six decks (blackjackreview.com, rule variations).
    ("soft_17", "hits"): "-0.20",
    ("natural_pays", "6-to-5"): "-1.36",
    ("double_after_split", "no"): "-0.14",
    ("split_aces", "again"): "0.07",
    ("surrender", "late"): "0.08",
    ("splits", "two"): "-0.04",
}


@pytest.mark.parametrize(("ruling", "choice"), CHOICES)
def test_every_rule_makes_another_table_with_its_bets(ruling: str, choice: str) -> None:
    changed = GAME.with_ruling(ruling, choice)
    assert isinstance(changed.course, Blackjack) and isinstance(GAME.course, Blackjack)
    assert changed.course.rules != GAME.course.rules
    assert changed.course.sentences != GAME.course.sentences or ruling in ("natural_pays", "hole_card")
    made = {choice.bet for street in changed.streets for choice in street.choices if choice.bet}
    assert {wager.name for wager in changed.raises} == made


def edge(game: Game) -> Fraction:
    return solve(game).round.house_edge


@pytest.mark.heavy
@pytest.mark.parametrize(("rule", "effect"), EFFECTS.items())
def test_rules_are_worth_what_is_published(rule: tuple[str, str], effect: str) -> None:
    assert abs((edge(GAME) - edge(GAME.with_ruling(*rule))) * 100 - Fraction(effect)) < Fraction(3, 100)


@pytest.mark.heavy
def test_a_shoe_without_a_hole_card_comes_near_the_published_return() -> None:
    """Appendix 9 of the Wizard of Odds: the player there remembers how many pairs were split."""
    table = GAME.with_ruling("soft_17", "hits").with_ruling("hole_card", "no-peek")
    assert 0 < edge(table.with_ruling("double_after_split", "no")) - Fraction("0.0086975") + Fraction(2, 10**6) < 2e-6
    assert 0 < edge(table) - Fraction("0.0072705") + Fraction(2, 10**6) < 2e-6
