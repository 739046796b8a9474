"""A seeded, deterministic pit: clock, wire, disk, people and faults from one number; what failed once fails again."""

from tests.nights.checkers import CheckFailed, check
from tests.nights.disk import FileDisk, MemoryDisk
from tests.nights.faults import NO_FAULTS, FaultRates
from tests.nights.night import NightFailed, NightRecord, play_and_check, play_night
from tests.nights.server import ServerFault
from tests.support.clock import SimulatedClock

__all__ = [
    "NO_FAULTS", "CheckFailed", "FaultRates", "FileDisk", "MemoryDisk", "NightFailed", "NightRecord", "ServerFault",
    "SimulatedClock", "check", "play_and_check", "play_night",
]  # fmt: skip
