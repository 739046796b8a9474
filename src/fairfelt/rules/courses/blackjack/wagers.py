"""The bets of a blackjack table, made from its rules: one circle for each hand, and one for each doubling of it."""

from __future__ import annotations

from fairfelt.rules.pays import Paytable
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
        *added_bets(rules),
        *(Wager(name=f"Free {hand}", kind=Kind.BONUS, settle=OnFreeBets(hand)) for hand in hands if free),
    )


def switch_wagers(rules: BlackjackRules) -> tuple[Wager, ...]:
    """Two bets on two hands, and what may be added to each; hands that come of the second count on from the first."""
    second = rules.most_hands
    return (
        opening("Bet", OnHand(1, natural=rules.natural)),
        opening("Second Bet", OnHand(second + 1, natural=rules.natural)),
        *added_bets(rules),
        *added_bets(rules, second),
    )


def added_bets(rules: BlackjackRules, past: int = 0) -> tuple[Wager, ...]:
    """Bets that may be added on one hand, which comes after `past` others."""
    hands = range(1, rules.most_hands + 1)
    doubled = [hand + past for hand in hands if rules.doubles_hand(hand)]
    return (
        *(raised(double_bet(hand), OnDouble(hand)) for hand in doubled),
        *(raised(hand_bet(hand + past), OnHand(hand + past, bonuses=rules.bonuses)) for hand in hands[1:]),
    )


def push_22(name: str, *pays: Paytable) -> Wager:
    """A side bet that the dealer comes to 22."""
    return side_bet(name, settle=on_twenty_two, pays=pays, survives_fold=True)
