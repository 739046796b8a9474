"""A must-hit-by meter: what it is won for, and from where on playing for it loses nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fairfelt.exact import as_json
from fairfelt.meters.words import money
from fairfelt.reports.sheet.figures import exact_text, figure_table, percent_row
from fairfelt.reports.sheet.sheet import Section, Sheet, Words

if TYPE_CHECKING:
    from fairfelt.meters import MustHitBy

ASSUMED = "The amount at which it is won is hidden, and as likely here as there up to the most."


def must_hit_sheet(of: MustHitBy, meter: Fraction) -> Sheet:
    """The meter as it stands."""
    wagered, prize, even = of.wagered_until_hit(meter), of.prize(meter), of.break_even
    rows = (
        ("Won for, on average", money(prize), exact_text(prize)),
        ("Wagered until then, on average", money(wagered), exact_text(wagered)),
        percent_row("Return until then", of.return_at(meter)),
        ("Break-even meter", money(even), exact_text(even)),
    )
    title = f"Must hit by {money(of.most)}"
    return Sheet(title, f"At {money(meter)}", (Section("", (Words(ASSUMED), figure_table(*rows))),))


def must_hit_dict(of: MustHitBy, meter: Fraction) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        "most": as_json(of.most),
        "meter": as_json(meter),
        "rate": as_json(of.rise),
        "base_return": as_json(of.base_return),
        "mean_prize": as_json(of.prize(meter)),
        "mean_wagered": as_json(of.wagered_until_hit(meter)),
        "return": as_json(of.return_at(meter)),
        "break_even_meter": as_json(of.break_even),
    }
