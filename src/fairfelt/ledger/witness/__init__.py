"""Outsiders and the log: what a room publishes of it, and the witness that follows a room from elsewhere."""

from .alarm import Alarm, AlarmKind
from .checkpoint_key import CheckpointKey, keep_new_checkpoint_key, read_checkpoint_key
from .compare import compare
from .follow import Witness
from .publisher import Publisher
from .room_client import RoomClient
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
