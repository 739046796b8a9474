"""Big Raise Stud Poker: three cards and two shared ones against a paytable, with one raise of up to four bets."""

from fairfelt.games._shared import pair_plus
from fairfelt.language import *

HAND = Refinement(
    POKER,
    "poker, pairs from sixes and from tens up",
    {"pair of sixes to nines": "6c 6d 4h 3s 2c", "pair of tens or better": "Tc Td 4h 3s 2c"},
)
FIVE_CARDS = Cards.OWN | Cards.COMMUNITY
PAYS = (from_top(HAND, 500, 100, 40, 8, 6, 4, 3, 2, 1, PUSH, name="standard"),)

game = Game(
    name="Big Raise Stud Poker",
    approvals=(8,),
    summary="Make a pair of sixes or better with three cards of your own and two shared.",
    headlines=("Both bets pay by one table", "Pair of sixes to nines pushes"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(2, to=Cards.COMMUNITY)),
    streets=(Street("Three cards", FOLD, *(bet("Raise", times=times) for times in (1, 2, 3, 4))),),
    wagers=(
        opening("Ante", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        raised("Raise", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        side_bet(
            "3 Card Bonus",
            hand=THREE_CARD,
            pays=(pair_plus(40, 30, 6, 4, 1), pair_plus(40, 30, 6, 3, 1), pair_plus(50, 40, 30, 6, 3, 1)),
            survives_fold=True,
        ),
    ),
    rulings=(
        Ruling(
            "three_card_bonus_tables",
            "What does the 3 Card Bonus pay?",
            "One of the tables by which the same bet is paid in the other games that have it: its own is not published "
            "where we looked.",
        ),
        Ruling(
            "bonus_on_a_fold",
            "Does the 3 Card Bonus outlive a fold?",
            "Yes: it considers the player's cards only.",
            because="The other games with this bet that have no dealer's hand say so.",
        ),
        Ruling(
            "progressive_left_out",
            "What of the progressive on the five cards?",
            "It is left out: its fixed awards are not published where we looked.",
        ),
    ),
    published=(Published(wager=ROUND, figure="house_edge", printed="2.58%", source="Wizard of Odds (copies)"),),
)
