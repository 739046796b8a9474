"""Teen Patti: three cards each to two hands, the better wins; three of a kind beats a straight flush."""

from collections.abc import Sequence

from fairfelt.games._shared import on_a_tie, on_winner
from fairfelt.language import *

A, B, TIE = "Player A", "Player B", "Tie"
ACE = 12
WINNER = {Result.WIN: "Player A wins", Result.LOSS: "Player B wins", Result.TIE: "tie"}
SOURCE = "Wizard of Odds, Teen Patti 20-20"


class Hand(Lines):
    """Three cards from worst to best."""

    HIGH_CARD = "high card"
    PAIR = "pair"
    FLUSH = "flush"
    STRAIGHT = "straight"
    STRAIGHT_FLUSH = "straight flush"
    THREE_OF_A_KIND = "three of a kind"
    ACES = "three aces", "three of a kind"


class TeenPattiRanking(RankingOfThree):
    """As three-card poker, but three of a kind is the best hand."""

    name = "teen patti"
    lines = tuple(Line(hand.words, hand.kind_of) for hand in Hand)
    tells = Tells.SUITS
    order_in_words = THREE_CARD.order_in_words

    def value(self, cards: Sequence[Card]) -> int:
        line, key = divmod(THREE_CARD.value(cards), 1 << LINE_BITS)
        hand = Hand.STRAIGHT_FLUSH if line == ThreeCard.ROYAL else Hand[ThreeCard(line).name]
        aces = hand is Hand.THREE_OF_A_KIND and cards[0].rank == ACE
        return (Hand.ACES if aces else hand) << LINE_BITS | key

    def describe(self, value: int) -> str:
        line, key = divmod(value, 1 << LINE_BITS)
        name = list(Hand)[line].name
        return THREE_CARD.describe(ThreeCard["THREE_OF_A_KIND" if name == "ACES" else name] << LINE_BITS | key)


TEEN_PATTI = TeenPattiRanking()


def wins(side: Result) -> Paytable:
    """Even money less five percent."""
    return Paytable("19 to 20", {side: to(19, 20)}, names={side: WINNER[side]})


PAIR_PLUS = from_top(Hand, 50, 40, 30, 6, 3, 1)
SIX_CARDS = from_top(Poker, 1000, 200, 100, 20, 15, 10, 7)
THREE_CARDS = {"straight flush": "48", "straight": "720", "flush": "1,096", "pair": "3,744", "no paying hand": "16,440"}

game = Game(
    name="Teen Patti",
    summary="Bet on the better of two hands of three cards, Player A or Player B.",
    headlines=("Three of a kind beats a straight flush", "A winning hand pays 19 to 20", "Tie pays 800 to 1"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
    showdown=Showdown(TEEN_PATTI),
    wagers=(
        opening(A, on_winner(WINNER), pays=(wins(Result.WIN),)),
        side_bet(B, settle=on_winner(WINNER), pays=(wins(Result.LOSS),), survives_fold=True),
        side_bet(TIE, settle=on_a_tie, pays=(Paytable("800 to 1", {Result.TIE: 800}),), survives_fold=True),
        side_bet("Pair + A", hand=TEEN_PATTI, pays=(PAIR_PLUS,), survives_fold=True),
        side_bet("Pair + B", hand=TEEN_PATTI, on=Cards.DEALER, pays=(PAIR_PLUS,), survives_fold=True),
        side_bet("6 Card Bonus", hand=POKER, on=Cards.OWN | Cards.DEALER, pays=(SIX_CARDS,), survives_fold=True),
    ),
    rulings=(
        Ruling(
            "which_hand",
            "May a player bet on Player B alone?",
            "Yes: the two bets are alike. A round is opened with Player A here, and Player B stands beside it.",
        ),
        Ruling(
            "hands_of_several",
            "Do all players bet on the same Player A?",
            "They do in a house. Here each has one of one's own against the same Player B; a bet is worth the same.",
        ),
        Ruling(
            "version",
            "Which of the games of this name is it?",
            "Teen Patti 20-20, where two hands are dealt and nobody decides anything.",
            because="The tables of the game against a dealer are not published where we looked.",
        ),
        Ruling(
            "order_of_straights",
            "Where does 3-2-A stand?",
            "Below 4-3-2, as in three-card poker. No figure depends on it.",
        ),
        Ruling(
            "published_ties",
            "Which published figures are left out?",
            "460,824 ties, counted as if any hand of three ranks left 26 others like it: one that holds two suits "
            "leaves 25. Also 203,134,672 wins of either hand, from a total that is short by the ties.",
        ),
    ),
    published=(
        *figures(A, SOURCE, house_edge="2.50%", expected_value="-0.024972"),
        *by_outcome(A, "combinations", {"tie": "450,528"}, SOURCE),
        *by_outcome("Pair + A", "combinations", THREE_CARDS, "Wizard of Odds, Teen Patti Pro"),
    ),
)
