"""The demonstration: a room of every game that has a progressive, and dealers who play it with real cards."""

from .dealer import Dealer
from .people import CARDS, DemoCard
from .room import CONSOLE_KEY, NotADemonstration, demonstrate, open_demonstration, play_demonstration
from .tables import DemoTable, demo_key, tables

__all__ = [
    "CARDS", "CONSOLE_KEY", "Dealer", "DemoCard", "DemoTable", "NotADemonstration", "demo_key",
    "demonstrate", "open_demonstration", "play_demonstration", "tables",
]  # fmt: skip
