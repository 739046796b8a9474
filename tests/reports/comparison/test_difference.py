"""fairfelt diff: nothing is left out that differs, and the exit code says whether anything does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fairfelt import cli, games
from fairfelt.reports.comparison import LONGEST_NUMBER, changes
from fairfelt.rules import fingerprint

RUSH = "flush-rush"


def asked(capsys: pytest.CaptureFixture[str], *words: str, code: int) -> str:
    assert cli.main(["diff", *words]) == code
    said = capsys.readouterr()
    return said.out if code < 2 else said.err


def test_the_same_game_has_no_difference_and_the_exit_code_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert "They are the same." in asked(capsys, RUSH, RUSH, code=0)


def test_two_paytables_differ_in_pays_and_figures(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(asked(capsys, "solitaire-stud:3+:SS-01", "solitaire-stud:3+:SS-02", "--json", code=1))
    assert found["rules"] == [{"where": "3+, 1, 5-card run, pays", "before": "20 to 1", "after": "15 to 1"}]
    assert {each["where"] for each in found["figures"]} == {
        "3+, house edge", "3+, standard deviation", "3+, skewness",
        "3+, 5-card run, pays", "3+, 5-card run, contribution",
    }  # fmt: skip


def test_two_versions_differ_in_sentences_each_beside_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(asked(capsys, "straight-edge-poker@v1", "straight-edge-poker@v2", "--json", code=1))
    assert {
        "where": "headlines", "before": "Dealer always qualifies", "after": "Dealer qualifies with 9-10",
    } in found["rules"]  # fmt: skip
    assert any(each["where"] == "Blind" and each["before"] == "–" for each in found["rules"]), "a bet of one version"


def test_sentences_stand_where_they_may_wrap(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Columns with one number among them stood to the right, cut, and pushed the first column out of the page."""
    file = tmp_path / "found.html"
    asked(capsys, "straight-edge-poker@v1", "straight-edge-poker@v2", "-o", str(file), code=1)
    tables = file.read_text().partition("Rules and pays</h2>")[2].partition("</footer>")[0]
    cells = re.findall(r'<td class="right"[^>]*>([^<]*)<', tables)
    assert max(map(len, cells)) <= LONGEST_NUMBER + 1, "with the sign of what B has more"
    assert "Make a longer straight with seven cards than the dealer makes with eight." in tables


def test_a_release_is_compared_by_what_it_exported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["par", RUSH, "--json"]) == 0
    held = json.loads(capsys.readouterr().out)
    file = tmp_path / "before.json"
    file.write_text(json.dumps(held))
    assert "Not compared, for one side says nothing of them: rules." in asked(capsys, str(file), RUSH, code=0)
    held["round"]["house_edge"]["fraction"] = "1/26"
    file.write_text(json.dumps(held))
    found = json.loads(asked(capsys, str(file), RUSH, "--json", code=1))
    assert [(each["where"], each["before"]) for each in found["figures"]] == [("round, house edge", "1/26")]


def test_a_definition_is_held_against_an_approved_fingerprint(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    approved = fingerprint(games.find("four-card-poker"))
    assert "They are the same." in asked(capsys, "four-card-poker", approved, code=0)
    assert cli.main(["export", "four-card-poker", "-o", str(tmp_path / "mine.json")]) == 0
    assert "They are the same." in asked(capsys, str(tmp_path / "mine.json"), approved, code=0)
    asked(capsys, "four-card-poker", "0" * 64, code=1)


@pytest.mark.parametrize("wrong", ["no-such-game", "no-such-file.json", f"{RUSH}:No Such Bet"])
def test_bad_input_is_one_sentence_and_the_exit_code_two(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, RUSH, wrong, code=2).startswith("fairfelt: ")


def test_a_new_sentence_does_not_move_those_that_follow() -> None:
    assert list(changes({"rules": ["a", "b"]}, {"rules": ["a", "new", "b"]})) == [("rules", "–", "new")]
    assert list(changes({"wagers": [{"wager": "X", "pays": 1}]}, {"wagers": []})) == [("X", "wager X; pays 1", "–")]


def test_a_list_of_sentences_that_one_side_has_not_is_said_in_one_piece() -> None:
    assert list(changes({"rules": {"lists": ["a"]}}, {"rules": {}})) == [("rules, lists", "a", "–")]


def test_numbers_that_differ_say_by_how_much(capsys: pytest.CaptureFixture[str]) -> None:
    text = asked(capsys, "solitaire-stud:3+:SS-01", "solitaire-stud:3+:SS-02", code=1)
    assert "B minus A" in text and "20 to 1" in text
    edge = next(row for row in text.splitlines() if "house edge" in row)
    assert edge.split()[-1].startswith("+0.0")
