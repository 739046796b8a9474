"""fairfelt layout: writes a felt or a rack card, and says what cannot be."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from fairfelt.cli import main


def test_it_writes_the_felt_of_a_version(tmp_path: Path) -> None:
    file = tmp_path / "layout.svg"
    assert main(["layout", "straight-edge-poker", "--variant", "v2", "-o", str(file)]) == 0
    assert "Straight Edge Poker V2" in ElementTree.parse(file).getroot()[0].text  # type: ignore[operator]


def test_it_prints_the_rack_card_with_another_paytable(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layout", "straight-edge-poker", "--rack-card", "--paytable", "Bonus=2"]) == 0
    assert "paytable 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--seats", "0"), "--seats 0 is not possible: a table has 1 to 7"),
        (("--seats", "8"), "--seats 8 is not possible: a table has 1 to 7"),
        (("-o", "/nowhere/at/all.svg"), "there is no folder /nowhere/at to write all.svg to: make it first"),
        (("--variant", "v9"), "there is no variant 'v9'; there is v1, v2"),
    ],
)
def test_what_cannot_be_is_told(words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["layout", "straight-edge-poker", *words]) == 2
    assert capsys.readouterr().err == f"fairfelt: {sentence}\n"
