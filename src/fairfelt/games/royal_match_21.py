"""Royal Match 21: a bet that the first two cards are of one suit, and best a king and a queen."""

from dataclasses import replace

from fairfelt.games._blackjack import AT_ANY_TABLE, CROWN_BET, ROYAL_MATCH_BET, TWO_CARDS_EACH, alone
from fairfelt.language import *

BET = ROYAL_MATCH_BET.name
SOURCE = "Shackleford, blackjack side bets"
BY_DECKS = {
    # decks: V1, V2
    1: ("0.108597", "0.037707"),
    2: ("0.083271", "0.008215"),
    4: ("0.070792", "-0.006317"),
    6: ("0.066658", "-0.011130"),
    8: ("0.064597", "-0.013531"),
}
SIX_DECKS = {"royal match": "144", "easy match": "11,868", "no paying hand": "36,504", "": "48,516"}

plain = Game(
    name="Royal Match 21",
    variant="plain",
    approvals=(45,),
    summary="Be dealt two cards of one suit.",
    headlines=("Suited king and queen: royal match", "Any other suited cards: easy match"),
    deck=Deck(copies=6),
    decks=tuple(BY_DECKS),
    deal=TWO_CARDS_EACH,
    wagers=(alone(ROYAL_MATCH_BET),),
    rulings=(
        AT_ANY_TABLE,
        Ruling(
            "tables_left_out",
            "What of the dual progressives and the table of one tribal casino?",
            "They are left out: their pays are not published where we looked, or not in full.",
        ),
    ),
    published=(
        *(
            Published(wager=BET, paytable=f"V{at + 1}", figure="house_edge", printed=edge, decks=decks, source=SOURCE)
            for decks, edges in BY_DECKS.items()
            for at, edge in enumerate(edges)
        ),
        *by_outcome(BET, "combinations", SIX_DECKS, SOURCE),
    ),
)

crown = replace(
    plain,
    variant="crown",
    headlines=(*plain.headlines, "Dealer has a royal match too: Crown Treasure"),
    wagers=(alone(CROWN_BET),),
    published=(
        *figures(
            BET, "Wizard of Odds, six decks", outcome="royal match of player and dealer", probability="1 in 121,328"
        ),
    ),
)

game = replace(plain, others=(crown,))
