"""What it costs that a fold loses the bet: three rules side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.fold import FoldComparison
from fairfelt.meters.words import format_money
from fairfelt.reports.sheet.sheet import Column, Section, Table, right

from ..report import Report
from .meter_report import meter_report

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel

ROUNDS = 100
"""A round costs cents, whose hundredths matter: the cost of so many is shown."""


def fold_report(model: JackpotModel, found: FoldComparison) -> Report:
    """Edges and losses by the rule on folded hands."""
    currency = model.terms.currency
    rules = [
        (played, edge, bet.fixed_return, found.loss(bet, edge, model.meters, model.others))
        for played, bet, edge in (
            ("a fold loses the bet; the game is played alone", found.alone, found.alone_edge),
            ("a fold loses the bet; both are decided together", found.together, found.together_edge),
            ("folded hands qualify", found.qualifying, found.alone_edge),
        )
    ]
    rows = tuple(
        (played, percent_text(edge, 4), percent_text(fixed, 2), format_money(loss * ROUNDS, currency))
        for played, edge, fixed, loss in rules
    )
    heads = right("House edge of the game", "Fixed return of the bet", f"Loss in {ROUNDS} rounds")
    sections = [Section("By the rule on folded hands", (Table((Column("Played"), *heads), rows),))]
    if found.played_on:
        hands = tuple((hand, percent_text(chance, 4)) for hand, chance in found.played_on)
        table = Table((Column("Hand"), *right("Of all hands")), hands)
        sections.append(Section("Hands that are folded alone and played with the bet", (table,)))
    plain = {
        "ante": as_json(found.ante),
        "rooms": [
            {
                "played": played,
                "house_edge": as_json(edge),
                "fixed_return": as_json(fixed),
                "loss_per_round": as_json(loss),
            }
            for played, edge, fixed, loss in rules
        ],
        "played_on": [{"hand": hand, "probability": as_json(chance)} for hand, chance in found.played_on],
    }
    notes = (("Loss", "The player's average, game and bet together, with the meters as they stand."),)
    facts = (("Ante", format_money(found.ante, currency)),)
    return meter_report(model, "Folded hands", sections, plain, facts=facts, footnotes=notes)
