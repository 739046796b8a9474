"""The golden set: what was frozen is what ships, and what the engine counts from nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.analysis.protection.findings import long_counts
from fairfelt.analysis.winnings.covariance import shipped_seats
from fairfelt.engine.answers.store import kept_answer
from fairfelt.runtime.compute import cuda
from tools.golden import __main__ as program
from tools.golden import rows, run
from tools.golden.rows import KINDS, Unit, golden_set, plain_rows
from tools.golden.run import DIFFERENT, EQUAL, SAMPLED, Kept, Result, compare, count_unit, from_nothing, status_of

ROOT = Path(__file__).parents[2]
EACH_TIME = (
    Unit("par", "bet-the-set-21"),
    Unit("figures", "casino-war"),
    Unit("protection", "commission-baccarat", "", "shoe: shoe 1"),
    Unit("protection", "three-card-poker", "", "dealer: dealer 1"),
    Unit("covariances", "big-raise-stud-poker"),
    Unit("seats", "three-card-poker"),
)
"""Of each kind. `tests/engine/test_published_figures.py` counts games of each shape; `make test-heavy` counts more."""
CHEAP = Unit("par", "trilux-bonus")
on_one_worker = pytest.mark.xdist_group("golden set")
"""What is frozen and what ships is read there once."""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where results of this test are kept."""
    monkeypatch.setattr(program, "run", partial(program.run, folder=tmp_path))
    return tmp_path


@on_one_worker
@pytest.mark.parametrize("kind", [*KINDS])
def test_the_golden_set_is_what_ships(kind: str) -> None:
    """Where this fails, what ships has changed: read the difference, then run `python -m tools.golden --write`."""
    shipped = {unit: plain_rows(found) for unit, found in KINDS[kind].ships().items()}
    assert shipped.keys() == golden_set(kind).keys()
    for unit, found in golden_set(kind).items():
        assert shipped[unit] == found, unit


@on_one_worker
def test_it_holds_every_figure_that_ships() -> None:
    assert {kind: sum(map(len, golden_set(kind).values())) for kind in ("figures", "protection")} == {
        "figures": 538,
        "protection": 351,
    }
    assert {unit.slug for unit in golden_set("par")} == {game.slug for game in games.catalogue()}
    assert sum(file.stat().st_size for file in rows.FOLDER.iterdir()) < 3_000_000


@pytest.mark.parametrize(
    "unit", [pytest.param(unit, marks=pytest.mark.xdist_group(unit.game.title)) for unit in EACH_TIME], ids=str
)
def test_the_engine_counts_what_was_frozen(unit: Unit) -> None:
    with from_nothing():
        result = count_unit(unit)
    assert not result.reason
    assert {name: state for name, state in status_of(result).items() if state[0] not in (EQUAL, SAMPLED)} == {}


@pytest.mark.heavy
def test_more_than_half_of_the_golden_set_comes_out_again() -> None:
    """Half an hour of a core; `make golden` counts the rest."""
    done = subprocess.run([sys.executable, "-m", "tools.golden", "--seconds", "20"], cwd=ROOT, check=False)
    assert done.returncode == 0


COUNT = {"edge": "1/3", "plain": "-1/30", "interval": None, "sampled": False}
SAMPLE = {"edge": "0.3", "plain": "-1/30", "interval": [0.28, 0.32], "sampled": True}


@pytest.mark.parametrize(
    ("before", "now", "state"),
    [
        (COUNT, COUNT, EQUAL),
        (COUNT, {**COUNT, "edge": "333/1000"}, DIFFERENT),
        (COUNT, {**COUNT, "plain": "-1/31"}, DIFFERENT),
        (SAMPLE, SAMPLE, EQUAL),
        (SAMPLE, {**SAMPLE, "interval": [0.31, 0.35]}, SAMPLED),
        (SAMPLE, {**SAMPLE, "interval": [0.33, 0.35]}, DIFFERENT),
        (SAMPLE, {**COUNT, "edge": "31/100"}, SAMPLED),
        (SAMPLE, COUNT, DIFFERENT),
        (COUNT, {**SAMPLE, "interval": [0.3, 0.4]}, SAMPLED),
        (SAMPLE, {**SAMPLE, "plain": "-1/31", "interval": [0.27, 0.33]}, DIFFERENT),
        (COUNT, {}, DIFFERENT),
    ],
)
def test_a_count_is_compared_to_the_last_digit_and_a_sample_by_its_interval(
    before: rows.Figures, now: rows.Figures, state: str
) -> None:
    assert compare(before, now)[0] == state


@on_one_worker
def test_nothing_that_ships_is_known_while_it_is_counted_again(tmp_path: Path) -> None:
    game = games.find(CHEAP.slug)
    with from_nothing(tmp_path):
        assert (kept_answer(game), long_counts(), shipped_seats()) == (None, {}, {})
    assert kept_answer(game) and long_counts() and shipped_seats()


@on_one_worker
def test_a_run_goes_on_where_it_was(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--only", CHEAP.slug, "--kind", "par", "figures", "--jobs", "1"]
    assert program.main(words) == 0
    said = capsys.readouterr()
    assert "0 units kept, 0 left out, 2 to count" in said.err and "2/2" in said.err
    assert "figures               4          0          0          0" in said.out
    file = Kept(folder).file
    file.write_text(file.read_text() + '[["par", "half a li')
    assert program.main(words) == 0
    assert "2 units kept, 0 left out, 0 to count" in capsys.readouterr().err
    assert program.main([*words, "--again"]) == 0
    assert "0 units kept" in capsys.readouterr().err


@on_one_worker
def test_a_changed_fraction_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    frozen = json.loads(json.dumps(golden_set("par")[CHEAP]))
    frozen["bet TriLux: 1"]["house_edge"] = "1/7"
    monkeypatch.setitem(golden_set("par"), CHEAP, frozen)
    assert program.main(["--only", CHEAP.slug, "--kind", "par", "--jobs", "1"]) == 1
    assert "DIFFERS  par trilux-bonus, bet TriLux: 1: house_edge\n" in capsys.readouterr().out


@on_one_worker
def test_a_count_that_breaks_off_is_a_difference_and_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*asked: object) -> None:
        raise ZeroDivisionError("by accident")

    monkeypatch.setattr(rows, "answer_of", fail)
    assert program.main(["--only", CHEAP.slug, "--kind", "par", "--jobs", "1"]) == 1
    assert "counting broke off (ZeroDivisionError: by accident)" in capsys.readouterr().out
    assert Kept(folder).results == {}


@on_one_worker
def test_what_takes_longer_is_left_out_with_what_it_would_take(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.main(["--only", "six-card-poker", "--kind", "par", "--seconds", "1"]) == 0
    assert re.search(r"skipped  par six-card-poker: about \d,\d{3} s of a core", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--only", "solitaire"], "the golden set has no row of solitaire"),
        (["--jobs", "0"], "--jobs is 1 or more, not 0"),
        (["--kind", "sheets"], "invalid choice: 'sheets'"),
    ],
)
def test_what_cannot_be_asked_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        program.main(words)
    assert said in capsys.readouterr().err


def test_a_process_that_is_ended_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One that ran out of memory left a traceback, and no table."""
    future: Future[list[Result]] = Future()
    future.set_exception(BrokenProcessPool())
    (result,) = run._results_of(future, [CHEAP])
    assert program.report([result]) == 1
    assert "run it again with fewer --jobs" in capsys.readouterr().out


@on_one_worker
def test_a_gpu_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a card the command says why, and counts nothing elsewhere."""
    monkeypatch.setattr(cuda, "_cupy", no_card)
    with pytest.raises(SystemExit):
        program.main(["--gpu", "--again", "--only", CHEAP.slug, "--kind", CHEAP.kind])
    assert "no GPU here: no card" in capsys.readouterr().err


def no_card() -> None:
    raise cuda.NoGpu("no GPU here: no card")
