"""Changed pays from a TOML file."""

from __future__ import annotations

from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.cli.io.choose import changed_tables
from fairfelt.cli.io.errors import BadInput
from fairfelt.rules import Game, Paytable, parse_pay, to

EDGE = games.find("straight-edge-poker")
RUSH = games.find("flush-rush")
THREE = games.find("three-card-poker")


def tables(tmp_path: Path, text: str, game: Game = EDGE) -> dict[str, Paytable]:
    file = tmp_path / "what-if.toml"
    file.write_text(text)
    return dict(changed_tables(file, game))


def test_lines_by_number_name_and_odds(tmp_path: Path) -> None:
    text = '[Bonus]\nname = "what if"\npays = { "7" = 60, "6-Card Straight" = "20 to 1", "4" = "3 to 2" }'
    table = tables(tmp_path, text)["Bonus"]
    assert (table.name, dict(table.pays)) == ("what if", {7: to(60), 6: to(20), 4: to(3, 2)})


def test_margins_by_number_and_words(tmp_path: Path) -> None:
    table = tables(tmp_path, '[Play]\npays = { "6" = 100, "win by 0" = "push" }')["Play"]
    assert (table.name, table.pays[6], table.pays[0].words) == ("what-if", to(100), "pushes")


def test_names_envy_and_or_more_are_kept_where_lines_still_exist(tmp_path: Path) -> None:
    insurance = tables(tmp_path, '[insurance]\npays = { "less than a 2-card straight" = 30 }')["insurance"]
    assert insurance.names == {1: "less than a 2-card straight"}
    beat = tables(tmp_path, '["Two Way Bad Beat"]\npays = { "7" = "50% of Mega", "6" = "200 for 1" }')[
        "Two Way Bad Beat"
    ]
    assert beat.envy is not None
    assert (dict(beat.envy.amounts), beat.pays[7]) == ({7: 100}, parse_pay("50% of Mega"))
    assert tables(tmp_path, '["Two Way Bad Beat"]\npays = { "6" = "200 for 1" }')["Two Way Bad Beat"].envy is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[Bonus", "is not TOML: "),
        ("[Bonsu]\npays = { 7 = 1 }", "there is no wager 'Bonsu'; did you mean 'Bonus'?"),
        ("Bonus = 3", "'Bonus' is not a table: write [Bonus] and below it pays = { … }"),
        ("[Ante]\npays = { 7 = 1 }", "[Ante] is not paid by a table; Play, Bonus, Insurance, Two Way Bad Beat are"),
        ("[Bonus]\npay = { 7 = 1 }", "[Bonus] has no setting 'pay': there is name and pays"),
        ("[Bonus]\nname = 'x'", '[Bonus] needs its pays: write pays = { "line" = 40 }'),
        ("[Bonus]\npays = {}", '[Bonus] needs its pays: write pays = { "line" = 40 }'),
        ("[Bonus]\nname = 3\npays = { 7 = 1 }", '[Bonus] has no good name: write name = "what if"'),
        ("[Bonus]\npays = { '7-card strait' = 1 }", "there is no line in the table of Bonus '7-card strait'; "
                                                   "did you mean '7-card straight'?"),
        ("[Bonus]\npays = { 7 = 1, '7-card straight' = 2 }", "[Bonus] lists '7-card straight' twice"),
        ("[Bonus]\npays = { 7 = 'lots' }", "[Bonus] '7': 'lots' is not a pay: write 40, '3 to 2'"),
        ("[Bonus]\npays = { 7 = true }", "[Bonus] '7': True is not a pay"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_file_wager_and_line(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        tables(tmp_path, text)
    assert str(caught.value).startswith(str(tmp_path / "what-if.toml"))
    assert sentence in str(caught.value)


@pytest.mark.parametrize(("game", "wager"), [(RUSH, "Ante"), (THREE, "Pair Plus")])
def test_a_bare_number_is_refused_where_lines_are_not_lengths(tmp_path: Path, game: Game, wager: str) -> None:
    with pytest.raises(BadInput, match="there is no line in the table of"):
        tables(tmp_path, f'["{wager}"]\npays = {{ "4" = 5 }}', game)


def test_a_bonus_without_a_stake_cannot_be_told_to_lose(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"\[Ante Bonus\] has no stake of its own to lose"):
        tables(tmp_path, '["Ante Bonus"]\npays = { straight = "lose", "straight flush" = 5 }', THREE)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read: No such file or directory"):
        dict(changed_tables(tmp_path / "none.toml", EDGE))
