"""What a request is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fairfelt.room.state.floor import Floor

from ..fields import Body

Asked = tuple[str, dict[str, Any]]
"""The kind and the body of the event that a request becomes."""
Request = Callable[[Floor, str, Body], Asked]
"""Floor, device and what is asked."""
