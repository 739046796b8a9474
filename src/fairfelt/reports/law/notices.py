"""Notices: to players at a table, and drafts to the regulator."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Facts, Notice, Section, Sheet, Words
from fairfelt.rules import format_amount

from .rules import day_words

if TYPE_CHECKING:
    from fairfelt.law import HouseJackpot, Law, Malfunction, Merchandise, Retirement


def out_of_service_notice(where: str, why: str) -> Sheet:
    """A progressive that cannot be played."""
    items = (
        f"The progressive at {where} is out of service: {why}.",
        "No bets are taken for it. Nothing that was bet or stands on the meter is lost.",
    )
    return _to_players("Progressive out of service", items)


def limit_notice(jackpot: str, level: str, limit_micros: int, currency: str) -> Sheet:
    """A limit that was set on a meter."""
    limit = format_amount(limit_micros, currency)
    items = (f"{jackpot}, {level}: the meter rises to {limit}.", "What is bet beyond that starts the next meter.")
    return _to_players("Limit of a jackpot", items)


def removal_notice(retirement: Retirement) -> Sheet:
    """A jackpot that ends."""
    ends = {
        "play off": "It is played for until it is won, and does not start again.",
        "transfer": f"All its money moves to {', '.join(filter(None, (retirement.to, retirement.level)))}.",
        "donation": f"All its money is given to {retirement.to}.",
    }[retirement.way]
    items = (
        f"{retirement.jackpot} ends from {day_words(retirement.earliest)} on.",
        ends,
        *(f"{capital(notice)}." for notice in retirement.notices),
        "The house keeps none of it.",
    )
    return _to_players("End of a jackpot", items)


def house_jackpot_notice(jackpot: HouseJackpot) -> Sheet:
    """What a house jackpot has to disclose."""
    return _to_players(jackpot.name, jackpot.disclosures)


def merchandise_notice(prize: Merchandise, hand: str) -> Sheet:
    """A prize in kind."""
    items = (
        f"{prize.item}, worth {prize.money(prize.value_micros)}, is won with {hand}.",
        f"{prize.money(prize.from_reserve_micros)} of jackpot funds that are not displayed were used to buy it.",
    )
    return _to_players("Merchandise prize", items)


def malfunction_draft(law: Law, malfunction: Malfunction, licensee: str) -> Sheet:
    """The notice of a malfunction to the regulator, ready to be signed."""
    from fairfelt.law import malfunction_notice

    deadline = malfunction_notice(law, malfunction)
    rows = [
        ("Licensee", licensee),
        ("Equipment", malfunction.equipment),
        ("What happened", malfunction.what),
        ("Found", _moment(malfunction.found_at)),
    ]
    if deadline:
        rows.append(("To be told by", f"{_moment(deadline.by)} ({deadline.cited})"))
    return _to_regulator("Malfunction of equipment", tuple(rows))


def change_draft(law: Law, what: str, before: str, after: str, installs_at: datetime) -> Sheet:
    """The notice of a change of software or parameters, with the moment by which it should go out."""
    rule = law.find("change.notice")
    rows = [("Change", what), ("Before", before), ("After", after), ("Installed", _moment(installs_at))]
    if rule:
        by = installs_at - timedelta(hours=rule.number("ahead_hours"))
        rows.append(("To go out by", f"{_moment(by)} ({rule.cited}; advice only)"))
    return _to_regulator("Change of the progressive system", tuple(rows))


def _to_players(title: str, items: tuple[str, ...]) -> Sheet:
    return Sheet(title, "Notice to players", (Section("", (Notice(title, items),)),))


def _to_regulator(title: str, rows: tuple[tuple[str, str], ...]) -> Sheet:
    signature = ("Signed, date", "_" * 32)
    draft = Words("A draft: check it, complete it and sign it before it goes out.")
    return Sheet(title, "Notice to the regulator", (Section("", (draft, Facts((*rows, signature)))),))


def _moment(at: datetime) -> str:
    return f"{day_words(at.date())}, {at:%H:%M} {at.tzname() or ''}".strip()
