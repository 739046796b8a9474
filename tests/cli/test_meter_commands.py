"""fairfelt meter: the worked example, its JSON, its pictures, and what a person can get wrong."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from fairfelt.reports import meter as run_dry
from tests.support.running import run

FILE = """
name = "Main Street"
game = "flushes-gone-wild"
wager = "Multi-Game Link Progressive"
paytable = "01"
others = 5
{more}
[levels.meter]
seed = "10,000"
rate = "18%"
reserve = "2%"
meter = "23,456.78"

[pace]
tables = 4
rounds_per_hour = 40
bettors = "3.5"
hours_per_week = 112
"""


@pytest.fixture
def jackpot(tmp_path: Path) -> str:
    """The worked example of the documentation."""
    return write(tmp_path / "jackpot.toml", FILE.format(more=""))


def write(file: Path, text: str) -> str:
    """The name of a file with that text."""
    file.write_text(text)
    return str(file)


def fraction(number: dict[str, str]) -> Fraction:
    """An exact number of the JSON."""
    return Fraction(number["fraction"])


def test_a_draft_is_what_the_other_commands_read(tmp_path: Path) -> None:
    file = str(tmp_path / "new.toml")
    assert run("meter", "draft", "straight-edge-poker", "--variant", "v2", "-o", file).code == 0
    drafted = run("meter", "edge", file, "--json").json
    assert [level["level"] for level in drafted["levels"]] == ["meter"]
    again = run("meter", "draft", "straight-edge-poker", "-o", file)
    assert (again.code, again.err) == (
        2,
        f"fairfelt: {file} is there already: give the name of a new file, so that nothing is lost\n",
    )


def test_a_draft_has_the_seeds_and_rates_of_its_paytable() -> None:
    """They were 10,000 and 15% whatever the sheet or the room begins with."""
    text = run(
        "meter", "draft", "flushes-gone-wild", "--wager", "Multi-Game Link Progressive", "--paytable", "ML01"
    ).out
    assert '[levels."Mega"]\nseed = "25,000.00"\nrate = "12%"' in text and 'seed = "2,500.00"\nrate = "6%"' in text
    assert "# The sheet prints no seed and no rate for this paytable" in text
    assert "# Nobody prints a seed or a rate" in run("meter", "draft", "caribbean-stud").out


def test_a_draft_needs_a_bet_that_feeds_a_meter() -> None:
    told = run("meter", "draft", "casino-war").err
    assert told.startswith("fairfelt: Casino War has no progressive bet; these games have one: ")
    assert "caribbean-stud, " in told
    assert "Ante feeds no meter; the progressive bets of Flushes Gone Wild are Progressive, Multi" in (
        run("meter", "draft", "flushes-gone-wild", "--wager", "ante").err
    )


def test_edge_gives_the_fractions_of_the_worked_example(jackpot: str) -> None:
    plain = run("meter", "edge", jackpot, "--json").json
    assert fraction(plain["fixed_return"]) == Fraction(86183, 162435)
    assert fraction(plain["envy_per_other"]) == Fraction(185, 32487)
    assert fraction(plain["long_run_house_edge"]) == Fraction(7328, 32487)
    (level,) = plain["levels"]
    assert fraction(level["slope"]) == Fraction(19, 6497400)
    assert fraction(level["break_even_meter"]) == Fraction(2865080, 19)
    assert fraction(level["mean_at_hit"]) == Fraction(1399480, 19)
    assert fraction(level["mean_reseed"]) == Fraction(114974, 5)
    assert fraction(level["mean_wagers_between_hits"]) == 649_740


def test_edge_writes_shares_and_money_as_such(jackpot: str) -> None:
    """It said 2.9242e-06 and 28251.549808."""
    said = " ".join(run("meter", "edge", jackpot).out.split())
    assert "on meter 0.000292% 19/6497400" in said
    assert re.search(r"Its standard deviation \$[0-9]{2},[0-9]{3}\.[0-9]{2} ", said)


def test_the_documentation_shows_what_is_printed(jackpot: str) -> None:
    """Every line of the worked example in docs/meter.md, the fingerprint of the rules left out."""
    page = (Path(__file__).parents[2] / "docs" / "meter.md").read_text()
    for words in (("edge",), ("breakeven", "--tax", "37%", "--tax-from", "1,200")):
        ran = run("meter", words[0], jackpot, *words[1:])
        told = ran.out.split("Counted, not sampled")[0].rstrip()
        assert not told.endswith("House edge"), "a heading of a plot, which there is none of in text"
        assert ran.code == 0
        assert told in page, f"docs/meter.md does not show what 'fairfelt meter {words[0]}' prints"


def test_edge_for_other_bettors(jackpot: str) -> None:
    plain = run("meter", "edge", jackpot, "--others", "0", "--json").json
    assert fraction(plain["long_run_house_edge"]) == Fraction(393, 1547)
    assert plain["other_bettors"] == 0


def test_break_even_before_and_after_tax(jackpot: str) -> None:
    plain = run("meter", "breakeven", jackpot, "--tax", "37%", "--tax-from", "1,200", "--json").json
    (play,) = plain["levels"][0]["plays"]
    rows = play["by_other_bettors"]
    assert play["play"] == "any", "a fold has no say in this bet"
    assert [row["other_bettors"] for row in rows] == list(range(8))
    assert fraction(rows[0]["before_tax"]) == Fraction(3050080, 19)
    assert fraction(rows[0]["after_tax"]) == Fraction(3050080, 19) / Fraction(63, 100)


def test_run_dry_by_contribution_and_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_dry, "RATES", ())  # that of the file is counted, no other beside it
    text = FILE.format(more='fixed_pays = "meter"').replace('"18%"', '"80%"').replace('"10,000"', '"300"')
    file, picture = write(tmp_path / "all.toml", text), tmp_path / "dry.svg"
    plain = run("meter", "rundry", file, "--risk", "1%", "--json").json
    now = plain["contributions"][0]
    assert fraction(now["rate"]) == Fraction(8, 10)
    first = now["seeds"][0]
    assert fraction(first["seed"]) == 300
    assert 0.0500 < first["chance_at_least"] <= first["chance_at_most"] < 0.0501
    assert 505 < fraction(plain["least_seed"]) < 510
    assert run("meter", "rundry", file, "-o", str(picture)).code == 0
    assert picture.read_text().startswith("<svg")


def test_forecast_of_awards_and_deposits(jackpot: str, tmp_path: Path) -> None:
    picture = tmp_path / "next.svg"
    words = ("meter", "forecast", jackpot, "--weeks", "52", "--samples", "300")
    plain = run(*words, "--json").json
    (award,) = plain["awards"]
    assert award["wagers"] == [33_328, 186_919, 450_366, 900_731, 1_946_446]
    assert fraction(award["mean_size"]) == (Fraction("23456.78") / 649_740 + Fraction(18, 100)) / Fraction(19, 6497400)
    sampled = award["sampled_size"]
    assert abs(fraction(sampled["mean"]) - fraction(award["mean_size"])) < 2 * fraction(sampled["margin"])
    deposit = fraction(plain["weekly_deposit"]["mean"])
    assert deposit == 62_720 * (Fraction(1, 5) + Fraction(10_000, 649_740))
    assert run(*words, "-o", str(picture)).code == 0
    assert picture.read_text().startswith("<svg")
    assert "they agree" in run("meter", "forecast", jackpot, "--weeks", "4", "--samples", "100").out


def test_advise_as_data(jackpot: str) -> None:
    advice = run("meter", "advise", jackpot, "--json").json["advice"]
    assert [row["topic"] for row in advice] == ["edge", "contribution", "seed", "reserve"]
    assert {row["severity"] for row in advice} == {"fine"}


WRONG: list[tuple[dict[str, str], str]] = [
    ({'"18%"': "18"}, "18 is not a share: write it as text, such as '18%'"),
    ({'"18%"': '"a lot"'}, "'a lot' is not a share: write it such as 18% or 0.18"),
    ({'"18%"': '"1e-3000000%"'}, "'1e-3000000%' is not a share: write it such as 18% or 0.18"),
    ({"rounds_per_hour = 40": 'rounds_per_hour = "1e3000000"'}, "'1e3000000' is not a number: write it such as 40"),
    ({'"18%"': '"18.00001%"'}, "is finer than a millionth of the wager"),
    ({'"18%"': '"99%"'}, "the rates of all levels and reserves come to more than the whole wager"),
    ({"others = 5": "others = 8"}, "8 other bettors are not possible"),
    ({"others = 5": 'stake = "0"'}, "a wager of 0 is not possible: give one above zero"),
    ({"others = 5": "friends = 5"}, "a jackpot has no friends; it has"),
    ({"levels.meter": "levels.Mega"}, "has no level 'meter'; it has Mega"),
    ({"bettors": "betters"}, "a pace has no betters; it has"),
    ({'paytable = "01"': 'paytable = "02"'}, "there is no paytable of"),
    ({"flushes-gone-wild": "flushes-gone-mild"}, "there is no game 'flushes-gone-mild'"),
    ({"tables = 4": "tables = 0"}, "a pace needs tables, rounds an hour, bettors and hours a week above zero"),
    ({"seed = ": "sead = "}, "level meter has no sead"),
    ({'seed = "10,000"\n': ""}, "leaves out or mistakes 'seed'"),
    ({"[pace]": "[pace"}, "is not TOML: "),
    ({'"18%"': f'"{"9" * 5000}%"'}, "is not a share: write it such as 18% or 0.18"),
    ({'"18%"': '"1e-3000000"'}, "'1e-3000000' is not a share"),
    ({'"18%"': '"1/0"'}, "'1/0' is not a share"),
    ({"rounds_per_hour = ": f'rounds_per_hour = "{"9" * 5000}" # '}, "is not a number: write it such as 40, 12.5"),
    ({"rounds_per_hour = ": 'rounds_per_hour = "1e3000000" # '}, "'1e3000000' is not a number"),
    ({"tables = 4": f"tables = {'4' * 5000}"}, "is not TOML: "),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "sentence"), WRONG)
def test_a_file_that_is_wrong(changes: dict[str, str], sentence: str, tmp_path: Path) -> None:
    text = FILE.format(more="")
    for old, new in changes.items():
        text = text.replace(old, new)
    ran = run("meter", "edge", write(tmp_path / "wrong.toml", text))
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("edge", "none.toml"), "there is no file none.toml; 'fairfelt meter draft' writes one to begin with"),
        (("rundry", "{file}", "--risk", "0%"), "--risk 0% is not possible: give a share between 0 and 1"),
        (("breakeven", "{file}", "--tax", "100%"), "a tax of 1 is not possible"),
        (("breakeven", "{file}", "--tax", "x"), "'x' is not a share"),
        (("forecast", "{file}", "--weeks", "0"), "0 weeks and 1000 samples are too few"),
        (("edge", "{file}", "-o", "edge.png"), "edge.png has an ending that says no format"),
        (("edge", "mega", "--database", "none.db"), "none.db"),
    ],
)
def test_what_a_person_gets_wrong(words: tuple[str, ...], sentence: str, jackpot: str) -> None:
    ran = run("meter", *(word.format(file=jackpot) for word in words))
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


def test_a_forecast_needs_a_pace(tmp_path: Path) -> None:
    file = write(tmp_path / "still.toml", FILE.format(more="").split("[pace]")[0])
    ran = run("meter", "forecast", file)
    assert (ran.code, ran.out) == (2, "")
    assert "has no pace: add a table [pace]" in ran.err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("fold", "{file}", "--ante", "0"), "--ante 0 is not possible: give an amount above zero"),
    ],
)
def test_what_is_wrong_with_a_round(words: tuple[str, ...], sentence: str, jackpot: str) -> None:
    ran = run("meter", *(word.format(file=jackpot) for word in words))
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
