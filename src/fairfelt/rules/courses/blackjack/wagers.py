"""The bets of a blackjack table, made from its rules: one circle for each hand, and one for each doubling of it."""

from __future__ import annotations

from fairfelt.rules.paytable import Paytable
from fairfelt.rules.wager import Kind, Wager, opening, raised, side_bet

from .facts import OnDouble, OnFreeBets, OnHand, on_twenty_two
from .hand import double_bet, hand_bet
from .rules import BlackjackRules


def blackjack_wagers(rules: BlackjackRules) -> tuple[Wager, ...]:
    """The bet, what may be added to it, and what the house adds."""
    hands = range(1, rules.most_hands + 1)
    free = rules.free.doubles or rules.free.splits
    return (
        opening("Bet", OnHand(1, natural=rules.natural, bonuses=rules.bonuses)),
        *(raised(double_bet(hand), OnDouble(hand)) for hand in hands if rules.doubles_hand(hand)),
        *(raised(hand_bet(hand), OnHand(hand, bonuses=rules.bonuses)) for hand in hands[1:]),
        *(Wager(name=f"Free {hand}", kind=Kind.BONUS, settle=OnFreeBets(hand)) for hand in hands if free),
    )


def push_22(name: str, *pays: Paytable) -> Wager:
    """A side bet that the dealer comes to 22."""
    return side_bet(name, settle=on_twenty_two, pays=pays, survives_fold=True)
