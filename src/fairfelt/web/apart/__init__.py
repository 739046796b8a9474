"""The public mathematics in a process apart: pages, documents and counting that no keypad ever waits for."""

from .forward import Apart, ApartLimits

__all__ = ["Apart", "ApartLimits"]
