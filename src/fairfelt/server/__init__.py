"""The running controller: it opens the ledger, checks itself, knows who asks, and updates the displays."""

from .cards import BadPin, OneTimeCode, PinDue, Pins, Session, Sessions, SignInRefused, Throttle, TooManyTries
from .controller import Controller
from .manifest import Check, Manifest, manifest
from .room_view import Broadcast, LinkState, Replica, RoomView, Settings, Status

__all__ = [
    "BadPin", "Broadcast", "Check", "Controller", "LinkState", "Manifest", "OneTimeCode", "PinDue", "Pins", "Replica",
    "RoomView", "Session", "Sessions", "Settings", "SignInRefused", "Status", "Throttle", "TooManyTries", "manifest",
]  # fmt: skip
