"""The server's watch over displays, keypads, clock and backups. It raises alarms and clears them."""

from .backups import BackupSettings
from .counters import AtKeypad, OnDisplay
from .displays import Displays
from .surroundings import Surroundings
from .time_service import read_time_service
from .watch import Watch, find_odd_hands, find_overdue

__all__ = [
    "AtKeypad",
    "BackupSettings",
    "Displays",
    "OnDisplay",
    "Surroundings",
    "Watch",
    "find_odd_hands",
    "find_overdue",
    "read_time_service",
]
