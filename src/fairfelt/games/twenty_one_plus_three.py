"""21+3: a bet that the first two cards and the dealer's up card make a three-card poker hand."""

from fairfelt.games._blackjack import TWO_CARDS_AND_UP_CARD, WITH_UP_CARD, with_up_card
from fairfelt.language import *

LINES = ThreeCard.STRAIGHT_FLUSH, ThreeCard.THREE_OF_A_KIND, ThreeCard.STRAIGHT, ThreeCard.FLUSH
WITH_A_PAIR = (*LINES, ThreeCard.PAIR)
BET = with_up_card(
    "21+3",
    THREE_CARD,
    from_top(LINES, 9, 9, 9, 9, name="9 to 1"),
    from_top(WITH_A_PAIR, *[to(5, 2)] * 5, name="5 to 2"),
)
SOURCE = "Wizard of Odds, 21+3"
BY_DECKS = {1: "13.30%", 2: "7.26%", 4: "4.24%", 6: "3.24%", 8: "2.74%"}
SIX_DECKS = {"straight flush": "10,368", "three of a kind": "26,312", "straight": "155,520", "flush": "292,896"}
TWO_DECKS = {"straight flush": "384", "three of a kind": "728", "straight": "5,760", "flush": "8,768", "pair": "34,944"}

game = Game(
    name="Twenty One Plus Three",
    summary="Make a flush or better with your first two cards and the dealer's up card.",
    headlines=("Three cards: yours and the dealer's up card", "Every paying hand pays the same"),
    deck=Deck(copies=6),
    decks=tuple(BY_DECKS),
    deal=TWO_CARDS_AND_UP_CARD,
    wagers=(BET,),
    rulings=(WITH_UP_CARD,),
    published=(
        *(
            figure
            for decks, edge in BY_DECKS.items()
            for figure in figures(BET.name, SOURCE, decks=decks, house_edge=edge)
        ),
        *by_outcome(BET.name, "combinations", SIX_DECKS, SOURCE, paytable="9 to 1"),
        *figures(BET.name, SOURCE, expected_value="-0.032386"),
        *figures(BET.name, SOURCE, paytable="5 to 2", decks=2, expected_value="-0.027786"),
    ),
)
