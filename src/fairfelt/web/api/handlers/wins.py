"""The log for outsiders with its proofs; papers of tables and of the room; win pages and slips of pays."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from http import HTTPStatus
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlencode

import msgspec
from msgspec import Meta
from starlette.responses import Response

from fairfelt import games
from fairfelt.ledger import Answer
from fairfelt.ledger.transparency import NotProved
from fairfelt.reports.law import notices
from fairfelt.reports.law.rules import with_lapses_of_day
from fairfelt.reports.report import Report
from fairfelt.reports.room.win_page import ProofAddress, win_page_report
from fairfelt.room import DeviceKind, Floor, WinPage
from fairfelt.room.commands.accounts import IssueReport, PrintWinPage
from fairfelt.room.commands.felt import TrayPaid
from fairfelt.room.commands.voids import BackOutAward
from fairfelt.room.projections.records import IssuedRow
from fairfelt.room.state.awards import Void
from fairfelt.runtime.formats import Count, OptionalLine, Tally
from fairfelt.server.papers import PAPERS, Asks, Paper, Wanted
from fairfelt.web.api.access import ANYBODY_SIGNED_IN, PRINTING, PUBLIC, READS_THE_LOG, SEES_WINS, TWO_TO_ADJUST, device
from fairfelt.web.api.endpoint import (
    ApiAnswer,
    Call,
    Copy,
    Done,
    Endpoint,
    Page,
    RequestBody,
    command,
    done,
    get,
    post,
    sheet,
    with_fields_of,
)
from fairfelt.web.http.answers import BYTES, Problem, disposition, not_found, number_in
from fairfelt.web.pages.page import FORMS


class Growth(msgspec.Struct, forbid_unknown_fields=True):
    """Two sizes of the log, the smaller one first."""

    old: Tally
    new: Tally


class Leaf(msgspec.Struct, forbid_unknown_fields=True):
    """An event, and how many events the log had when the root was signed."""

    number: Tally
    size: Tally


class OldKey(msgspec.Struct, forbid_unknown_fields=True):
    """A key that signed before, by its id: eight hexadecimal digits."""

    key: Annotated[str, Meta(pattern="^[0-9a-f]{8}$", description="eight hexadecimal digits")]


class Cosigned(RequestBody):
    """A checkpoint of this room with the cosignature of a witness under it."""

    checkpoint: Annotated[str, Meta(max_length=1 << 14, description="a checkpoint as a signed note")]
    witness: Annotated[str, Meta(max_length=400, description="the witness's verifier key: NAME+ID+KEY")]


class Feed(Page, forbid_unknown_fields=True):
    """A part of the log, and how long to wait for news."""

    wait_s: Annotated[int, Meta(ge=0, le=60, description="seconds to wait for news, from 0 to 60")] = 0


class CosignatureState(ApiAnswer):
    """What was kept of a witness's cosignature."""

    witness: str
    events: int
    """How many events the checkpoint has."""
    at_seconds: int
    """When the witness signed, by its own clock, since 1970."""
    listed: bool
    """Whether this room lists the witness."""


TEXT = "text/plain; charset=utf-8"
MOMENT = {"Cache-Control": "public, max-age=1"}
LONG = {"Cache-Control": "public, max-age=3600"}
"""For what never changes: the same question has the same answer for as long as the log lives."""
FEED_PACE_S = 0.25
AUDITS = device(DeviceKind.AUDITOR)
T = TypeVar("T")


async def log_checkpoint(call: Call) -> Response:
    """Where the log stands, signed by the room: a C2SP checkpoint."""
    signed = await _read(call, call.controller.publishing.checkpoint)
    return Response(signed.note.written, headers=MOMENT, media_type=TEXT)


async def log_consistency(call: Call) -> Response:
    """Hashes in base64, one a line, which prove that the log of one size begins with the log of a smaller one."""
    publisher = await _read(call, call.controller.publishing.publisher)
    path = await asyncio.to_thread(publisher.consistency, call.query.old, call.query.new)
    return Response(path, headers=LONG, media_type=TEXT)


async def log_inclusion(call: Call) -> Response:
    """Hashes in base64, one a line, which lead from an event to the root of the log of that size."""
    publisher = await _read(call, call.controller.publishing.publisher)
    path = await asyncio.to_thread(publisher.inclusion, call.query.number, call.query.size)
    return Response(path, headers=LONG, media_type=TEXT)


async def log_handover(call: Call) -> Response:
    """A proof, signed with an old key, of the event that says the key after it."""
    proof = await _read(call, call.controller.publishing.handover, call.query.key)
    return Response(proof, headers=LONG, media_type=TEXT)


async def log_events(call: Call) -> Response:
    """Events after a number as an export writes them, one to a line; it waits for news if it is asked to.

    For a witness, and for a casino's own systems: each goes on after the last number that it has.
    """
    if call.query.after > (last := call.controller.head.number):
        was = "it is another room's, or was restored from a copy that ends there"
        raise Problem(HTTPStatus.CONFLICT, f"the log ends with event {last}, before {call.query.after}: {was}")
    until_s = time.monotonic() + call.query.wait_s
    while call.controller.head.number <= call.query.after and time.monotonic() < until_s:
        await asyncio.sleep(FEED_PACE_S)
    publisher = await _read(call, call.controller.publishing.publisher)
    lines = await asyncio.to_thread(publisher.events, call.query.after, call.query.limit)
    return Response(lines, media_type="application/x-ndjson")


async def log_tile(call: Call) -> Response:
    """A tile of the tree: hashes of leaves at level 0, of full tiles below at the others."""
    level = call.path["level"]
    if level not in map(str, range(64)):
        raise NotProved(f"{level!r:.20} is no level: they are 0 to 63")
    publisher = await _read(call, call.controller.publishing.publisher)
    tile = await asyncio.to_thread(publisher.tile, int(level), call.path["place"])
    return Response(tile, headers=LONG, media_type=BYTES)


async def log_bundle(call: Call) -> Response:
    """The hashes of events under a tile. With those of its neighbors, guesses of an event can be tried."""
    publisher = await _read(call, call.controller.publishing.publisher)
    bundle = await asyncio.to_thread(publisher.bundle, call.path["place"])
    return Response(bundle, media_type=BYTES)


async def hand_in_cosignature(call: Call) -> CosignatureState:
    """Hand in what a witness cosigned; it then stands on proofs and on the regulator's page."""
    who, controller = f"cosignatures from {call.client}", call.controller
    controller.throttle.check(who)
    publishing, body, now_s = controller.publishing, call.body, controller.settings.clock() // 1_000_000
    try:
        kept = await asyncio.to_thread(publishing.take, controller.ledger, body.checkpoint, body.witness, now_s)
    except NotProved as error:
        controller.throttle.failed(who)
        raise Problem(HTTPStatus.CONFLICT, str(error)) from error
    size = kept.signed.checkpoint.size
    return CosignatureState(witness=kept.witness.name, events=size, at_seconds=kept.at_seconds, listed=kept.listed)


async def win_proof(call: Call) -> Response:
    """A proof that an award stands on the log: it shows the award, and no person. Anybody may have it."""
    name = call.path["number"]
    event = await asyncio.to_thread(call.controller.wins.posted_at, call.controller.ledger, number_in(name))
    if event is None:
        raise not_found(f"there is no award {name}; the last one is {call.floor.awards}")
    proof = await _read(call, call.controller.publishing.proof, event)
    return Response(proof, headers={**MOMENT, **named(number_in(name))}, media_type=TEXT)


async def proof_address(call: Call, number: int) -> ProofAddress | None:
    """Where the proof of an award is found, as its win page says it."""
    return await asyncio.to_thread(_proof_address, call, number)


def _proof_address(call: Call, number: int) -> ProofAddress | None:
    ledger = call.controller.ledger
    event = call.controller.wins.posted_at(ledger, number)
    if event is None:
        return None
    [entry] = ledger.entries(after=event - 1, limit=1)
    base = call.controller.settings.public_url or call.base
    return ProofAddress(f"{base}/proof?{urlencode({'award': number, 'event': entry.hash})}", event, entry.hash)


def named(number: int) -> dict[str, str]:
    """What a browser calls the proof of an award when it saves it."""
    return {"Content-Disposition": f'attachment; filename="award-{number}.tlog-proof"'}


async def _read(call: Call, read: Callable[..., T], *more: Any) -> T:
    """Ask about the log as it stands, off the event loop."""
    return await asyncio.to_thread(read, call.controller.ledger, *more)


TILED_ENDPOINTS = [
    Endpoint(method="GET", path="/checkpoint", handler=log_checkpoint, access=PUBLIC),
    Endpoint(method="GET", path="/tile/entries/{place:path}", handler=log_bundle, access=AUDITS),
    Endpoint(method="GET", path="/tile/{level}/{place:path}", handler=log_tile, access=PUBLIC),
]
"""The log as C2SP `tlog-tiles` has it, for programs that know nothing of this room."""


class LevelOnPaper(Copy, forbid_unknown_fields=True):
    """Which level of a jackpot, and in which form the paper is wanted."""

    level: OptionalLine = ""


class Printed(Done):
    """A win page was printed."""

    copy: int
    html: str
    pdf: str


@with_fields_of(
    TrayPaid, "number", "table", "round", "game", "variant", "location", "pays", "envy", "currency", "confirmed_by",
    "role",
)  # fmt: skip
class SlipState(ApiAnswer):
    """One slip of pays from the tray."""

    amount_micros: int
    """All that left the tray."""
    at_micros: int
    void: Void | None
    """Who voided it; null while it stands."""


@with_fields_of(IssuedRow)
class IssuedReport(ApiAnswer):
    """A report that was issued, and is kept as it went out."""


async def placard(call: Call) -> Response:
    """What hangs at a table: limits, jackpots as they stand, who wins, envy, disputes; as a page or a PDF."""
    return await drawn_today(call, placard_of(call))


async def table_notice(call: Call) -> Response:
    """That a table is out of service, and why."""
    name, table = call.named("table", call.floor.tables)
    why = call.floor.closed or table.closed
    if not why:
        raise not_found(f"table {name!r} is in service: there is nothing to tell")
    return await drawn_today(call, notices.out_of_service_notice(f"table {name}", why, progressive=bool(table.link)))


async def jackpot_notice(call: Call) -> Response:
    """The limit of a level, or the end of a jackpot that was announced."""
    name, jackpot = call.named("jackpot", call.floor.jackpots)
    level = call.query.level
    if not level:
        if name not in call.floor.endings:
            raise not_found(f"the end of {name!r} was not announced; for a limit, name its level")
        return await drawn_today(call, notices.retirement_notice(call.floor.endings[name]))
    limits = {one.name: one.limit_micros for one in jackpot.terms.levels}
    if (limit_micros := limits.get(level)) is None:
        raise not_found(f"no level {level!r} of jackpot {name!r} has a limit")
    return await drawn_today(call, notices.limit_notice(name, level, limit_micros, jackpot.terms.currency))


def placard_of(call: Call) -> Report:
    """The placard of the table in the address, as the room stands."""
    name, table = call.named("table", call.floor.tables)
    if table.limits.opening is None:
        raise not_found(f"table {name} has no placard yet: post its limits first")
    return table_placard(call.floor, name, call.room.settings.clock())


def table_placard(floor: Floor, name: str, now_micros: int) -> Report:
    """The placard of a table whose limits are posted."""
    table, progressive = floor.tables[name], None
    if table.link:
        jackpot, held = floor.jackpot_of(table)
        progressive = notices.PostedProgressive(
            wager=table.wager,
            paytable=table.paytable,
            terms=held.terms,
            meters_micros=floor.meters(jackpot),
            folded_hands_qualify=table.folded_hands_qualify,
            linked=sum(other.link == table.link for other in floor.tables.values()) > 1,
        )
    posting = notices.TablePosting(
        law=floor.jurisdiction.law_at(now_micros),
        table=name,
        offer=table.limits.offer(games.find(table.game, table.variant), table.seats, table.currency),
        progressive=progressive,
        house_jackpots=tuple(prize.jackpot for prize in floor.house_jackpots.values() if prize.table == name),
        place=table.place,
        fees=table.limits.fees,
        employee_play=table.limits.employee_play,
    )
    return notices.posting_report(posting)


async def drawn(report: Report, form: str) -> Response:
    """A report as a page, a PDF, a table or plain data."""
    format, media_type = FORMS[form]
    return Response(await asyncio.to_thread(report.render, format), media_type=media_type)


def of_today(call: Call, report: Report) -> Report:
    """A paper of the gaming day that runs, with when enforcement was off on it."""
    return with_lapses_of_day(report, call.floor, call.floor.jurisdiction.days.day_of(call.room.settings.clock()))


async def drawn_today(call: Call, report: Report) -> Response:
    """Such a paper as a page or as a PDF."""
    return await drawn(of_today(call, report), call.query.form)


async def issued_reports(call: Call) -> dict[str, Any]:
    """Reports that were issued, with their digests and where the log stood."""
    controller = call.controller
    rows = await asyncio.to_thread(controller.papers.issued.all, controller.ledger)
    return {"reports": list(map(IssuedReport.of, rows))}


async def issued_report(call: Call) -> Response:
    """An issued report as PDF/A, byte for byte as it went out."""
    number, controller = number_in(call.path["number"]), call.controller
    found = await asyncio.to_thread(controller.papers.find, controller.ledger, number)
    if found is None:
        raise not_found(f"no report {call.path['number']} was issued")
    headers = {"Content-Disposition": disposition(f"report-{number}.pdf")}
    return Response(found[1], headers=headers, media_type="application/pdf")


async def wins(call: Call) -> dict[str, Any]:
    """Confirmed awards in the order of their numbers."""
    after, limit = call.query.after, call.query.limit
    found = await asyncio.to_thread(call.controller.wins.pages, call.controller.ledger, after=after, limit=limit)
    return {"wins": found, "awards": call.floor.awards}


async def win(call: Call) -> WinPage:
    """One confirmed award."""
    number = number_in(call.path["number"])
    found = await asyncio.to_thread(call.controller.wins.find, call.controller.ledger, number) if number else None
    if found is None:
        raise not_found(f"there is no win page {call.path['number']}; the last one is {call.floor.awards}")
    return found


async def tray_pays(call: Call) -> dict[str, Any]:
    """Slips of pays from the tray in the order of their numbers."""
    after, limit = call.query.after, call.query.limit
    found = await asyncio.to_thread(call.controller.wins.slips, call.controller.ledger, after=after, limit=limit)
    slips = [SlipState.of(one.paid, at_micros=one.at_micros, void=one.void) for one in found]
    return {"slips": slips, "made": call.floor.slips_made}


def _printed(call: Call, answer: Answer) -> Printed:
    number, copy = answer.body["number"], answer.body["copy"]
    path = f"/api/wins/{number}/copies/{copy}"
    return Printed(number=answer.number, again=answer.again, copy=copy, html=path, pdf=f"{path}?form=pdf")


async def win_copy(call: Call) -> Response:
    """A printed copy of a win page, as a page or as a PDF."""
    return await drawn(await win_report(call, await printed_copy(call)), call.query.form)


async def printed_copy(call: Call) -> WinPage:
    """The copy of a win page that the address names, once it was printed."""
    page, copy = await win(call), number_in(call.path["copy"])
    if not 1 <= copy <= page.copy:
        raise not_found(f"win page {page.number} has no copy {call.path['copy']}: {page.copy} were printed")
    return replace(page, copy=copy)


async def win_report(call: Call, page: WinPage) -> Report:
    """A win page on paper, with the address of its proof."""
    return win_page_report(page, call.floor, await proof_address(call, page.number))


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
    get("log/checkpoint", log_checkpoint, PUBLIC, media="text/plain", problems=(503,)),
    get("log/consistency", log_consistency, PUBLIC, query=Growth, media="text/plain", problems=(404, 503)),
    get("log/inclusion", log_inclusion, PUBLIC, query=Leaf, media="text/plain", problems=(404, 503)),
    get("log/handover", log_handover, PUBLIC, query=OldKey, media="text/plain", problems=(404, 503)),
    get("log/events", log_events, AUDITS, query=Feed, media="application/x-ndjson", problems=(409,)),
    post("log/cosignatures", hand_in_cosignature, PUBLIC, Cosigned, CosignatureState, problems=(409, 429, 503)),
    get("wins/{number}/proof", win_proof, PUBLIC, media="text/plain", problems=(503,)),
    get("reports", issued_reports, READS_THE_LOG, {"reports": list[IssuedReport]}),
    get("reports/{number}", issued_report, READS_THE_LOG, media="application/pdf"),
    sheet("tables/{table}/placard", placard, ANYBODY_SIGNED_IN, Copy),
    sheet("tables/{table}/notice", table_notice, ANYBODY_SIGNED_IN, Copy),
    sheet("jackpots/{jackpot}/notice", jackpot_notice, ANYBODY_SIGNED_IN, LevelOnPaper),
    get("wins", wins, SEES_WINS, {"wins": list[WinPage], "awards": int}, query=Page),
    get("tray-pays", tray_pays, SEES_WINS, {"slips": list[SlipState], "made": int}, query=Page),
    get("wins/{number}", win, SEES_WINS, WinPage),
    command("wins/{number}/copies", PrintWinPage, PRINTING, answered=_printed, gives=Printed),
    command("wins/{number}/back-out", BackOutAward, TWO_TO_ADJUST),
    sheet("wins/{number}/copies/{copy}", win_copy, SEES_WINS, Copy),
    get("papers", papers, READS_THE_LOG, {"papers": list[PaperState]}),
    get("papers/{paper}", paper, READS_THE_LOG, query=PaperCopy, media="text/html",
        also=("application/pdf", "text/csv", "application/json"), problems=(404,)),
    Endpoint(
        method="POST", path="/api/papers/{paper}/issue", handler=issue_paper, access=PRINTING, takes=IssuePaper,
        gives=Done, asks=IssueReport, problems=(404,),
    ),
]  # fmt: skip
