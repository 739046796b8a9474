"""High Card Flush: the longer flush of seven cards wins, with a larger raise for a long one."""

from fairfelt.games._shared import HEADLINES, SEVEN_CARDS, SHOWDOWN, SURE_WIN, base_bets, length_bets, seven_cards
from fairfelt.language import *

game = Game(
    name="High Card Flush",
    summary="Make a longer flush than the dealer, seven cards each; equal lengths go by the ranks from the top.",
    headlines=HEADLINES,
    deal=SEVEN_CARDS,
    showdown=SHOWDOWN,
    streets=(seven_cards("Raise"),),
    wagers=(*base_bets("Raise"), *length_bets("Flush", "Straight Flush")),
    rulings=(
        SURE_WIN,
        Ruling(
            "figures_left_out",
            "Which published figures are left out?",
            "Those of the base game: quoted edges and the cost of a simple strategy differ in their last digits.",
        ),
    ),
    published=(*figures("Flush", "Wizard of Odds", paytable="300/100/10/1", house_edge="7.81%"),),
)
