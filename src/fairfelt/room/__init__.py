"""The running card room as pure decisions: floor, tables, keypads, claims, people. The ledger makes them last."""

from .display import display
from .floor import Floor, Link
from .hands import HandButton, hand_buttons
from .machine import Room
from .people import SERVER, Authority, Card, Device, DeviceKind, Person, Role
from .table import LABELS, Controls, Phase, Press, Sensor, Table
from .table_state import table_state
from .win_page import WinPage, win_pages

__all__ = [
    "LABELS", "SERVER", "Authority", "Card", "Controls", "Device", "DeviceKind", "Floor", "HandButton", "Link",
    "Person", "Phase", "Press", "Role", "Room", "Sensor", "Table", "WinPage", "display", "hand_buttons",
    "table_state", "win_pages",
]  # fmt: skip
