"""Several seats at once, aggregate limits, and bets that a fold loses: each by a second count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import pytest

from fairfelt import games
from fairfelt.engine.bets.seats import joint_lines
from fairfelt.engine.exact import Unsolved, solve
from fairfelt.engine.strategy import joint_values
from fairfelt.jackpot import SeveralWinners
from fairfelt.jackpot.meters import (
    Balances,
    MeterError,
    Tax,
    apply_aggregate_limit,
    break_even,
    break_evens,
    compare_fold_rules,
    count_bet,
    count_multiple_winners,
    return_at,
)
from fairfelt.rules import Paytable, for_one, percent, progressive
from fairfelt.rules.cards import STANDARD, Card, all_hands, suit_classes
from fairfelt.rules.hands import POKER, THREE_CARD, Poker, ThreeCard
from tests.jackpot.meters.meters import GAME, HANDS, LINK, five_card, level, terms

TCP = games.three_card_poker
BONUS = "Three Card Poker Bonus"
STRAIGHT_FLUSHES = [
    (suit, frozenset((rank % 13, suit) for rank in range(low, low + 5))) for suit in range(4) for low in range(-1, 9)
]


@pytest.fixture(scope="module", autouse=True)
def hands_listed_once() -> Iterator[None]:
    """Two and a half million of them for each question otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fairfelt.engine.bets.seats.all_hands", cache(all_hands))
        yield


def test_two_royals_from_one_deck() -> None:
    table = GAME.paytable(LINK, "01")
    joint = joint_lines(GAME, GAME.wager(LINK), table, (Poker.ROYAL_FLUSH, Poker.STRAIGHT_FLUSH))
    royal = int(Poker.ROYAL_FLUSH)
    assert joint.chances[royal,] == Fraction(4, HANDS)
    assert joint.chances[royal, royal] == Fraction(4 * 3, HANDS * comb(47, 5))
    assert joint.chances[royal, royal, royal] == Fraction(4 * 3 * 2, HANDS * comb(47, 5) * comb(42, 5))


def test_pairs_of_straight_flushes_by_hand() -> None:
    """All 40 of them, two by two: those that share no card."""
    table = GAME.paytable(LINK, "01")
    lines = (int(Poker.ROYAL_FLUSH), int(Poker.STRAIGHT_FLUSH))
    joint = joint_lines(GAME, GAME.wager(LINK), table, lines)
    apart = sum(2 for (_, a), (_, b) in combinations(STRAIGHT_FLUSHES, 2) if not a & b)
    both = sum(joint.chances[a, b] for a in lines for b in lines)
    assert both == Fraction(apart, HANDS * comb(47, 5))
    for seats in (1, 2, 6):
        any_winner = sum(chance for _, chance in joint.outcomes(seats))
        assert any_winner <= seats * Fraction(40, HANDS)
        assert any_winner >= seats * Fraction(40, HANDS) - comb(seats, 2) * both


def test_seats_that_share_two_cards_by_hand() -> None:
    """Own three and shared two: two seats with straight flushes must both use the board."""
    game = games.let_it_ride
    lines = (int(Poker.ROYAL_FLUSH), int(Poker.STRAIGHT_FLUSH))
    joint = joint_lines(game, game.wager(LINK), game.paytable(LINK, "01"), lines)
    both = 0
    for (_, a), (_, b) in combinations(STRAIGHT_FLUSHES, 2):
        both += 2 * (len(a & b) == 2)
    ways = comb(52, 2) * comb(50, 3) * comb(47, 3)
    assert sum(joint.chances[a, b] for a in lines for b in lines) == Fraction(both, ways)
    assert sum(joint.chances[line,] for line in lines) == Fraction(40, HANDS)


def test_what_the_policies_cost() -> None:
    """A single winner costs the same by every policy; with several, each in full asks the house for most."""
    at, standing = terms(level(10_000, 18)), Balances({"meter": Fraction(50_000)})
    alone = count_multiple_winners(GAME, LINK, "01", at, standing, seats=1)
    assert {cost.paid for cost in alone.costs} == {Fraction(19, 6_497_400) * 50_000}
    assert {cost.from_house for cost in alone.costs} == {Fraction(10_000, 649_740)}
    table = count_multiple_winners(GAME, LINK, "01", at, standing, seats=6)
    costs = {cost.policy: cost for cost in table.costs}
    in_full = costs[SeveralWinners.EACH_IN_FULL]
    missing = in_full.paid - 6 * Fraction(19, 6_497_400) * 50_000
    assert abs(missing) <= table.missed * 6 * 50_000, "each in full, every seat gets what it would alone"
    assert costs[SeveralWinners.EQUAL_SPLIT].paid < costs[SeveralWinners.IN_ORDER].paid < in_full.paid
    assert in_full.from_house > costs[SeveralWinners.IN_ORDER].from_house
    assert 0 < table.two < table.one < 6 * Fraction(40, HANDS)
    assert [round(cost.from_house_if_several) for cost in table.costs] == [2073, 1982, 3384], "as docs/meter.md says"


def test_what_cannot_be_paired_is_refused() -> None:
    with pytest.raises(Unsolved, match="winners at several seats are counted for up to 5 cards"):
        six = games.straight_edge_poker
        joint_lines(six, six.wager("Bonus"), six.paytable("Bonus", "1"), (7,))
    with pytest.raises(Unsolved, match="54,912 hands cannot be paired"):
        joint_lines(GAME, GAME.wager(LINK), GAME.paytable(LINK, "01"), (Poker.THREE_OF_A_KIND,))
    with pytest.raises(MeterError, match="9 seats are not possible"):
        count_multiple_winners(GAME, LINK, "01", terms(level(1, 1)), Balances(), seats=9)


def test_an_aggregate_limit_on_one_seat_cuts_each_pay() -> None:
    """The sheet's own pays: 4,000, 1,000, 125 and 100 to 1 on 1, 3, 44 and 52 of 22,100 hands, five units bet."""
    pays = {4000: 1, 1000: 3, 125: 44, 100: 52}
    for limit in (600, 5000, 30_000):
        found = apply_aggregate_limit(TCP, BONUS, "TCPB-01", stake=Fraction(5), limit=Fraction(limit), seats=1)
        paid = Fraction(sum(min(5 * (odds + 1), limit) * ways for odds, ways in pays.items()), 22_100)
        assert found.paid.low == found.paid.high == paid
    assert found.owed == found.paid.high


def test_an_aggregate_limit_on_two_seats_by_every_pair() -> None:
    ranking, table = TCP.wager(BONUS).ranking, TCP.paytable(BONUS, "TCPB-01")
    assert ranking
    paying = {}
    for cards in combinations(STANDARD.cards, 3):
        pay = table.for_line(ranking.value(cards) >> 20, ranking)
        if pay.net > 0:
            paying[frozenset(cards)] = int(pay.net) + 1
    limit, ways = 500, comb(52, 3) * comb(49, 3)
    total = Fraction(0)
    for one, owed in paying.items():
        others = [also for other, also in paying.items() if not one & other]
        total += sum(min(owed + also, limit) for also in others)
        total += 2 * min(owed, limit) * (comb(49, 3) - len(others))
    found = apply_aggregate_limit(TCP, BONUS, "TCPB-01", stake=Fraction(1), limit=Fraction(limit), seats=2)
    assert found.paid.low == found.paid.high == total / ways


def test_common_lines_widen_the_answer() -> None:
    found = apply_aggregate_limit(GAME, LINK, "01", stake=Fraction(5), limit=Fraction(1600), seats=6)
    assert found.owed == 6 * 5 * five_card().fixed_return
    assert 0 < found.paid.low < found.paid.high <= found.owed


def test_a_game_and_a_bet_decided_together_hand_by_hand() -> None:
    """A made-up bet that pays high cards and flushes, lost by folding, against every class of hands one by one."""
    solution = solve(TCP)
    bet = TCP.wager("Pair Plus")
    worth = {int(ThreeCard.HIGH_CARD): Fraction(1, 3), int(ThreeCard.FLUSH): Fraction(2)}
    played = joint_values(solution, bet).play(worth)
    classes = suit_classes(TCP.deck, 3)
    fold, play = (choice.name for choice in TCP.streets[0].choices)
    loss, kept = Fraction(0), dict[int, Fraction]()
    for faces, weight in zip(classes.hands.tolist(), classes.weights.tolist(), strict=True):
        hand = [Card(face) for face in faces]
        values = dict(solution.advise(hand).values)
        line = THREE_CARD.value(hand) >> 20
        plays = values[play] + worth.get(line, 0) >= values[fold]
        loss -= weight * values[play if plays else fold]
        if plays:
            kept[line] = kept.get(line, Fraction(0)) + Fraction(weight, 22_100)
    assert played.house_edge == loss / 22_100 > solution.round.house_edge
    assert played.kept == kept
    assert set(played.played_on) == {int(ThreeCard.HIGH_CARD)}


def test_a_bet_worth_nothing_changes_nothing() -> None:
    solution = solve(TCP)
    played = joint_values(solution, TCP.wager("Pair Plus")).play({0: Fraction(0)})
    assert played.house_edge == solution.round.house_edge
    assert not played.played_on


def test_a_bet_on_other_cards_is_not_decided_together() -> None:
    wager = replace(TCP.wager("Pair Plus"), ranking=None)
    with pytest.raises(Unsolved, match="reads more than the player's own cards"):
        joint_values(solve(TCP), wager)


def test_break_even_by_joint_play_hand_by_hand() -> None:
    """A small game: at the joint break-even meter best play of both loses as much as the game without the bet."""
    game = replace(TCP, wagers=(*TCP.wagers, SMALL_PROGRESSIVE))
    bet, ante = count_bet(game, "Small", "S"), Fraction(3)
    evens = break_evens(bet, "meter", meters={}, ante=ante)
    assert evens
    assert evens.together
    assert bet.fold
    assert evens.qualifying < evens.together < evens.alone
    found = compare_fold_rules(game, "Small", "S", meters={"meter": evens.together}, ante=3)
    loss = found.loss(found.together, found.together_edge, {"meter": evens.together})
    assert loss == found.alone_edge * 3
    taxed = break_evens(bet, "meter", meters={}, ante=ante, tax=Tax(Fraction(1, 4)))
    assert taxed
    assert taxed.together
    assert evens.together < taxed.together < taxed.alone
    assert break_evens(five_card(), "meter", meters={}, ante=ante) is None, "a fold does not lose it"


SMALL_PROGRESSIVE = progressive(
    "Small",
    hand=THREE_CARD,
    pays=(Paytable("S", {int(ThreeCard.STRAIGHT_FLUSH): percent(100), int(ThreeCard.HIGH_CARD): for_one(1)}),),
    survives_fold=False,
)


@pytest.mark.heavy
def test_folded_hands_that_do_not_qualify() -> None:
    """The standalone bet: who plays the game alone folds 1.15% of hands it would pay; together all are played on.

    The Ante is five, the bet one, the meter 50,000: in a small game the loss falls from 90 to 72 cents.
    """
    meters = {"meter": Fraction(50_000)}
    found = compare_fold_rules(GAME, "Progressive", "01", meters=meters, stake=1, ante=5)
    assert found.alone.fixed_return == Fraction(51122, 162435)
    assert found.together.fixed_return == found.qualifying.fixed_return == five_card().fixed_return
    assert found.together_edge == Fraction(483934994693, 6085996977060)
    alone = found.loss(found.alone, found.alone_edge, meters)
    together = found.loss(found.together, found.together_edge, meters)
    qualifying = found.loss(found.qualifying, found.alone_edge, meters)
    assert [round(float(loss), 2) for loss in (alone, together, qualifying)] == [0.90, 0.72, 0.69]
    assert sum(chance for _, chance in found.played_on) == found.alone.hits_folded
    assert return_at(found.together, meters) == return_at(found.qualifying, meters)
    evens = break_evens(found.alone, "meter", meters={}, ante=Fraction(5))
    assert evens
    assert round(evens.alone) == 234_343, "this alone was told, though nobody plays so at such a meter"
    assert evens.qualifying == break_even(five_card(), "meter")
    assert evens.together
    assert [round(float(meter), 2) for meter in (evens.together, evens.qualifying)] == [172_147.10, 160_530.53]
    there = compare_fold_rules(GAME, "Progressive", "01", meters={"meter": evens.together}, stake=1, ante=5)
    at = {"meter": evens.together}
    assert there.loss(there.together, there.together_edge, at) == there.alone_edge * 5, "as if there were no bet"
    dearer = compare_fold_rules(GAME, "Progressive", "01", meters=meters, stake=1, ante=25)
    assert dearer.together.fixed_return < found.together.fixed_return, "with a larger Ante some are folded after all"
    assert POKER.lines[Poker.FOUR_OF_A_KIND].name in dict(dearer.played_on)
