"""The law of a day and what changed, the limits of a game, its approval, and what papers say first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.law import Law, letter, paytables_of
from fairfelt.law.evidence import Clause, clauses, requirements
from fairfelt.reports.placard.placard import approval_words
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Section, Sheet, Table, Words, num, right, table
from fairfelt.reports.sheet.english import capital, footnotes, listed
from fairfelt.rules import DOLLARS, Game, Kind, fingerprint, format_amount, format_day
from fairfelt.version import __version__

if TYPE_CHECKING:
    from fairfelt.law import Change, Difference, Entry, Finding, Letter, Rule
    from fairfelt.law.core import Parameter
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
    plain = {**report.plain, "enforcement_off": list(off)}
    return replace(report, sheet=report.sheet.with_sections(*sections), plain=plain)


def with_lapses_of_day(report: Report, floor: Floor, day: date) -> Report:
    """The same for a paper of one gaming day."""
    days = floor.jurisdiction.days
    return with_lapses(report, floor, days.begin_micros(day), days.end_micros(day))


UNITS = ("micros", "ppm", "hours", "days", "seconds", "years", "months")


def law_report(law: Law) -> Report:
    """Every rule in force, in groups by what it is about."""
    from fairfelt.law import DISCLAIMER

    together: dict[str, list[Rule]] = {}
    for rule in law.rules:
        together.setdefault(rule.id.partition(".")[0], []).append(rule)
    sheet = Sheet(
        law.profile.title,
        f"Rules in effect {format_day(law.on)}",
        Section("", Words(law.profile.summary), *not_approved(law), Notice("Not legal advice", DISCLAIMER)),
        *(Section(capital(topic), *(_rule(rule) for rule in rules)) for topic, rules in together.items()),
        footnotes=footnotes("law"),
    )
    return Report(sheet, law.to_dict(), "law")


def difference_report(found: Difference) -> Report:
    """Rule by rule what was added, removed or changed."""
    from fairfelt.law import DISCLAIMER

    days = f"{format_day(found.first)} and {format_day(found.second)}"
    nothing = () if found.changes else (Words("Nothing we know of changed between these days."),)
    sheet = Sheet(
        found.profile.title,
        f"Changes between {days}",
        Section("", *nothing, Notice("Not legal advice", DISCLAIMER)),
        *(Section(change.rule.title, *_change(change)) for change in found.changes),
    )
    return Report(sheet, found.to_dict(), "law-changes")


def finding_notice(title: str, findings: Iterable[Finding]) -> tuple[Block, ...]:
    """Findings in a box; nothing if there are none."""
    items = tuple(capital(finding.sentence) + "." for finding in findings)
    return (Notice(title, *items),) if items else ()


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
            return label, f"{format_amount(value * 100, '', decimals=2)}%"
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
    return Facts(*rows + ([("Note", rule.note)] if rule.note else []))


def _source(rule: Rule) -> str:
    return f"{rule.certainty}{'' if rule.binds else '; advice only'}"


def _in_effect(rule: Rule) -> str:
    since = f"from {format_day(rule.since)}" if rule.since else "start date unknown"
    return capital(f"{since} until {format_day(rule.until)}" if rule.until else since)


def _change(change: Change) -> Iterator[Block]:
    before, after = change.before, change.after
    if before and after:
        rows = [
            (parameter_words(name, 0)[0], _value(name, old), _value(name, new))
            for name, (old, new) in change.parameters.items()
        ]
        if rows:
            yield Table((Column("Parameter"), Column("Before"), Column("After")), tuple(rows))
        if before.says != after.says:
            yield Facts(("Before", before.says), ("After", after.says))
    elif after:
        yield Words(f"New. {after.says}")
    elif before:
        yield Words(f"No longer in effect. {before.says}")
    rule = change.rule
    yield Facts(("Citation", rule.citation), ("In effect", _in_effect(rule)), ("Source", _source(rule)))
    if rule.note:
        yield Words(rule.note)


def _value(name: str, of: Parameter | None) -> str:
    return parameter_words(name, of)[1]


NO_LIMIT = "no limit"


def limits_report(law: Law, game: Game) -> Report:
    """The max bet of each wager, the Ante that follows, separate games per hand, seats."""
    facts = _limits(law, game)
    ante = facts["ante_limit"]
    rows = [("Max seats", str(facts["most_seats"])), ("Separate games at this table", str(facts["separate_games"]))]
    if facts["most_games"]:
        small = format_amount(facts["small_wager_micros"])
        rows.append(
            ("Separate games per hand", f"{facts['most_games']}, at most {facts['most_above_small']} above {small}")
        )
    words = f"No rule of {law.profile.title} limits a wager." if ante is None else _ante_words(game, ante)
    sheet = Sheet(
        game.title,
        f"Limits on {format_day(law.on)}, {law.profile.title}",
        Section("", Words(words), *_above_all(law), Facts(*rows)),
        Section("Wagers", _wagers(facts)),
    )
    return Report(sheet, facts, "limits")


def _limits(law: Law, game: Game) -> dict[str, Any]:
    from fairfelt.law import ante_limit, find_cap

    limit, games, seats = ante_limit(law, game), law.find("games.per_hand"), law.find("table.seats")
    return {
        "profile": law.profile.name,
        "on": law.on.isoformat(),
        "game": game.slug,
        "variant": game.variant,
        "ante_limit": limit
        and {
            "most_micros": limit.amount_micros,
            **as_plain(limit, "wager", "times"),
            "citation": limit.cap.rule.cited,
        },
        "most_seats": min(game.seats, seats.number("most_seats")) if seats else game.seats,
        "separate_games": 1 + len(game.optional),
        **{
            name: games.number(name) if games else None
            for name in ("most_games", "most_above_small", "small_wager_micros")
        },
        "wagers": [
            {
                "wager": wager.name,
                "kind": wager.kind.value,
                "most_micros": most.micros if (most := find_cap(law, wager.kind)) else None,
            }
            for wager in game.wagers
            if wager.kind is not Kind.BONUS
        ],
    }


def _above_all(law: Law) -> Iterator[Words]:
    """What limits everything that is posted, whatever a sheet or a house says."""
    if cited := [rule.citation for rule in map(law.find, ("wager.cap", "games.per_hand")) if rule]:
        yield Words(f"No posted limit may go above what {listed(cited)} allow.")


def _ante_words(game: Game, ante: dict[str, Any]) -> str:
    name, most = game.wagers[0].name, format_amount(ante["most_micros"])
    because = f", because {ante['wager']} can be {ante['times']} times as much" if ante["times"] > 1 else ""
    return f"Max {name}: {most}{because} ({ante['citation']})."


def _wagers(facts: dict[str, Any]) -> Table:
    rows = tuple(
        (w["wager"], w["kind"], NO_LIMIT if w["most_micros"] is None else format_amount(w["most_micros"]))
        for w in facts["wagers"]
    )
    return Table((Column("Wager"), Column("Kind"), *right("Max bet")), rows)


def register_report(letter: Letter, entries: Sequence[Entry]) -> Report:
    """All games of the letter."""
    here = sum(bool(entry.versions) for entry in entries)
    systems = ((s.name, ", ".join(map(str, s.games)), "; ".join(_rows(s.components))) for s in letter.systems)
    sheet = Sheet(
        f"Submission {letter.submission}",
        "Approvals register",
        Section("", Facts(*_letter_facts(letter)), Words(f"Fairfelt has {here} of the {len(entries)} games.")),
        Section("Games", _games(letter, entries)),
        Section("Progressive systems", Table(tuple(map(Column, ("System", "Games", "Components"))), tuple(systems))),
    )
    return Report(sheet, _register_dict(letter, entries), "approvals")


def _letter_facts(letter: Letter) -> tuple[tuple[str, str], ...]:
    dated = f"{format_day(letter.dated)}, submission {letter.submission}"
    return ("Title", letter.title), ("Issued by", letter.office), ("Issued to", letter.maker), ("Dated", dated)


def _register_dict(letter: Letter, entries: Sequence[Entry]) -> dict[str, Any]:
    return {
        "approval": letter.id,
        **as_plain(letter, "title", "submission"),
        "dated": letter.dated.isoformat(),
        "games": [
            {
                **as_plain(entry.approved, "number", "name"),
                "sheet_read": entry.approved.sheet,
                "versions": [_version(letter, game) for game in entry.versions],
            }
            for entry in entries
        ],
        "systems": [
            {"name": system.name, "games": list(system.games), "components": _rows(system.components)}
            for system in letter.systems
        ],
    }


def approval_report(law: Law, letter: Letter, game: Game, wrong: Iterable[Finding], open_: Iterable[Finding]) -> Report:
    """One game against the letter: what keeps it from being approved, and conditions that are still open."""
    missing = tuple(wrong)
    findings = (*missing, *open_)
    clear = Words("Nothing is missing. The game matches its approval, and every condition is met.")
    facts = Facts(("Fingerprint", fingerprint(game)), ("Status", approval_status(letter, game)))
    sheet = Sheet(
        game.title,
        f"Approval on {format_day(law.on)}, {law.profile.title}",
        Section("", *((facts,) if findings else (facts, clear))),
        Section("Before the first hand", *finding_notice("Still required", findings)) if findings else None,
    )
    plain = {**_version(letter, game), "findings": [finding.to_dict() for finding in findings]}
    return Report(sheet, plain, "approval", passed=not missing)


def approval_sheet(letter: Letter, game: Game) -> Sheet | None:
    """The approval that a game has and its conditions; None where it has none."""
    if not game.approvals:
        return None
    rules = (rule for rule in letter.conditions if not rule.games or set(rule.games) & set(game.approvals))
    facts = Facts(
        *_letter_facts(letter),
        ("Rules of", listed([format_day(day) for day in letter.rules_dated])),
        ("Changed then", "; ".join(letter.changed)),
        ("This game", f"{capital(approval_words(game))}, {approval_status(letter, game)}"),
    )
    conditions = table(
        rules, ("Condition", lambda rule: f"{capital(rule.says)}."), ("Shown by", lambda rule: capital(rule.document))
    )
    return Sheet(game.title, "Approval", Section("", facts), Section("Conditions", conditions))


def approval_status(letter: Letter, game: Game) -> str:
    """How a version compares with the letter, in a few words."""
    if not game.approvals:
        return "not in the letter"
    if letter.pinned(game):
        unseen = ", ".join(letter.unseen(game, paytables_of(game)))
        return f"as approved, without paytables on file for {unseen}" if unseen else "as approved"
    return "changed since it was approved" if letter.compared(game) else "approved rules not seen"


def _games(letter: Letter, entries: Sequence[Entry]) -> Table:
    rows = []
    for entry in entries:
        number, name = f"{entry.approved.number}", entry.approved.name
        rows += [(number, name, v.title, fingerprint(v)[:12], approval_status(letter, v)) for v in entry.versions]
        if not entry.versions:
            rows.append((number, name, "", "", ""))
    return Table((*right("No."), *map(Column, ("Game", "In Fairfelt", "Fingerprint", "Status"))), tuple(rows))


def _rows(components: Iterable[Iterable[Any]]) -> list[str]:
    return [" or ".join(part.words for part in row) for row in components]


def _version(letter: Letter, game: Game) -> dict[str, Any]:
    return {
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": fingerprint(game),
        "standing": approval_status(letter, game),
    }


# The clause matrix: clause, how it is met, tests, their last result, and the command that runs them again.


def clause_report(standard: str = "") -> Report:
    """All clauses, or those of a standard; it passes where no test failed."""
    chosen = [each for each in clauses() if each.clause.casefold().startswith(standard.casefold())]
    answered = {each.clause for each in chosen if each.requirement}
    failed = sum(each.result.failed for each in chosen if each.result)
    words = (
        f"{len({each.clause for each in chosen})} clauses and topics, {len(answered)} of them answered by the "
        f"{len(requirements())} requirements; {failed} tests failed. This is our own view and no certificate: Fairfelt "
        "is not an approved system."
    )
    rows = table(
        chosen,
        ("Clause", lambda each: f"{each.clause} ({each.certainty})" if each.certainty else each.clause),
        ("How it is met", _how),
        (num("Tests passed"), lambda each: f"{each.result.passed}" if each.result else ""),
        ("Last run", lambda each: f"{each.result.on}, after {each.result.commit}" if each.result else ""),
        (Column("Command", whole=True), _command),
    )
    plain = [_dict(each) for each in chosen]
    return Report(Sheet("Requirements", "Clause matrix", Section("", Words(words)), Section("Clauses", rows)),
                  {"clauses": plain}, "clause-matrix", plain, passed=not failed)  # fmt: skip


def _how(each: Clause) -> str:
    if each.requirement is None:
        return each.why
    missing = f" Missing: {each.requirement.missing}" if each.requirement.missing else ""
    return f"{each.requirement.number}. {each.requirement.says} ({each.requirement.verdict}){missing}"


def _command(each: Clause) -> str:
    return f"make requirements N={each.requirement.number}" if each.requirement else ""


def _dict(each: Clause) -> dict[str, Any]:
    met, last = each.requirement, each.result
    return {
        "clause": each.clause,
        "certainty": each.certainty,
        "requirement": met and met.number,
        "how": _how(each),
        "verdict": met.verdict if met else "",
        "tests": list(met.tests) if met else [],
        "passed": last and last.passed,
        "failed": last and last.failed,
        "on": last.on if last else "",
        "commit": last.commit if last else "",
        "command": _command(each),
    }
