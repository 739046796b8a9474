"""Papers of the room, and the reports that it issued, to read and to take away."""

from __future__ import annotations

import asyncio

from starlette.responses import Response
from starlette.routing import Route

from fairfelt.reports.sheet.sheet import Block, Column, Section, Sheet, Table, Words, right
from fairfelt.server.papers import PAPERS, Asks
from fairfelt.web.desk import Desk, Form, Nowhere, seen_by
from fairfelt.web.pages.manager.papers import about_of, draw_paper, issued_file, issued_rows

from .office import REGULATOR, SEES
from .record import Read, Record, read_state

PLACE = "/regulator/papers"


async def issued(desk: Desk) -> Read:
    """Every report that was issued, with its digest and where the log stood."""
    rows = await issued_rows(desk)
    table: Block = Words("No report was issued yet.")
    if rows:
        columns = (
            *right("No."),
            *map(Column, ("Report", "Issued", "By")),
            *right("Log size"),
            Column("SHA-256", breaks=True),
        )
        table = Table(columns, tuple(
            (str(row.number), row.described, desk.when(row.at_micros), row.by, f"{row.checkpoint_size:,}", row.sha256)
            for row in reversed(rows)
        ))  # fmt: skip
    sheet = Sheet("Issued reports", "Kept as they went out", (Section("", (table,)),))
    links = [(f"Report {row.number}", f"{PLACE}/issued/{row.number}.pdf") for row in reversed(rows)]
    links += [(paper.title, f"{PLACE}/{paper.name}") for paper in PAPERS.values() if paper.asks is not Asks.NUMBER]
    return read_state(sheet, {"reports": [row._asdict() for row in rows]}, tuple(links))


async def paper(desk: Desk) -> Read:
    """One paper as it reads now; of a time, today unless the address says other days."""
    name = desk.request.path_params["paper"]
    if name not in PAPERS:
        raise Nowhere(f"there is no paper {name!r}")
    form = Form(dict(desk.request.query_params))
    _, about = about_of(desk, PAPERS[name], form)
    if form.mistakes:
        raise Nowhere(next(iter(form.mistakes.values())))
    return Read(await asyncio.to_thread(draw_paper, desk, PAPERS[name], about), (("All papers", PLACE),))


async def issued_document(desk: Desk) -> Response:
    """An issued report, byte for byte."""
    return await issued_file(desk)


RECORDS = [
    Record(
        path=PLACE,
        heading="Papers",
        lead="Reports that were issued, kept byte for byte, and every paper as it reads now.",
        read=issued,
    ),
    Record(path=f"{PLACE}/{{paper}}", heading="Paper", lead="As it reads now.", read=paper),
]
ROUTES = [Route(f"{PLACE}/issued/{{number}}.pdf", seen_by(SEES, REGULATOR, issued_document), methods=["GET"])]
