"""Oasis Poker: Caribbean Stud in which a player may pay one Ante to exchange a card before raising or folding."""

from fairfelt.language import *

RAISE_PAYS = from_top(POKER, 100, 50, 20, 7, 5, 4, 3, 2, 1, 1, name="standard")

game = Game(
    name="Oasis Poker",
    summary="Make a better poker hand than the dealer; one card may be exchanged for the price of the Ante.",
    headlines=("Dealer plays with ace-king or better", "One card may be exchanged for one Ante", "Copies push"),
    course=Exchange(Showdown(POKER, qualify=Qualify("ace-king", "Ac Kd 4h 3s 2c")), exchange_prices=(1,)),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
        raised("Draw", price_of_cards),
        raised("Raise", by_ranking(unless_dealer_qualifies(by_hand_if_it_wins, pay=PUSH), POKER), pays=(RAISE_PAYS,)),
    ),
    rulings=(
        Ruling(
            "one_card",
            "How many cards may be exchanged?",
            "One, for the price of the Ante: some houses offer no more. Where more may be exchanged, at two Antes for "
            "two cards and three for three, the published strategy never exchanges more than one.",
        ),
        Ruling(
            "price_on_a_fold",
            "What becomes of the price of the card?",
            "The house keeps it, whether the player then raises, wins or folds.",
        ),
        Ruling(
            "no_published_edge",
            "With which published figures is the game compared?",
            "With none: no house edge of these rules is published where we looked. The count is checked on small decks "
            "against every deal, looked at one by one, and by a second program.",
        ),
        Ruling(
            "bonus_left_out",
            "What of the bonus and the insurance that some houses offer?",
            "They are left out: their tables differ from house to house.",
        ),
    ),
)
