"""`fairfelt lint`: what it prints, its JSON, its exit code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt.analysis.lint import CHECKS, lint
from fairfelt.analysis.lint.check import Severity
from fairfelt.rules import Game
from fairfelt.version import imprint_data
from tests.analysis.lint.small_sheets import EDGE, THREE
from tests.support import running
from tests.support.running import Ran

WRONG = replace(THREE, published=(replace(EDGE, printed="7.29%"),))


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command, on a catalogue of one game if it is given."""

    def ran(*words: str, only: Game | None = None) -> Ran:
        if only:
            monkeypatch.setattr("fairfelt.games.catalogue", lambda: (only,))
        return running.run("lint", *words)

    return ran


def test_a_sound_sheet_exits_with_nothing(run: Run) -> None:
    ran = run(only=THREE)
    assert ran.code == 0
    assert "No errors, no questions and one note. No sheet would be sent back." in ran.out


def test_an_error_is_told_and_exits_with_one(run: Run) -> None:
    ran = run(only=WRONG)
    assert ran.code == 1
    assert "FF203" in ran.out
    assert run("--fast", only=WRONG).code == 0, "without counting nobody knows"


def test_plain_data_has_codes_places_and_fractions(run: Run) -> None:
    plain = run("--json", only=WRONG).json
    assert (plain["clean"], plain["errors"]) == (False, 1)
    finding = plain["games"][0]["findings"][0]
    assert (finding["code"], finding["severity"], finding["wager"]) == ("FF203", "error", "Pairs")
    assert plain.pop("imprint") == imprint_data()
    assert plain == lint([WRONG]).to_dict()


def test_exact_fractions_are_in_the_plain_data(run: Run) -> None:
    finding = next(f for f in run("three-card-poker", "--json").json["games"][0]["findings"] if f["effects"])
    assert "/" in finding["effects"][0]["otherwise"]["fraction"]


def test_the_list_and_the_explanation_of_a_check(run: Run) -> None:
    assert [row["code"] for row in run("--list", "--json").json["checks"]] == [check.code for check in CHECKS]
    ran = run("--explain", "ff101")
    assert ran.code == 0
    assert "what is not listed loses" in " ".join(ran.out.lower().split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--explain", "FF999"), "there is no check 'FF999': 'fairfelt lint --list' has them all"),
        (("three-card-poker", "--list"), "--list and --explain look at no game: leave out three-card-poker"),
        (("tree-card-poker",), "there is no game 'tree-card-poker'; did you mean 'three-card-poker'?"),
    ],
)
def test_bad_usage_is_told_in_a_sentence(run: Run, words: tuple[str, ...], sentence: str) -> None:
    ran = run(*words)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


def test_codes_are_unique_and_explained() -> None:
    assert len({check.code for check in CHECKS}) == len(CHECKS)
    assert all(len(check.explanation) > 60 and check.explanation.endswith(".") for check in CHECKS)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    lint([THREE], fast=True, progress=lambda done, total, what: told.append((done, total)))
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]


def test_findings_come_worst_first() -> None:
    order = [list(Severity).index(finding.severity) for finding in lint([WRONG]).games[0].findings]
    assert order == sorted(order)


def test_every_check_is_in_the_guide() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "linter.md").read_text()
    assert all(f"- {check.code}: {check.title}" in guide for check in CHECKS)
