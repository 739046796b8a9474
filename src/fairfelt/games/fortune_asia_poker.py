"""Fortune Asia Poker: seven cards set in three hands, four, two and one; two of them have to beat the dealer's."""

from fairfelt.language import *
from fairfelt.rules.courses.three_hands import ThreeAim, ThreeHands, ThreeHandWay, ThreeRule
from fairfelt.rules.hands.poker.four_with_joker import High

ANY = ThreeAim()
PAIR_IN_THE_MIDDLE = ThreeAim(medium="22")
MADE = (High.STRAIGHT, High.FLUSH, High.STRAIGHT_FLUSH, High.ROYAL_FLUSH)
MADE_AND_A_PAIR = ThreeAim(high=MADE, medium="22")


def _of(line: High, *, medium: str = "32") -> ThreeAim:
    return ThreeAim(high=(line,), medium=medium)


RULES = (
    ThreeRule(("4 2", "4 3"), (_of(High.FOUR_OF_A_KIND, medium="22"), PAIR_IN_THE_MIDDLE)),
    ThreeRule(("4", "5", "5 2"), (PAIR_IN_THE_MIDDLE,)),
    ThreeRule(("3 3", "3 2", "3 2 2"), (_of(High.THREE_OF_A_KIND, medium="22"), PAIR_IN_THE_MIDDLE)),
    ThreeRule(("2 2 2",), (_of(High.TWO_PAIR, medium="22"), PAIR_IN_THE_MIDDLE)),
    ThreeRule(("2 2",), (PAIR_IN_THE_MIDDLE,)),
    ThreeRule(("3",), (MADE_AND_A_PAIR, _of(High.THREE_OF_A_KIND), ANY)),
    ThreeRule(("2",), (MADE_AND_A_PAIR, ThreeAim(high=MADE), ANY)),
    ThreeRule(("",), (ThreeAim(high=MADE), ANY)),
)

game = Game(
    name="Fortune Asia Poker",
    approvals=(28,),
    summary="Set seven cards in three hands, four high, two medium and one low, and beat two of the dealer's.",
    headlines=(
        "The joker is an ace, or completes a straight or a flush",
        "Two hands of three win",
        "Dealer wins copies",
    ),
    deck=Deck(jokers=1),
    course=ThreeHands(ThreeHandWay("low card first way", RULES)),
    wagers=(opening("Asia Poker", even_money),),
    rulings=(
        Ruling(
            "house_way",
            "By which house way are the dealer's cards set?",
            "By a way of our own: what is listed for the hand, then the best low card, then the best medium hand.",
            because="The house ways of New Jersey, New York and Massachusetts are not published where we looked. No "
            "way tried here gives the published 4.82%, so the simplest stands. It can be beaten: a player who sets "
            "every hand as is best against it has the advantage. Put the way of the license here before dealing.",
        ),
        Ruling(
            "published_edge",
            "Which figures are not listed among the published ones?",
            "A house edge of 4.82%, for a house way that is not printed beside it, and about 3%, printed elsewhere.",
            because="By the house way here the edge is 4.56%. It comes from copies, and they from the way.",
        ),
        Ruling(
            "players_setting",
            "How do players set their cards?",
            "As they like at the table; the figures are for players who set by the house way too.",
            because="What each way to set a hand is worth can be asked for hand by hand.",
        ),
        Ruling(
            "lowest_straight",
            "Where does 4-3-2-A stand among the straights?",
            "Second, below A-K-Q-J, as 5-4-3-2-A does at most tables of pai gow poker.",
        ),
        Ruling(
            "equal_hands",
            "May two hands of one player be equal?",
            "Yes: a high pair of sevens beside a medium pair of sevens, a low king beside a medium king high.",
        ),
        Ruling(
            "bets_left_out",
            "What of the Fortune Bonus, insurance and the progressive?",
            "They are left out: the tables of this game are not published where we looked.",
        ),
    ),
)
