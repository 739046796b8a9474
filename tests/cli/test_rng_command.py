"""Random numbers for a laboratory: raw shuffles, a spectral test that finds what it is for, and what is stated."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import numpy as np
import pytest

import fairfelt
from fairfelt import cli
from fairfelt.table.randomness import check_spectrum, run_battery, shuffled_orders

PACKAGE = Path(fairfelt.__file__).parent


def test_raw_shuffles_are_whole_decks_a_byte_for_each_card(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.bin", "same.bin", "other.bin")]
    for file, seed in zip(files, ("7", "7", "8"), strict=True):
        assert cli.main(["rng", "raw", "--shuffles", "3000", "--seed", seed, "-o", str(file)]) == 0
    one, same, other = (file.read_bytes() for file in files)
    assert one == same != other
    decks = np.frombuffer(one, np.uint8).reshape(3000, 52)
    assert (np.sort(decks, axis=1) == np.arange(52)).all()


def test_too_few_shuffles_are_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["rng", "raw", "--shuffles", "10", "-o", str(tmp_path / "few.bin")]) == 2
    assert "--shuffles is a number from 3,000" in capsys.readouterr().err


def test_the_spectrum_of_fair_shuffles_is_flat_and_a_rhythm_is_found() -> None:
    orders = shuffled_orders(4_000, Random(1))
    assert run_battery(orders).passed
    values = [check_spectrum(shuffled_orders(3_000, Random(seed))).p_value for seed in range(12)]
    assert 0.2 < float(np.mean(values)) < 0.8
    beat = orders.copy()
    red, black = (1, 0)
    for at in range(0, len(beat), 8):  # every eighth shuffle is red on top and the one after it black
        for row, suit in ((at, red), (at + 1, black)):
            where = next(place for place, card in enumerate(beat[row]) if card % 4 == suit)
            beat[row, [0, where]] = beat[row, [where, 0]]
    assert check_spectrum(beat).p_value < 1e-6


def test_the_statement_says_that_no_card_of_a_live_table_comes_from_software(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main(["rng", "statement"]) == 0
    assert "No card of a live table comes from software." in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("wing", ["room", "ledger", "jackpot", "law", "server"])
def test_and_nothing_of_a_running_room_has_a_function_that_draws_one(wing: str) -> None:
    for file in (PACKAGE / wing).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, (ast.Import, ast.ImportFrom)) else []
            assert not {"random", "shuffle", "DealCards"} & {*names, getattr(node, "module", None)}, file
