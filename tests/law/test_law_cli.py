"""fairfelt law and fairfelt approvals, from the command line."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from fairfelt.cli import main
from fairfelt.law import WagerOdds, award_odds, letter
from fairfelt.rules import Game

TABLE = """
table = "7"
game = "flushes-gone-wild"
opening = { least = "5", most = "150" }
side_bets = { "Flush Rush" = { least = "1", most = "25" }, "Multi-Game Link PROGRESSIVE" = { least = "1", most = "5" } }
met = [
  { condition = "controls-submitted", on = 2023-06-20, document = "IC-7, 2023-06-20, Gambling Commission" },
  { condition = "controls-approved", on = 2023-07-01, document = "letter 12, 2023-06-20, Gambling Commission" },
  { condition = "makers-licensed", on = 2023-06-20, document = "20-00123, 2023-06-20, Gambling Commission" },
  { condition = "system-approved", on = 2023-06-20, document = "letter 9, 2023-06-20, Gambling Commission" },
  { condition = "display-plain", on = 2023-06-20, document = "statement 2, 2023-06-20, Gambling Commission" },
]

[progressive]
wager = "multi-game link progressive"
paytable = "ml01"
[progressive.terms]
name = "Mega link"
largest_increment_micros = 5000000
executive_from_micros = 5000000000
levels = [
  { name = "Mega", seed_micros = 10000000000, rate_ppm = 200000 },
  { name = "Major", seed_micros = 1000000000, rate_ppm = 50000 },
]
"""
EQUAL = ("flushes-gone-wild/Multi-Game Link Progressive/01", "caribbean-stud/Progressive/1")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "table.toml"
    file.write_text(TABLE)
    return file


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    """What a command printed on both ways out."""
    assert main(list(words)) == code
    captured = capsys.readouterr()
    return captured.out + captured.err


def test_show_and_diff(capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(told(capsys, "law", "show", "--profile", "wa-commercial", "--on", "2023-06-14", "--json"))
    cap = next(rule for rule in shown["rules"] if rule["id"] == "wager.cap")
    assert cap["parameters"]["opening_micros"] == 300_000_000
    assert "no legal advice" in shown["disclaimer"]
    said = told(capsys, "law", "diff", "--from", "2023-06-14", "--to", "2024-01-01")
    assert "$300.00   $400.00" in said
    assert "Several jackpots" in said


def test_limits(capsys: pytest.CaptureFixture[str]) -> None:
    for on, most in (("2023-06-14", 100), ("2024-01-01", 133)):
        found = json.loads(told(capsys, "law", "limits", "four-card-poker", "--on", on, "--json"))
        assert found["ante_limit"]["most_micros"] == most * 1_000_000


def test_what_cannot_be_answered_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "did you mean 'wa-tribal'" in told(capsys, "law", "show", "--profile", "wa-tribl", code=2)
    assert "known from 2013-07-19 on" in told(capsys, "law", "show", "--on", "1999-01-01", code=2)
    assert "not of the form GAME/WAGER/PAYTABLE" in told(capsys, "law", "link", "flush-rush", code=2)
    assert "wins no share of a meter" in told(capsys, "law", "link", "flushes-gone-wild/Flush Rush/1", code=2)
    nothing = tmp_path / "nothing.json"
    assert "cannot be read: No such file" in told(capsys, "law", "certificate", str(nothing), code=2)
    nothing.write_text("{")
    assert "cannot be read as JSON" in told(capsys, "law", "certificate", str(nothing), code=2)
    nothing.write_text("[]")
    assert "holds no certificate" in told(capsys, "law", "certificate", str(nothing), code=2)


def test_a_link_gets_a_certificate_that_checks_again(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "certificate.json"
    told(capsys, "law", "link", *EQUAL, "--on", "2023-06-14", "-o", str(file))
    assert "every award was recounted" in " ".join(told(capsys, "law", "certificate", str(file)).split())
    file.write_text(file.read_text().replace("1/649740", "1/649741"))
    found = json.loads(told(capsys, "law", "certificate", str(file), "--json", code=1))
    assert not found["holds"]
    assert "the seal does not fit" in found["faults"][0]


def test_an_unlawful_link_is_refused_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    mixed = "flushes-gone-wild/Multi-Game Link Progressive/ML01", "caribbean-stud/Progressive/1"
    assert "This link is not allowed." in told(capsys, "law", "link", *mixed, "--on", "2023-06-14", code=1)
    assert "is not certified" in told(capsys, "law", "link", *mixed, "--profile", "laboratory", code=2)


def test_a_table_opens_when_its_conditions_are_met(capsys: pytest.CaptureFixture[str], table: Path) -> None:
    assert "This table may open." in told(capsys, "law", "table", str(table), "--on", "2023-07-01")
    stopped = json.loads(told(capsys, "law", "table", str(table), "--on", "2023-06-30", "--json", code=1))
    assert [finding["rule"] for finding in stopped["findings"] if finding["binds"]] == ["approval.conditions"]
    assert (stopped["may_open"], stopped["code"]) == (False, "unlawful")
    assert "may open" in told(capsys, "law", "table", str(table), "--on", "2023-06-30", "--advise")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("table =", "tabel =", "a table has no tabel"),
        ('most = "150"', 'most = "lots"', "is not an amount"),
        ('most = "150"', 'most = "1"', "not less"),
        ('game = "flushes-gone-wild"', "", "leaves out or mistakes 'game'"),
        ('"Flush Rush"', '"Flash Rush"', "did you mean 'Flush Rush'"),
        ("rate_ppm = 200000", "rate_ppm = 2000000", "rate_ppm is parts per million, from 0 to 1,000,000, not 2000000"),
        ("rate_ppm = 200000", "rate_ppm = 200000, reserve_rate_ppm = 900000", "more than the whole wager"),
        ("table =", "table", "is not TOML: "),
        (
            "[progressive]",
            "[progressive]\nfolded = true",
            "a [progressive] has no folded; it has folded_hands_qualify,",
        ),
        (
            "[progressive]",
            "[progressive]\nfolded_hands_qualify = 'no'",
            "folded_hands_qualify is true or false, not 'no'",
        ),
    ],
)
def test_a_table_that_is_written_wrongly(
    capsys: pytest.CaptureFixture[str], table: Path, old: str, new: str, sentence: str
) -> None:
    table.write_text(TABLE.replace(old, new, 1))
    assert sentence in told(capsys, "law", "table", str(table), code=2)


def test_papers_of_a_table(capsys: pytest.CaptureFixture[str], table: Path, tmp_path: Path) -> None:
    assert "Eligibility" in told(capsys, "law", "posting", str(table), "--on", "2023-07-01")
    posted = json.loads(told(capsys, "law", "posting", str(table), "--json"))
    assert posted["posted"]["opening"] == {"least_micros": 5_000_000, "most_micros": 150_000_000}
    plain = json.loads(told(capsys, "law", "proposal", str(table), "--on", "2023-07-01", "--json"))
    assert [award["probability"] for award in plain["awards"]] == ["1/649740", "3/216580"]
    told(capsys, "law", "posting", str(table), "-o", str(tmp_path / "placard.pdf"))
    assert (tmp_path / "placard.pdf").read_bytes().startswith(b"%PDF")
    table.write_text(TABLE.partition("[progressive]")[0])
    assert "has no progressive to propose" in told(capsys, "law", "proposal", str(table), code=2)


@pytest.mark.parametrize("place", ["pack", "pack/deeper"])
def test_a_pack_for_a_folder_that_cannot_be_is_refused_before_anything_is_counted(
    place: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was refused after a minute of counting."""
    monkeypatch.setattr("fairfelt.engine.solve", lambda game: pytest.fail("it was counted"))
    (tmp_path / "pack").write_text("a file")
    said = told(capsys, "dossier", "solitaire-stud", "--for", "wa", "-o", str(tmp_path / place), code=2)
    assert f"{tmp_path / 'pack'} is not a folder" in " ".join(said.split())
    (tmp_path / "pack").unlink()
    monkeypatch.setattr("os.access", lambda path, mode: False)
    said = told(capsys, "dossier", "solitaire-stud", "--for", "wa", "-o", str(tmp_path / place), code=2)
    assert f"may not write in the folder {tmp_path}" in " ".join(said.split())
    assert list(tmp_path.iterdir()) == []


def test_a_proposal_goes_by_the_tables_rule_on_folded_hands_and_locks_as_a_room_would(
    capsys: pytest.CaptureFixture[str], table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule in the file was passed over in silence: odds and sentence were the sheet's. Here nothing is counted."""

    def count(game: Game, wager: str, paytable: str, *, folded_hands_qualify: bool | None) -> WagerOdds:
        found = award_odds(game, wager, paytable)
        return replace(found, wager=replace(found.wager, survives_fold=folded_hands_qualify is not False))

    monkeypatch.setattr("fairfelt.law.award_odds", count)
    plain = json.loads(told(capsys, "law", "proposal", str(table), "--json"))
    assert (plain["folded_hands_qualify"], plain["terms"]["freeze"]) == (True, "at confirmation")
    table.write_text(TABLE.replace("[progressive]", "[progressive]\nfolded_hands_qualify = false"))
    assert json.loads(told(capsys, "law", "proposal", str(table), "--json"))["folded_hands_qualify"] is False
    assert "do not qualify" in told(capsys, "law", "proposal", str(table))
    assert "do not qualify" in told(capsys, "law", "posting", str(table))


@pytest.mark.xdist_group("software")
def test_the_pack_is_written_as_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = tmp_path / "to" / "pack"
    said = told(capsys, "dossier", "solitaire-stud", "--for", "wa", "--on", "2023-06-14", "-o", str(folder))
    assert said.startswith("fairfelt: Counting Solitaire Stud"), "it takes a while, and is not silent"
    names = {file.name for file in folder.iterdir()}
    assert {"dossier.pdf", "manifest.json", "par.json"} <= names
    assert set(json.loads((folder / "manifest.json").read_text())["files"]) == names - {
        "dossier.pdf",
        "manifest.json",
    }


def test_a_dossier_is_a_checklist_a_document_or_an_archive(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("dossier", "solitaire-stud", "--for", "nv")
    said = told(capsys, *words)
    assert "Checklist" in said
    assert "How to play" not in said and "Element of risk" not in said, "without -o the checklist alone"
    told(capsys, *words, "-o", str(tmp_path / "dossier.json"))
    rows = json.loads((tmp_path / "dossier.json").read_text())["checklist"]
    assert {"Dealer's guide", "To be supplied by the applicant"} <= {row["where"] for row in rows}
    told(capsys, *words, "-o", str(tmp_path / "dossier.html"))
    assert "How to play" in (tmp_path / "dossier.html").read_text()
    told(capsys, *words, "-o", str(tmp_path / "dossier.zip"))
    with ZipFile(tmp_path / "dossier.zip") as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    assert held["dossier.pdf"].startswith(b"%PDF") and held["layout.svg"].startswith(b"<svg")
    for name, digest in json.loads(held["manifest.json"])["files"].items():
        assert sha256(held[name]).hexdigest() == digest


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--for", "xx"], 'Choose from: "md", "nj", "nv", "pa", "wa"'),
        (["--for", "nv", "-o", "dossier.doc"], "has an ending that says no format"),
        (["--for", "nv", "-o", "nowhere/dossier.zip"], "there is no folder nowhere"),
        (["--for", "nv", "--profile", "moon"], "there is no profile 'moon'"),
    ],
)
def test_a_dossier_that_cannot_be_written_is_refused_before_the_work(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert main(["dossier", "solitaire-stud", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_the_progressive_of_another_game_is_no_part_of_a_dossier(
    capsys: pytest.CaptureFixture[str], table: Path
) -> None:
    words = ("dossier", "solitaire-stud", "--for", "wa", "--table", str(table))
    assert "is a table of Flushes Gone Wild, not of Solitaire Stud: name its own" in told(capsys, *words, code=2)


def test_approvals(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(told(capsys, "approvals", "list", "--json"))
    assert len(listed["games"]) == 66
    assert "Status       as approved" in told(capsys, "approvals", "check", "flush-rush", "--on", "2023-06-14")
    told(capsys, "approvals", "check", "flush-rush", "--on", "2023-06-13", code=1)
    told(capsys, "approvals", "check", "caribbean-stud", code=1)


def test_pins_are_written_as_the_register_reads_them(capsys: pytest.CaptureFixture[str]) -> None:
    pins = tomllib.loads(told(capsys, "approvals", "pins"))["pins"]
    assert [pin["fingerprint"] for pin in pins] == [pin.fingerprint for pin in letter().pins]


def test_a_link_of_several_places_and_makers(capsys: pytest.CaptureFixture[str]) -> None:
    alike = ("flushes-gone-wild/Multi-Game Link Progressive/ML01",) * 2
    two = ("--maker", "Felt & Sons", "--maker", "Brass Works", "--on", "2024-01-01", "--json")
    assert "different makers" in told(capsys, "law", "link", *alike, *two, code=1)
    certified = json.loads(told(capsys, "law", "link", *alike, *two, "--test-report", "lab 7"))
    assert certified["test_report"] == "lab 7"
    assert [table["maker"] for table in certified["tables"]] == ["Felt & Sons", "Brass Works"]
    three = ("--location", "A", "--location", "B", "--location", "C")
    assert "once for each of the 2 tables, not 3 times" in told(capsys, "law", "link", *alike, *three, code=2)
