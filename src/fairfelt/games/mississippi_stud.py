"""Mississippi Stud: two cards and three shared ones against a paytable, with a bet before each shared card."""

from fairfelt.games._shared import link_progressive, pair_plus
from fairfelt.language import *

HAND = Refinement(
    POKER,
    "poker, pairs by height",
    {"pair of sixes to tens": "6c 6d 4h 3s 2c", "pair of jacks or better": "Jc Jd 4h 3s 2c"},
)
FIVE_CARDS = Cards.OWN | Cards.COMMUNITY


PAYS = (
    from_top(HAND, 500, 100, 40, 10, 6, 4, 3, 2, 1, PUSH, name="standard"),
    from_top(HAND, 500, 100, 40, 10, 6, 5, 3, 2, 1, PUSH, name="straight 5"),
)


def fold_or_bet(wager: str, *, community: int) -> Street:
    """Fold, or put one, two or three times the Ante on a street."""
    return Street(wager, FOLD, bet(wager), bet(wager, times=2), bet(wager, times=3), community=community)


ANALYSES = "published analyses of the game"


game = Game(
    name="Mississippi Stud",
    approvals=(41,),
    summary="Make a pair of sixes or better with two cards of your own and three shared.",
    headlines=("All bets pay by one table", "Pair of sixes to tens pushes"),
    deal=Deal(Packet(2, to=Cards.OWN), Packet(3, to=Cards.COMMUNITY)),
    streets=(
        fold_or_bet("3rd Street", community=0),
        fold_or_bet("4th Street", community=1),
        fold_or_bet("5th Street", community=1),
    ),
    wagers=(
        opening("Ante", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        raised("3rd Street", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        raised("4th Street", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        raised("5th Street", by_line, hand=HAND, on=FIVE_CARDS, pays=PAYS),
        side_bet(
            "3 Card Bonus",
            hand=THREE_CARD,
            on=Cards.COMMUNITY,
            pays=(pair_plus(50, 40, 30, 6, 3, 1),),
            survives_fold=True,
        ),
        link_progressive(on=FIVE_CARDS),
    ),
    rulings=(
        Ruling(
            "cover_all",
            "What does the Cover All bet of the approved title pay?",
            "It is left out: its table is not published where we looked.",
        ),
        Ruling(
            "indifferent_hands",
            "What does a player do who gains nothing by betting more and loses nothing?",
            "Bets more. The house edge is the same either way, the printed average bet is not.",
            confirmed=True,
        ),
    ),
    published=(
        *figures(
            ROUND,
            ANALYSES,
            paytable_of="Ante",
            paytable="standard",
            house_edge="4.91%",
            element_of_risk="1.37%",
            average_wager="3.59",
        ),
        *figures(ROUND, ANALYSES, paytable_of="Ante", paytable="straight 5", house_edge="3.7591%"),
        *figures("3 Card Bonus", ANALYSES, house_edge="7.1%"),
    ),
)
