"""Rounds on a graphics card: the same counts as on threads, and a sentence where there is no card."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.compute.cuda import Gpu, NoGpu
from fairfelt.exact import solve
from fairfelt.rules import Game
from fairfelt.simulation import simulate
from fairfelt.simulation.blocks import BLOCK_ROUNDS
from fairfelt.simulation.by_course import blackjack
from fairfelt.simulation.by_course.sample import MANY_ROUNDS, course_kernel
from fairfelt.simulation.course import Player
from fairfelt.simulation.cuda import GpuDealer
from fairfelt.simulation.cuda import source as card_source
from fairfelt.simulation.cuda.sample import even_waves
from fairfelt.simulation.cuda.source import CudaSource
from fairfelt.simulation.cuda.streams import streams
from fairfelt.simulation.draw import stream
from fairfelt.simulation.kernels import compile_game
from tests.support.graphics_card import CARDS, card_named
from tests.support.small_courses import BACCARAT, SMALL_COURSES, WAR

NEAR_BYTES = 227 << 10
DEALT = [
    pytest.param(games.three_card_poker, 3),
    pytest.param(games.flush_rush, 1, marks=pytest.mark.heavy),
    pytest.param(games.three_card_poker, 1, marks=pytest.mark.heavy),
    pytest.param(games.let_it_ride, 2, marks=pytest.mark.heavy),
]
COURSES = {
    "war": WAR,
    "war, few ranks": SMALL_COURSES["war, three cards to a rank"],
    "baccarat": BACCARAT,
}
DEALT_COURSES = [
    ("war", 1),
    ("baccarat", 3),
    pytest.param("war, few ranks", 2, marks=pytest.mark.heavy),
    pytest.param("baccarat", 1, marks=pytest.mark.heavy),
]
FEW_RANKS = games.find("free-bet-blackjack").with_deck(Deck("58TA", copies=6))
SPREAD = BLOCK_ROUNDS + 1000
"""A whole block and a part of the next."""


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(("game", "seats"), DEALT, ids=lambda part: part.slug if isinstance(part, Game) else str(part))
def test_a_card_deals_what_threads_deal(game: Game, seats: int, card: str, tmp_path: Path) -> None:
    with card_named(card, tmp_path) as gpu:
        on_card = simulate(game, rounds=SPREAD, seed=52, seats=seats, executor=gpu)
    assert on_card.wagers == simulate(game, rounds=SPREAD, seed=52, seats=seats).wagers


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize(("name", "seats"), DEALT_COURSES)
def test_a_card_deals_courses_as_threads_do(name: str, seats: int, card: str, tmp_path: Path) -> None:
    game = COURSES[name]
    with card_named(card, tmp_path) as gpu:
        on_card = simulate(game, rounds=SPREAD, seed=52, seats=seats, executor=gpu)
    assert on_card.wagers == simulate(game, rounds=SPREAD, seed=52, seats=seats).wagers


@pytest.mark.parametrize(("game", "seats"), [(WAR, 1), (BACCARAT, 3)])
def test_a_card_counts_how_courses_end_as_cores_do(game: Game, seats: int, tmp_path: Path) -> None:
    kernel = course_kernel(Player(game, solve(game)), seats, SPREAD)
    assert kernel
    assert kernel.on_card
    with card_named("host", tmp_path) as gpu:
        counts = GpuDealer(gpu, kernel.on_card).sample(2000, 7, lambda done: None)
    assert counts.sum() == 2000
    assert (counts == kernel.dealer(7, 2000, 0)).all()


@pytest.mark.parametrize("card", CARDS)
def test_a_card_counts_blackjack_by_the_codes_that_cores_list(card: str, tmp_path: Path) -> None:
    """Few ranks, so that pairs are split again and again: such rounds are counted in far memory."""
    kernel = course_kernel(Player(FEW_RANKS, solve(FEW_RANKS)), 1, SPREAD)
    assert kernel
    assert kernel.on_card
    with card_named(card, tmp_path) as gpu:
        counts = GpuDealer(gpu, kernel.on_card).sample(20_000, 7, lambda done: None)
    (codes,) = counts.nonzero()
    assert codes[-1] >= kernel.on_card.common > codes[0]
    assert dict(zip(codes.tolist(), counts[codes].tolist(), strict=True)) == kernel.dealer(7, 20_000, 0)


def test_blackjack_with_too_many_codes_for_a_card_is_dealt_on_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(blackjack, "MOST_CODES", 1)
    with card_named("host", tmp_path) as gpu:
        found = simulate(FEW_RANKS, rounds=MANY_ROUNDS, seed=3, executor=gpu)
    assert list(tmp_path.iterdir()) == []
    assert found.wagers == simulate(FEW_RANKS, rounds=MANY_ROUNDS, seed=3).wagers


def test_any_executor_deals_the_same() -> None:
    with ThreadPoolExecutor(2) as executor:
        spread = simulate(games.three_card_poker, rounds=SPREAD, seed=52, executor=executor)
    assert spread.wagers == simulate(games.three_card_poker, rounds=SPREAD, seed=52, threads=1).wagers


@pytest.mark.parametrize("card", CARDS)
def test_counts_too_many_for_near_memory(card: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_source, "MOST_COUNTS_BYTES", 0)
    kernels = compile_game(games.three_card_poker, 3)
    with card_named(card, tmp_path) as gpu:
        dealer = GpuDealer(gpu, kernels.dealer)
        assert dealer.source.copies == 0
        assert (dealer.sample(1000, 7, lambda done: None) == kernels.sample(1000, 7, 0)).all()


@given(st.integers(0, 1 << 200), st.integers(0, (1 << 32) - 9), st.integers(1, 8))
def test_all_streams_at_once_are_those_of_numpy(seed: int, first: int, count: int) -> None:
    """Also for seeds of several words, and for the last block a word can name."""
    alone = np.array([stream(seed, block) for block in range(first, first + count)])
    assert (alone == streams(seed, first, first + count).T).all()


@given(st.integers(1, 10**7), st.integers(1, 200))
def test_waves_are_few_and_even(blocks: int, processors: int) -> None:
    threads, wave = even_waves(blocks, processors, 1024)
    assert threads % 32 == 0
    assert 32 <= threads <= 1024
    waves = -(-blocks // wave)
    assert waves <= -(-blocks // (processors * 1024))


def test_the_kernel_keeps_small_tables_near_and_each_once() -> None:
    source = CudaSource(compile_game(games.three_card_poker, 1).dealer, NEAR_BYTES)
    assert set(source.near) == set(source.tables)
    assert "value0_weights" not in source.tables, "the dealer's cards are weighed by the same table"
    assert source.used_bytes <= NEAR_BYTES
    assert source.copies == 32


def test_large_tables_stay_far() -> None:
    source = CudaSource(compile_game(games.three_card_poker, 1).dealer, 64 << 10)
    assert {"against_table", "value1_table"} == set(source.tables) - set(source.near)
    assert "const int* against_table = far_against_table;" in source.text


@pytest.mark.parametrize(
    ("game", "seats", "counts_bytes", "threads"),
    [
        (games.three_card_poker, 1, 48 << 10, 1024),
        (games.three_card_poker, 9, 48 << 10, 1024),
        (games.three_card_poker, 9, 4 << 10, 256),
        (games.kings_bounty, 1, 48 << 10, 512),
    ],
)
def test_decks_and_counts_fit(
    game: Game, seats: int, counts_bytes: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With nine seats a cell can come up 36 times in a round; a shoe of six decks takes six times the room."""
    monkeypatch.setattr(card_source, "MOST_COUNTS_BYTES", counts_bytes)
    source = CudaSource(compile_game(game, seats).dealer, NEAR_BYTES)
    assert source.threads == threads
    assert source.used_bytes <= NEAR_BYTES
    assert BLOCK_ROUNDS * threads * seats * (seats - 1) // 2 < source.copies << 32


def test_without_a_card_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(NoGpu, match=r"^no GPU here: CuPy is not installed; pip install 'fairfelt\[gpu\]'"):
        Gpu()


def test_a_driver_in_trouble_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Trouble:
        def __getattr__(self, name: str) -> None:
            raise RuntimeError("the driver is too old")

    monkeypatch.setitem(sys.modules, "cupy", Trouble())
    with pytest.raises(NoGpu, match="no GPU here: the driver is too old; look at the driver"):
        Gpu()


def test_nothing_is_imported_for_a_card_that_nobody_asked_for() -> None:
    code = (
        "import sys, fairfelt; from fairfelt.cli import main; from fairfelt.simulation import simulate;"
        "main(['par', 'three-card-poker', '--json']); simulate(fairfelt.games.three_card_poker, rounds=10, seed=1);"
        "assert 'cupy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
