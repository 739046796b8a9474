"""Where work is done: what `--on` takes, and what it says where that is not to be had."""

from __future__ import annotations

import sys

import pytest

from tests.support.running import run

GAME = "three-card-poker"


@pytest.mark.parametrize("words", [("simulate", GAME, "--rounds", "10"), ("par", GAME)])
def test_a_card_that_is_not_there_is_told_in_a_sentence(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    ran = run(*words, "--on", "gpu")
    assert ran.code != 0
    assert ran.err.startswith("fairfelt: no GPU here: CuPy is not installed; pip install 'fairfelt[gpu]'")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("words", [("simulate", GAME), ("par", GAME)])
def test_another_place_is_refused(words: tuple[str, ...]) -> None:
    told = run(*words, "--on", "moon").err
    assert told == "fairfelt: --on 'moon' is no place to work: give threads, gpu or dask://HOST:PORT\n"


def test_threads_are_what_is_used_otherwise() -> None:
    words = ("simulate", GAME, "--rounds", "3000", "--json")
    named, usual = (run(*words, *more).json for more in (("--on", "threads"), ()))
    assert named["wagers"] == usual["wagers"]
