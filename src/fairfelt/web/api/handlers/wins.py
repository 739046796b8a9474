"""Win pages: their list, one of them, printing one, the back-out of its award; and slips of pays from the tray."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from starlette.responses import Response

from fairfelt.ledger import Answer
from fairfelt.reports.room.win_page import win_page_report
from fairfelt.room import Role, WinPage
from fairfelt.room.commands.accounts import PrintWinPage
from fairfelt.room.commands.voids import BackOutAward
from fairfelt.room.projections.wins import PaidSlip
from fairfelt.room.state.people import PRINTS
from fairfelt.web.api.types.answers import Printed, Wins
from fairfelt.web.api.types.bodies import Copy, Page
from fairfelt.web.api.types.records import SlipState, TrayPays
from fairfelt.web.http.request import number_in

from ..access import person
from ..call import Call
from ..endpoint import command, get, paper
from ..problem import not_found
from .accounting import TWO_PEOPLE
from .placards import drawn
from .transparency import proof_address

PRINTING = person(*PRINTS)
SEES_WINS = person(*PRINTS, Role.REGULATOR)


async def wins(call: Call) -> Wins:
    """Confirmed awards in the order of their numbers."""
    after, limit = call.query.after, call.query.limit
    found = await asyncio.to_thread(call.controller.wins.pages, call.controller.ledger, after=after, limit=limit)
    return Wins(wins=found, awards=call.floor.awards)


async def win(call: Call) -> WinPage:
    """One confirmed award."""
    return await _page(call)


async def tray_pays(call: Call) -> TrayPays:
    """Slips of pays from the tray in the order of their numbers."""
    after, limit = call.query.after, call.query.limit
    found = await asyncio.to_thread(call.controller.wins.slips, call.controller.ledger, after=after, limit=limit)
    return TrayPays(slips=list(map(slip_state, found)), made=call.floor.slips_made)


def slip_state(found: PaidSlip) -> SlipState:
    """A slip as the API tells it."""
    return SlipState.of(
        found.paid,
        pays=list(found.paid.pays),
        envy=list(found.paid.envy),
        at_micros=found.at_micros,
        void=found.void,
    )


def _printed(answer: Answer) -> Printed:
    number, copy = answer.body["number"], answer.body["copy"]
    path = f"/api/wins/{number}/copies/{copy}"
    return Printed(number=answer.number, again=answer.again, copy=copy, html=path, pdf=f"{path}?form=pdf")


async def win_copy(call: Call) -> Response:
    """A printed copy of a win page, as a page or as a PDF."""
    page = await _page(call)
    copy = number_in(call.path["copy"])
    if not 1 <= copy <= page.copy:
        raise not_found(f"win page {page.number} has no copy {call.path['copy']}: {page.copy} were printed")
    report = win_page_report(replace(page, copy=copy), call.floor, await proof_address(call, page.number))
    return await drawn(report, call.query.form)


async def _page(call: Call) -> WinPage:
    number = number_in(call.path["number"])
    found = await asyncio.to_thread(call.controller.wins.find, call.controller.ledger, number) if number else None
    if found is None:
        raise not_found(f"there is no win page {call.path['number']}; the last one is {call.floor.awards}")
    return found


ENDPOINTS = [
    get("wins", wins, SEES_WINS, Wins, query=Page),
    get("tray-pays", tray_pays, SEES_WINS, TrayPays, query=Page),
    get("wins/{number}", win, SEES_WINS, WinPage),
    command("wins/{number}/copies", PrintWinPage, PRINTING, told=_printed, gives=Printed),
    command("wins/{number}/back-out", BackOutAward, TWO_PEOPLE),
    paper("wins/{number}/copies/{copy}", win_copy, SEES_WINS, Copy),
]
