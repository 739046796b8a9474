"""Notices to players at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairfelt.law import Stage, check_merchandise
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Notice, Section, Sheet, Words
from fairfelt.rules import format_amount, format_day

from ..report import Report
from .rules import finding_notice

if TYPE_CHECKING:
    from fairfelt.law import Law, Merchandise, Retirement


def out_of_service_notice(where: str, why: str, *, progressive: bool = True) -> Report:
    """A progressive that cannot be played, or a table that has none."""
    because = why.rstrip(". ")
    if not progressive:
        return _notice(
            "Table out of service", f"{capital(where)} is out of service: {because}.", "No bets are accepted here."
        )
    return _notice(
        "Progressive out of service",
        f"The progressive at {where} is out of service: {because}.",
        "No progressive bets are accepted. All bets and meter amounts are safe.",
    )


def limit_notice(jackpot: str, level: str, limit_micros: int, currency: str) -> Report:
    """A limit that was set on a meter."""
    return _notice(
        "Jackpot limit",
        f"{jackpot}, {level}: the meter limit is {format_amount(limit_micros, currency)}.",
        "Contributions above the limit go to the next jackpot.",
    )


def retirement_notice(retirement: Retirement) -> Report:
    """A jackpot that ends, or has ended."""
    if retirement.closed_on:
        gone = {
            "play off": "It was won.",
            "transfer": f"Its full amount moved to {', '.join(filter(None, (retirement.to, retirement.level)))}.",
            "donation": f"Its full amount was donated to {retirement.to}.",
        }[retirement.way]
        ended = f"{retirement.jackpot} ended on {format_day(retirement.closed_on)}. No bets are taken for it."
        return _notice("Jackpot retired", ended, gone, "The house kept none of it.")
    later = f"on {format_day(retirement.earliest)} or later"
    when = "now" if retirement.stage is Stage.UNDER_WAY else later
    ends = {
        "play off": "It is played until it is won, and does not reset.",
        "transfer": f"Its full amount moves to {', '.join(filter(None, (retirement.to, retirement.level)))}.",
        "donation": f"Its full amount is donated to {retirement.to}.",
    }[retirement.way]
    return _notice(
        "Jackpot retirement",
        f"{retirement.jackpot} retires {when}.",
        ends,
        *(f"{capital(notice)}." for notice in retirement.notices),
        "The house keeps none of it.",
    )


def merchandise_report(law: Law, prize: Merchandise, hand: str) -> Report:
    """Whether a prize in kind may be offered, and the notice that hangs at the table."""
    findings = tuple(check_merchandise(law, prize))
    rule = law.find("prize.merchandise")
    notice = (
        f"{capital(prize.item)}, worth {prize.money(prize.value_micros)}, is the prize for {hand} in place of "
        f"{prize.money(prize.fixed_prize_micros)}.",
        f"{prize.money(prize.from_reserve_micros)} of its price comes from funds of the jackpot that are not shown.",
        "No fee is taken from the winner.",
    )
    answer = Words("This prize may be offered." if not findings else "This prize may not be offered as it is.")
    cited = Words(f"Required by {rule.cited}." if rule else "No rule on merchandise here.")
    sheet = Sheet(
        f"Merchandise prize: {prize.item}",
        f"{law.profile.title}, {format_day(law.on)}",
        (
            Section("", (answer, *finding_notice("Violations", findings), cited)),
            Section("Notice at the table", (Notice("Merchandise prize", notice),)),
        ),
    )
    plain = {
        "item": prize.item,
        "may_offer": not findings,
        "findings": [finding.to_dict() for finding in findings],
        "notice": list(notice),
    }
    return Report(sheet, plain, "merchandise", passed=not findings)


def _notice(title: str, *items: str) -> Report:
    sheet = Sheet(title, "Notice to players", (Section("", (Notice(title, items),)),))
    return Report(sheet, {"title": title, "sentences": list(items)}, "notice")
