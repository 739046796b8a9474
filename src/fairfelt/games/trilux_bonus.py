"""TriLux Bonus: a bet that the first two cards and the dealer's up card make a three-card poker hand."""

from fairfelt.games._blackjack import TWO_CARDS_AND_UP_CARD, WITH_UP_CARD, with_up_card
from fairfelt.language import *

LINES = ThreeCard.STRAIGHT_FLUSH, ThreeCard.THREE_OF_A_KIND, ThreeCard.STRAIGHT, ThreeCard.FLUSH
BET = with_up_card(
    "TriLux",
    THREE_CARD,
    from_top(LINES, 8, 8, 8, 8, name="1"),
    from_top(LINES, 25, 15, 8, 5, name="2"),
    from_top(LINES, 25, 15, 10, 5, name="3"),
)
SIX_DECKS = "Wizard of Odds, of a bet on the same three cards, six decks"
COUNTS = {"straight flush": "10,368", "straight": "155,520", "flush": "292,896", "": "5,013,320"}

game = Game(
    name="TriLux Bonus",
    approvals=(62,),
    summary="Make a flush or better with your first two cards and the dealer's up card.",
    headlines=("Three cards: yours and the dealer's up card", "A straight beats a flush"),
    deck=Deck(copies=6),
    decks=(4, 5, 6, 8),
    deal=TWO_CARDS_AND_UP_CARD,
    wagers=(BET,),
    rulings=(
        WITH_UP_CARD,
        Ruling(
            "three_equal_cards",
            "What do three cards of one rank and suit make?",
            "Three of a kind: no table has a line of its own for them. Two equal cards with a third of their suit make "
            "a flush.",
            confirmed=True,
        ),
        Ruling(
            "lucky_george",
            "What of Lucky George, the award to the dealer when a player wins?",
            "It is left out: it goes to the dealer and changes nothing for a player.",
        ),
        left_out("meters_left_out", "the dual progressives", "their pays are not published where we looked"),
    ),
    published=tuple(by_outcome(BET.name, "combinations", COUNTS, SIX_DECKS, paytable="2")),
)
