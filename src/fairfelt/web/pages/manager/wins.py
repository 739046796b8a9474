"""The win log: every confirmed award, newest first, and the printing of win pages, which is on the log."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from http import HTTPStatus

from starlette.responses import Response

from fairfelt.reports.report import Report
from fairfelt.reports.room.win_page import win_page_report
from fairfelt.room import WinPage
from fairfelt.room.commands.accounts import PrintWinPage
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE
from fairfelt.web.api.handlers.transparency import proof_address
from fairfelt.web.api.handlers.wins import PRINTING
from fairfelt.web.desk import Desk, Form, Mistaken, Nowhere, go, message_page
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.command import carry_out
from fairfelt.web.desk.downloads import download
from fairfelt.web.desk.frame import path_of
from fairfelt.web.http.request import number_in

from .office import MANAGER, drawn, list_page


async def wins(desk: Desk) -> Response:
    """A page of the win log."""
    shown = list_page(desk.request, desk.floor.awards)
    found = await asyncio.to_thread(_pages, desk, shown.first, shown.last)
    return drawn(
        desk, "manager/wins.html", pages=found[::-1], shown=shown, number=desk.next_number,
        prints=desk.may(PRINTING), voids=desk.may(TWO_PEOPLE),
    )  # fmt: skip


async def print_preview(desk: Desk) -> Response:
    """How the next print of a win page will look; nothing is on the log until it is printed."""
    page = await _award(desk, _number(desk, "number"))
    copy = page.copy + 1
    sheet = (await _report(desk, replace(page, copy=copy))).sheet
    action = path_of("manager", "wins", str(page.number), "print")
    return drawn(desk, "manager/print.html", page=page, copy=copy, sheet=sheet, number=desk.next_number, action=action)


async def print_page(desk: Desk, form: Form) -> Response:
    """Print a win page: the first copy is the original, every later one is marked as a reprint."""
    number = _number(desk, "number")
    try:
        done = await carry_out(desk, form, PRINTING, PrintWinPage, {"number": number})
    except Mistaken:
        return message_page(desk, MANAGER, "Not printed", form.mistakes[""], HTTPStatus.CONFLICT)
    return go(path_of("manager", "wins", str(number), str(done.body["copy"])), event=done.event)


async def printed(desk: Desk) -> Response:
    """A copy of a win page on the screen, ready for paper."""
    page = await _copy(desk)
    here = path_of("manager", "wins", str(page.number), str(page.copy))
    return drawn(desk, "manager/copy.html", page=page, sheet=(await _report(desk, page)).sheet, here=here)


async def printed_document(desk: Desk) -> Response:
    """The same as PDF or as a page of its own."""
    page, form = await _copy(desk), desk.request.path_params["form"]
    return await asyncio.to_thread(download, form, await _report(desk, page), ("pdf", "html"))


async def _report(desk: Desk, page: WinPage) -> Report:
    return win_page_report(page, desk.floor, await proof_address(call_of(desk), page.number))


async def _copy(desk: Desk) -> WinPage:
    number, copy = _number(desk, "number"), _number(desk, "copy")
    found = await _award(desk, number)
    if not 1 <= copy <= found.copy:
        raise Nowhere(f"win page {number} has no copy {copy}: print it from the win log")
    return replace(found, copy=copy)


async def _award(desk: Desk, number: int) -> WinPage:
    found = await asyncio.to_thread(_pages, desk, number - 1, number) if 1 <= number <= desk.floor.awards else []
    if not found:
        raise Nowhere(f"there is no win page {number}: the win log lists them all")
    return found[0]


def _pages(desk: Desk, first: int, last: int) -> list[WinPage]:
    return desk.controller.wins.pages(desk.controller.ledger, after=first, limit=last - first)


def _number(desk: Desk, part: str) -> int:
    """A number in the address; what is none is 0, which no page has."""
    return number_in(desk.request.path_params[part])
