"""House Money: a bet on the first two cards at a blackjack table, whose win may be put on the hand they begin."""

from fairfelt.games._blackjack import SPLIT_AGAIN
from fairfelt.language import *


class Two(Lines):
    """Lines of two cards."""

    OTHER = "nothing"
    STRAIGHT = "straight"
    PAIR = "pair"
    STRAIGHT_FLUSH = "straight flush"
    ACE_KING = "suited ace-king"


def two_cards(first: Card, second: Card) -> Two:
    """The line of two cards; an ace stands beside the king and beside the deuce."""
    suited, apart = first.suit == second.suit, abs(first.rank - second.rank)
    straight = apart in (1, len(RANKS) - 1)
    if suited and straight:
        high = {RANKS[first.rank], RANKS[second.rank]} == {"A", "K"}
        return Two.ACE_KING if high else Two.STRAIGHT_FLUSH
    return Two.PAIR if not apart else Two.STRAIGHT if straight else Two.OTHER


HAND = TwoCardRanking("two cards that make a straight or a pair", Two, two_cards)
PAYS = {Two.ACE_KING: 9, Two.STRAIGHT_FLUSH: 4, Two.PAIR: 3, Two.STRAIGHT: 1}
RULES = BlackjackRules(hits_soft_17=False)
BET = Wager(
    name="House Money", kind=Kind.OPENING, settle=by_line, paytables=(Paytable("9/4/3/1", PAYS),), ranking=HAND, first=2
)

game = Game(
    name="House Money",
    approvals=(35,),
    summary="Be dealt a pair or two cards in a row, and play the hand of blackjack with what you win.",
    headlines=("Pairs and straights win", "Carry the win to your hand"),
    deck=Deck(copies=6),
    decks=(1, 2, 4, 6, 8),
    course=CarriedWin(RULES, HAND, tuple(PAYS[line] + 1 if line in PAYS else 0 for line in Two)),
    wagers=(BET, *carried_wagers(RULES)),
    rulings=(
        Ruling(
            "hand_beside_it",
            "Where is the bet on blackjack?",
            "It is left out: what is carried lies on the same hand, and doubles, splits and wins as it does. So the "
            "hand is played here with what was carried, and not at all where nothing was.",
            because="What is carried is won and lost in proportion to the bet beside it, by the same play.",
        ),
        Ruling(
            "rules_of_the_house",
            "By which rules is the hand played?",
            "The dealer stands on every 17 and looks for a natural; a natural pays 3 to 2; double any two cards, also "
            "after a split; split to four hands, aces once and for one card each.",
            because="By these the published edge comes out. If aces could be split again it would be 2.36%, if the "
            "dealer drew on a soft 17 as well 2.51%, and 2.79% with that alone.",
        ),
        Ruling(
            "how_much_is_carried",
            "May a part of the win be carried?",
            "Nobody would want to: a hand to which a part is worth carrying is worth all of it, so only that is "
            "offered.",
        ),
        Ruling(
            "aces_in_straights",
            "Is an ace high or low in a straight?",
            "Both: ace-king and ace-deuce are straights.",
        ),
        SPLIT_AGAIN,
        left_out("left_out", "the dual progressives", "what they pay is not published where we looked"),
    ),
    published=(
        Published(wager="Round", figure="house_edge", printed="2.6%", source="its mathematician, discountgambling.net"),
    ),
)
