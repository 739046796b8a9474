"""fairfelt law merchandise. Before, the check of a prize in kind was reached by no command and no page."""

from __future__ import annotations

import json

import pytest

from fairfelt.cli import main

BIKE = [
    "law", "merchandise", "a motorcycle", "--hand", "a royal flush", "--value", "9,500", "--prize", "9,000",
    "--from-reserve", "9,500", "--on", "2024-01-01",
]  # fmt: skip
PAPERS = ["--owner", "letter 3", "--controls", "letter 12", "--invoice", "invoice 7", "--posted"]


def test_a_prize_in_kind_is_checked_and_announced(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BIKE, "--reserve", "12,000", *PAPERS, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["may_offer"]
    assert "$9,500.00" in told["notice"][0]
    assert "not shown" in told["notice"][1]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (["--reserve", "9,000", *PAPERS], "from a reserve that holds $9,000.00"),
        (["--reserve", "12,000", *PAPERS[2:]], "owner of the game's rights"),
        (["--reserve", "12,000", *PAPERS[:-1]], "a notice at the table"),
    ],
)
def test_what_is_missing_is_told(more: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BIKE, *more, "--json"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert sentence in str(finding)


def test_an_amount_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*BIKE, "--reserve", "much"]) == 2
    assert "much" in capsys.readouterr().err
