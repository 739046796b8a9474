"""Tables and links: games, limits and status of each, and closing and opening them."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.reports.law.posting import posting_report
from fairfelt.room.commands.closing import CloseTable, OpenTable
from fairfelt.web.api.handlers.placards import posting_of
from fairfelt.web.api.handlers.set_up import ON_THE_FLOOR, SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.downloads import download

from ..dashboard import titles
from ..office import drawn, named


async def tables(desk: Desk) -> Response:
    """All of them, link by link, those without a progressive last."""
    floor = desk.floor
    links = [
        (name, link, [(table, at) for table, at in floor.tables.items() if at.link == name])
        for name, link in floor.links.items()
    ]
    others = [(table, at) for table, at in floor.tables.items() if not at.link]
    return drawn(
        desk, "manager/tables/tables.html", links=links, others=others, titles=titles(floor), jackpots=floor.jackpots,
        sets_up=desk.may(SETTING_UP), closes=desk.may(ON_THE_FLOOR),
    )  # fmt: skip


async def placard(desk: Desk) -> Response:
    """What hangs at a table, to print."""
    name, table = named(desk, desk.floor.tables, "table")
    if table.limits.opening is None:
        raise Nowhere(f"table {name} has no placard yet: post its limits first")
    return download(desk.request.path_params["form"], posting_report(posting_of(desk.floor, name, table)))


def _close_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Close table {name}",
        lead="No new games start here. A game in progress finishes, with its jackpots.",
        fields=(Field(name="reason", label="Reason", hint="Shown on the keypad."),),
    )


async def _close(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(CloseTable, table=named(desk, desk.floor.tables, "table")[0], reason=form.text("reason"))


def _open_paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Open table {name}",
        lead="Returns the table to service.",
        facts=(("Status", f"Closed: {table.closed}" if table.closed else "Open"),),
    )


async def _open(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(OpenTable, table=named(desk, desk.floor.tables, "table")[0])


TASKS = [
    Task(path="/manager/tables/{table}/close", access=ON_THE_FLOOR, paper=_close_paper, do=_close),
    Task(path="/manager/tables/{table}/open", access=ON_THE_FLOOR, paper=_open_paper, do=_open),
]
