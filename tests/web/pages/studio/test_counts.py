"""Counting for the studio is bounded: estimated first, one process, stopped when it takes too long or nobody waits."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from fairfelt import games
from fairfelt.engine.exact import Unsolved
from fairfelt.rules.json_form.write import write_game
from fairfelt.web.pages import studio as worker
from fairfelt.web.pages.studio import BLANK, Draft, StudioCounts, empty_if_large, read_draft

PATIENCE_S = 120
AT_ONCE = """import sys, json
game = json.loads(json.load(sys.stdin)["text"])
print(json.dumps({"figures": [["edge", game["name"]]], "html": ""}))
"""
ASKED = "import sys, json; print(json.dumps({'asked': json.load(sys.stdin)}))"
NEVER = "import sys; sys.stdin.read(); sys.stdin = None; import threading; threading.Event().wait()"
TOO_MUCH = 'print("{\\"beyond\\": \\"memory\\"}")'
CRASHES = "import os; os.abort()"


@contextmanager
def counting(program: str, **limits: Any) -> Iterator[StudioCounts]:
    counts = StudioCounts(command=(sys.executable, "-c", program), **{"estimate": lambda draft: 1.0, **limits})
    try:
        yield counts
    finally:
        counts.close()


def draft(name: str = "My game") -> Draft:
    return read_draft({**BLANK, "name": name})


def answer(counts: StudioCounts, of: Draft, visitor: str = "a") -> dict[str, Any]:
    pause = Event()
    for _ in range(PATIENCE_S * 20):
        found = counts.ask("par", of, visitor)
        if found["state"] in ("done", "refused"):
            return found
        pause.wait(0.05)
    raise AssertionError("no answer")


def test_an_answer_is_kept_by_the_rules() -> None:
    with counting(AT_ONCE) as counts:
        first = answer(counts, draft())
        assert first["figures"] == [["edge", "My game"]]
        again = read_draft({**BLANK, "summary": "Other words for the same rules."})
        assert counts.ask("par", again, "b") is first


def test_what_would_cost_too_much_is_sampled_and_says_what_counting_costs() -> None:
    with counting(ASKED, estimate=lambda draft: 7300.0) as counts:
        asked = answer(counts, draft())["asked"]
        assert asked["kind"] == "par"
        assert "about 2 hours here" in asked["reason"]
        assert "fairfelt par game.json --yes" in asked["reason"]
        refused = counts.ask("lint", draft(), "a")
    assert (refused["state"], refused["code"]) == ("refused", "cost")


def test_a_course_that_costs_too_much_is_sampled_too() -> None:
    data = write_game(games.find("free-bet-blackjack")).data
    with counting(ASKED, estimate=lambda draft: 7300.0) as counts:
        assert "about 2 hours here" in answer(counts, read_draft(data))["asked"]["reason"]


def test_what_has_no_solver_says_so() -> None:
    def unsolved(draft: Draft) -> float:
        raise Unsolved("no solver for this")

    with counting(NEVER, estimate=unsolved) as counts:
        assert counts.ask("par", draft(), "a")["sentence"] == "no solver for this"


def test_a_count_that_takes_too_long_is_stopped() -> None:
    with counting(NEVER, most_wall_s=0.2) as counts:
        refused = answer(counts, draft())
    assert (refused["state"], refused["code"]) == ("refused", "time")


@pytest.mark.parametrize("program", [TOO_MUCH, CRASHES])
def test_a_count_that_fails_or_needs_too_much_memory_says_so(program: str) -> None:
    with counting(program) as counts:
        assert answer(counts, draft())["code"] == "memory"


def test_who_goes_on_to_another_game_stops_the_first() -> None:
    with counting(NEVER) as counts:
        counts.ask("par", draft("One"), "a")
        (first,) = counts._counts.values()
        counts.ask("par", draft("Two"), "a")
        assert first.stopped
        assert draft("One").fingerprint not in {key for _, key in counts._counts}
        if first.process:
            assert first.process.wait(PATIENCE_S) != 0


def test_a_count_for_somebody_else_goes_on() -> None:
    with counting(NEVER) as counts:
        for visitor in ("a", "b"):
            counts.ask("par", draft("One"), visitor)
        (first,) = counts._counts.values()
        counts.leave("a")
        assert not first.stopped
        counts.leave("b")
        assert first.stopped


def test_only_so_many_wait() -> None:
    with counting(NEVER) as counts:
        for at in range(worker.MOST_WAITING):
            assert counts.ask("par", draft(f"Game {at}"), f"visitor {at}")["state"] in ("waiting", "counting")
        assert counts.ask("par", draft("One more"), "late")["code"] == "busy"


def test_the_worker_samples_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "SAMPLED_ROUNDS", 500)
    found = worker.count_par(json.dumps({**BLANK, "deck": {"ranks": "9TJQKA"}}), "Counting takes long")
    (name, _), *_ = found["figures"]
    assert name == "House edge of the round, sampled"
    assert "The round is estimated" in found["html"]
    assert found["warnings"] == ["Counting takes long"]


def test_the_worker_counts_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """In its process; sixteen cards are counted before anything would be compiled."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    counts = StudioCounts()
    try:
        found = answer(counts, read_draft({**BLANK, "deck": {"ranks": "JQKA"}}))
    finally:
        counts.close()
    assert found["figures"] == [["House edge of the round", "-15.4346%"]]
    assert "House edge" in found["html"]


def test_visitors_do_not_fill_the_disk(tmp_path: Path) -> None:
    """Every game that somebody composed left its kernels behind, half a megabyte each."""
    inner = tmp_path / "__pycache__"
    inner.mkdir()
    for folder, size in ((tmp_path, 40), (inner, 60)):
        (folder / "kernel").write_bytes(bytes(size))
    empty_if_large(tmp_path, most_bytes=100)
    assert (inner / "kernel").exists()
    (inner / "one more").write_bytes(b"x")
    empty_if_large(tmp_path, most_bytes=100)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_kernels_of_visitors_lie_apart_from_those_of_the_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRFELT_CACHE", str(tmp_path))
    says = "import os, json, sys; sys.stdin.read(); print(json.dumps({'folder': os.environ['FAIRFELT_CACHE']}))"
    with counting(says) as counts:
        assert answer(counts, draft())["folder"] == str(tmp_path / "studio")
