"""Every line of every paytable that the five sheets print, against the rules as they are printed here."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.reports.placard.placard import placard_dict

POKER = "300 for 1, 50 for 1, 40 for 1, 30 for 1, 9 for 1, loses"
LINES = {
    # Straight Edge Poker: margins of 6 cards down, then ties and losses; lengths of 7 cards down.
    "straight-edge-poker v1 / Play / 1": "200, 25, 8, 3, 2, 1, 1, loses",
    "straight-edge-poker v1 / Bonus / 1": "40, 15, 6, 3 to 2, loses",
    "straight-edge-poker v1 / Bonus / 2": "50, 20, 4, 3 to 2, loses",
    "straight-edge-poker v1 / Insurance / 1": "25, loses",
    "straight-edge-poker v2 / Blind / 1": "100, 25, 5, 3, 2, 1, pushes, pushes, loses",
    "straight-edge-poker v2 / 4+ Bonus / 1": "50, 15, 8, 2, loses",
    "straight-edge-poker v2 / Insurance / 1": "25, loses",
    **{
        f"straight-edge-poker {version} / Two Way Bad Beat / {table}": (
            f"100% of the meter{envy}, 250 for 1, 25 for 1, 5 for 1, loses, loses"
        )
        for version in ("v1", "v2")
        for table, envy in (("1", " + 100"), ("2", ""))
    },
    # Flushes Gone Wild: margins of 5 cards down; natural before wild.
    "flushes-gone-wild / Blind / 1": "200, 25, 5, 3, pushes, pushes, pushes, loses",
    "flushes-gone-wild / Flush Rush / 1": "250, 100, 50, 10, 6, 3, 1, loses",
    "flushes-gone-wild / Progressive / 01": f"100% of the meter + 1000, 10% of the meter + 300, {POKER}",
    "flushes-gone-wild / Multi-Game Link Progressive / 01": (
        f"100% of the meter + 1000, 10% of the meter + 300, {POKER}"
    ),
    "flushes-gone-wild / Multi-Game Link Progressive / ML01": (
        f"100% of the Mega + 1000, 100% of the Major + 300, {POKER}"
    ),
    "flushes-gone-wild / Multi-Game Link Progressive / ML03": (
        f"100% of the Mega + 1000, 100% of the Major + 300, {POKER.replace('300 for 1', '100% of the Minor')}"
    ),
    # Flush Rush: straight flushes and flushes by what they pay.
    "flush-rush / Ante / FR-01": "1,000, 500, 300, 100, 20, 15, 9, 5, loses",
    "flush-rush / All or Nothing / AN-01": "30, 5, loses",
    "solitaire-stud / Super Bonus / SB-01": "1,000, 100, 20, 5, 2, 1, pushes, pushes, loses",
    "solitaire-stud / 3+ / SS-01": "500, 50, 20, 6, 3, loses",
    "solitaire-stud / 3+ / SS-02": "500, 50, 15, 6, 3, loses",
    # The bonus of Three Card Poker: AKQ of spades, AKQ suited, straight flush, three of a kind, straight.
    "three-card-poker / Three Card Poker Bonus / TCPB-01": "4,000, 1,000, 125, 100, loses, loses",
    "three-card-poker / Three Card Poker Bonus / TCPB-02": "4,000, 1,000, 60, 40, 7, loses",
    "three-card-poker / Three Card Poker Bonus / TCPB-03E": "4,000 + 100, 1,000 + 25, 100 + 5, 75, loses, loses",
    "three-card-poker / Three Card Poker Bonus / TCPB-04E": "3,000 + 100, 1,000 + 25, 50 + 5, 40, 6, loses",
}
"""By game, bet and paytable: what each line pays, to 1 where nothing else is said, and its envy after a plus."""


@pytest.mark.parametrize("named", LINES)
def test_every_line_pays_what_its_sheet_prints(named: str) -> None:
    game, bet, name = named.split(" / ")
    (wager,) = [each for each in placard_dict(games.find(*game.split()))["wagers"] if each["wager"] == bet]
    (table,) = [each for each in wager["paytables"] if each["paytable"] == name]
    envy = (f" + {row['envy']}" if row["envy"] else "" for row in table["outcomes"])
    pays = (row["pays"].removesuffix(" to 1") for row in table["outcomes"])
    assert ", ".join(map("".join, zip(pays, envy, strict=True))) == LINES[named]


def test_no_paytable_of_the_sheets_is_left_out() -> None:
    """Those of Three Card Poker itself are attached to its sheet and not on it."""
    shipped = {
        f"{slug} / {wager['wager']} / {table['paytable']}"
        for slug in {named.split(" / ")[0] for named in LINES}
        for wager in placard_dict(games.find(*slug.split()))["wagers"]
        for table in wager["paytables"]
        if table["paytable"] and not (slug == "three-card-poker" and wager["wager"] in ("Ante Bonus", "Pair Plus"))
    }
    assert shipped == set(LINES)
