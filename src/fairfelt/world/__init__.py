"""A seeded, deterministic pit: clock, wire, disk, people and faults from one number; what failed once fails again."""

from .checkers import check
from .exported_log import Wrong
from .faults.disk import Disk, FileDisk, MemoryDisk
from .faults.weather import GOOD, Weather
from .night import Morning, Night, bad_night
from .server import Fate
from .trial import NightFailed, play

__all__ = [
    "GOOD", "Disk", "Fate", "FileDisk", "MemoryDisk", "Morning", "Night", "NightFailed", "Weather", "Wrong",
    "bad_night", "check", "play",
]  # fmt: skip
