"""The papers of the room: which there are, each as it reads now, and issuing one."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any, Literal

import msgspec
from starlette.responses import Response

from fairfelt.room.commands.accounts import IssueReport
from fairfelt.runtime.formats import Count
from fairfelt.server.papers import PAPERS, Asks, Paper, Wanted
from fairfelt.web.api.access import PRINTING, READS_THE_LOG
from fairfelt.web.api.endpoint import ApiAnswer, Call, Done, Endpoint, done, get
from fairfelt.web.api.handlers.wins import drawn
from fairfelt.web.http.answers import not_found


class PaperState(ApiAnswer):
    """A paper that the room can write."""

    paper: str
    title: str
    lead: str
    asks: str
    """What it asks for: nothing, days or a number."""
    number_of: str
    """What its number is of."""


class AboutPaper(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a paper is about: days for some, a number for others."""

    first: date | None = None
    last: date | None = None
    about: Count | None = None


class PaperCopy(AboutPaper, kw_only=True, forbid_unknown_fields=True):
    """The same, and in which form it is wanted."""

    form: Literal["html", "pdf", "csv", "json"] = "html"


class IssuePaper(AboutPaper, kw_only=True, forbid_unknown_fields=True):
    """Issue a paper as it reads now, under the device's next number."""

    sequence: Count


async def papers(call: Call) -> dict[str, Any]:
    """Every paper that the room can write."""
    rows = [
        PaperState(paper=one.name, title=one.title, lead=one.lead, asks=one.asks.value, number_of=one.of)
        for one in PAPERS.values()
    ]
    return {"papers": rows}


async def paper(call: Call) -> Response:
    """A paper as it reads now, as a page, PDF, CSV or JSON."""
    office, ledger = call.controller.papers, call.controller.ledger
    report = await asyncio.to_thread(office.draw, ledger, *_asked(call, call.query))
    return await drawn(report, call.query.form)


async def issue_paper(call: Call) -> Done:
    """Issue a paper as PDF/A under the next number, with the checkpoint of the log; it is kept for good."""
    office, ledger = call.controller.papers, call.controller.ledger
    asked = await asyncio.to_thread(office.prepare, ledger, *_asked(call, call.body))
    return done(call, await call.ask(msgspec.structs.replace(asked, cards=call.cards)))


def _asked(call: Call, about: AboutPaper) -> tuple[Paper, Wanted]:
    """The paper in the address, and what it is about; days are the room's own, today where none is named."""
    if call.path["paper"] not in PAPERS:
        raise not_found(f"there is no paper {call.path['paper']!r}; there is {', '.join(PAPERS)}")
    paper = PAPERS[call.path["paper"]]
    if paper.asks is not Asks.DAYS:
        if about.first or about.last:
            raise not_found(f"the paper {paper.name} is about no days", "first" if about.first else "last")
        return paper, Wanted(number=about.about or 0, access=call.who_may)
    if about.about is not None:
        raise not_found(f"the paper {paper.name} is about days, not about a number", "about")
    last = about.last or call.floor.jurisdiction.today(call.room.settings.clock())
    first = about.first or last
    if first > last:
        raise not_found(f"the last day, {last}, is before the first, {first}", "last")
    return paper, about_days(call, first, last)


def about_days(call: Call, first: date, last: date) -> Wanted:
    """What a paper on these gaming days is about."""
    days = call.floor.jurisdiction.days
    return Wanted(from_micros=days.begin_micros(first), to_micros=days.end_micros(last), access=call.who_may)


ENDPOINTS = [
    get("papers", papers, READS_THE_LOG, {"papers": list[PaperState]}),
    get("papers/{paper}", paper, READS_THE_LOG, query=PaperCopy, media="text/html",
        also=("application/pdf", "text/csv", "application/json"), problems=(404,)),
    Endpoint(
        method="POST", path="/api/papers/{paper}/issue", handler=issue_paper, access=PRINTING, takes=IssuePaper,
        gives=Done, asks=IssueReport, problems=(404,),
    ),
]  # fmt: skip
