"""The regulator's office: its places, how its pages are drawn, and the law they read."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fairfelt.law import Law
from fairfelt.web.api.handlers.records import READS_THE_LOG
from fairfelt.web.desk import Desk, Office, Place, draw

SEES = READS_THE_LOG
"""Who may read the log may read what these pages make of it."""
EVENTS, VERIFICATION = "/regulator/events", "/regulator/verification"
TRANSPARENCY = "/regulator/transparency"
REGULATOR = Office(
    "Regulator",
    (
        Place("Status", "/regulator"),
        Place("Law", "/regulator/law"),
        Place("Approvals", "/regulator/approvals"),
        Place("Tables", "/regulator/tables"),
        Place("Parameters", "/regulator/parameters"),
        Place("Links", "/regulator/links"),
        Place("Funds", "/regulator/funds", "Money"),
        Place("Reconciliation", "/regulator/reconciliation", "Money"),
        Place("Payouts", "/regulator/payouts", "Money"),
        Place("Papers", "/regulator/papers", "Records"),
        Place("Events", EVENTS, "Records"),
        Place("Verification", VERIFICATION, "Records"),
        Place("Transparency", TRANSPARENCY, "Records"),
    ),
    log=EVENTS,
)


def drawn(desk: Desk, template: str, **values: Any) -> Response:
    """A page of this office."""
    return draw(desk, REGULATOR, template, **values)


def law_now(desk: Desk) -> Law:
    """The law of the room's day, or of today where none has begun."""
    return desk.floor.jurisdiction.law_at(desk.controller.settings.clock())
