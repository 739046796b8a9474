"""Every command: what it prints, its JSON, its exit code."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from fairfelt import games
from fairfelt.cli.io.choose import choose
from fairfelt.engine import exact as engine
from fairfelt.reports.par.par_sheet import par_dict
from fairfelt.reports.placard.dealing import deck_words
from fairfelt.version import imprint_data
from tests.support.heavy import every_game
from tests.support.running import run

THREE = "three-card-poker"


def test_games_lists_every_version() -> None:
    listed = run("games", "--json").json["games"]
    assert {(row["game"], row["variant"]) for row in listed} == {
        (game.slug, game.variant) for first in games.catalogue() for game in first.variants
    }
    edge = next(row for row in listed if row["variant"] == "v1")
    assert (edge["approvals"], edge["seats"], edge["family"]) == ([50], 6, "showdown")
    assert {"wager": "Bonus", "kind": "side bet", "paytables": ["1", "2"]} in edge["wagers"]


def test_games_as_text_names_them_all() -> None:
    ran = run("games")
    assert ran.code == 0
    assert all(game.slug in ran.out for game in games.catalogue())


@every_game
def test_rules_of_every_game(game: Any) -> None:
    words = ("rules", game.slug, *(("--variant", game.variant) if game.variant else ()))
    told = " ".join(run(*words).out.split())
    assert all(wager.name in told for wager in game.wagers)
    plain = run(*words, "--json").json
    assert plain["wagers"][0]["wager"] == game.wagers[0].name
    assert plain["rules_of_play"][0].startswith(f"The game is played with {deck_words(game.deck)}")


def test_par_counts_exactly() -> None:
    plain = run("par", THREE, "--json").json
    assert plain.pop("self_check")["agrees"] and plain.pop("imprint") == imprint_data()
    assert plain == par_dict(engine.par(games.find(THREE)))
    assert Decimal(plain["round"]["house_edge"]["decimal"]).quantize(Decimal("0.0001")) == Decimal("0.0337")


def test_par_as_text_and_paper(tmp_path: Path) -> None:
    assert "3.3730%" in run("par", THREE).out
    assert run("par", THREE, "-o", str(tmp_path / "sheet.html")).code == 0
    assert "3.3730%" in (tmp_path / "sheet.html").read_text()


def test_par_with_another_paytable_and_other_pays(tmp_path: Path) -> None:
    plain = run("par", THREE, "--paytable", "Pair Plus=40/30/6/3/1", "--json").json
    edges = [sheet["house_edge"]["decimal"] for sheet in plain["wagers"] if sheet["wager"] == "Pair Plus"]
    assert [edge[:6] for edge in edges] == ["0.0727"]
    file = tmp_path / "pays.toml"
    file.write_text('["Pair Plus"]\nname = "dearer"\npays = { "pair" = 2 }')
    changed = run("par", THREE, "--pays", str(file))
    assert "Pair Plus is paid by the table “dearer” instead of “40/30/6/4/1”." in changed.out


def test_par_from_another_number_of_decks() -> None:
    assert "Decks: 1 instead of 6." in run("par", "casino-war", "--decks", "1").out
    plain = run("par", "casino-war", "--decks", "1", "--json").json
    assert plain["round"]["house_edge"]["decimal"].startswith("0.0206")
    refused = run("par", "casino-war", "--decks", "9")
    assert refused.code == 2
    assert "--decks 9 is not possible: Casino War is dealt from 1, 2, 3, 4, 5, 6, 7, 8" in refused.err


def test_par_with_envy_depends_on_the_bettors() -> None:
    words = ("par", THREE, "--paytable", "Three Card Poker Bonus=TCPB-03E", "--json")
    edges = []
    for bettors in ("0", "6"):
        sheets = run(*words, "--bettors", bettors).json["wagers"]
        edges += [s["house_edge"]["decimal"][:6] for s in sheets if s["wager"] == "Three Card Poker Bonus"]
    assert edges[1] == "0.1959"
    assert edges[0] > edges[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--paytable", "Pair Plus"), "--paytable 'Pair Plus' is not of the form WAGER=NAME"),
        (("--paytable", "Pear Plus=1"), "there is no wager 'Pear Plus'; did you mean 'Pair Plus'?"),
        (("--paytable", "Pair Plus=TCPB-01"), "there is no paytable of Pair Plus 'TCPB-01'; "),
        (("--ruling", "nothing=yes"), "there is no ruling 'nothing'; "),
        (("--ruling", "=yes"), "--ruling '=yes' is not of the form NAME=CHOICE"),
        (("--bettors", "9"), "--bettors 9 is not possible: with"),
        (("--decks", "0"), "--decks 0 is not possible: Three Card Poker is dealt from 1"),
        (("--bettors", "-1"), "--bettors -1 is not possible: with"),
        (("--pays", "none.toml"), "none.toml cannot be read: No such file or directory"),
    ],
)
def test_par_says_what_is_wrong(words: tuple[str, ...], sentence: str) -> None:
    ran = run("par", THREE, *words)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


def test_a_game_without_a_solver_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsolved(*_: object, **__: object) -> None:
        raise engine.Unsolved("there is no exact solver for jokers yet")

    monkeypatch.setattr(engine, "answer", unsolved)
    monkeypatch.setattr("fairfelt.cli.commands.par.kept_answer", lambda game, bettors: None)
    ran = run("par", THREE)
    assert (ran.code, ran.out, ran.err) == (2, "", "fairfelt: there is no exact solver for jokers yet\n")


def test_strategy_of_a_hand() -> None:
    plain = run("strategy", THREE, "--hand", "Qs 6d 4c", "--json").json
    values = {row["choice"]: row["value"]["decimal"] for row in plain["hand"]["choices"]}
    assert (plain["hand"]["best"], values["Play"][:9]) == ("Play", "-0.993378")
    assert plain["rules"]
    assert "Qs 6d 4c" in run("strategy", THREE, "--hand", "Qs 6d 4c").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--hand", "Qs 6d"), "a player holds 3 cards in Three Card Poker, not 2: Qs 6d"),
        (("--hand", "Qs Qs 4c"), "Qs is there 2 times; the deck holds it once"),
        (("--hand", "Qx 6d 4c"), "after the rank comes a suit"),
        (("--community", "2c"), "--community needs a --hand to go with"),
        (("--dealer", "2c"), "--dealer needs a --hand to go with"),
        (("--hand", "Qs 6d 4c", "--dealer", "2c"), "is decided with 0 of the dealer's cards seen, not 1"),
        (("--hand", "Qs 6d 4c", "--community", "2c"), "Three Card Poker has a decision with 0 community cards, not 1"),
    ],
)
def test_strategy_says_what_is_wrong(words: tuple[str, ...], sentence: str) -> None:
    ran = run("strategy", THREE, *words)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


def test_simulate_beside_the_exact_mean() -> None:
    words = ("simulate", THREE, "--rounds", "20000", "--seed", "3")
    plain = run(*words, "--json").json
    assert (plain["rounds"], plain["seed"], plain["seats"]) == (20000, 3, 1)
    assert plain["wagers"][0]["wager"] == "Round"
    assert abs(plain["wagers"][0]["exact"] + 0.03373) < 1e-5
    assert "20,000" in run(*words).out
    assert run(*words, "--json").out == run(*words, "--json").out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--rounds", "0"), "--rounds 0 is too few: give 1 or more"),
        (("--seats", "0"), "--seats 0 is not possible: Three Card Poker seats 1 to"),
        (("--seed", "-1"), "--seed -1 is negative: give 0 or more"),
    ],
)
def test_simulate_says_what_is_wrong(words: tuple[str, ...], sentence: str) -> None:
    ran = run("simulate", THREE, *words)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err


def test_playthrough_is_printed_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = run("playthrough", "straight-edge-poker", "--variant", "v2")
    assert told.code == 0
    nowhere = run("playthrough", THREE, "--write")
    assert (nowhere.code, nowhere.err) == (
        2, "fairfelt: there is no folder tests/playthroughs here: run this in a checkout of Fairfelt\n"
    )  # fmt: skip
    (tmp_path / "tests/playthroughs").mkdir(parents=True)
    assert run("playthrough", "straight-edge-poker", "--variant", "v2", "--write").code == 0
    assert (tmp_path / "tests/playthroughs/straight-edge-poker-v2.txt").read_text() == told.out
    assert run("playthrough", THREE, "--json").json["game"] == THREE


def test_a_shoe_is_counted_from_one_to_eight_decks() -> None:
    """Only the numbers that the sheet names were taken."""
    chosen = choose("dragon-bonus", decks=5)
    assert chosen.game.deck.copies == 5
    assert chosen.changes == ("Decks: 5 instead of 8. Its sheet names 4 or 6 or 8.",)
    assert all(game.countable_decks == tuple(range(1, 9)) for game in games.catalogue() if game.deck.copies > 1)
