"""The digital twin: a simulated pit that plays through the real API, for demonstration, training and soak tests."""

from .habits import BadHabits, Habits, read_habits
from .keys_file import BadKeys, read_keys
from .own_room import MOST_TABLES
from .pit import Keys
from .report import twin_dict, twin_sheet
from .result import Result
from .run import Look, Wanted, play_elsewhere, play_here
from .seen import Seen
from .served import Application, NotServed
from .twin import Twin

__all__ = [
    "MOST_TABLES", "Application", "BadHabits", "BadKeys", "Habits", "Keys", "Look", "NotServed", "Result", "Seen",
    "Twin", "Wanted", "play_elsewhere", "play_here", "read_habits", "read_keys", "twin_dict", "twin_sheet",
]  # fmt: skip
