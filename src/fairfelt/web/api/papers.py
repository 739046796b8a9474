"""The papers of the room over HTTP: which there are, each as it reads now, and issued under a number for good."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import date
from enum import StrEnum
from typing import Any

import msgspec
from starlette.responses import Response

from fairfelt.reports.report import Report
from fairfelt.room.commands.accounts import IssueReport
from fairfelt.runtime.formats import Count
from fairfelt.server.papers import PAPERS, Asks, Paper, Wanted
from fairfelt.web.api.access import PRINTING, READS_THE_LOG
from fairfelt.web.api.handlers.wins import drawn
from fairfelt.web.api.types import ApiAnswer, Done, Numbered, done
from fairfelt.web.http.problems import not_found

from .call import Call
from .endpoint import Endpoint, get

Every = Callable[[], Sequence[Endpoint]]
"""All endpoints, with those of the papers: one paper says who may do what."""


class PaperState(ApiAnswer):
    """A paper that the room can write."""

    paper: str
    title: str
    lead: str
    asks: str
    """What it has to be told: nothing, days or a number."""
    number_of: str
    """What its number is of."""


class Papers(ApiAnswer):
    """All of them."""

    papers: list[PaperState]


class PaperForm(StrEnum):
    """How a paper is wanted."""

    HTML, PDF, CSV, JSON = "html", "pdf", "csv", "json"


class AboutPaper(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a paper is about: days for some, a number for others."""

    first: date | None = None
    last: date | None = None
    about: Count | None = None


class PaperCopy(AboutPaper, kw_only=True, forbid_unknown_fields=True):
    """The same, and in which form it is wanted."""

    form: PaperForm = PaperForm.HTML


class IssuePaper(Numbered, kw_only=True):
    """Issue a paper as it reads now."""

    first: date | None = None
    last: date | None = None
    about: Count | None = None


MEDIA = {
    PaperForm.HTML: "text/html",
    PaperForm.PDF: "application/pdf",
    PaperForm.CSV: "text/csv",
    PaperForm.JSON: "application/json",
}


def paper_endpoints(every: Every) -> list[Endpoint]:
    """The endpoints of the papers."""

    async def papers(call: Call) -> Papers:
        """Every paper that the room can write."""
        rows = [
            PaperState(paper=one.name, title=one.title, lead=one.lead, asks=one.asks.value, number_of=one.of)
            for one in PAPERS.values()
        ]
        return Papers(papers=rows)

    async def paper(call: Call) -> Response:
        """A paper as it reads now, as a page, PDF, CSV or JSON."""
        form = call.query.form
        report = await _told(call, lambda found, on: call.controller.papers.draw(call.controller.ledger, found, on))
        assert isinstance(report, Report)
        if form in (PaperForm.HTML, PaperForm.PDF):
            return await drawn(report, form)
        return Response(await asyncio.to_thread(report.render, form), media_type=MEDIA[form])

    async def issue_paper(call: Call) -> Done:
        """Issue a paper as PDF/A under the next number, with the checkpoint of the log; it is kept for good."""
        asked = await _told(call, lambda found, on: call.controller.papers.prepare(call.controller.ledger, found, on))
        assert isinstance(asked, IssueReport)
        return done(await call.ask(msgspec.structs.replace(asked, cards=call.cards)))

    async def _told(call: Call, make: Callable[[Paper, Wanted], Any]) -> Any:
        if call.path["paper"] not in PAPERS:
            raise not_found(f"there is no paper {call.path['paper']!r}; there is {', '.join(PAPERS)}")
        found = PAPERS[call.path["paper"]]
        about = call.query if call.query is not None else call.body
        return await asyncio.to_thread(make, found, _wanted(call, found, about, every))

    return [
        get("papers", papers, READS_THE_LOG, Papers),
        get("papers/{paper}", paper, READS_THE_LOG, query=PaperCopy, media="text/html",
            also=("application/pdf", "text/csv", "application/json"), problems=(404,)),
        Endpoint(
            method="POST", path="/api/papers/{paper}/issue", handler=issue_paper, access=PRINTING, takes=IssuePaper,
            gives=Done, asks=IssueReport, problems=(404,),
        ),
    ]  # fmt: skip


def _wanted(call: Call, paper: Paper, about: AboutPaper | IssuePaper, every: Every) -> Wanted:
    """What the paper is told; days are the room's own, today where nothing is said."""
    access = tuple((one.summary, str(one.access)) for one in every() if one.command)
    if paper.asks is not Asks.DAYS:
        if about.first or about.last:
            raise not_found(f"the paper {paper.name} is about no days", "first" if about.first else "last")
        return Wanted(number=about.about or 0, access=access)
    if about.about is not None:
        raise not_found(f"the paper {paper.name} is about days, not about a number", "about")
    jurisdiction = call.floor.jurisdiction
    last = about.last or jurisdiction.today(call.room.settings.clock())
    first = about.first or last
    if first > last:
        raise not_found(f"the last day, {last}, is before the first, {first}", "last")
    days = jurisdiction.days
    return Wanted(from_micros=days.begin_micros(first), to_micros=days.end_micros(last), access=access)
