"""Whether a table may open as it is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.room.refusal import Code
from fairfelt.rules import fingerprint, format_amount, format_day

from ..report import Report
from .not_approved import not_approved
from .rules import finding_notice

if TYPE_CHECKING:
    from fairfelt.law import Law, Offer, Verdict


def table_verdict_report(law: Law, table: str, offer: Offer, found: Verdict) -> Report:
    """May it open, what stops it, and what it should mind."""
    decided = f" It was decided by {found.decided_by.words}." if found.decided_by else ""
    answer = "This table may open." if found.allowed else f"This table may not open.{decided}"
    rows = tuple(
        (name, *(format_amount(micros, offer.currency) for micros in (limits.least_micros, limits.most_micros)))
        for name, limits in offer.wagers.items()
    )
    notice = not_approved(law)
    system = (notice,) if notice and any(wager.feeds_meter for wager in offer.game.wagers) else ()
    blocks = (
        Words(answer),
        *system,
        *finding_notice("Violations", found.stops),
        *finding_notice("Notices", found.notices),
    )
    facts = Facts((("Fingerprint", fingerprint(offer.game)), ("Seats", str(offer.places))))
    sheet = Sheet(
        title=f"Table {table}: {offer.game.title}",
        subtitle=f"{law.profile.title}, {format_day(law.on)}",
        sections=(
            Section("", blocks),
            Section("Setup", (facts, Table((Column("Bet"), *right("Min", "Max")), rows))),
        ),
    )
    plain = {
        "table": table,
        "profile": law.profile.name,
        "on": law.on.isoformat(),
        "game": offer.game.slug,
        "variant": offer.game.variant,
        "fingerprint": fingerprint(offer.game),
        "mode": found.mode.value,
        "may_open": found.allowed,
        "code": "" if found.allowed else Code.UNLAWFUL.value,
        "decided_by": found.decided_by.value if found.decided_by else "",
        "findings": [finding.to_dict() for finding in found.findings],
    }
    return Report(sheet, plain, "table", passed=found.allowed)
