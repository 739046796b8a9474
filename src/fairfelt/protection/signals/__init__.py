"""The simple signal that captures most of what shared hands are worth: a few numbers that fingers can show."""

from .find import best_signal, without_signal
from .signal import Number, Part, Signal, read_signal

__all__ = ["Number", "Part", "Signal", "best_signal", "read_signal", "without_signal"]
