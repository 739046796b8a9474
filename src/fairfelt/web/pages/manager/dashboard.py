"""The dashboard: pending jackpots, links with their meters and tables, closures, the server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from fairfelt import games
from fairfelt.room import DeviceKind, Floor, display
from fairfelt.web.desk import Desk

from .office import drawn


@dataclass(frozen=True)
class Step:
    """One of the first things to do in a new room."""

    words: str
    address: str
    done: bool


async def overview(desk: Desk) -> Response:
    """Everything at a glance, and live."""
    floor, controller = desk.floor, desk.controller
    steps, number = first_steps(floor), controller.head.number
    links = [(name, at, display(floor, name, number)) for name, at in floor.links.items()]
    return drawn(
        desk, "manager/dashboard.html", links=links,
        titles=titles(floor), check=controller.last_check, head=controller.head, floor=floor,
        out_of_reach=controller.out_of_reach, steps=[] if all(step.done for step in steps) else steps,
    )  # fmt: skip


def titles(floor: Floor) -> dict[str, str]:
    """The game of every table, as people call it."""
    return {name: games.find(table.game, table.variant).title for name, table in floor.tables.items()}


def first_steps(floor: Floor) -> tuple[Step, ...]:
    """What a room needs before its first game, in the order in which it can be done."""
    working = {device.kind for device in floor.devices.values() if device.enabled}
    return (
        Step("Add a second employee, for actions that take two", "/manager/people/new/person", len(floor.people) > 1),
        Step("Open a jackpot", "/manager/jackpots/new/paytable", bool(floor.jackpots)),
        Step("Add a link for it", "/manager/links/new", bool(floor.links)),
        Step("Add a table", "/manager/tables/new/game", bool(floor.tables)),
        Step("Enroll and enable its keypad", "/manager/devices/new/device", DeviceKind.KEYPAD in working),
        Step("Enroll and enable a display for the link", "/manager/devices/new/device", DeviceKind.DISPLAY in working),
    )


def live_state(floor: Floor, sequence: int) -> dict[str, Any]:
    """What changes on the dashboard while it is open."""
    return {
        "sequence": sequence,
        "closed": floor.closed,
        "alarms": floor.alarm_words,
        "links": {name: display(floor, name, sequence) for name in floor.links},
    }
