"""King's Bounty: a bet that the first two cards make twenty, and best the two kings of spades."""

from fairfelt.games._blackjack import AT_ANY_TABLE, BOUNTY_BET, TWO_CARDS_EACH, alone
from fairfelt.language import *

BET = BOUNTY_BET.name
SIX_DECKS = "AP Heat, six decks"

game = Game(
    name="King's Bounty",
    approvals=(37, 38),
    summary="Be dealt two cards that make twenty.",
    headlines=("First two cards total 20", "Kings of spades and a dealer's blackjack pay 1,000 to 1"),
    deck=Deck(copies=6),
    decks=(2, 6),
    deal=TWO_CARDS_EACH,
    wagers=(alone(BOUNTY_BET),),
    rulings=(
        AT_ANY_TABLE,
        Ruling(
            "ace_and_nine",
            "Do an ace and a nine make twenty?",
            "Yes, as they do at blackjack.",
            confirmed=True,
        ),
        left_out("tables_left_out", "the dual progressives", "their pays are not published where we looked"),
    ),
    published=(
        *figures(BET, SIX_DECKS, house_edge="23.164%", standard_deviation="4.871"),
        *figures(BET, "Advanced Advantage Play, two decks", decks=2, paytable="two decks", house_edge="24.733489%"),
    ),
)
