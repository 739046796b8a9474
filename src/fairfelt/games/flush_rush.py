"""Flush Rush: a flush of four or more from four hole cards and three shared ones, against a paytable."""

from fairfelt.language import *

HAND = FLUSH_OR_STRAIGHT_FLUSH
SEVEN_CARDS = Cards.OWN | Cards.COMMUNITY

ANTE = Paytable(
    "FR-01",
    {
        HAND.flush_line(7): 300, HAND.flush_line(7, straight=True): 1000,
        HAND.flush_line(6): 20, HAND.flush_line(6, straight=True): 500,
        HAND.flush_line(5): 9, HAND.flush_line(5, straight=True): 100,
        HAND.flush_line(4): 5, HAND.flush_line(4, straight=True): 15,
    },
)  # fmt: skip
ALL_OR_NOTHING = Paytable(
    "AN-01", {4: 30, 1: 5}, names={4: "all: four cards of one suit", 1: "nothing: four different suits"}
)

game = Game(
    name="Flush Rush",
    approvals=(25,),
    summary="Make a flush or straight flush of four cards or more with four cards of your own and three shared.",
    headlines=("Four-card flush or better wins",),
    deal=Deal(Packet(4, to=Cards.OWN), Packet(4, to=Cards.COMMUNITY, take=3)),
    streets=(
        Street("Four cards", FOLD, bet("First 1x")),
        Street("Two community cards", FOLD, bet("Second 1x"), community=2),
    ),
    wagers=(
        opening("Ante", by_line, hand=HAND, on=SEVEN_CARDS, pays=(ANTE,)),
        raised("First 1x", even_money_from(HAND.flush_line(4)), hand=HAND, on=SEVEN_CARDS),
        raised("Second 1x", even_money_from(HAND.flush_line(4)), hand=HAND, on=SEVEN_CARDS),
        side_bet("All or Nothing", hand=LONGEST_FLUSH, pays=(ALL_OR_NOTHING,), survives_fold=True),
    ),
    advice=LONGEST_FLUSH,
    procedure=Procedure(shuffler=Shuffler(program="Flush Rush", button="green button")),
    rulings=(
        Ruling(
            "better_of_two_lines",
            "What does a hand pay that makes both a flush and a straight flush?",
            "The higher of the two; the ace is high or low in a straight flush.",
            confirmed=True,
        ),
    ),
    published=(
        Published(wager=ROUND, figure="house_edge", printed="3.75%"),
        Published(wager="All or Nothing", figure="house_edge", printed="3.95%"),
    ),
)
