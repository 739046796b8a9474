"""Pai gow poker with commission: the course, the bet, how the sheets are read, and the Fortune bet on seven cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fairfelt.language import *

WIZARD = "Wizard of Odds"
SEVEN = 7


def fortune_table(name: str, *pays: int, envy: tuple[int, ...] = ()) -> Paytable:
    """A table by its pays from the top down, and its envy, which asks for a bet of 5."""
    amounts: dict[int, int] = dict(zip(reversed(Fortune), envy, strict=False))
    return from_top(Fortune, *pays, name=name, envy=Envy(amounts, times_wager=False, least=5) if envy else None)


PAYTABLE_2 = fortune_table(
    "2", 8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2, envy=(3000, 1000, 500, 250, 50, 20, 5)
)  # fmt: skip
RENTON = fortune_table(
    "Renton", 8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2, envy=(5000, 1000, 500, 250, 50, 20, 5)
)  # fmt: skip
TOP_5000 = fortune_table("5,000 on top", 5000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2)
MARINA_BAY = fortune_table("Marina Bay Sands", 2500, 1000, 500, 250, 100, 50, 20, 5, 4, 3, 2)


def fortune_bonus(*tables: Paytable) -> Wager:
    """The bet, by these tables; the first is in play."""
    return side_bet("Fortune Bonus", hand=FORTUNE, first=SEVEN, pays=tables, survives_fold=True)


def published_counts(table: Paytable) -> Iterator[Published]:
    """How many of all seven-card hands make each line."""
    counts = (
        "32", "72", "196", "1,128", "26,020", "184,644", "307,472", "4,188,528", "6,172,088", "7,672,500", "11,034,204",
    )  # fmt: skip
    rows = {FORTUNE.lines[line].name: count for line, count in zip(reversed(Fortune), counts, strict=False)}
    return by_outcome("Fortune Bonus", "combinations", rows, WIZARD, paytable=table.name)


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
    return opening("Pai Gow", both_hands, pays=(COMMISSION, NO_COMMISSION))


def published_split() -> Iterator[Published]:
    """How often both sides, by the house way, win, push and lose."""
    return by_outcome("Pai Gow", "probability", SPLIT, SPLIT_SOURCE)
