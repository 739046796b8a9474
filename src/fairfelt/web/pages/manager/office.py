"""The manager's office: its places, and how its pages are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fairfelt import games
from fairfelt.room import Floor
from fairfelt.web.api.access import ANYBODY_SIGNED_IN, READS_THE_LOG, SEES_FUNDS, SEES_PEOPLE, SEES_WINS, Access
from fairfelt.web.desk import Desk, Office, Place, draw, seen_by, sent_by
from fairfelt.web.desk.desk import Badge, Page, Sent
from fairfelt.web.http.answers import not_found, number_in

T = TypeVar("T")
SEARCH = "/manager/search"
ON_A_PAGE = 25


def badges(desk: Desk) -> dict[str, Badge]:
    """Badges of the manager's office, by the address of their place."""
    floor = desk.floor
    counts = {
        "/manager": (sum(table.is_pending for table in floor.tables.values()), "pending jackpots", False),
        "/manager/alarms": (len(floor.new_alarms), "new alarms", True),
        "/manager/payouts": (sum(bool(paid.next) for paid in floor.payments.values()), "payouts to finish", False),
        "/manager/law": (sum(bool(at.law_verdict.stop) for at in floor.tables.values()), "tables stopped by law", True),
        "/manager/funds": (int(bool(floor.funds.stop)), "account short", True),
        "/manager/devices": (sum(not at.enabled for at in floor.devices.values()), "devices disabled", False),
    }
    return {address: Badge(*said) for address, said in counts.items() if said[0]}


MANAGER = Office(
    "Manager",
    (
        Place("Dashboard", "/manager"),
        Place("Alarms", "/manager/alarms"),
        Place("Tables", "/manager/tables", also=("/manager/links",)),
        Place("Jackpots", "/manager/jackpots", also=("/manager/shared",)),
        Place("Bonuses", "/manager/prizes", also=("/manager/merchandise",)),
        Place("Wins", "/manager/wins", "Money", SEES_WINS),
        Place("Tray pays", "/manager/tray-pays", "Money", SEES_WINS),
        Place("Payouts", "/manager/payouts", "Money", SEES_WINS, also=("/manager/malfunctions",)),
        Place("Funds", "/manager/funds", "Money", SEES_FUNDS),
        Place("Reports", "/manager/reports", "Money", READS_THE_LOG),
        Place("Employees", "/manager/people", "House", SEES_PEOPLE),
        Place("Training", "/manager/training", "House"),
        Place("Devices", "/manager/devices", "House", SEES_PEOPLE),
        Place("Compliance", "/manager/law", "House"),
        Place("Papers", "/manager/papers", "House", READS_THE_LOG),
        Place("Audit log", "/manager/log", "House", READS_THE_LOG),
    ),
    log="/manager/log",
    alarms="/manager/alarms",
    badges=badges,
    search=SEARCH,
)


def page(path: str, drawn: Page, access: Access = ANYBODY_SIGNED_IN) -> Route:
    """A page of this office at its address."""
    return Route(path, seen_by(access, MANAGER, drawn), methods=["GET"])


def post(path: str, done: Sent, access: Access = ANYBODY_SIGNED_IN) -> Route:
    """The address of a form of this office that is no task."""
    return Route(path, sent_by(access, MANAGER, done), methods=["POST"])


def drawn(desk: Desk, template: str, **values: Any) -> Response:
    """A page of this office."""
    return draw(desk, MANAGER, template, **values)


def named(desk: Desk, there: Mapping[str, T], part: str) -> tuple[str, T]:
    """Find what the address names."""
    name: str = desk.request.path_params[part]
    if name not in there:
        raise not_found(f"there is no {part} {name!r} in this room")
    return name, there[name]


def titles(floor: Floor) -> dict[str, str]:
    """The game of every table, as people call it."""
    return {name: games.title_of(table.game, table.variant) for name, table in floor.tables.items()}


class ListPage(NamedTuple):
    """A page of a long numbered list, newest first: what comes after `first`, up to `last`."""

    at: int
    first: int
    last: int
    total: int


def list_page(request: Request, total: int) -> ListPage:
    """The page that is asked for; the first one unless the address says another."""
    at = max(1, number_in(request.query_params.get("page", "")))
    last = max(0, total - (at - 1) * ON_A_PAGE)
    return ListPage(at, max(0, last - ON_A_PAGE), last, total)
