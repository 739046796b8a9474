"""The running card room as pure decisions: floor, tables, keypads, claims, people. The ledger makes them last."""

from .law.jurisdiction import Jurisdiction
from .law.law_verdict import LawVerdict
from .law.paperwork import LinkExamination, Paperwork, RoomPin
from .machine import Room
from .state.duties import Malfunction, Payment, PostedPrize, StepDone
from .state.floor import Floor
from .state.funds import Funds
from .state.hand_buttons import HandButton, hand_buttons
from .state.links import FoldedHands, Link
from .state.pay_rules import Authority, PayRules
from .state.people import SERVER, Card, Device, DeviceKind, Person, Role
from .state.progressive import Progressive, progressives
from .state.table import LABELS, Controls, Phase, Press, Sensor, Table
from .state.table_limits import TableLimits
from .views.display import display
from .views.keypad import ClaimState, TableState, claim_states, table_state
from .views.win_page import WinPage

__all__ = [
    "LABELS", "SERVER", "Authority", "Card", "ClaimState", "Controls", "Device", "DeviceKind", "Floor", "FoldedHands",
    "Funds", "HandButton", "Jurisdiction", "LawVerdict", "Link", "LinkExamination", "Malfunction", "Paperwork",
    "PayRules", "Payment", "Person", "Phase", "PostedPrize", "Press", "Progressive", "Role", "Room",
    "RoomPin", "Sensor", "StepDone", "Table", "TableLimits", "TableState", "WinPage", "claim_states", "display",
    "hand_buttons", "progressives", "table_state",
]  # fmt: skip
