"""The running card room as pure decisions: floor, tables, keypads, claims, people. The ledger makes them last."""

from .display import display
from .duties import Malfunction, Payment, PaymentStep, PostedPrize, StepDone
from .filed import Examined, Filed, RoomPin
from .floor import Floor, Link
from .funds import Funds
from .hands import HandButton, hand_buttons
from .judged import Judged
from .machine import Room
from .people import SERVER, Authority, Card, Device, DeviceKind, Person, Role
from .posted import Posted
from .regime import Regime
from .table import LABELS, Controls, Phase, Press, Sensor, Table
from .table_state import table_state
from .win_page import WinPage, win_pages

__all__ = [
    "LABELS", "SERVER", "Authority", "Card", "Controls", "Device", "DeviceKind", "Examined", "Filed", "Floor",
    "Funds", "HandButton", "Judged", "Link", "Malfunction", "Payment", "PaymentStep", "Person", "Phase", "Posted",
    "PostedPrize", "Press", "Regime", "Role", "Room", "RoomPin", "Sensor", "StepDone", "Table", "WinPage", "display",
    "hand_buttons", "table_state", "win_pages",
]  # fmt: skip
