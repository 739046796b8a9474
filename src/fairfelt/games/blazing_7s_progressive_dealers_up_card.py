"""Blazing 7's Progressive, Dealer's Up Card: sevens among the first two cards, and a third one up with the dealer."""

from fairfelt.language import *

from ._blazing_sevens import AT_A_TABLE, THIRD_TABLE, FirstSevens, blazing_sevens

game = Game(
    name="Blazing 7's Progressive: Dealer's Up Card",
    approvals=(10,),
    summary="Be dealt sevens, and best a third one that the dealer shows.",
    headlines=("One seven pays 2 for 1", "Three sevens pay 200 for 1 or more"),
    deck=Deck(copies=6),
    decks=(6, 8),
    course=FirstSevens(up_card=True),
    wagers=(blazing_sevens(),),
    rulings=(AT_A_TABLE, THIRD_TABLE),
)
