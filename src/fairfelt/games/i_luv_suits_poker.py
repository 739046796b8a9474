"""I Luv Suits Poker: the longer flush of seven cards wins, and a long one may be raised by more."""

from fairfelt.games._shared import HEADLINES, SEVEN_CARDS, SHOWDOWN, SURE_WIN, base_bets, length_bets, seven_cards
from fairfelt.language import *

game = Game(
    name="I Luv Suits Poker",
    approvals=(36,),
    summary="Make a longer flush than the dealer, seven cards each; equal lengths go by the ranks from the top.",
    headlines=HEADLINES,
    deal=SEVEN_CARDS,
    showdown=SHOWDOWN,
    streets=(seven_cards("Play"),),
    wagers=(*base_bets("Play"), *length_bets("Flush Rush", "Super Flush Rush")),
    rulings=(
        Ruling(
            "side_bet_tables",
            "What do Flush Rush and Super Flush Rush pay?",
            "What the same bets pay at High Card Flush, which is the same game under another name: the first table of "
            "each as a Washington card room prints it. Those under these names are not published where we looked.",
        ),
        SURE_WIN,
        left_out("bets_left_out", "Cover All and the two progressives"),
    ),
    published=(
        Published(wager=ROUND, figure="house_edge", printed="3%", source="published as about 3%"),
        *figures("Flush Rush", "published as about 8%, for High Card Flush", paytable="300/100/10/1", house_edge="8%"),
    ),
)
