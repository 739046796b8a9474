"""What a command function is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fairfelt.room.state.floor import Floor

from ..fields import Body

NewEvent = tuple[str, dict[str, Any]]
"""The kind and the body of the event that a command becomes."""
CommandFunction = Callable[[Floor, str, Body], NewEvent]
"""Floor, device and the body of the command."""
