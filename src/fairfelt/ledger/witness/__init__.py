"""Outsiders and the log: what a room publishes of it, and the witness that follows a room from elsewhere."""

from .follow import Witness, compare
from .publisher import CheckpointKey, Publisher, keep_new_checkpoint_key, read_checkpoint_key
from .room_client import Alarm, AlarmKind, RoomClient
from .state import Seen, StateFolder

__all__ = [
    "Alarm",
    "AlarmKind",
    "CheckpointKey",
    "Publisher",
    "RoomClient",
    "Seen",
    "StateFolder",
    "Witness",
    "compare",
    "keep_new_checkpoint_key",
    "read_checkpoint_key",
]
