"""A seeded, deterministic pit: wire, clock, players and faults from one number; what fails once can be had again."""

from .keypad import Keypad
from .night import Morning, Server, bad_night
from .wire import Weather, Wire

__all__ = ["Keypad", "Morning", "Server", "Weather", "Wire", "bad_night"]
