"""Perfect Pairs: a bet that the first two cards are a pair, best of one suit."""

from fairfelt.games._blackjack import AT_ANY_TABLE, TWO_CARDS_EACH, first_two
from fairfelt.language import *
from fairfelt.rules.cards import Card

RED = 1, 2
"""The numbers of diamonds and hearts."""


class Pair(Lines):
    """A pair by what its suits have in common."""

    NONE = "no pair"
    MIXED = "mixed pair"
    COLORED = "colored pair", "mixed pair"
    PERFECT = "perfect pair", "mixed pair"


def pair_of(first: Card, second: Card) -> Pair:
    """The line of two cards."""
    if first.rank != second.rank:
        return Pair.NONE
    if first.suit == second.suit:
        return Pair.PERFECT
    return Pair.COLORED if (first.suit in RED) is (second.suit in RED) else Pair.MIXED


BET = "Perfect Pairs"
TABLE = Paytable("25/12/6", {Pair.PERFECT: 25, Pair.COLORED: 12, Pair.MIXED: 6})
SOURCE = "onlinecasinositeinfo.com, blackjack side bets"
BY_DECKS = {6: "6.11%", 8: "4.10%"}

game = Game(
    name="Perfect Pairs",
    summary="Be dealt a pair: of one suit, of one color, or of two.",
    headlines=("Two cards of one rank and suit: perfect pair",),
    deck=Deck(copies=6),
    decks=tuple(BY_DECKS),
    deal=TWO_CARDS_EACH,
    wagers=(first_two(BET, TwoCardRanking("pairs by suit", Pair, pair_of), TABLE),),
    rulings=(AT_ANY_TABLE,),
    published=tuple(
        figure for decks, edge in BY_DECKS.items() for figure in figures(BET, SOURCE, decks=decks, house_edge=edge)
    ),
)
