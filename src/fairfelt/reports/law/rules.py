"""The law of a day, and what changed between two days."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Notice, Section, Sheet, Table, Words
from fairfelt.rules import DOLLARS, format_amount, format_day

from ..report import Report
from .not_approved import not_approved

if TYPE_CHECKING:
    from fairfelt.law import Change, Difference, Finding, Law, Rule
    from fairfelt.law.core.rule import Parameter

UNITS = ("micros", "ppm", "hours", "days", "seconds", "years", "months")


def law_report(law: Law) -> Report:
    """Every rule in force, in groups by what it is about."""
    from fairfelt.law import DISCLAIMER

    notice = not_approved(law)
    system = (notice,) if notice else ()
    together: dict[str, list[Rule]] = {}
    for rule in law.rules:
        together.setdefault(rule.id.partition(".")[0], []).append(rule)
    sheet = Sheet(
        title=law.profile.title,
        subtitle=f"Rules in effect {format_day(law.on)}",
        sections=(
            Section("", (Words(law.profile.summary), *system, Notice("Not legal advice", (DISCLAIMER,)))),
            *(Section(capital(topic), tuple(_rule(rule) for rule in rules)) for topic, rules in together.items()),
        ),
        footnotes=CERTAINTIES,
    )
    return Report(sheet, law.to_dict(), "law")


CERTAINTIES = (
    ("Quoted", "We read the rule's own words."),
    ("Paraphrased", "We read the text and say it in our words."),
    ("Secondary", "We read another source's account of it."),
    ("Recalled", "General knowledge: verify it before you rely on it."),
)


def difference_report(found: Difference) -> Report:
    """Rule by rule what was added, removed or changed."""
    from fairfelt.law import DISCLAIMER

    days = f"{format_day(found.first)} and {format_day(found.second)}"
    nothing = () if found.changes else (Words("Nothing we know of changed between these days."),)
    sheet = Sheet(
        title=found.profile.title,
        subtitle=f"Changes between {days}",
        sections=(
            Section("", (*nothing, Notice("Not legal advice", (DISCLAIMER,)))),
            *(Section(change.rule.title, tuple(_change(change))) for change in found.changes),
        ),
    )
    return Report(sheet, found.to_dict(), "law-changes")


def finding_notice(title: str, findings: Iterable[Finding]) -> tuple[Block, ...]:
    """Findings in a box; nothing if there are none."""
    items = tuple(capital(finding.sentence) + "." for finding in findings)
    return (Notice(title, items),) if items else ()


def parameter_words(name: str, value: Parameter | None, currency: str = DOLLARS) -> tuple[str, str]:
    """A parameter's name without its unit, and its value with it; the law's own amounts are dollars."""
    stem, _, unit = name.rpartition("_")
    if unit not in UNITS:
        return capital(name.replace("_", " ")), _plain(value)
    label = capital(stem.replace("_", " "))
    if unit == "micros" and isinstance(value, str) and re.fullmatch(r"\d+(, \d+)*", value):
        return label, ", ".join(format_amount(int(each), currency) for each in value.split(", "))
    if not isinstance(value, int):
        return label, _plain(value)
    match unit:
        case "micros":
            return label, format_amount(value, currency)
        case "ppm":
            return label, f"{value // 10_000}.{value % 10_000 // 100:02}%"
    return label, f"{value:,} {unit if value != 1 else unit.removesuffix('s')}"


def _plain(value: Parameter | None) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(value)
        case int():
            return f"{value:,}"
    return value


def _rule(rule: Rule) -> Facts:
    rows = [(rule.title, rule.says)]
    rows += [parameter_words(name, value) for name, value in rule.parameters.items()]
    rows += [("Citation", rule.citation), ("In effect", _in_effect(rule)), ("Source", _source(rule))]
    return Facts(tuple(rows + ([("Note", rule.note)] if rule.note else [])))


def _source(rule: Rule) -> str:
    advice = "; advice only" if not rule.binds else ""
    return f"{rule.certainty}{advice}"


def _in_effect(rule: Rule) -> str:
    since = f"from {format_day(rule.since)}" if rule.since else "start date unknown"
    return capital(f"{since} until {format_day(rule.until)}" if rule.until else since)


def _change(change: Change) -> Iterator[Block]:
    before, after = change.before, change.after
    if before and after:
        rows = [(_label(name), _value(name, old), _value(name, new)) for name, (old, new) in change.parameters.items()]
        if rows:
            yield Table((Column("Parameter"), Column("Before"), Column("After")), tuple(rows))
        if before.says != after.says:
            yield Facts((("Before", before.says), ("After", after.says)))
    elif after:
        yield Words(f"New. {after.says}")
    elif before:
        yield Words(f"No longer in effect. {before.says}")
    rule = change.rule
    yield Facts((("Citation", rule.citation), ("In effect", _in_effect(rule)), ("Source", _source(rule))))
    if rule.note:
        yield Words(rule.note)


def _label(name: str) -> str:
    return parameter_words(name, 0)[0]


def _value(name: str, of: Parameter | None) -> str:
    return parameter_words(name, of)[1]
