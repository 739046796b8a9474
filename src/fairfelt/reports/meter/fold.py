"""What it costs that a fold loses the bet: three rooms side by side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.fold import FoldPolicy
from fairfelt.meters.prospect import Prospect
from fairfelt.meters.words import money
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, right

from .edge import case_dict, case_facts

if TYPE_CHECKING:
    from fairfelt.meters import Case

ROUNDS = 100
"""A round costs cents, whose hundredths matter: what so many cost is told."""
Room = tuple[str, Prospect, Fraction]
"""What is done there, the bet, and the house edge of the game."""


def fold_sheet(case: Case, found: FoldPolicy) -> Sheet:
    """Edges and losses by the rule on folded hands."""
    ante = ("Ante", money(found.ante, case.terms.currency))
    heads = right("House edge of the game", "Fixed return of the bet", f"Loss in {ROUNDS} rounds")
    return Sheet(
        title=case.terms.name,
        subtitle="Folded hands",
        sections=(
            Section("", (Facts((*case_facts(case), ante)),)),
            Section("By the rule on folded hands", (Table((Column("Played"), *heads), tuple(_rows(case, found))),)),
            *_played_on(found),
        ),
        footnotes=(("Loss", "Of the player on average, game and bet together, with the meters as they stand."),),
        colophon=colophon(case.game, what="Counted, not sampled,"),
    )


def fold_dict(case: Case, found: FoldPolicy) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        **case_dict(case),
        "ante": as_json(found.ante),
        "rooms": [
            {
                "played": played,
                "house_edge": as_json(edge),
                "fixed_return": as_json(bet.fixed_return),
                "loss_per_round": as_json(found.loss(bet, edge, case.meters, case.others)),
            }
            for played, bet, edge in _rooms(found)
        ],
        "played_on": [{"hand": hand, "probability": as_json(often)} for hand, often in found.played_on],
    }


def _rooms(found: FoldPolicy) -> tuple[Room, ...]:
    return (
        ("a fold loses the bet; the game is played alone", found.alone, found.alone_edge),
        ("a fold loses the bet; both are decided together", found.together, found.together_edge),
        ("folded hands qualify", found.qualifying, found.alone_edge),
    )


def _rows(case: Case, found: FoldPolicy) -> Iterator[tuple[str, ...]]:
    for played, bet, edge in _rooms(found):
        loss = money(found.loss(bet, edge, case.meters, case.others) * ROUNDS, case.terms.currency)
        yield played, percent_text(edge, 4), percent_text(bet.fixed_return, 2), loss


def _played_on(found: FoldPolicy) -> Iterator[Section]:
    rows = tuple((hand, percent_text(often, 4)) for hand, often in found.played_on)
    if rows:
        table = Table((Column("Hand"), *right("Of all hands")), rows)
        yield Section("Hands that are folded alone and played with the bet", (table,))
