"""One seed from evening to verdict, in memory or on real files."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fairfelt.world.faults.disk import FileDisk, MemoryDisk
from fairfelt.world.faults.weather import Weather

from .checkers import check
from .night import Morning, bad_night

IN_MEMORY = Path("/dev/shm")
"""Crashes are made from copies of the files: nothing has to reach a real disk, and where there is this it is quick."""
FILE_TURNS = (4, 16)
STORMS = {"torn": 30, "unanswered": 8, "restart": 5, "out_of_reach": 5, "loss": 5}
"""What files are for: many torn writes, little else."""


class NightFailed(AssertionError):  # noqa: N818  (it reads as what happened)
    """A night on which something went wrong, by its seed."""


def play(seed: int, *, on_files: bool = False, lawful: bool = False) -> Morning:
    """Play a night and let the checkers see what is left; whatever is wrong names the seed."""
    try:
        morning = _on_files(seed) if on_files else bad_night(seed, MemoryDisk(), lawful=lawful)
        check(morning)
    except Exception as error:
        raise NightFailed(
            f"seed {seed}{' on files' if on_files else ''}{' by law' if lawful else ''}: {error!r}"
        ) from error
    return morning


def _on_files(seed: int) -> Morning:
    chance = Random(seed)
    with TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as folder:
        disk = FileDisk(Path(folder), chance)
        return bad_night(seed, disk, turns=chance.randint(*FILE_TURNS), weather=Weather(**STORMS))
