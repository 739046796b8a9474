"""Pai gow poker with commission: the course, the bet, and how the sheets are read, for tables with a bonus or none."""

from collections.abc import Iterator
from dataclasses import replace

from fairfelt.language import *

SUMMARY = "Set seven cards in two hands, five behind and two in front, and beat both of the dealer's."
HEADLINES = ("The joker is an ace, or completes a straight or a flush", "Dealer wins copies")
WINS: dict[int, str] = {Result.WIN: "wins both hands"}
COMMISSION = Paytable("5% commission", {Result.WIN: to(19, 20)}, names=WINS)
NO_COMMISSION = Paytable("no commission", {Result.WIN: EVEN}, names=WINS)

COURSE = PaiGowPoker(way=TRUMP_PLAZA)
SPLIT = {"wins both hands": "28.61%", "wins one hand": "41.48%", "loses both hands": "29.91%"}
SPLIT_SOURCE = "Wizard of Odds, Ask the Wizard 134: both sides by the house way"


def house_way_ruling(course: PaiGowPoker, because: str, *, confirmed: bool = False) -> Ruling:
    """By which of the house ways in print a dealer sets; the other is the alternative."""
    return Ruling(
        "house_way",
        "By which house way are the dealer's cards set?",
        f"By the {course.way.name}.",
        because=because,
        alternatives={
            "marina_bay_sands": Alternative(
                f"By the {MARINA_BAY_SANDS.name}.",
                lambda game: replace(game, course=replace(course, way=MARINA_BAY_SANDS)),
            )
        },
        confirmed=confirmed,
    )


def rulings_of_setting(course: PaiGowPoker) -> tuple[Ruling, ...]:
    """How hands are set and ranked, where the sheets do not say."""
    return (
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
                    lambda game: replace(game, course=replace(course, ranking=PAI_GOW_LOW_WHEEL)),
                )
            },
        ),
        Ruling(
            "joker_in_a_house_way",
            "What is the joker when the rule of the house way is looked up?",
            "An ace. With two aces and the joker a straight or a flush is kept only if it leaves a pair for the front.",
            because="The house ways in print do not say.",
        ),
    )


RULINGS = (
    house_way_ruling(
        COURSE,
        "Both sides by it, and by the Marina Bay Sands way as well, win, push and lose as was published "
        "first; two later splits, 29.12%, 40.50%, 30.38% and 28.55%, 41.47%, 29.98%, come from other house ways or "
        "from sampling. The 2.7305% printed beside the first is worked out from its rounded parts.",
        confirmed=True,
    ),
    *rulings_of_setting(COURSE),
    Ruling(
        "commission",
        "Is a commission taken on a win?",
        "5% of it, so that 20 win 19 (paytable “5% commission”); a card room may go without.",
    ),
)


def pai_gow_bet() -> Wager:
    """The bet on both hands."""
    return opening("Pai Gow", both_hands, pays=(COMMISSION, NO_COMMISSION))


def published_split() -> Iterator[Published]:
    """How often both sides, by the house way, win, push and lose."""
    for outcome, printed in SPLIT.items():
        yield Published(wager="Pai Gow", figure="probability", outcome=outcome, printed=printed, source=SPLIT_SOURCE)
