"""Fortune Pai Gow Poker Progressive: seven cards set in two hands against the dealer's, and a bet on all seven."""

from dataclasses import replace

from fairfelt.cards import Deck
from fairfelt.hands import PAI_GOW_LOW_WHEEL
from fairfelt.rules import (
    EVEN,
    MARINA_BAY_SANDS,
    TRUMP_PLAZA,
    Alternative,
    Game,
    PaiGowPoker,
    Paytable,
    Published,
    Result,
    Ruling,
    both_hands,
    opening,
    to,
)

from ._fortune import (
    MARINA_BAY,
    PAYTABLE_2,
    RENTON,
    TOP_5000,
    WIZARD,
    fortune_bonus,
    published_counts,
)

WINS: dict[int, str] = {Result.WIN: "wins both hands"}
COMMISSION = Paytable("5% commission", {Result.WIN: to(19, 20)}, names=WINS)
NO_COMMISSION = Paytable("no commission", {Result.WIN: EVEN}, names=WINS)

COURSE = PaiGowPoker(way=TRUMP_PLAZA)
SPLIT = "Wizard of Odds, Ask the Wizard 134: both sides by the house way"


def _split(outcome: str, printed: str) -> Published:
    return Published(wager="Pai Gow", figure="probability", outcome=outcome, printed=printed, source=SPLIT)


game = Game(
    name="Fortune Pai Gow Poker Progressive",
    approvals=(30,),
    summary="Set seven cards in two hands, five behind and two in front, and beat both of the dealer's.",
    headlines=("The joker is an ace, or completes a straight or a flush", "Dealer wins copies"),
    deck=Deck(jokers=1),
    course=COURSE,
    wagers=(
        opening("Pai Gow", both_hands, pays=(COMMISSION, NO_COMMISSION)),
        fortune_bonus(PAYTABLE_2, RENTON, TOP_5000, MARINA_BAY),
    ),
    rulings=(
        Ruling(
            "house_way",
            "By which house way are the dealer's cards set?",
            "By the Trump Plaza way.",
            because="Both sides by it, and by the Marina Bay Sands way as well, win, push and lose as was published "
            "first; two later splits, 29.12%, 40.50%, 30.38% and 28.55%, 41.47%, 29.98%, come from other house ways or "
            "from sampling. The 2.7305% printed beside the first is worked out from its rounded parts.",
            alternatives={
                "marina_bay_sands": Alternative(
                    "By the Marina Bay Sands way.",
                    lambda game: replace(game, course=replace(COURSE, way=MARINA_BAY_SANDS)),
                )
            },
            confirmed=True,
        ),
        Ruling(
            "players_setting",
            "How do players set their cards?",
            "As they like at the table; the figures are for players who set by the house way too.",
            because="The published figures are. What each way to set a hand is worth can be asked for hand by hand.",
        ),
        Ruling(
            "lowest_straight",
            "Where does 5-4-3-2-A stand among the straights?",
            "Second, below A-K-Q-J-10, as at most tables; a card room states its choice.",
            alternatives={
                "lowest": Alternative(
                    "Last, as in poker.",
                    lambda game: replace(game, course=replace(COURSE, ranking=PAI_GOW_LOW_WHEEL)),
                )
            },
        ),
        Ruling(
            "joker_in_a_house_way",
            "What is the joker when the rule of the house way is looked up?",
            "An ace. With two aces and the joker a straight or a flush is kept only if it leaves a pair for the front.",
            because="The house ways in print do not say.",
        ),
        Ruling(
            "commission",
            "Is a commission taken on a win?",
            "5% of it, so that 20 win 19 (paytable “5% commission”); a card room may go without.",
        ),
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
        Ruling(
            "bets_left_out",
            "What of Pai Gow'd and the progressive?",
            "They are left out: their tables are not published where we looked.",
        ),
    ),
    published=(
        _split("wins both hands", "28.61%"),
        _split("wins one hand", "41.48%"),
        _split("loses both hands", "29.91%"),
        *published_counts(PAYTABLE_2),
        Published(wager="Fortune Bonus", paytable="2", figure="house_edge", printed="7.77%", source=WIZARD),
        Published(wager="Fortune Bonus", paytable="2", figure="envy_per_bettor", printed="0.92%", source=WIZARD),
        Published(
            wager="Fortune Bonus",
            paytable="5,000 on top",
            figure="house_edge",
            printed="7.8%",
            source="Grochowski, 2015",
        ),
    ),
)
