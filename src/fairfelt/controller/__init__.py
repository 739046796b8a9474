"""The running controller: it opens the ledger, checks itself, knows who asks, and tells the displays."""

from .broadcast import Broadcast, Shown
from .check import Check
from .controller import Controller
from .manifest import Manifest, manifest
from .pins import BadPin, Pins
from .replica import Replica
from .room_view import RoomView, Settings, Status
from .sessions import Session, Sessions, SignInRefused
from .throttle import Throttle, TooManyTries

__all__ = [
    "BadPin", "Broadcast", "Check", "Controller", "Manifest", "Pins", "Replica", "RoomView", "Session", "Sessions",
    "Settings", "Shown", "SignInRefused", "Status", "Throttle", "TooManyTries", "manifest",
]  # fmt: skip
