"""Tables: is each the game that was approved, which limits hang there, what the law says, and its placard."""

from __future__ import annotations

from functools import partial
from typing import Any

from fairfelt import games
from fairfelt.law import Letter
from fairfelt.reports.law.posting import posting_sheet
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Notice, Section, Sheet, Words
from fairfelt.reports.sheet.sheet import Table as Rows
from fairfelt.room import Floor, Table
from fairfelt.rules import UnknownName, format_amount
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.handlers.placards import posting_of
from fairfelt.web.desk import Desk, Nowhere
from fairfelt.web.desk.api_call import call_of
from fairfelt.web.desk.frame import path_of

from .record import Read, Record

SHORT = 12


async def tables(desk: Desk) -> Read:
    """Fingerprints, limits and verdicts of all of them."""
    floor = desk.floor
    sheet = Sheet(
        title="Tables",
        subtitle="Fingerprints, limits, and what the law says",
        sections=(
            Section("Fingerprints", _fingerprints(floor)),
            Section("Limits that are posted", (_limits(floor),)),
            Section("What the law says", (_verdicts(floor),)),
            Section("Software", (_software(floor),)),
        ),
        footnotes=(
            ("Fingerprint", "A hash over all rules, pays and rulings of a game: any change of them changes it."),
        ),
    )
    ways = tuple(
        (f"Placard of {name}", path_of("regulator", "tables", name, "placard"))
        for name, table in floor.tables.items()
        if table.limits.opening
    )
    return Read(sheet, await _plain(desk), ways)


async def _plain(desk: Desk) -> dict[str, Any]:
    floor = desk.floor
    return {
        "tables": (await api.law(call_of(desk))).tables,
        "standing": {name: standing(floor, table) for name, table in floor.tables.items()},
        "software": {"found": floor.found, "approved": floor.software},
    }


def standing(floor: Floor, table: Table) -> str:
    """How a table's game stands to the register, and where the difference is if there is one."""
    try:
        game = games.find(table.game, table.variant)
    except UnknownName:
        return f"{table.game} is not a game of this program any more"
    here = games.fingerprint_of(table.game, table.variant)
    if here != table.fingerprint:
        return f"changed since the table was set up: the game here has {here[:SHORT]}…"
    letter, document = floor.paperwork.papers.letter, _document(floor, here)
    if letter.pinned(game):
        return f"approved: compared with its sheet ({document or f'pinned by the letter {letter.id}'})"
    if not game.approvals:
        return "not in the letter: no game of this name was approved"
    pinned = _pinned(letter, table.game)
    if not pinned:
        return "not compared: the letter names the game, but nobody has held it against its approved rules"
    return f"changed since it was approved: the register has {pinned}; some pay, rule or ruling is another"


def is_approved(floor: Floor, table: Table) -> bool:
    """Whether the game at a table is, to the last pay, one that was compared with its sheet."""
    try:
        game = games.find(table.game, table.variant)
    except UnknownName:
        return False
    here = games.fingerprint_of(table.game, table.variant)
    return here == table.fingerprint and floor.paperwork.papers.letter.pinned(game)


def _document(floor: Floor, fingerprint: str) -> str:
    return next((one.document for one in floor.paperwork.pins if one.pin.fingerprint == fingerprint), "")


def _pinned(letter: Letter, game: str) -> str:
    return " and ".join(f"{pin.fingerprint[:SHORT]}…" for pin in letter.pins if pin.game == game)


def _fingerprints(floor: Floor) -> tuple[Block, ...]:
    rows = tuple(
        (name, f"{table.game} {table.variant}".strip(), f"{table.wager}, {table.paytable}", table.fingerprint,
         standing(floor, table))
        for name, table in floor.tables.items()
    )  # fmt: skip
    columns = (
        Column("Table"), Column("Game", whole=True), Column("Bet, paytable"), Column("Fingerprint", breaks=True),
        Column("Register", breaks=True),
    )  # fmt: skip
    return (Rows(columns, rows),) if rows else (Words("No table is set up yet."),)


def _limits(floor: Floor) -> Block:
    rows = []
    for name, table in floor.tables.items():
        money = partial(format_amount, currency=floor.currency_of(table))
        posted = {"opening bets": table.limits.opening} if table.limits.opening else {}
        for bet, limits in {**posted, **table.limits.side_bets}.items():
            rows.append((name, bet, money(limits.least_micros), money(limits.most_micros)))
        rows += [
            (name, f"all of {' and '.join(one.wagers)} in one deal", "", money(one.table_micros))
            for one in table.limits.aggregates
        ]
        if table.law_verdict.most_micros is not None:
            rows.append((name, "any progressive bet, by law", "", format_amount(table.law_verdict.most_micros)))
    if not rows:
        return Words("No limits are posted at any table.")
    return Rows(
        (Column("Table"), Column("Bet"), Column("Least", align="right"), Column("Most", align="right")), tuple(rows)
    )


def _verdicts(floor: Floor) -> Block:
    rows = [
        (name, "stopped" if stop else "notice", sentence)
        for name, table in floor.tables.items()
        for stop, sentence in (
            (True, table.law_verdict.stop),
            *((False, notice) for notice in table.law_verdict.notices),
        )
        if sentence
    ]
    if not rows:
        return Words("The law has nothing against any table.")
    return Rows((Column("Table"), Column("What"), Column("Why", breaks=True)), tuple(rows))


def _software(floor: Floor) -> Block:
    if floor.software_fault:
        return Notice("Not the approved software", (f"{floor.software_fault}.",))
    return Facts((("Found running", floor.found), ("Approved", floor.software)))


async def placard(desk: Desk) -> Read:
    """What hangs at a table, as it has to hang today."""
    name, floor = desk.request.path_params["table"], desk.floor
    if name not in floor.tables:
        raise Nowhere(f"there is no table {name!r} in this room")
    table = floor.tables[name]
    if table.limits.opening is None:
        raise Nowhere(f"no limits are posted at table {name}, so it has no placard yet")
    plain = {
        "table": name,
        "game": table.game,
        "currency": floor.currency_of(table),
        "posted": table.limits.to_dict(),
        "meters_micros": floor.meters(floor.jackpot_of(table)[0]),
    }
    return Read(posting_sheet(posting_of(floor, name, table)), plain, (("All tables", "/regulator/tables"),))


RECORDS = [
    Record(
        path="/regulator/tables",
        heading="Tables",
        lead="Every table’s game by its fingerprint, held against the register; its limits, and what the law says.",
        read=tables,
    ),
    Record(
        path="/regulator/tables/{table}/placard",
        heading="Placard",
        lead="What hangs at the table: limits, jackpots as they stand, who wins and what it takes, disputes.",
        read=placard,
    ),
]
