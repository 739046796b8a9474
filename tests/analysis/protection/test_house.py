"""The whole house: each figure is kept as it is found, none stops the rest, and what is shipped is what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fairfelt import games
from fairfelt.analysis.protection import findings, house
from fairfelt.analysis.protection.findings import (
    Finding,
    Leak,
    Question,
    UncountedLeak,
    kept_finding,
    long_counts,
    read_findings,
    set_aside,
    shipped_findings,
    usual_terms,
)
from fairfelt.analysis.protection.house import House, count_questions, foresee_verdict, questions, verdict
from fairfelt.analysis.protection.information import Information
from fairfelt.cli.entry import main
from fairfelt.engine.exact import Unsolved
from tools import ship_leaks

LIMITS = (6.0, 1.5)
TWO = tuple(games.find(slug) for slug in ("three-card-poker", "let-it-ride"))


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[list[str]]:
    """What was asked to be counted; nothing takes time, and nothing is shipped or kept before."""
    asked: list[str] = []

    def find(question: Question, *_: object) -> Finding:
        asked.append(f"{question.game.slug}: {question.information}")
        return Finding(question.leak, question.information, Fraction(1, 30), Fraction(-1, 30))

    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.kept_file", tmp_path.joinpath)
    monkeypatch.setattr(findings, "shipped_findings", dict)
    monkeypatch.setattr("fairfelt.analysis.protection.house._find", find)
    yield asked


def fail_at(monkeypatch: pytest.MonkeyPatch, place: str, error: BaseException) -> None:
    find: Any = house._find

    def broken(question: Question, *rest: object) -> Finding:
        if str(question.information) == place:
            raise error
        found: Finding = find(question, *rest)
        return found

    monkeypatch.setattr(house, "_find", broken)


def test_a_house_is_counted_once(counts: list[str]) -> None:
    first = House(TWO, LIMITS)
    told: list[str] = []
    first.count(progress=lambda done, total, what: told.append(what))
    assert len(counts) == first.asked == len(questions(TWO, LIMITS)) and not first.left
    assert "Three Card Poker: dealer 1 (0 of" in told[0] and "left)" in told[0]
    second = House(TWO, LIMITS)
    assert (second.left, second.asked) == ([], first.asked)
    found = second.verdicts(usual_terms)
    assert [each.game for each in found] == list(TWO)
    assert len(found[0].findings) == 5


def test_one_figure_that_fails_stops_nothing(counts: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in one game ended the run of the whole house."""
    fail_at(monkeypatch, "dealer 1,2", ZeroDivisionError("by accident"))
    house = House(TWO, LIMITS)
    house.count()
    verdicts = house.verdicts(usual_terms)
    (missing,) = verdicts[0].not_counted
    assert missing.what == "dealer 1,2" and "ZeroDivisionError: by accident" in missing.reason
    assert len(verdicts[0].findings) == 4 and not verdicts[1].not_counted
    assert [str(question.information) for question in House(TWO, LIMITS).left] == ["dealer 1,2"]


def test_ctrl_c_keeps_what_is_there(
    counts: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(games, "catalogue", lambda: TWO)
    fail_at(monkeypatch, "7 hands", KeyboardInterrupt())
    assert main(["protect", "--all"]) == 130
    assert "stopped: 3 of 9 figures are kept" in " ".join(capsys.readouterr().err.split())
    fail_at(monkeypatch, "nothing", Unsolved("too many"))
    assert len(House(TWO, LIMITS).left) == 6


def test_processes_are_asked_for_with_the_whole_house(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["protect", "three-card-poker", "--processes", "4"]) == 2
    assert "--all" in capsys.readouterr().err
    assert main(["protect", "--all", "--processes", "0"]) == 2
    assert "1 to 256" in capsys.readouterr().err


def test_what_is_shipped_goes_on_where_it_was(
    counts: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(games, "catalogue", lambda: TWO)
    fail_at(monkeypatch, "community 1", ZeroDivisionError())
    monkeypatch.setattr(ship_leaks, "fresh_row", lambda question: house._find(question, None))
    file = tmp_path / "house.json.gz"
    words = ["--into", str(file), "--processes", "1"]
    assert ship_leaks.main(words) == 1
    before = read_findings(file)
    assert len(before) == 18, "each leak but the one that broke off, and five tables of fewer partners at each game"
    monkeypatch.setattr(findings, "shipped_findings", lambda: before)
    assert kept_finding(Question(TWO[0], Leak.DEALER, Information(dealer=(1,)))) == Finding(
        Leak.DEALER, Information(dealer=(1,)), Fraction(1, 30), Fraction(-1, 30)
    )
    counts.clear()
    ship_leaks.main(words)
    assert counts == []
    content = file.read_bytes()
    ship_leaks.main(words)
    assert file.read_bytes() == content
    file.write_bytes(content[:40])
    assert read_findings(file) == {}


def test_what_is_refused_is_known_before_counting_and_never_shipped() -> None:
    """A reason told what a count would take on the machine that had shipped it."""
    house = House((games.find("bet-the-bust"),), LIMITS)
    (refused,) = (result for result in house.results.values() if isinstance(result, UncountedLeak))
    assert refused.what == "counting Bust" and "too many cards" in refused.reason


@pytest.mark.skipif(not findings.FILE.exists(), reason="nothing is shipped yet")
def test_every_leak_of_the_catalogue_is_shipped() -> None:
    """A verdict on any game, and on the whole house, is there at once."""
    house = House(games.catalogue(), LIMITS)
    assert [question.words for question in house.left] == [], "run python -m tools.ship_leaks"
    assert len(house.verdicts(usual_terms)) == len(games.catalogue())


@pytest.mark.heavy
def test_processes_find_what_one_finds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(findings, "shipped_findings", dict)
    asked = [
        Question(TWO[0], leak, information, LIMITS)
        for leak, information in ((Leak.DEALER, Information(dealer=(1,))), (Leak.BACKS, Information()))
    ]
    found: dict[Question, Finding | UncountedLeak] = {}
    count_questions(asked, told=found.__setitem__, processes=2)
    alone = verdict(replace(TWO[0], wagers=TWO[0].wagers), exact_s=1, sample_s=0.1)
    for question in asked:
        assert found[question] in alone.findings


@pytest.mark.parametrize("slug", ["six-card-poker", "ultimate-texas-holdem"])
def test_what_ships_is_not_foreseen_to_take_minutes(slug: str) -> None:
    """A leak that is refused at once is not waited for: it was foreseen with all of plain play."""
    assert foresee_verdict(games.find(slug)) == 0


def test_a_row_is_counted_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever is shipped of it: a wrong figure is told, and put right."""
    game, information = games.find("let-it-ride"), Information(community=(1,))
    key = Question(game, Leak.COMMUNITY, information).key
    right = shipped_findings()[key]
    wrong, file = {**right, "edge": "1/2"}, tmp_path / "rows.json.gz"
    ship_leaks.write_findings({key: wrong}, file)
    assert ship_leaks.main(["--again", "let-it-ride", "--leaks", "dealer", "--into", str(file)]) == 0
    assert ship_leaks.main(["--again", "let-it-ride", "--leaks", "community", "--into", str(file)]) == 1
    assert "Let It Ride: community 1: differs in edge" in capsys.readouterr().err
    assert read_findings(file) == {key: right}


def test_rows_of_another_machine_are_taken(tmp_path: Path) -> None:
    key = Question(games.find("let-it-ride"), Leak.COMMUNITY, Information(community=(1,))).key
    there, here = tmp_path / "there.json.gz", tmp_path / "here.json.gz"
    ship_leaks.write_findings({key: {"edge": "1/2"}, "of no game": {}}, there)
    assert ship_leaks.main(["--take", str(there), "--into", str(here)]) == 1
    assert read_findings(here) == {key: {"edge": "1/2"}}


def test_what_is_set_aside_is_not_known() -> None:
    key = next(iter(long_counts()))
    with set_aside([key]):
        assert key not in long_counts() and key not in shipped_findings()
    assert key in long_counts() and key in shipped_findings()


def test_no_figure_is_shipped_twice() -> None:
    """A sample once lay under an exact count of the same."""
    assert not read_findings(findings.FILE).keys() & long_counts().keys()
