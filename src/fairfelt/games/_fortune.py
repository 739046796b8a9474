"""The Fortune bet on seven cards of pai gow poker, which several games share."""

from fairfelt.language import *

WIZARD = "Wizard of Odds"
LINES = (
    Fortune.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH,
    Fortune.ROYAL_FLUSH_AND_SUITED_KING_QUEEN,
    Fortune.SEVEN_CARD_STRAIGHT_FLUSH_WITH_JOKER,
    Fortune.FIVE_ACES,
    Fortune.ROYAL_FLUSH,
    Fortune.STRAIGHT_FLUSH,
    Fortune.FOUR_OF_A_KIND,
    Fortune.FULL_HOUSE,
    Fortune.FLUSH,
    Fortune.THREE_OF_A_KIND,
    Fortune.STRAIGHT,
)
"""As a paytable lists them."""
SEVEN = 7


def fortune_table(name: str, *pays: int, envy: tuple[int, ...] = ()) -> Paytable:
    """A table by its pays from the top down, and its envy, which asks for a bet of 5."""
    amounts: dict[int, int] = dict(zip(LINES, envy, strict=False))
    return Paytable(
        name, dict(zip(LINES, pays, strict=True)), envy=Envy(amounts, times_wager=False, least=5) if envy else None
    )


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


def published_counts(table: Paytable) -> tuple[Published, ...]:
    """How many of all seven-card hands make each line."""
    counts = (
        "32", "72", "196", "1,128", "26,020", "184,644", "307,472", "4,188,528", "6,172,088", "7,672,500", "11,034,204",
    )  # fmt: skip
    return tuple(
        Published(
            wager="Fortune Bonus",
            paytable=table.name,
            figure="combinations",
            outcome=FORTUNE.lines[line].name,
            printed=printed,
            source=WIZARD,
        )
        for line, printed in zip(LINES, counts, strict=True)
    )
