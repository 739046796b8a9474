"""Merchandise in place of a fixed prize: bought from money that is not displayed, and worth at least the prize."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fairfelt.law.core.profile import Law
from fairfelt.law.core.verdict import Finding
from fairfelt.rules import DOLLARS, format_amount


@dataclass(frozen=True, kw_only=True)
class Merchandise:
    """A prize in kind, with its papers."""

    item: str
    value_micros: int
    fixed_prize_micros: int
    from_reserve_micros: int
    """The part of its price that comes from the reserve."""
    reserve_held_micros: int
    """What the reserve holds."""
    rights_owner_approval: str = ""
    controls_approval: str = ""
    invoice: str = ""
    """The invoice, paid in full."""
    notice_posted: bool = False
    currency: str = DOLLARS

    def money(self, micros: int) -> str:
        """An amount in the currency of the prize."""
        return format_amount(micros, self.currency)


def check_merchandise(law: Law, prize: Merchandise) -> Iterator[Finding]:
    """Whether it may be offered."""
    rule = law.find("prize.merchandise")
    if rule is None:
        return
    if prize.value_micros < prize.fixed_prize_micros:
        worth = f"{prize.money(prize.value_micros)}, less than the prize of {prize.money(prize.fixed_prize_micros)}"
        yield Finding(rule, f"{prize.item} is worth {worth} it stands for")
    if prize.from_reserve_micros > prize.reserve_held_micros:
        held = prize.money(prize.reserve_held_micros)
        yield Finding(
            rule, f"{prize.item} takes {prize.money(prize.from_reserve_micros)} from a reserve that holds {held}"
        )
    papers = {
        "an approval by the owner of the game's rights": prize.rights_owner_approval,
        "approved internal controls": prize.controls_approval,
        "an invoice paid in full": prize.invoice,
        "a notice at the table": prize.notice_posted,
    }
    for paper, there in papers.items():
        if not there:
            yield Finding(rule, f"{prize.item} needs {paper}")
