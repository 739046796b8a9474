"""The battery of statistical tests: fair shuffles pass it, and shuffles with a flaw do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isclose
from random import Random, seed

import numpy as np
import pytest

from fairfelt.cli import main
from fairfelt.rules.cards import STANDARD
from fairfelt.table.randomness import CARDS, Battery, Orders, chance_above, run_battery, shuffled_orders
from fairfelt.web.pages.play.practice import Shuffle

SEED, SHUFFLES, MANY = 2026, 4_500, 200_000


@pytest.mark.parametrize(
    ("chi_square", "freedom", "chance"),
    [(3.841459, 1, 0.05), (18.307038, 10, 0.05), (124.342113, 100, 0.05), (0, 5, 1), (2.558212, 10, 0.99)],
)
def test_the_chance_of_a_chi_square_is_the_one_of_the_tables(chi_square: float, freedom: int, chance: float) -> None:
    assert isclose(chance_above(chi_square, freedom), chance, rel_tol=1e-5)


def test_a_seeded_generator_passes_every_test() -> None:
    """The shuffle was drawn without bias and no battery was ever run on it. Limits are fixed, and so is the seed."""
    found = run_battery(shuffled_orders(SHUFFLES, Random(SEED)))
    assert len(found.tests) == 11
    assert {test.name: test.p_value for test in found.tests if not found.passes(test)} == {}


@pytest.mark.heavy
def test_the_operating_systems_generator_passes_every_test() -> None:
    """One time in a hundred a fair one does not: it may try twice."""
    assert any(run_battery(shuffled_orders(MANY)).passed for _ in range(2))


def naive(source: Random) -> list[int]:
    """Every place swaps with any place: some orders are likelier than others."""
    order = list(range(CARDS))
    for at in range(CARDS):
        other = source.randrange(CARDS)
        order[at], order[other] = order[other], order[at]
    return order


def riffled(source: Random) -> list[int]:
    """Three riffles of a new deck: runs of it are left."""
    order = list(range(CARDS))
    for _ in range(3):
        cut = sum(source.random() < 0.5 for _ in range(CARDS))
        left, right, order = order[:cut], order[cut:], []
        while left or right:
            order.append((left if source.random() * (len(left) + len(right)) < len(left) else right).pop(0))
    return order


def flawed(deal: Callable[[Random], list[int]]) -> Orders:
    source = Random(SEED)
    return np.array([deal(source) for _ in range(SHUFFLES)], dtype=np.int64)


def in_a_circle(source: Random) -> list[int]:
    """One too few to draw from: no card stays where it was."""
    order = list(range(CARDS))
    for at in range(CARDS - 1):
        other = at + 1 + source.randrange(CARDS - 1 - at)
        order[at], order[other] = order[other], order[at]
    return order


def by_bytes(source: Random) -> list[int]:
    """A byte modulo the cards that are left: without rejection low ones are drawn too often."""
    order = list(range(CARDS))
    for at in range(CARDS - 1):
        other = at + source.randrange(256) % (CARDS - at)
        order[at], order[other] = order[other], order[at]
    return order


def from_few_seeds(source: Random) -> list[int]:
    """A fair shuffle from one of 500 seeds."""
    order = list(range(CARDS))
    Random(source.randrange(500)).shuffle(order)
    return order


def too_many_flushes(source: Random) -> list[int]:
    """A fair shuffle with one flush more in a hundred: each card is as often at each place as it should be."""
    order = list(range(CARDS))
    source.shuffle(order)
    if source.randrange(100):
        return order
    suit = source.randrange(4)
    flush = [card for card in order if card % 4 == suit][:5]
    return [*flush, *(card for card in order if card not in flush)]


@pytest.mark.parametrize("deal", [naive, riffled, in_a_circle, by_bytes, from_few_seeds])
def test_a_flawed_shuffle_is_found(deal: Callable[[Random], list[int]]) -> None:
    assert not run_battery(flawed(deal)).passed


def test_a_shuffle_with_too_many_flushes_is_found_by_the_suits_of_its_hands_alone() -> None:
    """Hands were counted by their equal ranks only: flushes six times as often as they should be passed."""
    found = run_battery(flawed(too_many_flushes))
    assert [test.name for test in found.tests if not found.passes(test)] == ["suits"]
    assert run_battery(shuffled_orders(SHUFFLES, Random(SEED))).passed


def test_practice_deals_from_the_operating_system_whatever_seed_the_process_has() -> None:
    """Commit and reveal of a seeded generator would give every later deck away."""
    dealt = []
    for _ in range(2):
        seed(SEED)
        np.random.seed(SEED)
        dealt.append(Shuffle.fresh(STANDARD))
    assert dealt[0].order != dealt[1].order and dealt[0].nonce != dealt[1].nonce


def test_a_shuffle_with_a_memory_is_found() -> None:
    """Each single one is fair; every second one repeats the one before."""
    orders = shuffled_orders(SHUFFLES // 2, Random(SEED))
    found = run_battery(np.repeat(orders, 2, axis=0))
    assert "serial" in {test.name for test in found.tests if not found.passes(test)}


def test_counts_that_agree_too_well_are_found() -> None:
    rows = [np.roll(np.arange(CARDS), turn) for turn in range(CARDS)] * 40
    found = run_battery(np.array(rows, dtype=np.int64))
    places = next(test for test in found.tests if test.name == "places")
    assert places.p_value > 1 - found.least
    assert not found.passes(places)


def test_limits_hold_for_all_tests_together() -> None:
    found: Battery = run_battery(shuffled_orders(1_000, Random(1)))
    assert isclose(found.least * 2 * len(found.tests), 0.01)


def test_the_command_tells_every_test(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["law", "shuffle", "--shuffles", "3000", "--seed", "7", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["passed"], told["shuffles"], len(told["tests"])) == (True, 3_000, 11)
    assert main(["law", "shuffle", "--shuffles", "10"]) == 2
    assert "from 3,000 to 1,000,000" in capsys.readouterr().err
