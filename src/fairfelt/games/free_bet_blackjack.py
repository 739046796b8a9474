"""Free Bet Blackjack: the house doubles hard 9, 10 and 11 and splits pairs for the player; a dealer's 22 pushes."""

from dataclasses import replace

from fairfelt.games._blackjack import SPLIT_AGAIN
from fairfelt.language import *

PAIRS = frozenset(range(1, 10))
HARD_9_TO_11 = frozenset({9, 10, 11})

RULES = BlackjackRules(
    hits_soft_17=True,
    pushes_22=True,
    natural=to(3, 2),
    most_hands=4,
    most_ace_hands=4,
    free=FreeBets(doubles=HARD_9_TO_11, splits=PAIRS),
)
GOLDEN_NUGGET = replace(RULES, free=FreeBets(doubles=HARD_9_TO_11, doubles_any_cards=True, splits=PAIRS - {4}))

PUSH_22 = "Push 22"
BY_SUITS = Paytable("50/20/8", {TwentyTwo.SUITED: 50, TwentyTwo.SAME_COLOR: 20, TwentyTwo.OTHER: 8})
UK_BY_SUITS = Paytable("35/17/10", {TwentyTwo.SUITED: 35, TwentyTwo.SAME_COLOR: 17, TwentyTwo.OTHER: 10})
FLAT = Paytable("flat 11", {TwentyTwo.SUITED: 11, TwentyTwo.SAME_COLOR: 11, TwentyTwo.OTHER: 11})

BY_DECKS = {
    # decks: how often the dealer comes to 22, and the expected value of the flat bet on it
    1: ("0.073362", "-0.119658"),
    2: ("0.073470", "-0.118357"),
    3: ("0.073504", "-0.117954"),
    4: ("0.073520", "-0.117757"),
    5: ("0.073530", "-0.117642"),
    6: ("0.073536", "-0.117565"),
    7: ("0.073541", "-0.117511"),
    8: ("0.073544", "-0.117471"),
}
BY_COLOR = {"suited 22": "0.003327", "same-color 22": "0.011659", "other 22": "0.058551", "no 22": "0.926464"}
THE_TABLE = "Wizard of Odds, Push 22, by decks"
SIX_DECKS = "discountgambling.net, six decks"


game = Game(
    name="Free Bet Blackjack",
    approvals=(33,),
    summary="Come closer to 21 than the dealer, with chips of the house on the best doubles and splits.",
    headlines=("Hard 9, 10 and 11 doubled free", "Pairs but tens split free", "Dealer's 22 pushes"),
    deck=Deck(copies=6),
    decks=tuple(BY_DECKS),
    course=Blackjack(RULES),
    wagers=(*blackjack_wagers(RULES), push_22(PUSH_22, BY_SUITS, UK_BY_SUITS, FLAT)),
    rulings=(
        Ruling(
            "where_the_bet_stays",
            "Which hand of a split pair has the player's own bet?",
            "The first one. The house's chips lie on the hands that are split off it, also where one of those is "
            "split again.",
            because="All hands of a pair have the same prospects, so no figure depends on it.",
        ),
        SPLIT_AGAIN,
        Ruling(
            "free_chip_pushes",
            "What becomes of a free chip if the hand pushes?",
            "The house takes it back: it pays if the hand wins, and otherwise nothing is won or lost with it.",
        ),
        Ruling(
            "dealer_draws_out",
            "Does the dealer draw if no hand is left?",
            "Yes, for the bet on 22; no other bet is changed by it.",
            confirmed=True,
        ),
        Ruling(
            "published_edges",
            "Which published figures are left out?",
            "The house edges of 1.04% (six decks) and 0.625% (Golden Nugget), and 1.01% and 0.73% of the trial in "
            "Brighton, whose rules are not told in full; also 5.8540% for Push 22 by suits. None of them comes out.",
            because="The frequencies behind the last figure do come out, one by one, and so does the strategy quoted "
            "with the first.",
        ),
        Ruling(
            "tables_left_out",
            "What of Pot of Gold, Busted and the dual progressives?",
            "They are left out: their pays, or the figures to check them by, are not published where we looked.",
        ),
    ),
    published=(
        *(
            figure
            for decks, (often, value) in BY_DECKS.items()
            for figure in figures(
                PUSH_22, THE_TABLE, paytable=FLAT.name, decks=decks, hit_frequency=often, expected_value=value
            )
        ),
        Published(wager=PUSH_22, paytable=FLAT.name, figure="house_edge", printed="11.7565%", source=SIX_DECKS),
        *by_outcome(PUSH_22, "probability", BY_COLOR, SIX_DECKS),
    ),
)
golden_nugget = replace(
    game,
    variant="golden-nugget",
    headlines=(
        "Hard 9, 10 and 11 doubled free at any time",
        "Pairs but fours and tens split free",
        "Dealer's 22 pushes",
    ),
    course=Blackjack(GOLDEN_NUGGET),
    published=(),
)
game = replace(game, others=(golden_nugget,))
