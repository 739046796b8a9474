"""fairfelt verify: published figures beside the exact ones, read where they are kept, counted where not or if asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.store import keep_verification
from fairfelt.engine.exact import Progress, Verification
from fairfelt.rules import Game
from tests.support.running import run
from tests.support.too_dear import too_dear

THREE = "three-card-poker"


def test_verify_gives_every_published_figure() -> None:
    ran = run("verify", THREE, "--json")
    assert ran.code == 0
    figures = ran.json["figures"]
    assert len(figures) == sum(len(version.published) for version in games.find(THREE).variants)
    assert set(figures[0]) >= {"game", "variant", "wager", "paytable", "figure", "published", "computed", "agrees"}
    assert all(figure["agrees"] for figure in figures)


def test_verify_reads_what_was_counted_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And says so; a changed rule is counted, and --recompute counts all."""
    monkeypatch.setattr("fairfelt.engine.answers.store.read_shipped", lambda name: None)
    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.kept_file", tmp_path.joinpath)
    game = replace(games.find("kings-bounty"), others=())
    counted, verify = list[str](), engine.verify

    def counting(chosen: Sequence[Game], progress: Progress | None = None) -> Verification:
        counted.extend(each.title for each in chosen)
        return verify(chosen, progress=progress)

    monkeypatch.setattr("fairfelt.games.catalogue", lambda: (game,))
    monkeypatch.setattr("fairfelt.engine.answer_game.verify", counting)
    assert run("verify", "--json").json["answers"] == {"read": 0, "counted": 1, "compared": None}
    again = run("verify")
    assert counted == [game.title]
    assert "kept before: 1; counted just now: 0. fairfelt verify --recompute counts" in " ".join(again.out.split())
    monkeypatch.setattr("fairfelt.games.catalogue", lambda: (game.with_decks(5), game))
    assert run("verify", "--json").json["answers"] == {"read": 1, "counted": 1, "compared": None}
    assert counted == [game.title] * 2
    monkeypatch.setattr("fairfelt.games.catalogue", lambda: (game,))
    assert "counted just now: 1. Answers that" in " ".join(run("verify", "--recompute").out.split())


def test_verify_recomputes_what_was_tampered_with(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("fairfelt.engine.answers.store.read_shipped", lambda name: None)
    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.kept_file", tmp_path.joinpath)
    game = replace(games.find("kings-bounty"), others=())
    monkeypatch.setattr("fairfelt.games.catalogue", lambda: (game,))
    found = engine.verify([game])
    keep_verification(game, replace(found, figures=(replace(found.figures[0], computed="9.99%"), *found.figures[1:])))
    assert "9.99%" in run("verify").out
    ran = run("verify", "--recompute")
    assert ran.code == 1
    assert "9.99%" not in ran.out
    assert "is not what is counted" in " ".join(ran.out.replace("┃", "").split())


def test_verify_foresees_only_what_it_will_count(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(games.find("kings-bounty"), others=())
    foreseen = list[float]()
    monkeypatch.setattr("fairfelt.games.catalogue", lambda: (game,))
    monkeypatch.setattr("fairfelt.cli.commands.par.show_duration", lambda doing, seconds: foreseen.append(seconds))
    monkeypatch.setattr("fairfelt.cli.commands.par.kept_verification", lambda game: engine.Verification((), ()))
    run("verify")
    assert foreseen == []
    monkeypatch.setattr("fairfelt.cli.commands.par.kept_verification", lambda game: None)
    run("verify")
    assert foreseen == [engine.foresee(game).seconds]


def test_verify_fails_where_a_figure_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(games.find(THREE), others=())
    wrong = replace(game, published=(replace(game.published[0], printed="3.38%"),))
    monkeypatch.setattr("fairfelt.games.catalogue", lambda: (wrong,))
    ran = run("verify")
    assert ran.code == 1
    assert "Figures that agree: 0 of 1." in ran.out


@pytest.mark.parametrize("figures", [0, 2])
def test_verify_fails_where_a_game_cannot_be_solved(monkeypatch: pytest.MonkeyPatch, figures: int) -> None:
    game = replace(games.find(THREE), others=())
    unsolved = replace(too_dear(game), published=game.published[:figures])
    monkeypatch.setattr("fairfelt.games.catalogue", lambda: (unsolved, replace(game, published=game.published[:1])))
    ran = run("verify")
    words = " ".join(ran.out.split())
    assert ran.code == 1
    assert f"Figures that agree: 1 of {figures + 1}." in words
    assert ("Not calculated: 2." in words) == bool(figures)
    assert "Not every game could be calculated: see the findings." in words
    assert "information sets" in words
