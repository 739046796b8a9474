"""With both hands known the rule is short: when to bet by how the showdown will end."""

from __future__ import annotations

from random import Random

import pytest

from fairfelt import games
from fairfelt.analysis.protection.exposure import expose
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.protection.short_rules.price import known_rule
from fairfelt.engine.solve import core_game
from fairfelt.rules.hands import LINE_BITS

RULES = {
    "caribbean-stud": "Raise 2x if the dealer does not qualify, or if your hand wins or ties; otherwise fold",
    "three-card-poker": "Play if the dealer does not qualify, or if your hand wins or ties, or with a straight or "
    "better where your hand loses; otherwise fold",
    "four-card-poker": "Play 3x if your hand wins or ties; Play with a three of a kind or better where your hand "
    "loses; otherwise fold",
    "high-card-flush": "Raise 3x, or as much as your hand allows, if the dealer does not qualify, or if your hand wins "
    "or ties; otherwise fold",
    "solitaire-stud": "Play 2x if your hand wins or ties; otherwise fold",
}


@pytest.mark.parametrize("slug", RULES)
def test_the_end_of_a_showdown_says_what_to_do(slug: str) -> None:
    rule = known_rule(core_game(games.find(slug)))
    assert rule and rule.words == RULES[slug]


def test_there_is_no_such_rule_where_more_is_to_come() -> None:
    assert known_rule(core_game(games.find("ultimate-texas-holdem"))) is None
    assert known_rule(core_game(games.find("let-it-ride"))) is None


def test_the_rule_bets_as_often_as_was_counted() -> None:
    """Hands dealt at random and played by the words: Play in 54.47% of rounds, as the count of every deal has it."""
    game, random, bets, deals = core_game(games.find("three-card-poker")), Random(5), 0, 20_000
    assert game.showdown
    ranking, deck = game.showdown.ranking, list(game.deck.cards)
    straight = next(at for at, line in enumerate(ranking.lines) if line.name == "straight")
    for _ in range(deals):
        cards = random.sample(deck, 6)
        mine, theirs = ranking.value(cards[:3]), ranking.value(cards[3:])
        bets += theirs < game.showdown.qualifying_value or mine >= theirs or mine >> LINE_BITS >= straight
    assert bets / deals == pytest.approx(0.5447, abs=0.0106), "three standard errors"


def test_it_is_told_with_the_figures() -> None:
    found = expose(games.find("three-card-poker"), Information(dealer=(1, 2, 3)), gains=False, recompute=True)
    assert [rule.words for rule in found.strategy] == [RULES["three-card-poker"]]
    assert found.rule_cost == 0, "it is the best play"
