"""A seeded, deterministic pit: clock, wire, disk, people and faults from one number; what failed once fails again."""

from fairfelt.twin.agenda import SimulatedClock

from .checkers import CheckFailed, check
from .disk import FileDisk, MemoryDisk
from .faults import NO_FAULTS, FaultRates
from .night import NightFailed, NightRecord, play_and_check, play_night
from .server import ServerFault

__all__ = [
    "NO_FAULTS", "CheckFailed", "FaultRates", "FileDisk", "MemoryDisk", "NightFailed", "NightRecord", "ServerFault",
    "SimulatedClock", "check", "play_and_check", "play_night",
]  # fmt: skip
