"""A link of tables before the law: every award side by side, as exact fractions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fairfelt.answers.numbers import to_decimal
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Notice, Section, Sheet, Table, Words, right
from fairfelt.rules import format_day

from ..report import Report
from .rules import finding_notice

if TYPE_CHECKING:
    from fairfelt.law import AwardOdds, LinkExamined


NOT_FOLDED = "do not qualify; only hands are counted that the best strategy of the game plays"


def link_report(examined: LinkExamined) -> Report:
    """The odds of every table, and what the rules of that day say about them."""
    link, law = examined.link, examined.law
    answer = "This link is allowed." if examined.is_lawful else "This link is not allowed."
    tables = tuple((t.table, f"{t.game.title}, {t.wager}, paytable {t.paytable}, {t.location}") for t in link.tables)
    sheet = Sheet(
        title=f"Link to {link.jackpot}",
        subtitle=f"{law.profile.title}, {format_day(law.on)}",
        sections=(
            Section("", (Words(answer), *finding_notice("Findings", examined.findings))),
            Section("Tables", (Facts(tables),)),
            Section("Odds of each award, by table", (_side_by_side(examined),)),
        ),
        colophon="Counted, not sampled.",
    )
    return Report(sheet, _link_dict(examined), "link", passed=examined.is_lawful)


def _link_dict(examined: LinkExamined) -> dict[str, Any]:
    names = [table.table for table in examined.link.tables]
    return {
        "jackpot": examined.link.jackpot,
        "profile": examined.law.profile.name,
        "on": examined.law.on.isoformat(),
        "lawful": examined.is_lawful,
        "findings": [finding.to_dict() for finding in examined.findings],
        "awards": {
            award: {
                table: odds and {"probability": str(odds.probability), "hands": list(odds.hands)}
                for table, odds in zip(names, examined.award(award), strict=True)
            }
            for award in examined.awards
        },
    }


def _side_by_side(examined: LinkExamined) -> Table:
    tables = [table.table for table in examined.link.tables]
    rows = tuple((name, *map(_cell, examined.award(name))) for name in examined.awards)
    return Table((Column("Award"), *map(Column, tables)), rows)


def _cell(award: AwardOdds | None) -> str:
    return f"{award.probability} ({' or '.join(award.hands)})" if award else "no such award"


def certificate_report(held: Mapping[str, Any], faults: tuple[str, ...], *, recounted: bool) -> Report:
    """A certificate with the result of verifying it; its plain data are the certificate itself."""
    sheet = Sheet(
        title=f"Link certificate, {held.get('jackpot', 'unreadable')}",
        subtitle=f"{held.get('profile', '')} {held.get('on', '')}".strip(),
        sections=(
            Section("Verification", (_verification(faults, recounted=recounted),)),
            *(_table(table) for table in held.get("tables", ()) if not faults or "awards" in table),
            Section("Rules", (_rules(held), Words(str(held.get("disclaimer", ""))))),
        ),
        colophon=f"SHA-256 seal: {held.get('sha256', 'none')}.",
    )
    return Report(sheet, dict(held), "certificate", passed=not faults)


def _verification(faults: tuple[str, ...], *, recounted: bool) -> Block:
    if faults:
        return Notice("This certificate is not valid", faults)
    what = "The seal, the arithmetic and the equal odds are correct"
    return Words(f"{what}; every award was recounted." if recounted else f"{what}.")


def _table(table: Mapping[str, Any]) -> Section:
    rows = tuple(
        (f"{award['level']}, share {award['share']}", " or ".join(award["hands"]), f"{award['combinations']:,}",
         f"{award['total']:,}", award["probability"], _one_in(award))
        for award in table["awards"]
    )  # fmt: skip
    columns = (Column("Award"), Column("Winning hand"), *right("Combinations", "Of", "Probability", "One in"))
    facts = (
        ("Game", f"{table['game']} {table['variant']}".strip()),
        ("Bet, paytable", f"{table['wager']}, {table['paytable']}"),
        ("Location", f"{table['location']}"),
        ("Hand", f"{table['hand_cards']} cards, ranking “{table['ranking']}”"),
        ("Folded hands", "qualify" if table["folded_hands_qualify"] else NOT_FOLDED),
        ("Fingerprint", table["fingerprint"]),
    )
    return Section(f"Table {table['table']}", (Facts(facts), Table(columns, rows)))


def _one_in(award: Mapping[str, Any]) -> str:
    from fractions import Fraction

    return f"{to_decimal(1 / Fraction(award['probability'])):,.2f}"


def _rules(held: Mapping[str, Any]) -> Table:
    rows = tuple((rule["id"], rule["citation"], rule["certainty"]) for rule in held.get("rules", ()))
    return Table((Column("Rule"), Column("Citation"), Column("Source")), rows)
