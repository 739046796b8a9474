"""Bahama Bonus Blackjack: no tens in the shoe, hands doubled up to three times, and 21 always wins."""

from fairfelt.games._blackjack import SPLIT_AGAIN, other
from fairfelt.language import *

RULES = BlackjackRules(
    hits_soft_17=True,
    natural_wins=True,
    wins_with_21=True,
    doubles_any_cards=True,
    redoubles=2,
    most_hands=4,
    most_ace_hands=4,
)


game = Game(
    name="Bahama Bonus Blackjack",
    approvals=(3,),
    summary="Come closer to 21 than the dealer, from a shoe without tens.",
    headlines=("Your 21 always wins", "Double up to three times", "Blackjack pays 3 to 2"),
    deck=Deck(ranks="23456789JQKA", copies=6),
    decks=(1, 2, 4, 6, 8),
    course=Blackjack(RULES),
    wagers=blackjack_wagers(RULES),
    rulings=(
        Ruling(
            "rules_in_part",
            "Which of its rules are published?",
            "The deck without tens, the natural that always wins, the 21 that loses to a dealer's natural only, a "
            "dealer who draws on a soft 17, and doubling of any number of cards up to eight times the bet.",
            because="The others are read as below. Each of them moves the edge by about as much as the edge itself, so "
            "this is a game of that name, and maybe not the one of a particular house.",
        ),
        Ruling("number_of_decks", "How many decks are in the shoe?", "Six."),
        Ruling(
            "doubled_again",
            "How is a hand doubled again?",
            "By as much as lies on it, for one card each time; the player may stop after any of them. A doubled hand "
            "is not given up.",
        ),
        Ruling(
            "split_aces",
            "How are pairs split?",
            "Up to four hands. Split aces get one card each and may be split again.",
            alternatives={"drawn": other("Up to four hands, and split aces are played on.", split_aces_draw=True)},
        ),
        Ruling(
            "no_bonus_pays",
            "Are there bonuses for a 21 of many cards, for 6-7-8 or 7-7-7?",
            "No, and no surrender: neither is published where we looked.",
        ),
        SPLIT_AGAIN,
        Ruling(
            "insurance_left_out",
            "What of insurance?",
            "It is left out: 2 to 1 is never enough from this shoe for a player who goes by the own hand and the up "
            "card.",
        ),
    ),
)
