"""Tables: the approval status of each game, posted limits, findings, and the placard."""

from __future__ import annotations

from functools import partial
from typing import Any

from fairfelt import games
from fairfelt.law import Layer, Letter
from fairfelt.reports.law.posting import posting_report
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Notice, Section, Sheet, Words
from fairfelt.reports.sheet.sheet import Table as Rows
from fairfelt.room import Floor, Table
from fairfelt.room.law.ask_law import offer_at
from fairfelt.rules import DOLLARS, UnknownName, format_amount
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.handlers.placards import posting_of
from fairfelt.web.desk import Desk, Nowhere
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.frame import path_of

from .record import Read, Record, read_state

SHORT = 12


async def tables(desk: Desk) -> Read:
    """Fingerprints, limits and verdicts of all of them."""
    floor = desk.floor
    sheet = Sheet(
        title="Tables",
        subtitle="Fingerprints, limits and findings",
        sections=(
            Section("Fingerprints", _fingerprints(floor)),
            Section("Posted limits", (_limits(floor),)),
            Section("Findings", (_verdicts(floor),)),
            Section("Software", (_software(floor),)),
        ),
        footnotes=(("Fingerprint", "A hash of all rules, pays and rulings of a game. Any change gives another hash."),),
    )
    links = tuple(
        (f"Placard of {name}", path_of("regulator", "tables", name, "placard"))
        for name, table in floor.tables.items()
        if table.limits.opening
    )
    return read_state(sheet, await _plain(desk), links)


async def _plain(desk: Desk) -> dict[str, Any]:
    floor = desk.floor
    return {
        "tables": (await api.law(call_of(desk))).tables,
        "standing": {name: approval_status(floor, table) for name, table in floor.tables.items()},
        "software": {"found": floor.found, "approved": floor.software},
    }


def approval_status(floor: Floor, table: Table) -> str:
    """The approval status of a table's game, and where it differs if it does."""
    try:
        game = games.find(table.game, table.variant)
    except UnknownName:
        return f"{table.game} is no longer in Fairfelt"
    here = games.fingerprint_of(table.game, table.variant)
    if here != table.fingerprint:
        return f"changed since the table was set up: the game here has {here[:SHORT]}…"
    letter, document = floor.paperwork.papers.letter, _document(floor, here)
    if letter.pinned(game) and (unseen := letter.unseen(game, offer_at(floor, table).paytables_in_play)):
        tables = "; ".join(f"{wager} {' and '.join(names)}" for wager, names in unseen.items())
        return f"not reviewed: no sheet on file has the paytable {tables}"
    if letter.pinned(game):
        return f"approved: reviewed against its sheet ({document or f'letter {letter.id}'})"
    if not game.approvals:
        return "not approved: the letter has no game of this name"
    pinned = _pinned(letter, table.game)
    if not pinned:
        return "not reviewed: the letter names the game, but nobody compared it with its approved rules"
    return f"changed since it was approved: the register has {pinned}; a pay, rule or ruling differs"


def _document(floor: Floor, fingerprint: str) -> str:
    return next((one.document for one in floor.paperwork.pins if one.pin.fingerprint == fingerprint), "")


def _pinned(letter: Letter, game: str) -> str:
    return " and ".join(f"{pin.fingerprint[:SHORT]}…" for pin in letter.pins if pin.game == game)


def _fingerprints(floor: Floor) -> tuple[Block, ...]:
    rows = tuple(
        (name, games.title_of(table.game, table.variant), f"{table.wager}, {table.paytable}", table.fingerprint,
         approval_status(floor, table))
        for name, table in floor.tables.items()
    )  # fmt: skip
    columns = (
        Column("Table"), Column("Game", whole=True), Column("Bet, paytable"), Column("Fingerprint", breaks=True),
        Column("Status", breaks=True),
    )  # fmt: skip
    return (Rows(columns, rows),) if rows else (Words("No tables yet."),)


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
    if not rows:
        return Words("No limits posted.")
    return Rows(
        (Column("Table"), Column("Bet"), Column("Min", align="right"), Column("Max", align="right")), tuple(rows)
    )


def _verdicts(floor: Floor) -> Block:
    rows = [
        (name, _stopped(table) if stop else "notice", sentence)
        for name, table in floor.tables.items()
        for stop, sentence in (
            (True, table.law_verdict.stop),
            *((False, notice) for notice in table.law_verdict.notices),
        )
        if sentence
    ]
    if not rows:
        return Words("No findings.")
    return Rows((Column("Table"), Column("Type"), Column("Finding", breaks=True)), tuple(rows))


def _stopped(table: Table) -> str:
    decided = table.law_verdict.decided_by
    return f"stopped by {decided.words}" if decided else "stopped"


def _software(floor: Floor) -> Block:
    if floor.software_fault:
        return Notice("Software not approved", (f"{floor.software_fault}.",))
    return Facts((("Running", floor.found), ("Approved", floor.software)))


async def placard(desk: Desk) -> Read:
    """The placard of a table as it must be posted today."""
    name, floor = desk.request.path_params["table"], desk.floor
    if name not in floor.tables:
        raise Nowhere(f"there is no table {name!r}")
    table = floor.tables[name]
    if table.limits.opening is None:
        raise Nowhere(f"table {name} has no placard yet: no limits are posted")
    posting = posting_of(floor, name, table, desk.controller.settings.clock())
    return Read(posting_report(posting), (("All tables", "/regulator/tables"),))


RECORDS = [
    Record(
        path="/regulator/tables",
        heading="Tables",
        lead="The fingerprint and approval status of every table’s game, its limits and findings.",
        read=tables,
    ),
    Record(
        path="/regulator/tables/{table}/placard",
        heading="Placard",
        lead="The placard at the table: limits, current jackpots, eligibility, disputes.",
        read=placard,
    ),
]
