"""Advisers are solved in a process that ends and read from files: the server keeps none of their arrays in memory."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fairfelt import games
from fairfelt.analysis import advisers
from fairfelt.analysis.advisers import (
    Advisers,
    Mapped,
    example_hand,
    find_adviser,
    find_solution,
    is_prepared,
    prepare_adviser,
    prepare_solution,
    read_solution,
    write_solution,
)
from fairfelt.engine import exact as engine
from fairfelt.engine.core import kept_table
from fairfelt.engine.one_hand import OneHand
from fairfelt.engine.solve import core_game, forget, solver_of
from fairfelt.rules import Game
from fairfelt.rules.cards import parse_cards

THREE, WAR = games.three_card_poker, games.casino_war
ENDS_ITSELF = (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)")


def handed_over(game: Game, folder: Path) -> Mapped:
    """A game solved here, written and read; what other tests have solved may speak of games of theirs."""
    forget()
    with (folder / game.slug).open("w+b") as file:
        write_solution(engine.advisor(game), file)
        file.flush()
        return read_solution(game, file)


def arrays_of(value: Any) -> Iterator[np.ndarray[Any, Any]]:
    """The arrays in the fields of a value, and in the fields of these."""
    for field in vars(value).values():
        if isinstance(field, np.ndarray):
            yield field
        elif hasattr(field, "__dict__") and not isinstance(field, Game):
            yield from arrays_of(field)


@pytest.mark.parametrize("game", [THREE, games.casino_war, games.criss_cross_poker], ids=lambda game: game.slug)
def test_what_is_handed_over_in_a_file_advises_as_before(game: Game, tmp_path: Path) -> None:
    mapped = handed_over(game, tmp_path)
    solution = mapped.solution
    mapped.rest()
    hand = [parse_cards(cards) for cards in example_hand(game)]
    assert solution.advise(*hand) == engine.advisor(game).advise(*hand)
    assert solution.endings == engine.advisor(game).endings
    assert solution.game is game


def test_arrays_stay_in_the_file(tmp_path: Path) -> None:
    mapped = handed_over(THREE, tmp_path)
    arrays = list(arrays_of(mapped.solution))
    assert sum(array.nbytes for array in arrays) > mapped.size / 2
    assert not any(array.flags.owndata for array in arrays)


def test_the_oldest_are_forgotten_when_all_together_are_too_large(tmp_path: Path) -> None:
    mapped = handed_over(THREE, tmp_path)
    kept = Advisers(most_bytes=2 * mapped.size)
    first, second, third = games.catalogue()[:3]
    kept.keep(first, mapped)
    kept.keep(second, mapped)
    assert kept.find(first) is mapped.solution
    kept.keep(third, mapped)
    assert [game in kept for game in (first, second, third)] == [True, False, True]
    alone = Advisers(most_bytes=0)
    alone.keep(first, mapped)
    assert first in alone, "one is always kept"


def test_a_heavy_game_is_solved_in_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisers, "LIGHT_S", -1.0)
    monkeypatch.setattr(advisers, "_ADVISERS", kept := Advisers())
    forget()
    with ThreadPoolExecutor(1) as executor, monkeypatch.context() as here:
        here.setattr(engine, "advisor", None)  # which would keep the result in this process
        prepare_adviser(WAR, executor)
        assert is_prepared(WAR)
        found = find_adviser(WAR)
    assert found is kept.find(WAR)
    hand = [parse_cards(cards) for cards in example_hand(WAR)]
    assert found.advise(*hand) == engine.advisor(WAR).advise(*hand)


def test_a_game_is_not_solved_here_when_its_process_was_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was ended because it took too much, or because the server ends."""
    monkeypatch.setattr(advisers, "LIGHT_S", -1.0)
    monkeypatch.setattr(advisers, "_ADVISERS", Advisers(command=ENDS_ITSELF))
    with ThreadPoolExecutor(1) as executor, pytest.raises(RuntimeError, match="ended by signal 9"):
        prepare_solution(THREE, executor)


def test_a_hand_is_valued_by_itself_and_the_game_solved_for_other_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisers, "_ADVISERS", Advisers())
    monkeypatch.setattr(advisers, "engine", None)  # nothing is solved for the coach
    with ThreadPoolExecutor(1) as executor:
        prepare_adviser(THREE, executor)
    assert is_prepared(THREE)
    found = find_adviser(THREE)
    assert isinstance(found, OneHand)
    monkeypatch.undo()
    hand = [parse_cards(cards) for cards in example_hand(THREE)]
    assert found.advise(*hand) == find_solution(THREE).advise(*hand)


def test_a_game_is_light_once_the_tables_of_its_advice_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = next(game for game in games.catalogue() if solver_of(core_game(game)).tables(core_game(game)))
    core = core_game(game)
    tables = solver_of(core).tables(core)
    monkeypatch.setattr(advisers, "is_kept", lambda solver, game: True)
    monkeypatch.setattr(kept_table, "read_shipped", lambda name: None)
    monkeypatch.setattr("fairfelt.runtime.configuration.kept_files.kept_file", tmp_path.joinpath)
    assert not advisers._is_light(game)
    for table in tables:
        assert table.name
        (tmp_path / table.name).write_bytes(b"")
    assert advisers._is_light(game)
