"""What every paper says first: that this program is no approved system, and when enforcement was off."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from fairfelt.law import Law, letter
from fairfelt.reports.sheet import Notice, Section
from fairfelt.reports.sheet.english import capital
from fairfelt.version import __version__

from ..report import Report

if TYPE_CHECKING:
    from fairfelt.room import Floor

PRODUCT = "Fairfelt"


def not_approved(law: Law) -> tuple[Notice, ...]:
    """The notice where the law has equipment approved first; none where it does not."""
    rule = law.find("approval.equipment")
    if rule is None:
        return ()
    systems = "; ".join(system.name for system in letter().systems)
    sentences = (
        f"{rule.says} ({rule.cited})",
        f"{PRODUCT} {__version__} has been submitted to nobody and approved by nobody. The approval letter names "
        f"other systems for its progressives: {systems}.",
        "Until it is approved here, use it for mathematics, training, and as a second record beside an approved "
        "system; do not take bets with it.",
    )
    return (Notice(f"{PRODUCT} is not an approved system", *sentences),)


def with_lapses(report: Report, floor: Floor, from_micros: int, to_micros: int) -> Report:
    """A paper about a time, first of all with when enforcement was off meanwhile."""
    zone = floor.jurisdiction.zone
    lapses = [one for one in floor.lapses if one.overlaps(from_micros, to_micros)]
    off = tuple(f"{capital(one.words(zone))}." for one in lapses)
    if not off:
        return report
    title = "Other rules are enforced" if all(one.followed_by for one in lapses) else "Enforcement was off"
    sections = (Section("", Notice(title, *off)), *report.sheet.sections)
    plain = {**report.plain, "enforcement_off": list(off)} if report.plain else {}
    return replace(report, sheet=replace(report.sheet, sections=sections), plain=plain)


def with_lapses_of_day(report: Report, floor: Floor, day: date) -> Report:
    """The same for a paper of one gaming day."""
    days = floor.jurisdiction.days
    return with_lapses(report, floor, days.begin_micros(day), days.end_micros(day))
