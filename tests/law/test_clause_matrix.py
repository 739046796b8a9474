"""The clause matrix: every clause once for each requirement that answers it, with the result of its tests."""

from __future__ import annotations

import json

import pytest

from fairfelt import cli
from fairfelt.law import evidence
from fairfelt.law.evidence import Result, clauses, requirements
from fairfelt.reports.law.rules import clause_report


def test_every_requirement_is_under_each_of_its_clauses() -> None:
    found = {(each.clause, each.requirement.number) for each in clauses() if each.requirement}
    for number, each in requirements().items():
        assert all((clause.strip(), number) in found for clause in each.clause.split(";"))
    assert len(requirements()) == 70


def test_a_topic_that_nothing_answers_says_why_and_how_it_is_known() -> None:
    alone = [each for each in clauses() if each.requirement is None]
    assert alone and all(each.why.endswith(".") and each.certainty for each in alone)


def test_it_is_read_by_programs_and_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["law", "requirements", "GLI-19 A.6.1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["clauses"]
    assert (row["requirement"], row["command"], row["failed"]) == (64, "make requirements N=64", 0)
    assert row["passed"] and row["on"] and row["commit"] and row["tests"]
    assert cli.main(["law", "requirements", "GLI-12", "--format", "csv"]) == 0
    assert "make requirements N=50" in capsys.readouterr().out
    assert cli.main(["law", "requirements", "nothing"]) == 2


def test_a_test_that_failed_is_told_by_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = {number: Result((), 1, 1, "2026-01-01", "abc") for number in requirements()}
    monkeypatch.setattr(evidence, "results", lambda: failed)
    assert not clause_report().passed
