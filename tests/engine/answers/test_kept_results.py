"""What a solver found is read back whole, and advises as it did."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.verification import DIFFERS
from fairfelt.engine.courses.pai_gow.solution import PaiGowCounts
from fairfelt.engine.solve import (
    core_game,
    forget,
    is_as_kept,
    is_kept,
    keep_result,
    pack_result,
    read_result,
    result_name,
    solver_of,
)
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck
from fairfelt.runtime.configuration import kept_files
from tests.support.small_settings import SMALL_SETTINGS

SMALL = {
    "boards": games.ultimate_texas_holdem.with_deck(Deck("9TJQKA", "shdc")),
    "sweep": games.caribbean_stud.with_deck(Deck("9TJQKA", "shdc")),
    "suits": games.flushes_gone_wild.with_deck(Deck("2TJQKA", "shdc")),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_result_reads_back_and_counts_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "kept_file", tmp_path.joinpath)
    game: Game = SMALL[name]
    core = core_game(game)
    solver = solver_of(core)
    assert solver.name == name
    result = solver.solve(core, None)
    assert read_result(solver, core) is None
    keep_result(solver, core, result)
    again = read_result(solver, core)
    first, second = solver.solution(game, result), solver.solution(game, again)
    assert engine.par_of(second) == engine.par_of(first)
    assert second.curve == first.curve
    hand = np.array([list(game.deck.faces)[: game.hole + game.streets[0].dealer]], np.uint8)
    assert second.decide(0, hand).tolist() == first.decide(0, hand).tolist()
    assert is_as_kept(solver, core, result)
    (file,) = (file for file in tmp_path.iterdir() if "result" in file.name)
    file.write_bytes(file.read_bytes()[:-7])
    assert read_result(solver, core) is None


def test_advice_is_read_instead_of_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "kept_file", tmp_path.joinpath)
    game = SMALL["sweep"]
    forget()
    first = engine.advisor(game)
    forget()
    monkeypatch.setattr("fairfelt.engine.core.counter.run_tasks", None)
    assert engine.par_of(engine.advisor(game)) == engine.par_of(first)
    forget()
    with pytest.raises(TypeError):
        engine.solve(game)


def test_a_result_that_is_not_what_is_counted_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "kept_file", tmp_path.joinpath)
    game = SMALL["sweep"]
    core = core_game(game)
    solver = solver_of(core)
    counted = solver.solve(core, None)
    assert is_as_kept(solver, core, counted) is None, "nothing is kept"
    keep_result(solver, core, solver.solve(core_game(games.caribbean_stud.with_deck(Deck("8TJQKA", "shdc"))), None))
    assert is_as_kept(solver, core, counted) is False
    again = engine.recount(game)
    (told,) = (finding.text for finding in again.verification.findings if finding.kind == DIFFERS)
    assert "result of its solver" in told


def test_a_small_result_comes_with_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach of pai gow counted for a minute on every new machine, for eight numbers."""
    game = SMALL_SETTINGS["by the house way, two suits"]
    core = core_game(game)
    solver = solver_of(core)
    assert solver.keeping
    assert solver.keeping.ships
    found = PaiGowCounts(9, 3, 4, ((1, 1, 0), (0, 0, 0)))
    packed = {result_name(solver, core): pack_result(solver, found)}
    monkeypatch.setattr("fairfelt.engine.core.kept_table.read_shipped", packed.get)
    assert is_kept(solver, core)
    read = read_result(solver, core)
    assert read == found
