"""What a solver found is read back whole, and advises as it did."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fairfelt import exact, games
from fairfelt.cards import Deck
from fairfelt.configuration import CACHE_VARIABLE
from fairfelt.exact.kept_results import keep_result, read_result
from fairfelt.exact.solve import core_game, forget, solver_of
from fairfelt.rules import Game

SMALL = {
    "boards": games.ultimate_texas_holdem.with_deck(Deck("9TJQKA", "shdc")),
    "sweep": games.caribbean_stud.with_deck(Deck("9TJQKA", "shdc")),
    "suits": games.flushes_gone_wild.with_deck(Deck("2TJQKA", "shdc")),
}


@pytest.mark.parametrize("name", SMALL)
def test_a_result_reads_back_and_counts_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    game: Game = SMALL[name]
    core = core_game(game)
    solver = solver_of(core)
    assert solver.name == name
    result = solver.solve(core, None)
    assert read_result(solver, core) is None
    keep_result(solver, core, result)
    again = read_result(solver, core)
    first, second = solver.solution(game, result), solver.solution(game, again)
    assert exact.par_of(second) == exact.par_of(first)
    assert second.curve == first.curve
    hand = np.array([list(game.deck.faces)[: game.hole + game.streets[0].dealer]], np.uint8)
    assert second.decide(0, hand).tolist() == first.decide(0, hand).tolist()
    (file,) = (file for file in tmp_path.iterdir() if "result" in file.name)
    file.write_bytes(file.read_bytes()[:-7])
    assert read_result(solver, core) is None


def test_advice_is_read_instead_of_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    game = SMALL["sweep"]
    forget()
    first = exact.advisor(game)
    forget()
    monkeypatch.setattr("fairfelt.exact.solvers.sweep.solver.run_tasks", None)
    assert exact.par_of(exact.advisor(game)) == exact.par_of(first)
    forget()
    with pytest.raises(TypeError):
        exact.solve(game)
