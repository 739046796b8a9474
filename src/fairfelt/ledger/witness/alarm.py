"""Alarms of a witness, each with an exit code of its own."""

# ruff: noqa: N818  (they read as what happened)

from __future__ import annotations

from enum import Enum


class AlarmKind(Enum):
    """A fault of a room's log; the value is the exit code."""

    SIGNATURE = 10
    """The checkpoint is not signed by the room, or is no checkpoint."""
    FORKED = 11
    """The room signed two histories of the same length."""
    REWRITTEN = 12
    """The log does not begin with what was seen of it before."""
    ROLLED_BACK = 13
    """The log is shorter than it was."""
    BOOKS = 14
    """The events that are shown do not add up, or are not those that were signed."""
    STOPPED = 15
    """The room answers, but its log has not grown for too long."""
    UNREACHABLE = 16
    """The room does not answer."""

    @property
    def word(self) -> str:
        """The name of the kind in messages."""
        return self.name.lower().replace("_", " ")

    @property
    def passes(self) -> bool:
        """Whether it can be over by itself: the others are proof of something, and stay."""
        return self in (AlarmKind.STOPPED, AlarmKind.UNREACHABLE)


class Alarm(Exception):
    """Something that a person must look at, in one sentence."""

    def __init__(self, kind: AlarmKind, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind
