"""The simple signal that captures most of what shared hands are worth: a few numbers that fingers can show."""

from .find import Number, Signal, best_signal, without_signal

__all__ = ["Number", "Signal", "best_signal", "without_signal"]
