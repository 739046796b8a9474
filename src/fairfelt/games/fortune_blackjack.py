"""Fortune Blackjack: a bet on the total of the first two cards and the dealer's up card, best three sevens."""

from collections.abc import Sequence

from fairfelt.games._blackjack import TWO_CARDS_AND_UP_CARD, WITH_UP_CARD, with_up_card
from fairfelt.language import *
from fairfelt.rules.courses.blackjack.hand import points, total_of

SIX, SEVEN, EIGHT = (RANKS.index(letter) for letter in "678")


class ThreeCardTotal(Lines):
    """Lines of three cards by their blackjack total."""

    NONE = "another total"
    NINETEEN = "any 19"
    TWENTY = "any 20"
    TWENTY_ONE = "unsuited 21"
    SUITED_TWENTY_ONE = "suited 21"
    SIX_SEVEN_EIGHT = "unsuited 6-7-8"
    SEVENS = "unsuited 7-7-7"
    SUITED_SIX_SEVEN_EIGHT = "suited 6-7-8"
    SUITED_SEVENS = "suited 7-7-7"


BY_RANKS = {
    # the three ranks, in order: unsuited and suited
    (SEVEN, SEVEN, SEVEN): (ThreeCardTotal.SEVENS, ThreeCardTotal.SUITED_SEVENS),
    (SIX, SEVEN, EIGHT): (ThreeCardTotal.SIX_SEVEN_EIGHT, ThreeCardTotal.SUITED_SIX_SEVEN_EIGHT),
}
BY_TOTAL = {
    21: (ThreeCardTotal.TWENTY_ONE, ThreeCardTotal.SUITED_TWENTY_ONE),
    20: (ThreeCardTotal.TWENTY, ThreeCardTotal.TWENTY),
    19: (ThreeCardTotal.NINETEEN, ThreeCardTotal.NINETEEN),
}
NO_LINE = (ThreeCardTotal.NONE, ThreeCardTotal.NONE)


def total(cards: Sequence[Card]) -> ThreeCardTotal:
    first, second, third = sorted(card.rank for card in cards)
    best, _ = total_of(tuple(points(card) for card in cards))
    lines = BY_RANKS.get((first, second, third)) or BY_TOTAL.get(best, NO_LINE)
    return lines[len({card.suit for card in cards}) == 1]


HAND = ThreeOfAShoe("blackjack totals of three cards", ThreeCardTotal, total)
PAYS = from_top(ThreeCardTotal, 200, 100, 50, 20, 10, 3, 2, 2, name="standard")
BET = with_up_card("Fortune Blackjack", HAND, PAYS)
COUNTS = {
    # outcome: from six decks, from eight
    "suited 7-7-7": ("80", "224"),
    "suited 6-7-8": ("864", "2,048"),
    "unsuited 7-7-7": ("1,944", "4,736"),
    "unsuited 6-7-8": ("12,960", "30,720"),
    "suited 21": ("26,568", "63,360"),
    "unsuited 21": ("406,296", "964,224"),
    "any 20": ("377,568", "896,512"),
    "any 19": ("364,320", "864,768"),
    "no paying hand": ("3,822,720", "9,085,568"),
    "": ("5,013,320", "11,912,160"),
}
SOURCE = "Wizard of Odds"

game = Game(
    name="Fortune Blackjack",
    approvals=(29,),
    summary="Make 19, 20 or 21 with your first two cards and the dealer's up card.",
    headlines=("Aces count one or eleven", "Suited sevens pay 200 to 1"),
    deck=Deck(copies=6),
    decks=(6, 8),
    deal=TWO_CARDS_AND_UP_CARD,
    wagers=(BET,),
    rulings=(
        WITH_UP_CARD,
        Ruling(
            "figure_left_out",
            "What of the edge of 7.89% that is printed for eight decks as well?",
            "It is left out: the counts that are printed beside it come out, and give another edge.",
        ),
        Ruling(
            "progressive_left_out",
            "What of a version with a progressive and envy pays?",
            "It is left out: its pays are not published where we looked.",
        ),
    ),
    published=(
        Published(wager=BET.name, figure="house_edge", printed="7.8905%", source=SOURCE),
        *(
            Published(
                wager=BET.name, figure="combinations", outcome=outcome, printed=printed, decks=decks, source=SOURCE
            )
            for outcome, counts in COUNTS.items()
            for decks, printed in zip((6, 8), counts, strict=True)
        ),
    ),
)
