"""The running card room as pure decisions: floor, tables, keypads, claims, people. The ledger makes them last."""

from .floor import Floor, Link
from .hands import HandButton, hand_buttons
from .machine import Room
from .people import Authority, Card, Device, Person, Role
from .table import LABELS, Controls, Phase, Press, Table
from .win_page import WinPage, win_pages

__all__ = [
    "LABELS", "Authority", "Card", "Controls", "Device", "Floor", "HandButton", "Link", "Person", "Phase", "Press",
    "Role", "Room", "Table", "WinPage", "hand_buttons", "win_pages",
]  # fmt: skip
