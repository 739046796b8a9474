"""A must-hit-by meter: its mean prize, and the meter at which playing for it stops losing."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from fairfelt.meters.words import format_money
from fairfelt.reports.sheet.sheet import Section, Sheet, Words
from fairfelt.rules import DOLLARS

from ..report import Report
from .meter_report import Figure, amount, figures_plain, figures_table, percent

if TYPE_CHECKING:
    from fairfelt.meters import MustHitBy

ASSUMED = "The amount at which it is won is hidden, and equally likely anywhere up to the maximum."


def must_hit_report(of: MustHitBy, meter: Fraction) -> Report:
    """The meter now."""
    figures = (
        Figure("most", "", of.most),
        Figure("meter", "", meter),
        Figure("rate", "", of.rise),
        Figure("base_return", "", of.base_return),
        amount("mean_prize", "Mean prize", of.prize(meter), DOLLARS),
        amount("mean_wagered", "Wagered until then, on average", of.wagered_until_hit(meter), DOLLARS),
        percent("return", "Return until then", of.return_at(meter)),
        amount("break_even_meter", "Break-even meter", of.break_even, DOLLARS),
    )
    blocks = (Words(ASSUMED), figures_table(figures))
    sheet = Sheet(f"Must hit by {format_money(of.most)}", f"At {format_money(meter)}", (Section("", blocks),))
    return Report(sheet, figures_plain(figures))
