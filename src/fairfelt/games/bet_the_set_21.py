"""Bet the Set 21: a bet that the first two cards are a pair."""

from fairfelt.games._blackjack import AT_ANY_TABLE, TWO_CARDS_EACH, first_two
from fairfelt.language import *


class Pair(Lines):
    """Lines of two cards by their ranks."""

    NONE = "no pair"
    UNSUITED = "pair"
    SUITED = "suited pair", "pair"


def pair(first: Card, second: Card) -> Pair:
    if first.rank != second.rank:
        return Pair.NONE
    return Pair.SUITED if first.suit == second.suit else Pair.UNSUITED


HAND = TwoCardRanking("two cards of one rank", Pair, pair)


SINGLE_DECK = Paytable("15", {Pair.UNSUITED: 15})
TABLES = (*(from_top(Pair, suited, 10) for suited in (20, 25, 15)), SINGLE_DECK)
BET = first_two("Bet the Set", HAND, *TABLES)

game = Game(
    name="Bet the Set 21",
    approvals=(5,),
    summary="Be dealt two cards of one rank.",
    headlines=("Any pair wins", "More for a suited pair"),
    deck=Deck(copies=6),
    decks=(1, 2, 4, 6, 8),
    deal=TWO_CARDS_EACH,
    wagers=(BET,),
    rulings=(
        AT_ANY_TABLE,
        Ruling(
            "table_by_decks",
            "Which table goes with how many decks?",
            "15 with one deck, where no pair is suited, 25/10 with two, 20/10 or 15/10 with four to eight.",
        ),
        Ruling(
            "figure_left_out",
            "What of the edge of 10.3199% that is printed for 15/10 and six decks?",
            "It is left out of the figures: it does not come out by any count of the pairs.",
        ),
    ),
    published=(
        Published(wager=BET.name, paytable="25/10", figure="house_edge", printed="10.6796%", decks=2, source="AP Heat"),
        Published(wager=BET.name, paytable="20/10", figure="house_edge", printed="2.5723%", source="AP Heat"),
    ),
)
