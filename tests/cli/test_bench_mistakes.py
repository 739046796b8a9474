"""Wrong input to the analyst's bench: one sentence that says what was wrong and what would be right."""

from __future__ import annotations

import pytest

from fairfelt.cli import main

POKER = "three-card-poker"
MISTAKES = {
    ("floor", POKER, "--hours", "0"): "--hours 0 is not possible: give hours above 0, 24 at most",
    ("floor", POKER, "--hours", "nan"): "--hours nan is not possible",
    ("floor", POKER, "--shifts", "0"): "--shifts 0 is not possible: give 1 to 24",
    ("floor", POKER, "--days", "0"): "--days 0 is not possible: give 1 to 366 days a year",
    ("floor", POKER, "--rounds", "0"): "give rounds an hour above 0",
    ("floor", POKER, "--hours", "9"): "3 shifts of 9 hours are 27 hours: a day has no more than 24",
    ("compare", POKER, "let-it-ride", "--hours", "0"): "--hours 0 is not possible",
    ("floor", "no-such-game"): "there is no game 'no-such-game'; 'fairfelt games' lists those there are",
    ("portfolio", "no-such-game"): "'no-such-game' is neither a file nor a game: name a TOML file, or give --table",
    ("portfolio", "three-card-pokr"): "did you mean --table three-card-poker?",
    ("portfolio", POKER): f'{POKER} is a game and not a file of tables: write --table "{POKER}"',
    ("portfolio", "tables.toml"): "tables.toml cannot be read: No such file",
    ("portfolio", "--table", POKER, "--days", "0"): "fairfelt: --days 0 is not possible",
    ("portfolio", "--table", "tables=2"): "--table 'tables=2' names no game: write --table \"GAME tables=2\"",
    ("portfolio", "--table", f"{POKER} hours=0"): "hours 0 is not possible: give hours above 0, 24 at most",
}


@pytest.mark.parametrize("words", MISTAKES)
def test_a_mistake_is_one_clear_sentence(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(words)) == 2
    said = capsys.readouterr().err
    assert MISTAKES[words] in said and said.count("\n") == 1
