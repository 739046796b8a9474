"""fairfelt twin: a short run as text and as data, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairfelt.cli.io import output
from tests.support.running import run

CALM = "busy_ppm = 900000\nopens_hour = 0\ncloses_hour = 0\n"


def test_a_short_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "PATIENCE_S", 0)
    habits, journal = tmp_path / "habits.toml", tmp_path / "twin.db"
    habits.write_text(CALM)
    words = ("twin", "--tables", "1", "--hours", "0.3", "--habits", str(habits), "--database", str(journal))
    ran = run(*words, "--json")
    assert ran.code == 0, ran.err
    assert ran.err == ""
    assert ran.json["wrong"] == []
    assert ran.json["rounds"] > 3
    assert ran.json["simulated_s"] >= 0.3 * 3600
    text = run(*words, env={"TTY_INTERACTIVE": "1", "TTY_COMPATIBLE": "1"})
    assert text.code == 0
    assert "acknowledged, each found once" in text.out
    assert "jackpots paid" in text.err, "the bar says how far the pit is"
    assert run("ledger", "verify", str(journal), "--json").json["events"] > ran.json["events"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--tables", "0"), "--tables 0 is not possible: give 1 to 100"),
        (("--hours", "0"), "--hours 0 is not possible"),
        (("--hours", "nan"), "--hours nan is not possible"),
        (("--speed", "-1"), "--speed -1 is not possible"),
        (("--seed", "-1"), "--seed -1 is negative"),
        (("--habits", "no.toml"), "no.toml cannot be read: No such file"),
    ],
)
def test_what_cannot_be(words: tuple[str, ...], sentence: str) -> None:
    ran = run("twin", *words)
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.err.count("\n") == 1
