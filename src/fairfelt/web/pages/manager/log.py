"""The audit log in the manager's office, and the verification of all of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from fairfelt.web.desk import Desk, Form
from fairfelt.web.desk.frame import path_of
from fairfelt.web.desk.log import log_page

from .office import MANAGER, drawn

VERIFY = "/manager/log/verify"


async def log(desk: Desk) -> Response:
    """A page of the log."""
    return await log_page(desk, MANAGER, leads=_leads, verify=VERIFY)


async def verify(desk: Desk, form: Form) -> Response:
    """Verify chain, books, rules and software now; what is wrong closes the floor."""
    return drawn(desk, "manager/verified.html", check=await desk.controller.check())


def _leads(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """To the jackpot and the tables that an event is about."""
    found = []
    if jackpot := body.get("jackpot"):
        found.append((f"jackpot {jackpot}", path_of("manager", "jackpots", jackpot)))
    if table := body.get("table"):
        found.append((f"table {table}", "/manager/tables"))
    return found
