"""What blackjack games have in common: tables by other rules, hands after a split, and bets on the first two cards."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.language import *

SPLIT_AGAIN = Ruling(
    "split_again",
    "How are hands after a split played?",
    "By their own cards and the up card, as the same cards before a split; a pair that is split is split again "
    "as often as the rules allow. What lies on the player's other hands is not looked at.",
    because="This is how published values of blackjack are computed.",
)


def other(reading: str, **rules: object) -> Alternative:
    """Another reading: a table where some rules are others, with the bets that they ask for."""
    return Alternative(reading, lambda game: _with_rules(game, rules))


def _with_rules(game: Game, rules: dict[str, object]) -> Game:
    assert isinstance(game.course, Blackjack)
    changed = replace(game.course.rules, **rules)  # type: ignore[arg-type]
    return replace(game, course=Blackjack(changed), wagers=blackjack_wagers(changed))


TWO_CARDS_EACH = Deal(
    Packet(1, to=Cards.OWN),
    Packet(1, to=Cards.DEALER),
    Packet(1, to=Cards.OWN),
    Packet(1, to=Cards.DEALER),
)

TWO_CARDS_AND_UP_CARD = Deal(*TWO_CARDS_EACH.packets[:3])

MATCH_V1 = Paytable("V1", {Match.ROYAL: 25, Match.EASY: to(5, 2)})
MATCH_V2 = Paytable("V2", {Match.ROYAL: 10, Match.EASY: 3})
MATCH_WITH_CROWN = Paytable("crown", {Match.BOTH_ROYAL: 1000, Match.ROYAL: 25, Match.EASY: to(5, 2)})

STANDARD_BOUNTY = from_top(Twenty, 1000, 100, 30, 20, 9, 6, 4, name="standard")
TWO_DECK_BOUNTY = from_top(Twenty, 1000, 200, 50, 25, 9, 6, 4, name="two decks")


def bounty(facts: Facts, reading: Reading) -> Outcome:
    """By the line of the two cards; the kings of spades are worth more beside a dealer's blackjack."""
    if facts.player == Twenty.KINGS_OF_SPADES and facts.dealer == Twenty.BLACKJACK:
        facts = replace(facts, player=Twenty.KINGS_AND_BLACKJACK)
    return by_line(facts, reading)


def crown_treasure(facts: Facts, reading: Reading) -> Outcome:
    """By the line of the two cards; a royal match is worth more if the dealer has one too."""
    if facts.player == facts.dealer == Match.ROYAL:
        facts = replace(facts, player=Match.BOTH_ROYAL)
    return by_line(facts, reading)


ROYAL_MATCH_BET = side_bet("Royal Match", hand=ROYAL_MATCH, first=2, pays=(MATCH_V1, MATCH_V2), survives_fold=True)
CROWN_BET = side_bet(
    "Royal Match",
    hand=ROYAL_MATCH,
    against=Cards.DEALER,
    first=2,
    settle=crown_treasure,
    pays=(MATCH_WITH_CROWN,),
    survives_fold=True,
)
BOUNTY_BET = side_bet(
    "Bounty",
    hand=BOUNTY,
    against=Cards.DEALER,
    first=2,
    settle=bounty,
    pays=(STANDARD_BOUNTY, TWO_DECK_BOUNTY),
    survives_fold=True,
)

AT_ANY_TABLE = Ruling(
    "blackjack_table",
    "Which blackjack rules go with the bet?",
    "None: it is decided by the first two cards, and stands here without the hand of blackjack around it.",
    because="Nothing that a player does later changes what it pays.",
)

WITH_UP_CARD = Ruling(
    "blackjack_table",
    "Which blackjack rules go with the bet?",
    "None: it is decided by the first two cards and the dealer's up card, and stands here without the hand of "
    "blackjack around it.",
    because="Nothing that anybody does later changes what it pays.",
)


def first_two(name: str, hand: Ranking, *pays: Paytable) -> Wager:
    """The only bet of a game, on the first two cards."""
    return alone(side_bet(name, hand=hand, first=2, pays=pays, survives_fold=True))


def with_up_card(name: str, hand: Ranking, *pays: Paytable) -> Wager:
    """The only bet of a game, on the first two cards and the dealer's up card."""
    return alone(side_bet(name, hand=hand, on=Cards.OWN | Cards.DEALER, pays=pays, survives_fold=True))


def alone(wager: Wager) -> Wager:
    """The side bet as the only bet of a game."""
    return replace(wager, kind=Kind.OPENING)
