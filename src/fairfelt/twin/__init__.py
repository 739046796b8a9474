"""The digital twin: a simulated pit that plays through the real API, for demonstration, training and soak tests."""

from fairfelt.twin.devices.client import RoomUnavailable

from .pit import BadFile, Habits, RoomKeys, read_habits, read_keys
from .run import RunOptions, TwinResult, Watch, play_elsewhere, play_here, twin_report
from .server import MOST_TABLES
from .tally import Tally
from .twin import Twin

__all__ = [
    "MOST_TABLES", "BadFile", "Habits", "RoomKeys", "RoomUnavailable", "RunOptions", "Tally", "Twin", "TwinResult",
    "Watch", "play_elsewhere", "play_here", "read_habits", "read_keys", "twin_report",
]  # fmt: skip
