"""Field Gold 21: a bet on the total of the first two cards, as the field of a dice table."""

from fairfelt.games._blackjack import AT_ANY_TABLE, TWO_CARDS_EACH, first_two
from fairfelt.language import *
from fairfelt.rules.courses.blackjack.hand import is_natural, points

ACE_AND_JACK = {RANKS.index("A"), RANKS.index("J")}


class Field(Lines):
    """Lines of two cards by their total, the ace one."""

    NONE = "another total"
    ELEVEN_OR_TWELVE = "eleven or twelve"
    BLACKJACK = "blackjack"
    NINE_OR_TEN = "nine or ten"
    THREE_OR_FOUR = "three or four"
    ACES = "pair of aces"
    SUITED_ACE_JACK = "suited ace and jack", "blackjack"


BY_TOTAL = {
    2: Field.ACES, 3: Field.THREE_OR_FOUR, 4: Field.THREE_OR_FOUR, 9: Field.NINE_OR_TEN, 10: Field.NINE_OR_TEN,
    11: Field.ELEVEN_OR_TWELVE, 12: Field.ELEVEN_OR_TWELVE,
}  # fmt: skip


def field(first: Card, second: Card) -> Field:
    """The line of two cards; an ace and a ten are a blackjack, not eleven."""
    if {first.rank, second.rank} == ACE_AND_JACK and first.suit == second.suit:
        return Field.SUITED_ACE_JACK
    counts = points(first), points(second)
    return Field.BLACKJACK if is_natural(counts) else BY_TOTAL.get(sum(counts), Field.NONE)


HAND = TwoCardRanking("totals of two cards", Field, field)
PAYS = from_top(Field, 25, 10, 3, 2, to(3, 2), 1, name="standard")
BET = first_two("Field Gold", HAND, PAYS)
SOURCE = "AP Heat"

game = Game(
    name="Field Gold 21",
    approvals=(24,),
    summary="Be dealt two cards with a total of 2, 3, 4, 9, 10, 11 or 12, or a blackjack.",
    headlines=("Aces count one", "Suited ace and jack pay 25 to 1"),
    deck=Deck(copies=6),
    decks=(1, 2, 4, 6, 8),
    deal=TWO_CARDS_EACH,
    wagers=(BET,),
    rulings=(
        AT_ANY_TABLE,
        Ruling(
            "blackjack_is_not_eleven",
            "Is an ace with a ten or a picture paid as a blackjack or as a total of eleven?",
            "As a blackjack.",
            confirmed=True,
        ),
    ),
    published=(
        Published(wager=BET.name, figure="house_edge", printed="6.049%", decks=2, source=SOURCE),
        Published(wager=BET.name, figure="house_edge", printed="5.664%", source=SOURCE),
        Published(wager=BET.name, figure="house_edge", printed="5.66%", source="its owner"),
    ),
)
