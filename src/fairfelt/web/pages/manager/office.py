"""The manager's office: its places, and their badges."""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request

from fairfelt import games
from fairfelt.room import Floor
from fairfelt.web.api.access import READS_THE_LOG, SEES_FUNDS, SEES_PEOPLE, SEES_WINS
from fairfelt.web.desk import Desk, Office, Place
from fairfelt.web.desk.desk import Badge
from fairfelt.web.http.answers import number_in

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
