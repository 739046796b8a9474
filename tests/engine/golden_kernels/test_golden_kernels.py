"""What the writers of source write, kept beside this file to be read; a change of it is seen in review.

FAIRFELT_WRITE_GOLDEN=1 python -m pytest tests/engine/golden_kernels        writes the files anew
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.engine.exact import solve
from fairfelt.engine.simulation.dealer import layout_of as sampling_layout
from fairfelt.engine.simulation.dealer import sampling_text
from fairfelt.engine.simulation.kernels import GameKernel, decision_tables
from fairfelt.engine.simulation.tallies import cells_of
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.boards.problem import board_problem
from fairfelt.engine.solvers.boards.solver import street_source, whole_board_source
from fairfelt.engine.solvers.general.cuda import DealLoops, counting_text
from fairfelt.engine.solvers.general.cuda import layout_of as counting_layout
from fairfelt.engine.solvers.general.solver import general_problem
from fairfelt.engine.solvers.general.source import counting_plan
from fairfelt.engine.solvers.sweep.source import sweep_source
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import POKER, THREE_CARD
from fairfelt.rules.hands.ranking import batch_source, census_source

FOLDER = Path(__file__).parent
LONG_TABLE = re.compile(r"\{[-\d,]{200,}\}")
SMALL = Deck("9TJQA", "cdh")
SHARED_BYTES = 227 << 10
"""Of a block on an H200."""


def small(game: Game, deck: Deck = SMALL) -> Game:
    return replace(core_game(game), deck=deck, published=())


def simulation_kernel() -> GameKernel:
    game = small(games.three_card_poker)
    return GameKernel(game, 2, cells_of(game), decision_tables(solve(game)))


def simulation_on_gpu() -> str:
    dealer = simulation_kernel().dealer
    return sampling_text(dealer, sampling_layout(dealer, SHARED_BYTES))


def counting_on_gpu() -> str:
    problem = general_problem(small(games.three_card_poker))
    level, faces = problem.view.levels[-1], problem.symmetry.faces
    plan = counting_plan(problem.settlements, level, problem.view.down, left=len(faces) - level.cards)
    dealt = DealLoops(tuple(place for place, _ in plan.loops), len(faces) - level.cards)
    layout = counting_layout(plan, len(problem.settlements), dealt, SHARED_BYTES)
    return counting_text(plan, len(faces), dealt, layout)


def batch() -> str:
    names = ["c0", "c1", "c2"]
    return batch_source(THREE_CARD.emit("value", names), names)


HOLDEM = small(games.ultimate_texas_holdem)
WRITERS: dict[str, Callable[[], str]] = {
    "ranking_batch.py.txt": batch,
    "poker_census.py.txt": lambda: census_source(POKER, 5),
    "sweep.py.txt": lambda: sweep_source(2, 2),
    "boards_whole.py.txt": lambda: whole_board_source(board_problem(HOLDEM)),
    "boards_street.py.txt": lambda: street_source(board_problem(HOLDEM), 0),
    "simulation.py.txt": lambda: simulation_kernel().text,
    "simulation.cu.txt": simulation_on_gpu,
    "counting.cu.txt": counting_on_gpu,
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_writer_writes_what_is_kept(name: str) -> None:
    path, written = FOLDER / name, LONG_TABLE.sub("{…}", WRITERS[name]())
    if os.environ.get("FAIRFELT_WRITE_GOLDEN"):
        path.write_text(written)
    hint = "if the change is meant, write it anew: FAIRFELT_WRITE_GOLDEN=1 python -m pytest tests/engine/golden_kernels"
    assert path.read_text() == written, hint


def test_every_file_has_a_writer() -> None:
    kept = {path.name for path in FOLDER.iterdir() if path.suffix == ".txt"}
    assert kept == WRITERS.keys()
