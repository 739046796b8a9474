"""Slips of pays from the tray, newest first; the record of each, and the form that voids one."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from fairfelt.reports.room.win_page import tray_slip_report
from fairfelt.room.commands.records.tray_voids import VoidTrayPay, valid_slip
from fairfelt.room.projections.wins import PaidSlip
from fairfelt.room.refusal import Refusal
from fairfelt.web.api.handlers.records import CORRECTING
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task, nothing_besides
from fairfelt.web.desk.downloads import download
from fairfelt.web.desk.words import money
from fairfelt.web.http.request import number_in

from ..office import drawn, list_page

HERE = "/manager/tray-pays"


async def tray_pays(desk: Desk) -> Response:
    """A page of the slips."""
    shown = list_page(desk.request, desk.floor.slips_made)
    found = await asyncio.to_thread(_slips, desk, shown.first, shown.last)
    return drawn(
        desk, "manager/tables/tray_pays.html", slips=found[::-1], shown=shown,
        voids=desk.may(CORRECTING), voidable=desk.floor.tray_slips,
    )  # fmt: skip


async def slip_document(desk: Desk) -> Response:
    """The record of one slip, as PDF or as a page of its own."""
    slip = await asyncio.to_thread(_slip, desk)
    report = tray_slip_report(slip, desk.floor.jurisdiction.zone)
    return await asyncio.to_thread(download, desk.request.path_params["form"], report, ("pdf", "html"))


def _slips(desk: Desk, first: int, last: int) -> list[PaidSlip]:
    return desk.controller.wins.slips(desk.controller.ledger, after=first, limit=last - first)


def _slip(desk: Desk) -> PaidSlip:
    number = number_in(desk.request.path_params["number"])
    found = _slips(desk, number - 1, number) if number else []
    if not found:
        raise Nowhere(f"there is no slip {desk.request.path_params['number']}: the list has them all")
    return found[0]


def _paper(desk: Desk) -> Paper:
    number = number_in(desk.request.path_params["number"])
    try:
        slip = valid_slip(desk.floor, number)
    except Refusal as refusal:
        raise Nowhere(refusal.sentence) from refusal
    currency = desk.floor.tables[slip.table].currency
    pages = ", ".join(map(str, slip.win_pages))
    return Paper(
        title=f"Void tray slip {number}",
        lead="Voids every pay on the slip, with its envy. The record says VOID from then on, with who, when and why.",
        button="Void the slip",
        back=HERE,
        facts=(
            ("Table", slip.table),
            ("Pays", f"{len(slip.pays):,}"),
            ("Total", money(slip.amount_micros, currency)),
            *((("Win pages", f"{pages}: void too, and their payout steps end"),) if pages else ()),
        ),
        fields=(Field(name="why", label="Why", hint="For example: the hand was a straight, not a straight flush."),),
        danger=f"Slip {number} becomes void for good, and the winner has to return what was paid.",
    )


async def _void(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(VoidTrayPay, number=number_in(desk.request.path_params["number"]), why=form.text("why"))


TASKS = [Task(path=f"{HERE}/{{number}}/void", access=CORRECTING, paper=_paper, do=_void, review=nothing_besides)]
