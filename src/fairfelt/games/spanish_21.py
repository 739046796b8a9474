"""Spanish 21: no tens in the shoe; for that 21 always wins, some 21s pay more, and hands double at any time."""

from dataclasses import replace

from fairfelt.games._blackjack import SPLIT_AGAIN
from fairfelt.language import *

SPANISH_DECKS = Deck(ranks="23456789JQKA", copies=6)
THREE_CARDS = ((6, 7, 8), (7, 7, 7))
"""Hands of three cards that pay by their suits."""

RULES = BlackjackRules(
    hits_soft_17=True,
    natural_wins=True,
    wins_with_21=True,
    doubles_any_cards=True,
    most_hands=4,
    most_ace_hands=4,
    split_aces_draw=True,
    surrender=Surrender.FIRST_TWO,
    rescues=True,
    bonuses=(
        Bonus("6-7-8 or 7-7-7 of spades", to(3), cards=THREE_CARDS, suits=Suited.SPADES),
        Bonus("6-7-8 or 7-7-7 of one suit", to(2), cards=THREE_CARDS, suits=Suited.ONE),
        Bonus("6-7-8 or 7-7-7", to(3, 2), cards=THREE_CARDS),
        Bonus("21 in seven cards or more", to(3), least_cards=7),
        Bonus("six-card 21", to(2), least_cards=6),
        Bonus("five-card 21", to(3, 2), least_cards=5),
    ),
)
STANDS = replace(RULES, hits_soft_17=False)
REDOUBLING = replace(RULES, redoubles=2)
SOURCE = "Wizard of Odds, as others quote it"


def edges(six: str, eight: str) -> tuple[Published, ...]:
    """A row of the published table: six and eight decks."""
    found = Published(wager="Round", figure="house_edge", printed=six, source=SOURCE)
    return found, replace(found, printed=eight, decks=8)


game = Game(
    name="Spanish 21",
    summary="Come closer to 21 than the dealer, from a shoe without tens.",
    headlines=("Your 21 always wins", "Double any number of cards", "Bonus 21s pay up to 3 to 1"),
    deck=SPANISH_DECKS,
    decks=(1, 2, 4, 5, 6, 8),
    course=Blackjack(RULES),
    wagers=blackjack_wagers(RULES),
    rulings=(
        Ruling(
            "rescue",
            "What does a player lose who gives up a doubled hand?",
            "Half of all that lies on it: the first bet, where the hand was doubled once.",
        ),
        Ruling(
            "bonuses_after_a_split",
            "Are bonuses paid after a split?",
            "Yes; after doubling they are not.",
            confirmed=True,
        ),
        SPLIT_AGAIN,
        Ruling(
            "left_out",
            "What of the Super Bonus, insurance and Match the Dealer?",
            "They are left out. The Super Bonus is a sum of money that does not grow with the bet.",
        ),
        Ruling(
            "published_edges",
            "Which published figures are left out?",
            "0.37% for six decks and a dealer who stands on every 17, for which 0.36% comes out, and 0.76% for a "
            "dealer who draws on a soft 17, without a number of decks.",
        ),
    ),
    published=edges("0.78%", "0.80%"),
)
stands = replace(
    game,
    variant="stands-on-17",
    course=Blackjack(STANDS),
    wagers=blackjack_wagers(STANDS),
    published=edges("0.36%", "0.38%")[1:],
)
redoubling = replace(
    game,
    variant="redoubling",
    headlines=("Your 21 always wins", "Double up to three times", "Bonus 21s pay up to 3 to 1"),
    course=Blackjack(REDOUBLING),
    wagers=blackjack_wagers(REDOUBLING),
    published=edges("0.42%", "0.45%"),
)
game = replace(game, others=(stands, redoubling))
