"""The manager's office: its places, and how its pages are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from starlette.responses import Response

from fairfelt.web.desk import Desk, Nowhere, Office, Place, draw

T = TypeVar("T")
MANAGER = Office(
    "Manager",
    (
        Place("Dashboard", "/manager"),
        Place("Alarms", "/manager/alarms"),
        Place("Jackpots", "/manager/jackpots"),
        Place("Tables", "/manager/tables"),
        Place("Bonuses", "/manager/prizes"),
        Place("Employees", "/manager/people"),
        Place("Devices", "/manager/devices"),
        Place("Wins", "/manager/wins"),
        Place("Payouts", "/manager/payouts"),
        Place("Funds", "/manager/funds"),
        Place("Compliance", "/manager/law"),
        Place("Reports", "/manager/reports"),
        Place("Papers", "/manager/papers"),
        Place("Audit log", "/manager/log"),
    ),
    log="/manager/log",
    alarms="/manager/alarms",
)


def drawn(desk: Desk, template: str, **values: Any) -> Response:
    """A page of this office."""
    return draw(desk, MANAGER, template, **values)


def named(desk: Desk, there: Mapping[str, T], part: str) -> tuple[str, T]:
    """What the address names, if it is there."""
    name: str = desk.request.path_params[part]
    if name not in there:
        raise Nowhere(f"there is no {part} {name!r} in this room")
    return name, there[name]
