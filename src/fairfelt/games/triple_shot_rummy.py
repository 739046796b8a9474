"""Triple Shot Rummy: three cards each, pairs and suited runs count nothing, and the fewest points win."""

from collections.abc import Iterator, Sequence
from enum import IntEnum
from itertools import combinations

from fairfelt.language import *
from fairfelt.rules.courses.blackjack.hand import points

MOST_POINTS = 30


class Points(IntEnum):
    """Lines of three cards by their points, from worst to best."""

    SIX_OR_MORE = 0
    ONE_TO_FIVE = 1
    NONE = 2


class FewestPoints(RankingOfThree):
    """The fewest points that three cards can be counted at: a set of one rank or a suited run counts nothing."""

    name = "fewest points of three cards"
    lines = (Line("six points or more"), Line("one to five points"), Line("no points"))
    tells = Tells.SUITS
    order_in_words = (
        "The fewer points, the better the hand. An ace counts one, a picture ten, any other card its number.",
        "Two or three cards of one rank, or of one suit and in a row, count nothing; aces are low. Of several ways to "
        "count a hand the lowest is taken.",
    )

    def value(self, cards: Sequence[Card]) -> int:
        self.verify_size(len(cards))
        total = fewest_points(cards)
        line = Points.NONE if not total else Points.ONE_TO_FIVE if total < 6 else Points.SIX_OR_MORE
        return line << LINE_BITS | MOST_POINTS - total

    def describe(self, value: int) -> str:
        total = MOST_POINTS - (value & (1 << LINE_BITS) - 1)
        return "no points" if not total else "one point" if total == 1 else f"{total} points"


def fewest_points(cards: Sequence[Card]) -> int:
    """What is left when the best set or run is taken out."""
    total = sum(points(card) for card in cards)
    return total - max((sum(points(card) for card in melded) for melded in _melds(cards)), default=0)


def _melds(cards: Sequence[Card]) -> Iterator[Sequence[Card]]:
    """Two or three of the cards that count nothing together."""
    for size in (2, 3):
        for some in combinations(cards, size):
            ranks = sorted((card.rank + 1) % 13 for card in some)
            suited = len({card.suit for card in some}) == 1
            if ranks[0] == ranks[-1] or (suited and ranks == list(range(ranks[0], ranks[0] + size))):
                yield some


HAND = FewestPoints()
TWENTY = "Tc 8d 2h"
PLAY = bet("Play")
PLAY_PAYS = Paytable("4/2/1", {Points.NONE: 4, Points.ONE_TO_FIVE: 2, Points.SIX_OR_MORE: 1})

game = Game(
    name="Triple Shot Rummy",
    approvals=(63,),
    summary="Count fewer points with three cards than the dealer.",
    headlines=("Pairs and suited runs count nothing", "Dealer plays with 20 points or less"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
    showdown=Showdown(HAND, qualify=Qualify("20 points", TWENTY)),
    streets=(Street("Three cards", FOLD, PLAY),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=EVEN)),
        raised("Play", unless_dealer_qualifies(by_hand_if_it_wins, pay=PUSH), pays=(PLAY_PAYS,)),
    ),
    strategies=(
        Strategy("20 points", "Play with 20 points or less, otherwise fold.", from_hand_on(HAND, TWENTY, PLAY)),
    ),
    rulings=(
        Ruling(
            "several_ways_to_count",
            "What if a pair and a suited run can both be made?",
            "The lower total counts.",
        ),
        Ruling(
            "ace_is_low",
            "Do an ace and a king of one suit make a run?",
            "No: aces are low, and an ace and a deuce do.",
        ),
        left_out("bets_left_out", "the side bets of the maker"),
    ),
)
