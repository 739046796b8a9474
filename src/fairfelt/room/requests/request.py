"""What a request is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..fields import Body
from ..floor import Floor

Asked = tuple[str, dict[str, Any]]
"""The kind and the body of the event that a request becomes."""
Request = Callable[[Floor, str, Body], Asked]
"""Floor, device and what is asked."""
