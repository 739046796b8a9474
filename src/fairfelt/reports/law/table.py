"""What the law says to a table as it is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.rules import fingerprint, format_amount

from .rules import day_words, finding_notice

if TYPE_CHECKING:
    from fairfelt.law import Law, Offer, Verdict


def table_verdict_sheet(law: Law, table: str, offer: Offer, found: Verdict) -> Sheet:
    """May it open, and what there is to say."""
    answer = "This table may open." if found.allowed else "This table may not open."
    rows = tuple(
        (name, *(format_amount(micros, offer.currency) for micros in (limits.least_micros, limits.most_micros)))
        for name, limits in offer.wagers.items()
    )
    said = Words(answer), *finding_notice("Stops it", found.stops), *finding_notice("Notices", found.notices)
    facts = Facts((("Fingerprint", fingerprint(offer.game)), ("Places", str(offer.places))))
    return Sheet(
        title=f"Table {table}: {offer.game.title}",
        subtitle=f"{law.profile.title}, {day_words(law.on)}",
        sections=(
            Section("", said),
            Section("As it is set up", (facts, Table((Column("Bet"), *right("Least", "Most")), rows))),
        ),
    )


def table_verdict_dict(law: Law, table: str, offer: Offer, found: Verdict) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {
        "table": table,
        "profile": law.profile.name,
        "on": law.on.isoformat(),
        "game": offer.game.slug,
        "variant": offer.game.variant,
        "fingerprint": fingerprint(offer.game),
        "mode": found.mode.value,
        "may_open": found.allowed,
        "findings": [finding.to_dict() for finding in found.findings],
    }
