"""Bad nights by the hundred: whatever network, power, disk and clock do, no unit is lost, nothing is paid twice."""

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.nights.__main__ import main
from tests.nights.disk import CHECKPOINT_PAGES
from tests.support.heavy import first_few

from . import (
    FaultRates,
    FileDisk,
    MemoryDisk,
    NightFailed,
    NightRecord,
    ServerFault,
    check,
    play_and_check,
    play_night,
)

BLOCK, BLOCK_BY_LAW, BLOCK_ON_FILES, LARGE_BLOCK, LARGE_BLOCK_ON_FILES = 50, 20, 10, 500, 100
"""Seeds in one test: a test of its own for each would cost more than a night."""
NIGHTS = [range(first, first + BLOCK) for first in range(0, 400, BLOCK)]
NIGHTS_ON_FILES = [range(first, first + BLOCK_ON_FILES) for first in range(0, 50, BLOCK_ON_FILES)]
NIGHTS_BY_LAW = [range(first, first + BLOCK_BY_LAW) for first in range(0, 200, BLOCK_BY_LAW)]
MORE_NIGHTS = [range(first, first + LARGE_BLOCK) for first in range(400, 7_900, LARGE_BLOCK)]
MORE_ON_FILES = [range(first, first + LARGE_BLOCK_ON_FILES) for first in range(50, 950, LARGE_BLOCK_ON_FILES)]
MORE_BY_LAW = [range(first, first + LARGE_BLOCK) for first in range(200, 1_200, LARGE_BLOCK)]
"""With the heavy ones there are more than 10,000 nights."""
FAILED_ONCE = {
    94: "a wager lowered a meter that stood above its limit",
    314: "the same, after money came back to the meter",
}
"""Seeds that ever failed stay here, with what it was."""
NO_TEARING = FaultRates(loss=20, twice=20, late=20, cut=5, restart=10, unanswered=5, unreachable=5, clock_back=5)


def happened(nights: list[NightRecord]) -> Counter[str]:
    return Counter(json.loads(line)["body"]["kind"] for night in nights for line in night.log[1:])


@pytest.mark.parametrize("seeds", first_few([*NIGHTS, *MORE_NIGHTS], len(NIGHTS) // 8))
def test_nothing_is_lost_and_nothing_is_paid_twice(seeds: range) -> None:
    nights = [play_and_check(seed) for seed in seeds]
    seen = happened(nights)
    kinds = ("game started/1", "claims set/1", "awards confirmed/1", "meter adjusted/1", "round voided/1",
             "hand fouled/1", "adjusted/1", "ledger/clock")  # fmt: skip
    assert all(seen[kind] for kind in kinds)
    assert {fault for night in nights for fault in night.faults} == set(ServerFault) - {ServerFault.NONE}


@pytest.mark.parametrize("seeds", first_few([*NIGHTS_ON_FILES, *MORE_ON_FILES], len(NIGHTS_ON_FILES) // 4))
def test_a_torn_write_leaves_a_group_whole_or_not_at_all(seeds: range) -> None:
    nights = [play_and_check(seed, on_files=True) for seed in seeds]
    assert Counter(fault for night in nights for fault in night.faults)[ServerFault.TORN] > len(seeds)


@pytest.mark.parametrize("seeds", first_few([*NIGHTS_BY_LAW, *MORE_BY_LAW], 1))
def test_days_papers_and_funds_stop_games_and_let_them_go_on(seeds: range) -> None:
    nights = [play_and_check(seed, lawful=True) for seed in seeds]
    seen = happened(nights)
    kinds = (
        "game started/1",
        "day began/1",
        "law set/1",
        "condition withdrawn/1",
        "bank entry booked/1",
        "funds looked at/1",
    )
    assert all(seen[kind] for kind in kinds), seen


@pytest.mark.parametrize("seed", FAILED_ONCE)
def test_what_failed_once(seed: int) -> None:
    play_and_check(seed)


def test_forty_tables_on_one_link(tmp_path: Path) -> None:
    rates = FaultRates(loss=10, twice=10, late=20, cut=3, unanswered=5, torn=20)
    night = play_night(40, FileDisk(tmp_path, Random(40)), tables=40, turns=32, rates=rates)
    check(night)
    assert len(night.senders) == 42
    assert happened([night])["awards confirmed/1"] > 10


def test_the_same_seed_is_the_same_night() -> None:
    assert play_and_check(5).log == play_and_check(5).log
    assert play_and_check(5, on_files=True).log == play_and_check(5, on_files=True).log
    assert play_and_check(6).log != play_and_check(5).log


@pytest.mark.parametrize("seed", first_few(range(len(CHECKPOINT_PAGES) * 2), 2))
def test_memory_and_files_give_the_same_night(seed: int, tmp_path: Path) -> None:
    """Where no write is torn nothing depends on the disk: the quick journal is held against the real one."""
    in_memory = play_night(seed, MemoryDisk(), rates=NO_TEARING)
    on_files = play_night(seed, FileDisk(tmp_path, Random(seed)), rates=NO_TEARING)
    assert in_memory.log == on_files.log
    assert in_memory.floor == on_files.floor


def test_the_command_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seeds", "2", "--first", "7"]) == 0
    assert capsys.readouterr().out == "2 of 2 nights, 0 failed\n"


def test_the_command_names_the_seeds_that_failed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(seed: int, *, on_files: bool, lawful: bool) -> None:
        if seed == 8:
            raise NightFailed("seed 8: the cat was on the keypad")

    monkeypatch.setattr("tests.nights.__main__.play_and_check", fails)
    assert main(["--seeds", "3", "--first", "7"]) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed == ["seed 8: the cat was on the keypad", "3 of 3 nights, 1 failed", "failed: 8"]
