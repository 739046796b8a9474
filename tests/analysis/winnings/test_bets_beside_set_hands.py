"""A bet on all seven cards beside the hands that they are set in: counted line by line, and played out one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import prod

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt import games
from fairfelt.analysis.winnings.covariance import pair_key, shipped_covariances
from fairfelt.engine.answers.store import kept_answer
from fairfelt.engine.core.endings import Ending, settle_ending
from fairfelt.engine.exact import solve
from fairfelt.rules import PaiGowPoker, Result, SetFacts, Wager, fingerprint
from fairfelt.rules.cards import RANKS, Deck
from fairfelt.rules.courses.pai_gow import compare
from fairfelt.rules.hands import LINE_BITS, line_of
from fairfelt.rules.hands.poker.pai_gow import JOKER
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


def test_the_covariance_that_ships_is_near_that_of_dealt_hands() -> None:
    """Each line of the bonus with its exact chance; how an ace high goes with it, from dealt hands."""
    game = games.find("face-up-pai-gow")
    ace_high, bonus = game.wager("Ace-High"), game.wager("Fortune Bonus")
    assert bonus.ranking
    dealt = np.random.default_rng(5).permuted(np.tile(np.array(game.deck.faces, np.uint8), (200_000, 1)), axis=1)[
        :, :14
    ]
    (mine, my_ace, _), (_, their_ace, joker) = (_read(hands, bonus) for hands in (dealt[:, :7], dealt[:, 7:]))
    pays = {line: float(pay.net) for line, pay in ace_high.paytable.pays.items()}
    won = np.where(their_ace, np.where(my_ace, pays[3], np.where(joker, pays[2], pays[1])), -1.0)

    answer = kept_answer(game)
    assert answer
    rows = [row for row in answer.par.wager(bonus.name).outcomes if row.line is not None]
    paid = [line for row in rows if (line := row.line) is not None]
    sampled = -np.mean((won - won.mean()) * ~np.isin(mine, paid))
    for row in rows:
        hands = won[mine == row.line]
        if len(hands) > 1_000:  # the rare ones together move the sum by less than the bound below
            sampled += float(row.pay.net * row.probability) * (hands.mean() - won.mean())
    key = pair_key((ace_high.name, ace_high.paytable.name), (bonus.name, bonus.paytable.name))
    assert float(Fraction(shipped_covariances()[fingerprint(game)][key])) == pytest.approx(sampled, abs=0.1)


def _read(hands: NDArray[np.uint8], bonus: Wager) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    """The line of each hand, whether it is an ace high, and whether it has the joker."""
    assert bonus.ranking
    lines, joker = bonus.ranking.batch(np.ascontiguousarray(hands)) >> LINE_BITS, (hands == JOKER).any(axis=1)
    ace = joker | ((hands % len(RANKS) == len(RANKS) - 1) & (hands != JOKER)).any(axis=1)
    return lines, (lines == 0) & ace, joker
