"""The running card room as pure decisions: floor, tables, keypads, claims, people. The ledger makes them last."""

from fairfelt.room.law.jurisdiction import Jurisdiction, LawVerdict
from fairfelt.room.state.awards import Malfunction, Payment, PostedPrize, StepDone, WinPage
from fairfelt.room.state.floor import Floor, Funds
from fairfelt.room.state.limits import Authority, PayRules, TableLimits
from fairfelt.room.state.links import FoldedHands, HandButton, Link, hand_buttons
from fairfelt.room.views import ClaimState, TableState, claim_states, display, table_state

from .law.paperwork import LinkExamination, Paperwork, RoomPin
from .machine import Room
from .state.people import SERVER, Card, Device, DeviceKind, Person, Role
from .state.table import LABELS, Controls, Phase, Press, Table

__all__ = [
    "LABELS", "SERVER", "Authority", "Card", "ClaimState", "Controls", "Device", "DeviceKind", "Floor", "FoldedHands",
    "Funds", "HandButton", "Jurisdiction", "LawVerdict", "Link", "LinkExamination", "Malfunction", "Paperwork",
    "PayRules", "Payment", "Person", "Phase", "PostedPrize", "Press", "Role", "Room",
    "RoomPin", "StepDone", "Table", "TableLimits", "TableState", "WinPage", "claim_states", "display",
    "hand_buttons", "table_state",
]  # fmt: skip
