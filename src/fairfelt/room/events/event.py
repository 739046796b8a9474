"""What an event function is, and the one that changes nothing."""

from __future__ import annotations

from collections.abc import Callable

from fairfelt.room.state.floor import Floor

from ..fields import Body

EventFunction = Callable[[Floor, Body], Floor]


def refused(floor: Floor, body: Body) -> Floor:
    return floor
