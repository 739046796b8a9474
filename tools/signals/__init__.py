"""The simple signal that captures most of what shared hands are worth: a few numbers that fingers can show."""

from .find import best_signal, expected_gains, without_signal

__all__ = ["best_signal", "expected_gains", "without_signal"]
