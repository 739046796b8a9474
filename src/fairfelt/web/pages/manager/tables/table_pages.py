"""Tables and links: games, limits and status of each, what is suspended, and the placards."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.reports.law.posting import posting_report
from fairfelt.web.api.handlers.placards import posting_of
from fairfelt.web.api.handlers.set_up import ON_THE_FLOOR, SETTING_UP
from fairfelt.web.desk import Desk, Nowhere
from fairfelt.web.desk.downloads import download

from ..office import drawn, named, titles


async def tables(desk: Desk) -> Response:
    """All of them, link by link, then those without a progressive and those that left the floor."""
    floor = desk.floor
    links = [
        (name, link, [(table, at) for table, at in floor.tables.items() if at.link == name])
        for name, link in floor.links.items()
    ]
    others = [(table, at) for table, at in floor.tables.items() if not (at.link or at.retired)]
    retired = [(table, at) for table, at in floor.tables.items() if at.retired]
    return drawn(
        desk, "manager/tables/tables.html", links=links, others=others, retired=retired, titles=titles(floor),
        suspensions=floor.suspensions, sets_up=desk.may(SETTING_UP), closes=desk.may(ON_THE_FLOOR),
    )  # fmt: skip


async def placard(desk: Desk) -> Response:
    """What hangs at a table, to print."""
    name, table = named(desk, desk.floor.tables, "table")
    if table.limits.opening is None:
        raise Nowhere(f"table {name} has no placard yet: post its limits first")
    posting = posting_of(desk.floor, name, table, desk.controller.settings.clock())
    return download(desk.request.path_params["form"], posting_report(posting))
