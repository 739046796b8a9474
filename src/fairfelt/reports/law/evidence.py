"""The clause matrix: clause, how it is met, tests, their last result, and the command that runs them again."""

from __future__ import annotations

from typing import Any

from fairfelt.law.evidence import Clause, clauses, requirements
from fairfelt.reports.report import Report
from fairfelt.reports.sheet import Column, Section, Sheet, Words, num, table


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
