"""Royal Match 21 Deluxe: a bet that the first two cards are of one suit, with more for pairs and neighbors."""

from fairfelt.games._blackjack import AT_ANY_TABLE, TWO_CARDS_EACH, first_two
from fairfelt.language import *

KING_AND_QUEEN = {RANKS.index("K"), RANKS.index("Q")}
STEPS_TO_A_NEIGHBOR = (1, len(RANKS) - 1)
"""Between two ranks in a row; an ace stands beside the king and beside the deuce."""


class Deluxe(Lines):
    """Lines of two cards of one suit."""

    NONE = "no match"
    SUITED = "two suited cards"
    STRAIGHT_FLUSH = "two-card straight flush"
    PAIR = "suited pair"
    ROYAL = "royal match"


def match(first: Card, second: Card) -> Deluxe:
    if first.suit != second.suit:
        return Deluxe.NONE
    if first.rank == second.rank:
        return Deluxe.PAIR
    if {first.rank, second.rank} == KING_AND_QUEEN:
        return Deluxe.ROYAL
    return Deluxe.STRAIGHT_FLUSH if abs(first.rank - second.rank) in STEPS_TO_A_NEIGHBOR else Deluxe.SUITED


HAND = TwoCardRanking("two cards of one suit, pairs and neighbors", Deluxe, match)


TABLES = from_top(Deluxe, 30, 9, 5, to(3, 2), name="1"), from_top(Deluxe, 40, 8, 4, to(3, 2), name="2")
BET = first_two("Royal Match", HAND, *TABLES)
EDGES = {("1", 4): "6.58%", ("2", 4): "8.62%", ("1", 6): "5.12%", ("2", 6): "7.32%"}

game = Game(
    name="Royal Match 21 Deluxe",
    approvals=(46,),
    summary="Be dealt two cards of one suit.",
    headlines=("Suited king and queen: royal match", "More for a suited pair and for suited neighbors"),
    deck=Deck(copies=6),
    decks=(4, 6),
    deal=TWO_CARDS_EACH,
    wagers=(BET,),
    rulings=(
        AT_ANY_TABLE,
        Ruling(
            "deluxe_is_the_bet_of_four_lines",
            "What does the Deluxe version pay?",
            "The four lines under which the maker licenses the bet elsewhere; no table is published under this title.",
        ),
        Ruling(
            "ace_beside_king_and_deuce",
            "Do an ace and a king, or an ace and a deuce, make a straight flush?",
            "Yes, both.",
            confirmed=True,
        ),
    ),
    published=tuple(
        Published(
            wager=BET.name,
            paytable=table,
            figure="house_edge",
            printed=printed,
            decks=decks,
            source="ukcasinotablegames.info",
        )
        for (table, decks), printed in EDGES.items()
    ),
)
