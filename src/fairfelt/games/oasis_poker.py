"""Oasis Poker: Caribbean Stud in which a player may pay one Ante to exchange a card before raising or folding."""

from fairfelt.language import *

RAISE_PAYS = from_top(POKER, 100, 50, 20, 7, 5, 4, 3, 2, 1, 1, name="standard")

game = Game(
    name="Oasis Poker",
    summary="Make a better poker hand than the dealer; one card may be exchanged for the price of the Ante.",
    headlines=("Dealer plays with ace-king or better", "Exchange one card for one Ante", "Copies push"),
    course=Exchange(Showdown(POKER, qualify=Qualify("ace-king", "Ac Kd 4h 3s 2c")), exchange_prices=(1,)),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
        raised("Draw", price_of_cards),
        raised(
            "Raise", by_ranking(unless_dealer_qualifies(by_hand_if_it_wins, pay=PUSH), POKER), pays=(RAISE_PAYS,)
        ),
    ),
)
