"""What a happening is, and the one that changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from ..fields import Body
from ..floor import Floor

Happening = Callable[[Floor, Body], Floor]


def refused(floor: Floor, body: Body) -> Floor:
    return floor
