"""Super Fun 21: double and surrender at any time, many cards are paid at once, and a natural always wins."""

from dataclasses import replace

from fairfelt.games._blackjack import SPLIT_AGAIN
from fairfelt.language import *

NATURAL = (1, 10)
RULES = BlackjackRules(
    hits_soft_17=True,
    natural=EVEN,
    natural_wins=True,
    doubles_any_cards=True,
    most_hands=4,
    most_ace_hands=4,
    split_aces_draw=True,
    surrender=Surrender.ANY_TIME,
    rescues=True,
    bonuses=(
        Bonus("natural in diamonds", to(2), cards=(NATURAL,), suits=Suited.DIAMONDS),
        Bonus("21 in five cards or more", to(2), least_cards=5),
        Bonus("six cards or more", EVEN, least_cards=6, below_21=True),
    ),
)
STANDS = replace(RULES, hits_soft_17=False)

game = Game(
    name="Super Fun 21",
    approvals=(51,),
    summary="Come closer to 21 than the dealer, with many cards or with few.",
    headlines=(
        "Your blackjack always wins",
        "Double and surrender at any time",
        "Six cards win, 21 in five pays 2 to 1",
    ),
    deck=Deck(),
    decks=(1, 2, 4, 6, 8),
    course=Blackjack(RULES),
    wagers=blackjack_wagers(RULES),
    rulings=(
        Ruling(
            "rescue",
            "What does a player lose who surrenders a doubled hand?",
            "Half of all that lies on it.",
            confirmed=True,
        ),
        Ruling(
            "split_aces",
            "How are split aces played?",
            "Like any other hands: they may be hit, doubled and split again, up to four hands.",
            confirmed=True,
        ),
        Ruling(
            "looks_first",
            "Does the dealer look for a natural before anybody plays?",
            "Yes. Hands that are paid at once are so whatever the dealer draws later.",
        ),
        SPLIT_AGAIN,
        Ruling(
            "published_edges",
            "Which published figures are left out?",
            "1.16% said of one deck, 1.30% of two and 1.40% of six: by these rules 1.16% is the edge of two decks. "
            "Also 6 to 5 for a natural and tables without surrender, which are other house rules, and 0.9788%, which "
            "is that of a printed chart.",
        ),
        Ruling(
            "side_bet_left_out",
            "What of the bet on a natural of a named suit?",
            "It is left out: it is made on the first round after a shuffle only, and no figure for it is published.",
        ),
    ),
    published=(
        Published(wager="Round", figure="house_edge", printed="0.94%", source="21-blackjack-casino.com, best play"),
    ),
)
stands = replace(
    game,
    variant="stands-on-17",
    course=Blackjack(STANDS),
    wagers=blackjack_wagers(STANDS),
    published=(Published(wager="Round", figure="house_edge", printed="0.75%", source="Wizard of Odds (copy)"),),
)
game = replace(game, others=(stands,))
