"""The regulator's records of rules and of money, each a page and a file; the log, verification, and its witnesses."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from functools import partial
from tempfile import TemporaryFile
from typing import IO, Any

import msgspec
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from fairfelt import games
from fairfelt.law import DeadlineState, Law, Layer, certificate_faults, games_report, moment, register
from fairfelt.law.core import micros_at
from fairfelt.ledger import LedgerCorrupt
from fairfelt.ledger.audit import write_export
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.transparency import NotProved, read_verifier_key
from fairfelt.reports.law.funds import (
    endings_table,
    findings_table,
    funds_report,
    links_table,
    master_games_report,
    room_facts,
)
from fairfelt.reports.law.proposal import certificate_report
from fairfelt.reports.law.rules import law_report, register_report
from fairfelt.reports.report import Report
from fairfelt.reports.room.period import history_report, reconciliation_report
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Row, Section, Sheet, Words, num
from fairfelt.reports.sheet import Table as Rows
from fairfelt.reports.sheet.english import capital
from fairfelt.room import Floor, Table
from fairfelt.room.law.ask_law import house_rules, link_status, offer_at
from fairfelt.room.projections.days import Reconciliation, by_kind
from fairfelt.room.projections.parameters import KINDS, history, waiting
from fairfelt.room.projections.records import duties_of
from fairfelt.rules import DOLLARS, UnknownName, format_amount
from fairfelt.runtime.formats import MICROS_PER_SECOND
from fairfelt.server.papers import PAPERS, Asks
from fairfelt.web.api.access import READS_THE_LOG, SEES_FUNDS, SEES_WINS, Access
from fairfelt.web.api.handlers import jackpots
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.handlers.jackpots import funds as funds_state
from fairfelt.web.api.handlers.law import Approvals, PaymentState
from fairfelt.web.api.handlers.wins import issued_report, issued_reports, placard_of
from fairfelt.web.desk import Desk, Form, Office, go
from fairfelt.web.desk.desk import NEVER_KEPT, from_api, path_of
from fairfelt.web.desk.log import every_entry, log_page
from fairfelt.web.desk.task import texts_at
from fairfelt.web.desk.words import span, timer_words
from fairfelt.web.http.answers import disposition, not_found
from fairfelt.web.pages.manager.law import asked_in, draw_paper

EVENTS, VERIFICATION = "/regulator/events", "/regulator/verification"
AWARDS, TRANSPARENCY = "/regulator/awards", "/regulator/transparency"
REGULATOR = Office("Regulator", log=EVENTS, sees=READS_THE_LOG)


def law_now(desk: Desk) -> Law:
    """The law of the room's day, or of today where none has begun."""
    return desk.floor.jurisdiction.law_at(desk.controller.settings.clock())


FORMS = {"pdf": "PDF", "csv": "CSV", "json": "JSON", "html": "HTML"}
Link = tuple[str, str]
"""Title and address of another page."""


@dataclass(frozen=True)
class Read:
    """A report as it reads now, and pages that go on from it."""

    report: Report
    links: tuple[Link, ...] = ()


def read_state(sheet: Sheet, state: Any, links: tuple[Link, ...] = ()) -> Read:
    """A sheet beside what the API answers to the same question."""
    return Read(Report(sheet, msgspec.to_builtins(state)), links)


def rows_or(empty: str, columns: Iterable[str | Column], rows: Iterable[Row]) -> Block:
    """A table of these rows; the words where there are none."""
    heads = tuple(Column(head) if isinstance(head, str) else head for head in columns)
    found = tuple(rows)
    return Rows(heads, found) if found else Words(empty)


@dataclass(frozen=True)
class Record:
    """A subject that a regulator reviews."""

    path: str
    read: Callable[[Desk], Awaitable[Read]]
    access: Access = READS_THE_LOG


def routes_of(record: Record) -> Iterator[Route]:
    """A page and its documents."""

    async def page(desk: Desk) -> Response:
        read = await record.read(desk)
        here = desk.request.url.path
        return desk.draw("regulator/record.html", record=texts_at(record.path), read=read, forms=FORMS, here=here)

    async def document(desk: Desk) -> Response:
        read, form = await record.read(desk), desk.request.path_params["form"]
        name = "-".join(("regulator", *desk.request.url.path.removesuffix(f".{form}").split("/")[2:]))
        return await desk.download(replace(read.report, name=name), tuple(FORMS))

    yield REGULATOR.page(f"{record.path}.{{form}}", document, record.access)
    yield REGULATOR.page(record.path, page, record.access)


async def law(desk: Desk) -> Read:
    """Jurisdiction, day and mode, how long records are kept, and every rule, those of the house last."""
    call = desk.call()
    sheet = law_report(law_now(desk).with_rules(*house_rules(desk.floor))).sheet
    facts = Facts(*room_facts(desk.floor), ("Records kept", (await api.kept_now(call)).sentence))
    sections = (Section("", facts), *sheet.sections)
    return read_state(sheet.with_sections(*sections), await api.law(call))


async def approvals(desk: Desk) -> Read:
    """The approval, its conditions, and the games here that it covers."""
    state, letter = await api.approvals(desk.call()), desk.floor.paperwork.papers.letter
    # The first fingerprints of all games take many seconds: no keypad waits for them.
    sheet = (await asyncio.to_thread(lambda: register_report(letter, register(letter, games.catalogue())))).sheet
    first, *others = sheet.sections
    columns, held = (Column("Document", breaks=True), Column("SHA-256", breaks=True), "File"), state.components
    documents = rows_or("No filing has its document attached.", columns, (
        (one.document, one.sha256, "attached" if one.kept else "digest only") for one in state.documents
    ))  # fmt: skip
    heads = Column("Game", whole=True), Column("Fingerprint", breaks=True), Column("Document", breaks=True), "Game here"
    reviewed = rows_or("No game was reviewed yet.", heads, (
        (games.title_of(pin.game, pin.variant), pin.fingerprint, pin.document or f"the letter {state.letter}",
         "same" if pin.here else "changed")
        for pin in state.pins
    ))  # fmt: skip
    in_use = Facts(*held.items()) if held else Words("None. Fairfelt keeps the meters.")
    sections = (
        first,
        Section("Conditions", _conditions(state)),
        Section("Reviewed games", reviewed),
        Section("Progressive system in use", in_use),
        Section("Test reports", _test_reports(desk.floor)),
        Section("Documents on file", documents),
        *others,
    )
    kept = [one for one in state.documents if one.kept]
    links = tuple((f"Download: {one.document}", f"/manager/law/documents/{one.sha256}") for one in kept)
    return read_state(sheet.with_sections(*sections), state, links)


def _conditions(state: Approvals) -> Block:
    rows = []
    for one in state.conditions:
        met = "; ".join(f"{met.document}, {met.on}, {met.game or 'all games'}" for met in one.met)
        rows.append(
            (capital(one.says), "yes" if one.asked else "no", one.needs, met or ("not filed" if one.asked else ""))
        )
    columns = Column("Condition", breaks=True), "Required today", "Document needed", Column("Document", breaks=True)
    return rows_or("The letter has no conditions.", columns, rows)


def _test_reports(floor: Floor) -> Block:
    """The manufacturers of the equipment at the tables, and the reports on how it works together."""
    made = {name: table.maker for name, table in floor.tables.items() if table.link}
    if not made:
        return Words("No table has a progressive.")
    filed = "; ".join(f"{one.document}: {', '.join(one.makers)}" for one in floor.paperwork.makers_reports)
    return Facts(
        *((f"Table {name}", maker or "not named") for name, maker in made.items()), ("On file", filed or "none")
    )


SHORT = 12


async def tables(desk: Desk) -> Read:
    """Fingerprints, limits and verdicts of all of them."""
    floor, fault = desk.floor, desk.floor.software_fault
    standing = {name: approval_status(floor, table) for name, table in floor.tables.items()}
    columns = (
        "Table", Column("Game", whole=True), "Bet, paytable", Column("Fingerprint", breaks=True),
        Column("Status", breaks=True),
    )  # fmt: skip
    fingerprints = rows_or("No tables yet.", columns, (
        (name, games.title_of(table.game, table.variant), f"{table.wager}, {table.paytable}", table.fingerprint,
         standing[name])
        for name, table in floor.tables.items()
    ))  # fmt: skip
    software = Facts(("Running", floor.found), ("Approved", floor.software))
    sheet = Sheet(
        "Tables",
        "Fingerprints, limits and findings",
        Section("Fingerprints", fingerprints),
        Section("Posted limits", _limits(floor)),
        Section("Findings", findings_table(floor)),
        Section("Software", Notice("Software not approved", f"{fault}.") if fault else software),
        footnotes=(("Fingerprint", "A hash of all rules, pays and rulings of a game. Any change gives another hash."),),
    )
    links = tuple(
        (f"Placard of {name}", path_of("regulator", "tables", name, "placard"))
        for name, table in floor.tables.items()
        if table.limits.opening
    )
    state = {
        "tables": (await api.law(desk.call())).tables,
        "standing": standing,
        "software": {"found": floor.found, "approved": floor.software},
    }
    return read_state(sheet, state, links)


def approval_status(floor: Floor, table: Table) -> str:
    """The approval status of a table's game, and where it differs if it does."""
    try:
        game = games.find(table.game, table.variant)
    except UnknownName:
        return f"{table.game} is no longer in Fairfelt"
    here = games.fingerprint_of(table.game, table.variant)
    if here != table.fingerprint:
        return f"changed since the table was set up: the game here has {here[:SHORT]}…"
    papers = floor.counting_papers
    letter = papers.papers.letter
    document = next((one.document for one in papers.pins if one.pin.fingerprint == here), "")
    if letter.pinned(game) and (unseen := letter.unseen(game, offer_at(floor, table).paytables_in_play)):
        tables = "; ".join(f"{wager} {' and '.join(names)}" for wager, names in unseen.items())
        return f"not reviewed: no sheet on file has the paytable {tables}"
    if letter.pinned(game):
        return f"approved: reviewed against its sheet ({document or f'letter {letter.id}'})"
    if not game.approvals:
        return "not approved: the letter has no game of this name"
    pinned = " and ".join(f"{pin.fingerprint[:SHORT]}…" for pin in letter.pins if pin.game == table.game)
    if not pinned:
        return "not reviewed: the letter names the game, but nobody compared it with its approved rules"
    return f"changed since it was approved: the register has {pinned}; a pay, rule or ruling differs"


def _limits(floor: Floor) -> Block:
    rows = []
    for name, table in floor.tables.items():
        money = partial(format_amount, currency=table.currency)
        posted = {"opening bets": table.limits.opening} if table.limits.opening else {}
        for bet, limits in {**posted, **table.limits.side_bets}.items():
            rows.append((name, bet, money(limits.least_micros), money(limits.most_micros)))
        rows += [
            (name, f"{' and '.join(one.wagers)}, all players per deal", "", money(one.table_micros))
            for one in table.limits.aggregates
        ]
        if table.law_verdict.most_micros is not None:
            whose = table.law_verdict.most_by or Layer.LAW
            currency = table.currency if whose is Layer.HOUSE else DOLLARS
            most = format_amount(table.law_verdict.most_micros, currency)
            rows.append((name, f"progressive bet, limit by {whose.words}", "", most))
    return rows_or("No limits posted.", ("Table", "Bet", num("Min"), num("Max")), rows)


async def placard(desk: Desk) -> Read:
    """The placard of a table as it must be posted today."""
    return Read(placard_of(desk.call()), (("All tables", "/regulator/tables"),))


async def parameters(desk: Desk) -> Read:
    """All steps: the log of a year has few of them."""
    entries = await asyncio.to_thread(lambda: list(every_entry(desk.controller.ledger, KINDS)))
    steps, waits = history(entries), waiting(desk.floor)
    currencies, last = desk.floor.currency_by_jackpot, desk.controller.head.hash
    return Read(history_report(steps, waits, currencies, last=last, zone=desk.zone))


async def links(desk: Desk) -> Read:
    """All links, with what the exact count found where games differ."""
    state = await api.certificates(desk.call())
    sheet = Sheet("Links and certificates", "Tables that share a jackpot", Section("Links", links_table(desk.floor)))
    links = tuple(
        (f"Certificate of {row.link}", path_of("regulator", "links", row.link))
        for row in state["links"]
        if row.certificate
    )
    return read_state(sheet, state, links)


async def certificate(desk: Desk) -> Read:
    """One certificate; with “again” in the address every award is recounted."""
    link, again = desk.request.path_params["link"], "again" in desk.request.query_params
    held = link_status(desk.floor, link).certificate if link in desk.floor.links else None
    if held is None:
        raise not_found(f"link {link!r} has no certificate")
    faults = await asyncio.to_thread(certificate_faults, held, games.find if again else None)
    links = (
        ("Recount", f"{path_of('regulator', 'links', link)}?again=1"),
        ("All links", "/regulator/links"),
    )
    return Read(certificate_report(held, faults, recounted=again), links)


REPORTED_DAYS = 7


async def funds(desk: Desk) -> Read:
    """Every account as it stands, the deposits, and the master games report of the last days."""
    controller, law = desk.controller, law_now(desk)
    sheet = funds_report(await controller.law.funds(controller.ledger, law)).sheet
    book = await controller.law.daybook(controller.ledger)
    first = law.on - timedelta(REPORTED_DAYS - 1)
    lines = games_report(book, desk.floor.currency_by_jackpot, first, law.on)
    reported = master_games_report(lines).sheet.sections[0]
    days = Section(f"Master games report, {REPORTED_DAYS} days", *reported.blocks)
    return read_state(sheet.with_sections(*sheet.sections, days), await funds_state(desk.call()))


async def reconciled(desk: Desk) -> Reconciliation:
    """All postings up to the last commit, and the room after that commit."""
    read = await asyncio.to_thread(desk.controller.law.days.read, desk.controller.ledger)
    floor, head = read.committed.state, read.committed.head
    return Reconciliation(
        days=read.sums,
        held={name: by_kind(jackpot.book.balances.items()) for name, jackpot in floor.jackpots.items()},
        currencies=floor.currency_by_jackpot,
        events=head.number,
        head=head.hash,
    )


async def reconciliation(desk: Desk) -> Read:
    """Every posting of the log against what the room holds."""
    return Read(reconciliation_report(await reconciled(desk)))


When = Callable[[int | None], str]
"""Writes a moment by the room's clock."""


async def payouts(desk: Desk) -> Read:
    """All of them; what is overdue first."""
    call, now_micros = desk.call(api.AllPayments(done=True)), desk.controller.settings.clock()
    paid = (await api.payments(call))["payments"]
    failed = (await api.malfunctions(call))["malfunctions"]
    ends, prizes = (await jackpots.endings(call))["endings"], (await api.house_jackpots(call))["house_jackpots"]
    when, late = desk.when, await overdue(desk)
    completed = rows_or("No completed payouts.", (num("Win page"), num("Amount"), "Won", "Completed", "By"), (
        (str(one.number), format_amount(one.amount_micros, one.currency), when(one.won_at_micros),
         when(one.steps[-1].at_micros), one.steps[-1].by)
        for one in reversed(paid)
        if not one.next
    ))  # fmt: skip
    columns = num("No."), "Equipment", "What happened", "Found", "Notice", "Status"
    malfunctions = rows_or("No malfunctions reported.", columns, (
        (str(one.number), one.equipment, one.what, when(one.found_at_micros), one.document or "not filed",
         timer_words(one.notice, now_micros) if one.notice else "not required")
        for one in failed
    ))  # fmt: skip
    heads = "Name", "Table", "Hand", num("Amount"), "Posted", num("Players paid")
    bonuses = rows_or("No house-funded bonuses.", heads, (
        (one.name, one.table, one.hand, format_amount(one.amount_micros, one.currency), "yes" if one.posted else "no",
         str(one.paid))
        for one in prizes
    ))  # fmt: skip
    sheet = Sheet(
        "Payouts and notices",
        when(now_micros),
        Section("", Notice("Overdue", *late)) if late else None,
        Section("Pending payouts", *_pending(paid, now_micros, when)),
        Section("Completed payouts", completed),
        Section("Malfunctions", malfunctions),
        Section("Retiring jackpots", endings_table(desk.floor)),
        Section("House-funded bonuses", bonuses),
    )
    plain = {"payments": paid, "malfunctions": failed, "endings": ends, "house_jackpots": prizes}
    return read_state(sheet, plain)


async def overdue(desk: Desk) -> list[str]:
    """Every deadline that has passed, as a sentence."""
    floor, now = desk.floor, moment(desk.controller.settings.clock(), desk.days.zone)
    moments = await asyncio.to_thread(desk.controller.duties.read, desk.controller.ledger)
    return [
        f"{about}: {due.what} was due {desk.when(micros_at(due.by))} ({due.cited})."
        for _, about, due in duties_of(floor, moments)
        if due.state(now) is DeadlineState.OVERDUE
    ]


def _pending(paid: list[PaymentState], now_micros: int, when: When) -> Iterator[Block]:
    waiting = [payment for payment in paid if payment.next]
    if not waiting:
        yield Words("No pending payouts.")
    for payment in waiting:
        tax = "; tax form required" if payment.tax else ""
        won = f"{f'{payment.what}, ' if payment.what else ''}won {when(payment.won_at_micros)}"
        yield Words(f"Win page {payment.number}: {format_amount(payment.amount_micros, payment.currency)}, {won}{tax}.")
        yield _steps(payment, when)
        if payment.deadlines or payment.retentions:
            yield _times(payment, now_micros, when)


def _steps(payment: PaymentState, when: When) -> Rows:
    rows = tuple(
        (f"{place}. {step.text}", "done" if step.by else "next" if step.step == payment.next else "pending",
         step.note if step.by else "",
         f"{step.by}, {when(step.at_micros)}" if step.by else "", step.cited or "house procedure")
        for place, step in enumerate(payment.steps, 1)
    )  # fmt: skip
    columns = ("Step", "Status", "Notes", "By", "Required by")
    return Rows(tuple(Column(name, breaks=name == "Step") for name in columns), rows)


def _times(payment: PaymentState, now_micros: int, when: When) -> Rows:
    rows = [
        (due.what, f"by {when(due.by_micros)}", timer_words(due, now_micros), due.cited) for due in payment.deadlines
    ]
    rows += [(kept.what, f"keep until {when(kept.until_micros)}", "", kept.cited) for kept in payment.retentions]
    return Rows(tuple(map(Column, ("Item", "When", "Status", "Required by"))), tuple(rows))


PLACE = "/regulator/papers"


async def issued(desk: Desk) -> Read:
    """Every report that was issued, with its digest and where the log stood."""
    rows = await asyncio.to_thread(desk.controller.papers.issued.all, desk.controller.ledger)
    columns = (num("No."), "Report", "Issued", "By", num("Log size"), Column("SHA-256", breaks=True))
    table = rows_or("No report was issued yet.", columns, (
        (str(row.number), row.described, desk.when(row.at_micros), row.by, f"{row.checkpoint_size:,}", row.sha256)
        for row in reversed(rows)
    ))  # fmt: skip
    sheet = Sheet("Issued reports", "Kept as they went out", Section("", table))
    links = [(f"Report {row.number}", f"{PLACE}/issued/{row.number}.pdf") for row in reversed(rows)]
    links += [(paper.title, f"{PLACE}/{paper.name}") for paper in PAPERS.values() if paper.asks is not Asks.NUMBER]
    return read_state(sheet, await issued_reports(desk.call()), tuple(links))


async def paper(desk: Desk) -> Read:
    """One paper as it reads now; of a time, today unless the address says other days."""
    _, wanted = desk.named(PAPERS, "paper")
    return Read(await asyncio.to_thread(draw_paper, desk, wanted, asked_in(desk, wanted)), (("All papers", PLACE),))


ROUTES = [REGULATOR.page(f"{PLACE}/issued/{{number}}.pdf", from_api(issued_report))]
RECORDS = [
    Record("/regulator/law", law),
    Record("/regulator/approvals", approvals),
    Record("/regulator/tables", tables),
    Record("/regulator/tables/{table}/placard", placard),
    Record("/regulator/parameters", parameters),
    Record("/regulator/links", links),
    Record("/regulator/links/{link}", certificate),
    Record("/regulator/funds", funds, SEES_FUNDS),
    Record("/regulator/reconciliation", reconciliation),
    Record("/regulator/payouts", payouts, SEES_WINS),
    Record(PLACE, issued),
    Record(f"{PLACE}/{{paper}}", paper),
]


CHUNK_BYTES = 1 << 16
_PARAMETERS = {"terms", "limits", "profile", "dealers_sign_in"}
"""Fields that only events have that set a parameter."""


async def events(desk: Desk) -> Response:
    """A page of the log."""
    return await log_page(desk, leads=_leads, verify=VERIFICATION)


def _leads(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """To the pages that show what an event did."""
    found = []
    if table := body.get("table"):
        found.append((f"table {table}", "/regulator/tables"))
    if jackpot := body.get("jackpot"):
        found.append((f"jackpot {jackpot}", "/regulator/reconciliation"))
    if body.keys() & _PARAMETERS:
        found.append(("parameters", "/regulator/parameters"))
    if jackpot and body.get("certificate"):
        found.append((f"certificate of {jackpot}", path_of("regulator", "links", jackpot)))
    if "step" in body or body.get("payments"):
        found.append(("payouts", "/regulator/payouts"))
    return found


async def exported(desk: Desk) -> Response:
    """The whole journal as a file: JSON Lines, one event a line, each with its hash."""
    file = await asyncio.to_thread(_written, desk)
    name = f"journal-{desk.controller.head.number}.jsonl"
    headers = {"Content-Disposition": disposition(name, "attachment"), "Cache-Control": NEVER_KEPT}
    return StreamingResponse(_chunks(file), 200, headers, "application/x-ndjson")


def _written(desk: Desk) -> IO[bytes]:
    """Onto the disk first: a slow reader must not keep the journal from its housekeeping."""
    file = TemporaryFile()  # noqa: SIM115  (closed when all of it was sent)
    with snapshot(desk.controller.settings.address) as taken:
        write_export(taken, file)
    file.seek(0)
    return file


def _chunks(file: IO[bytes]) -> Iterator[bytes]:
    with file:
        while chunk := file.read(CHUNK_BYTES):
            yield chunk


async def verification(desk: Desk) -> Response:
    """The last result, or the progress of the verification that runs."""
    controller = desk.controller
    return desk.draw(
        "regulator/verification.html", seen=controller.checked_to, head=controller.head, last=controller.last_check,
        journal=controller.ledger.journal, file=f"journal-{controller.head.number}.jsonl",
    )  # fmt: skip


async def begin_verification(desk: Desk, form: Form) -> Response:
    """Begin one; nothing of the room is changed by it."""
    desk.controller.begin_check()
    return go(VERIFICATION)


async def verification_json(desk: Desk) -> Response:
    """The last result as data."""
    controller = desk.controller
    last, ledger = controller.last_check, controller.ledger
    state = {"journal": ledger.journal, "runs": controller.checked_to is not None, "last": last and asdict(last)}
    return JSONResponse(state, headers={"Cache-Control": NEVER_KEPT})


async def transparency(desk: Desk) -> Response:
    """All of it."""
    controller, ledger = desk.controller, desk.controller.ledger
    await asyncio.to_thread(controller.publishing.keys.read_on, ledger)
    now_micros = controller.settings.clock()
    base = controller.settings.public_url or str(desk.request.base_url).rstrip("/")
    key = desk.floor.checkpoint_key
    signed, wrong = None, ""
    try:
        signed = await asyncio.to_thread(controller.publishing.checkpoint, ledger)
    except (LedgerCorrupt, NotProved) as error:
        wrong = str(error)
    return desk.draw(
        "regulator/transparency.html", signed=signed, wrong=wrong, key=key,
        keys=controller.publishing.keys.all, cosignatures=list(controller.publishing.cosignatures),
        age=lambda one: span(now_micros - one.at_seconds * MICROS_PER_SECOND), verified=ledger.verified,
        warnings=ledger.warnings,
        listed=controller.publishing.cosignatures.listed, head=controller.head,
        command=f"fairfelt witness {base} --key {shlex.quote(key)} --state witness-{read_verifier_key(key).id.hex()}",
    )  # fmt: skip
