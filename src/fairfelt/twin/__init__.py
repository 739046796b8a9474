"""The digital twin: a simulated pit that plays through the real API, for demonstration, training and soak tests."""

from .keys_file import BadKeys, read_keys
from .own_room import MOST_TABLES
from .people.habits import BadHabits, Habits, read_habits
from .pit import Keys
from .report.result import Result
from .report.sheet import twin_dict, twin_sheet
from .report.tally import Seen
from .run import Look, Wanted, play_elsewhere, play_here
from .twin import Twin
from .wire.server import Application, NotServed

__all__ = [
    "MOST_TABLES", "Application", "BadHabits", "BadKeys", "Habits", "Keys", "Look", "NotServed", "Result", "Seen",
    "Twin", "Wanted", "play_elsewhere", "play_here", "read_habits", "read_keys", "twin_dict", "twin_sheet",
]  # fmt: skip
