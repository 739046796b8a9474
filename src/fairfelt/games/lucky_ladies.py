"""Lucky Ladies: a bet that the first two cards make twenty, best two queens of hearts beside a dealer's blackjack."""

from dataclasses import replace

from fairfelt.games._blackjack import AT_ANY_TABLE, TWO_CARDS_EACH, alone
from fairfelt.language import *
from fairfelt.rules.cards import Card, parse_cards

(QUEEN_OF_HEARTS,) = parse_cards("Qh")
ACE, NINE, TENS = 12, 7, range(8, 12)
"""Numbers of ranks."""


class Ladies(Lines):
    """Two cards that make twenty, and what goes with the best of them."""

    NONE = "no twenty"
    BLACKJACK = "blackjack"
    TWENTY = "unsuited twenty"
    SUITED = "suited twenty", "unsuited twenty"
    MATCHED = "matched twenty", "unsuited twenty"
    QUEENS = "queens of hearts", "unsuited twenty"
    QUEENS_AND_BLACKJACK = "queens of hearts and a dealer's blackjack", "unsuited twenty"


def ladies(first: Card, second: Card) -> Ladies:
    """The line of two cards."""
    ranks = sorted((first.rank, second.rank))
    if ranks[0] in TENS and ranks[1] == ACE:
        return Ladies.BLACKJACK
    if ranks != [NINE, ACE] and not all(rank in TENS for rank in ranks):
        return Ladies.NONE
    if first == second:
        return Ladies.QUEENS if first == QUEEN_OF_HEARTS else Ladies.MATCHED
    return Ladies.SUITED if first.suit == second.suit else Ladies.TWENTY


def beside_the_dealer(facts: Facts, reading: Reading) -> Outcome:
    """By the line of the two cards; two queens of hearts are worth more beside a dealer's blackjack."""
    if facts.player == Ladies.QUEENS and facts.dealer == Ladies.BLACKJACK:
        facts = replace(facts, player=Ladies.QUEENS_AND_BLACKJACK)
    return by_line(facts, reading)


LINES = Ladies.QUEENS_AND_BLACKJACK, Ladies.QUEENS, Ladies.MATCHED, Ladies.SUITED, Ladies.TWENTY
TABLES = (
    from_top(LINES, 1000, 125, 19, 9, 4, name="125/19/9/4"),
    from_top(LINES, 1000, 200, 25, 10, 4, name="200/25/10/4"),
)
BET = side_bet(
    "Lucky Ladies",
    hand=TwoCardRanking("lucky ladies", Ladies, ladies),
    against=Cards.DEALER,
    first=2,
    settle=beside_the_dealer,
    pays=TABLES,
    survives_fold=True,
)
SOURCE = "Grochowski, after Wizard of Odds"
BY_DECKS = {2: "30.05%", 6: "24.71%", 8: "24.05%"}

game = Game(
    name="Lucky Ladies",
    summary="Make twenty with your first two cards.",
    headlines=("Two queens of hearts beside a dealer's blackjack: 1,000 to 1",),
    deck=Deck(copies=6),
    decks=tuple(BY_DECKS),
    deal=TWO_CARDS_EACH,
    wagers=(alone(BET),),
    rulings=(AT_ANY_TABLE,),
    published=(
        *(
            figure
            for decks, edge in BY_DECKS.items()
            for figure in figures(BET.name, SOURCE, decks=decks, house_edge=edge)
        ),
        *figures(BET.name, SOURCE, paytable="200/25/10/4", house_edge="17.64%"),
    ),
)
