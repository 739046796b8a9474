"""DJ Wild Stud Poker: five cards each of a deck with a joker; deuces and the joker are wild."""

from fairfelt.language import *

BLIND = from_top(WildPoker, 1000, 50, 10, 9, 4, 3, 2, 1, name="1")

game = Game(
    name="DJ Wild Stud Poker",
    approvals=(17,),
    summary="Make a better poker hand than the dealer, five cards each. Deuces and the joker are wild.",
    headlines=("Deuces and the joker are wild", "Dealer always qualifies", "Copies push"),
    deck=Deck(jokers=1),
    deal=Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)),
    showdown=Showdown(WILD_POKER),
    streets=(Street("Five cards", FOLD, bet("Play", times=2)),),
    wagers=(
        opening("Ante", even_money),
        opening("Blind", by_hand_if_it_wins, pays=(BLIND,)),
        raised("Play", even_money),
    ),
    rulings=(
        Ruling(
            "wild_rank_in_a_flush",
            "Which rank does a wild card take in a flush?",
            "The highest rank that is missing there.",
        ),
        Ruling(
            "wild_in_the_lowest_straight",
            "May wild cards complete 5-4-3-2-A?",
            "Yes, they may stand for any card, a deuce among them.",
        ),
        Ruling(
            "bets_left_out",
            "What of Trips, Two-Way Bad Beat, the progressive and Cover All?",
            "They are left out: their tables are not published where we looked, that of Trips only in part.",
        ),
    ),
    published=(Published(wager=ROUND, figure="house_edge", printed="3.5%", source="published as about 3.5%"),),
)
