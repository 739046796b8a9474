"""Values of actions: exact, counted when they are looked at, and what an agent is scored by."""

from __future__ import annotations

import pickle
from fractions import Fraction
from random import Random

import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.environments.agents import AgentGame, Play
from fairfelt.environments.values import ActionValues
from fairfelt.rules import UnknownName
from fairfelt.rules.cards import Deck, parse_cards
from fairfelt.table import RoundError, stacked_deck


def dealt(slug: str, own: str, dealer: str = "", community: str = "") -> Play:
    agents = AgentGame.of(slug)
    order = stacked_deck(
        agents.game, {1: parse_cards(own)}, dealer=parse_cards(dealer), community=parse_cards(community)
    )
    return agents.deal_order(order)


def test_the_borderline_hand_is_worth_more_than_a_fold() -> None:
    """Q-6-4 is the worst hand that the sheet raises with; Q-6-3 is folded."""
    for cards, best in (("Qs 6d 4c", "Play"), ("Qs 6d 3c", "fold")):
        play = dealt("three-card-poker", cards)
        values = ActionValues(play)
        assert play.agents.actions[values.best] == best
        assert values[play.agents.numbers["fold"]] == -1
        assert values.regret(values.best) == 0


def test_values_follow_the_bets_really_made() -> None:
    play = dealt("mississippi-stud", "2c 7d", community="9h Jh 4s")
    after = play.act(play.agents.numbers["3rd Street 3x"])
    assert ActionValues(after)[play.agents.numbers["fold"]] == -4


def test_a_bet_to_open_with_is_worth_its_house_edge() -> None:
    agents = AgentGame.of("commission-baccarat")
    play = agents.deal(Random(1))
    values = ActionValues(play)
    par = engine.answer(agents.game).par
    assert {agents.actions[at]: -value for at, value in values.items()} == {
        name: par.wager(name).house_edge for name in ("Player", "Banker")
    }
    assert agents.actions[values.best] == "Banker"


def test_nothing_is_counted_until_it_is_looked_at() -> None:
    values = ActionValues(dealt("caribbean-stud", "2c 7d 9h Jh 4s"))
    assert repr(values) == "<not counted yet>"
    assert set(values) == set(values.play.legal)
    assert repr(values) != "<not counted yet>"


def test_each_value_is_the_mean_of_what_follows() -> None:
    """On a small deck: a value is the mean over every deal that is left, played at the table."""
    from itertools import combinations

    game = games.find("triple-shot-rummy")
    agents, hand = AgentGame(game), parse_cards("2c 7d Kh")
    values = ActionValues(dealt(game.slug, "2c 7d Kh"))
    rest = [card for card in game.deck.cards if card not in hand]
    raised, total = Fraction(0), 0
    for theirs in list(combinations(rest, 3))[::37]:
        play = agents.deal_order(stacked_deck(game, {1: hand}, dealer=theirs))
        raised, total = raised + play.act(agents.numbers["Play"]).net(1), total + 1
    assert abs(raised / total - values[agents.numbers["Play"]]) < Fraction(1, 5)


def test_another_process_gets_the_same_round() -> None:
    """As Gymnasium sends what `info` holds from the processes of its asynchronous environments."""
    for slug in ("classic-blackjack", "commission-baccarat", "three-card-poker"):
        play = AgentGame.of(slug).deal(Random(3))
        values = pickle.loads(pickle.dumps(ActionValues(play)))
        assert values == ActionValues(play)
        assert dict(values) == dict(ActionValues(play))
    changed = AgentGame(games.find("three-card-poker").with_deck(Deck("9TJQKA", "shdc")))
    with pytest.raises(pickle.PicklingError, match="Three Card Poker is not as in the catalogue"):
        pickle.dumps(changed)


@pytest.mark.parametrize(("bet", "sentence"), [("Pear Plus", "Pear Plus"), ("Play", "Play is not bet before the deal")])
def test_a_side_bet_that_is_none_is_refused(bet: str, sentence: str) -> None:
    assert AgentGame.of("three-card-poker", bets=["pair plus"]).bets == ("Pair Plus",)
    with pytest.raises((ValueError, UnknownName), match=sentence):
        AgentGame.of("three-card-poker", bets=[bet])


def test_an_action_that_is_not_allowed_is_refused() -> None:
    play = dealt("three-card-poker", "Qs 6d 4c")
    with pytest.raises(RoundError, match=r"action 0 is not allowed now; allowed: 1 \(fold\), 2 \(Play\)"):
        play.act(0)


@pytest.mark.parametrize("slug", [game.slug for game in games.catalogue()])
def test_observations_fit_their_names_and_limits(slug: str) -> None:
    agents, source = AgentGame.of(slug), Random(7)
    assert len(agents.fields) == len(set(agents.fields)) == len(agents.limits)
    for _ in range(3):
        play = agents.deal(source)
        while not play.is_over:
            seen = play.observe(1)
            assert (seen <= agents.limits).all()
            play = play.act(source.choice(play.legal))
        assert play.legal == ()
        end = dict(zip(agents.fields, play.observe(1).tolist(), strict=True))
        held = sum(number for name, number in end.items() if name.startswith("own "))
        assert held == len(play.round.visible(1).own)
        assert end["stage no more decisions"] == 1
