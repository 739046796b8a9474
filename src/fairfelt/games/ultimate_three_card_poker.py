"""Ultimate Three Card Poker: three cards each, one of the dealer's seen; raise three times the Ante with a pair."""

from fairfelt.language import *

PAIR = Qualify("a pair", "2c 2d 3h")
BLIND_PAYS = from_top(
    (ThreeCard.ROYAL, ThreeCard.STRAIGHT_FLUSH, ThreeCard.THREE_OF_A_KIND, ThreeCard.STRAIGHT, ThreeCard.FLUSH),
    *(100, 8, 6, to(3, 2), 1),
    name="100/8/6/1.5/1",
)

game = Game(
    name="Ultimate Three Card Poker",
    summary="Make a better three-card hand than the dealer, one of whose cards is seen before you raise.",
    headlines=("A straight beats a flush", "Ante pushes unless the dealer has queen high", "Copies push"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
    showdown=Showdown(THREE_CARD, qualify=Qualify("queen high", "Qc 3d 2h")),
    streets=(Street("Three cards", FOLD, bet("Play"), bet("Play", times=3, holding=PAIR), dealer=1),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
        opening("Blind", by_hand_if_it_wins, pays=(BLIND_PAYS,)),
        raised("Play", even_money),
    ),
    rulings=(
        Ruling(
            "raise_of_three",
            "May a pair be raised by twice the Ante?",
            "By once or three times it: a raise that is worth making is worth making in full.",
        ),
        left_out("pair_plus_left_out", "the Pair Plus bet", "which of its tables goes with the game is not published"),
    ),
    published=tuple(figures(ROUND, "S. How, and E. Jacobson after him", house_edge="3.8807%")),
)
