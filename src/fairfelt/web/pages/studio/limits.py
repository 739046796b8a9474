"""What a visitor of the studio may ask of the server: time, memory, and how many at once."""

from __future__ import annotations

from typing import Final

GIBIBYTE: Final = 1 << 30
MOST_SECONDS: Final = 60
"""A game that is estimated to take longer is not begun…"""
MOST_WALL_S: Final = 150
"""…and one that takes longer all the same is stopped: a first count also compiles."""
MOST_CPU_S: Final = 4 * MOST_WALL_S
MOST_MEMORY_BYTES: Final = 8 * GIBIBYTE
"""Of addresses; what is really touched is much less."""
IDLE_S: Final = 180
"""So long a process waits for the next question."""
MOST_AT_ONCE: Final = 1
MOST_WAITING: Final = 12
MOST_ANSWERS: Final = 100
MOST_KERNEL_BYTES: Final = 200 << 20
"""On disk: every new game compiles kernels of its own, and visitors must not fill the disk of the room."""
MOST_LOOKS: Final = 4
"""Drafts that are read and drawn at the same time."""
SAMPLED_ROUNDS: Final = 20_000
"""Where a game costs too much to count."""
