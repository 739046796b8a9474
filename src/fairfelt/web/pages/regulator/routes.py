"""Which address of the regulator's leads where. The one form there is begins a verification."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.desk import seen_by, sent_by

from . import events, law, links, money, overview, papers, parameters, payouts, tables, transparency, verification
from .office import EVENTS, REGULATOR, SEES, TRANSPARENCY, VERIFICATION
from .record import routes_of

RECORDS = [
    *law.RECORDS, *tables.RECORDS, *parameters.RECORDS, *links.RECORDS, *money.RECORDS, *payouts.RECORDS,
    *papers.RECORDS,
]  # fmt: skip
ROUTES = [
    Route("/regulator", seen_by(SEES, REGULATOR, overview.overview), methods=["GET"]),
    *papers.ROUTES,
    *routes_of(RECORDS),
    Route(EVENTS, seen_by(SEES, REGULATOR, events.events), methods=["GET"]),
    Route("/regulator/journal.jsonl", seen_by(SEES, REGULATOR, events.exported), methods=["GET"]),
    Route(VERIFICATION, seen_by(SEES, REGULATOR, verification.verification), methods=["GET"]),
    Route(VERIFICATION, sent_by(SEES, REGULATOR, verification.verify), methods=["POST"]),
    Route(f"{VERIFICATION}.json", seen_by(SEES, REGULATOR, verification.verification_json), methods=["GET"]),
    Route(TRANSPARENCY, seen_by(SEES, REGULATOR, transparency.transparency), methods=["GET"]),
]
