"""Several seats at once, aggregate limits, and bets that a fold loses: each by a second count."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from fairfelt import games
from fairfelt.engine.exact import Unsolved, solve
from fairfelt.engine.strategy import joint_values
from fairfelt.jackpot.meters import (
    Tax,
    break_even,
    break_evens,
    compare_fold_rules,
    count_bet,
    return_at,
)
from fairfelt.rules import Paytable, for_one, percent, progressive
from fairfelt.rules.cards import Card, suit_classes
from fairfelt.rules.hands import POKER, THREE_CARD, Poker, ThreeCard
from tests.jackpot.meters.meters import GAME, five_card

TCP = games.three_card_poker
BONUS = "Three Card Poker Bonus"


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
