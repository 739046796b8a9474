"""Fortune Pai Gow Poker Progressive: seven cards set in two hands against the dealer's, and a bet on all seven."""

from fairfelt.games._pai_gow import *
from fairfelt.language import *

game = Game(
    name="Fortune Pai Gow Poker Progressive",
    approvals=(30,),
    summary=SUMMARY,
    headlines=HEADLINES,
    deck=Deck(jokers=1),
    course=COURSE,
    wagers=(
        pai_gow_bet(),
        fortune_bonus(PAYTABLE_2, RENTON, TOP_5000, MARINA_BAY),
    ),
    rulings=(
        *RULINGS,
        Ruling(
            "envy",
            "Who gets envy, and how much on top?",
            "Other players with 5 or more on the Fortune Bonus; 3,000 for a natural seven-card straight flush.",
            because="Only so does the published 0.92% for each other player come out; the Renton table pays 5,000.",
            confirmed=True,
        ),
        Ruling(
            "standard_deviation",
            "Which figures are not listed among the published ones?",
            "A standard deviation of 5.85 for the Fortune Bonus, quoted second hand: its counts and pays give 5.34.",
        ),
        left_out("bets_left_out", "Pai Gow'd and the progressive"),
    ),
    published=(
        *published_split(),
        *published_counts(PAYTABLE_2),
        *figures("Fortune Bonus", WIZARD, paytable="2", house_edge="7.77%", envy_per_bettor="0.92%"),
        *figures("Fortune Bonus", "Grochowski, 2015", paytable="5,000 on top", house_edge="7.8%"),
    ),
)
