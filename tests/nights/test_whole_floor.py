"""Nights of the whole floor from one seed: hub, rooms, standby, bridge, displays and witnesses on a simulated world."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from threading import Event, Thread

import pytest

from fairfelt.ledger.audit import write_export
from fairfelt.ledger.store import snapshot
from fairfelt.twin import night, world
from fairfelt.twin.cast import Display
from fairfelt.twin.night import Night, NightResult, play
from fairfelt.twin.world import KINDS, World
from tests.nights.checkers import check_log, read_log
from tests.support.heavy import first_few
from tests.web.visiting import PATIENCE_S

ALL = tuple(KINDS)
BLOCK = 250
BLOCKS = [range(4), *(range(first, first + BLOCK) for first in range(4, 10_004, BLOCK))]
"""Some in every run, and ten thousand in a heavy one."""


def check_exports(played: Night) -> None:
    """The checkers that share no code with the room read each log as anybody may."""
    for place in played.journals.values():
        out = BytesIO()
        with snapshot(place) as taken:
            write_export(taken, out)
        check_log(read_log(out.getvalue().splitlines()))


def play_some(seeds: range) -> Counter[str]:
    counts: Counter[str] = Counter()
    for seed in seeds:
        found = play(seed, ALL, check_exports)
        assert not found.problem, f"fairfelt twin --seed {seed} --faults all: {found.problem}"
        counts.update(found.counts)
    return counts


@pytest.mark.parametrize("seeds", first_few(BLOCKS, 1), ids=str)
def test_whatever_fails_nothing_is_lost_and_all_agree_in_the_end(seeds: range) -> None:
    counts = play_some(seeds)
    assert all(counts[kind] for kind in ("commit", "answer", "cut", "kill", "power", "full"))


def test_a_seed_is_one_story_in_every_process() -> None:
    program = "from fairfelt.twin.night import play; print(play(0, ('network', 'disk')).digest)"
    told = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert told == f"{play(0, ('network', 'disk')).digest}\n"


def cosigns_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fairfelt.ledger.witness.protocol.write_durably", lambda *about: None)


def shows_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(night, "SETTLING_S", 45.0)
    monkeypatch.setattr(Display, "take", lambda display, state: display.shown.setdefault(0, state))


def loses_what_it_wrote(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "SYNCED", 3)


@pytest.mark.parametrize(
    ("plant", "says"),
    [
        (cosigns_anything, "forgot what it cosigned"),
        (shows_anything, "never came"),
        (loses_what_it_wrote, "is active|gone|never answered"),
    ],
)
def test_a_failure_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    failed = next(found for found in (play(seed, ALL) for seed in range(8)) if found.problem)
    assert any(word in failed.problem for word in says.split("|")), failed
    if plant is cosigns_anything:
        assert play(failed.seed, ALL) == failed, "it comes again with its seed"


def test_a_night_without_faults_is_quiet() -> None:
    found = play(0, ())
    assert found == NightResult(
        0, found.digest, {"commit": found.counts["commit"], "answer": found.counts["answer"]}, ""
    )
    assert found.counts["commit"] > 100
    assert len(KINDS) <= night.VARIANTS


def test_other_threads_stay_in_the_real_world(tmp_path: Path) -> None:
    """A night gave its time to a server in another thread, whose loop then waited for that time for ever."""
    times_s, ticked, over = list[float](), Event(), Event()

    async def tick() -> None:
        while not over.is_set():
            times_s.append(time.monotonic())
            ticked.set()
            await asyncio.sleep(0.001)

    thread = Thread(target=asyncio.run, args=(tick(),), daemon=True)
    thread.start()
    with World(1, tmp_path).at_work():
        for _ in range(3):
            ticked.clear()
            assert ticked.wait(PATIENCE_S)
    over.set()
    thread.join(PATIENCE_S)
    assert not thread.is_alive()
    assert times_s == sorted(times_s)
