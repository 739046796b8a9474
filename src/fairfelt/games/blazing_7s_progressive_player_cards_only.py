"""Blazing 7's Progressive, Player Cards Only: sevens among the first three cards of the player."""

from fairfelt.language import *

from ._blazing_sevens import AT_A_TABLE, THIRD_TABLE, FirstSevens, blazing_sevens

game = Game(
    name="Blazing 7's Progressive: Player Cards Only",
    approvals=(11,),
    summary="Be dealt sevens, and best three in a row.",
    headlines=("One seven pays 2 for 1", "Three sevens pay 200 for 1 or more"),
    deck=Deck(copies=6),
    decks=(6, 8),
    course=FirstSevens(up_card=False),
    wagers=(blazing_sevens(),),
    rulings=(
        AT_A_TABLE,
        THIRD_TABLE,
        Ruling(
            "third_card",
            "When does a player with two sevens get a third card?",
            "Always, as a hit or after a split, unless the dealer has a blackjack: then two cards are all there are.",
            because="Who has the bet has every reason to take it, and it is settled by the first three cards.",
        ),
    ),
)
