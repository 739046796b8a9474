"""A bet on all seven cards beside the hands that they are set in: counted line by line, and played out one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod

import pytest

from fairfelt import games
from fairfelt.engine.core.endings import Ending, settle_ending
from fairfelt.engine.exact import solve
from fairfelt.rules import PaiGowPoker, Result, SetFacts
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.pai_gow import compare
from fairfelt.rules.hands import line_of
from tests.support.small_settings import every_pair, settings
from tools.covariances.paytables import all_paytables

pytestmark = pytest.mark.xdist_group("pai gow")
DECKS = [
    pytest.param(Deck("37TJQKA", "hs"), id="a suited king and queen, paid apart and set alike"),
    pytest.param(Deck("3679JKA", "hs"), id="the dealer's ace high pushes"),
    pytest.param(Deck("37TJQKA", "hs", jokers=1), id="the joker"),
]


@pytest.mark.heavy
@pytest.mark.parametrize("deck", DECKS)
def test_covariances_are_those_of_every_pair_of_hands(deck: Deck) -> None:
    game = games.find("face-up-pai-gow").with_deck(deck)
    course, bonus = game.course, game.wager("Fortune Bonus").ranking
    assert isinstance(course, PaiGowPoker) and bonus
    played: Counter[tuple[Fraction, ...]] = Counter()
    for mine, theirs in every_pair(deck):
        result = max(compare(one, course.setting(theirs)) for one in settings(course, mine))
        if course.is_push(theirs):
            joker = any(card.is_joker for card in theirs)
            facts = SetFacts(Result.TIE, theirs=True, joker=joker, mine=course.is_push(mine))
        else:
            facts = SetFacts(result)
        ending = Ending((), facts, line_of(bonus.value(mine)), 1)
        nets = (settle_ending(game, wager, wager.paytable, ending) for wager in game.wagers)
        played[tuple(outcome.pay.net * units for outcome, units in nets)] += 1
    deals = sum(played.values())

    def mean(*bets: int) -> Fraction:
        products = (prod((nets[bet] for bet in bets), start=Fraction(many)) for nets, many in played.items())
        return sum(products, Fraction(0)) / deals

    found, covariances = all_paytables(solve(game))
    assert [name for name, _ in found] == ["", "Ace-High", "Fortune Bonus"]
    assert covariances == tuple(tuple(mean(a, b) - mean(a) * mean(b) for b in range(3)) for a in range(3))
    assert covariances[0][2], "the bonus goes together with the game"
