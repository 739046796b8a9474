"""The running card room as pure decisions: floor, tables, keypads, claims, people. The ledger makes them last."""

from .law.jurisdiction import Regime
from .law.paperwork import Examined, Filed, RoomPin
from .law.table_verdict import Judged
from .machine import Room
from .state.duties import Malfunction, Payment, PaymentStep, PostedPrize, StepDone
from .state.floor import Floor, Link
from .state.funds import Funds
from .state.hand_buttons import HandButton, hand_buttons
from .state.people import SERVER, Authority, Card, Device, DeviceKind, Person, Role
from .state.table import LABELS, Controls, Phase, Press, Sensor, Table
from .state.table_limits import Posted
from .views.display import display
from .views.keypad import table_state
from .views.win_page import WinPage, win_pages

__all__ = [
    "LABELS", "SERVER", "Authority", "Card", "Controls", "Device", "DeviceKind", "Examined", "Filed", "Floor",
    "Funds", "HandButton", "Judged", "Link", "Malfunction", "Payment", "PaymentStep", "Person", "Phase", "Posted",
    "PostedPrize", "Press", "Regime", "Role", "Room", "RoomPin", "Sensor", "StepDone", "Table", "WinPage", "display",
    "hand_buttons", "table_state", "win_pages",
]  # fmt: skip
