"""Tables and links: games, limits and status of each, placards; tables closed, changed, moved, play suspended."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fairfelt.jackpot.meters.offers import SEPARATOR
from fairfelt.reports.law.posting import posting_report
from fairfelt.room import Table
from fairfelt.room.commands.closing import CloseTable, OpenTable, ResumePlay, SuspendPlay
from fairfelt.room.commands.records.sensors import RestoreSensors
from fairfelt.room.commands.set_up import ChangeTable, MoveTable, RetireTable
from fairfelt.room.state.floor import Scope
from fairfelt.room.state.table_limits import NO_LIMITS
from fairfelt.web.api.handlers.placards import posting_of
from fairfelt.web.api.handlers.set_up import ON_THE_FLOOR, SETTING_UP
from fairfelt.web.desk import Ask, Desk, Fact, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.frame import download, path_of

from ..office import drawn, named, titles
from .limits import limit_fields
from .set_up import CURRENCY, chosen_game, game_choices, is_same, progressive_fields, set_up_table

WHY = Field("why", "Reason", hint="Goes into the log.")
ALL = "all"


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


async def choose(desk: Desk) -> Response:
    """Which game a table changes to; the one it has is chosen."""
    name, table = named(desk, desk.floor.tables, "table")
    return drawn(
        desk, "manager/tables/choose.html", games=game_choices(), heading=f"Change table {name}",
        action=path_of("manager", "tables", name, "change"), has=SEPARATOR.join((table.game, table.variant)),
    )  # fmt: skip


def _close(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Close table {name}",
        lead="No new games start here. A game in progress finishes, with its jackpots.",
        fields=[Field("reason", "Reason", value="closed for the day", hint="Shown on the keypad.")],
    )


def _open(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(title=f"Open table {name}", lead="Returns the table to service.", facts=_status(table))


def _change(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    game = chosen_game(desk)
    limits, seats = (table.limits, table.seats) if is_same(table, game) else (NO_LIMITS, game.seats)
    now = SEPARATOR.join((table.link, table.wager, table.paytable)) if table.link else ""
    return Paper(
        title=f"Change table {name}: {game.title}",
        button="Change table",
        lead="The table stays closed until it is opened. Rounds, records and its keypad stay with its name. "
        "The law is asked as when a table is added.",
        facts=[("Game now", titles(desk.floor)[name]), *_status(table)],
        fields=(
            *progressive_fields(desk.floor, game, value=now, controls=table.controls, maker=table.maker),
            Field(CURRENCY, "Currency", value=table.currency),
            *limit_fields(game, limits, table.currency, seats, optional=True),
            WHY,
        ),
    )


def _move(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Move table {name}",
        lead="The name, the game and all records stay. The new place is shown on the pages and the placard.",
        facts=[("Place now", table.place or "not set"), *_status(table)],
        fields=(Field("place", "New place", hint="For example: pit 2, number 14."), WHY),
    )


def _retire(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Retire table {name}",
        lead="The table leaves the floor and its link. Its records stay. To bring it back, change it to a game.",
        facts=_status(table),
        fields=[WHY],
        danger="The table leaves its link; other tables keep the jackpot.",
    )


def _status(table: Table) -> list[Fact]:
    return [("Status", f"Closed: {table.closed}" if table.closed else "Open")]


def _restore(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    if not table.quarantined:
        raise Nowhere(f"no sensor of table {name} is in quarantine")
    seats = {str(seat): f"Seat {seat}: {why}" for seat, why in table.quarantined.items()}
    every = {ALL: "All of them"} if len(seats) > 1 else {}
    return Paper(
        title=f"Restore sensors at table {name}",
        lead="The sensor decides about the bet at its seat again, as soon as the table controller reads it. Until then "
        "bets are entered by hand.",
        button="Restore",
        facts=[("Bets are read by", table.sensing or table.sensors_lost or "no table controller")],
        fields=(
            Field("seat", "Sensor", choices=seats | every),
            Field("note", "What was done", hint="For example: sensor replaced and tested with every chip."),
        ),
    )


async def _restore_sensors(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    quarantined = desk.floor.tables[fields["table"]].quarantined
    chosen = form.one_of("seat", [*map(str, quarantined), ALL])
    return await ask({**fields, "seats": [seat for seat in quarantined if chosen in (str(seat), ALL)]})


def _suspend(desk: Desk) -> Paper:
    floor, games = desk.floor, titles(desk.floor)
    played = {table.game: games[name] for name, table in floor.tables.items() if not table.retired}
    return Paper(
        title="Suspend play",
        lead="No new game starts where this applies. Games in progress finish. Meters, terms and limits do not change. "
        "To suspend one table, close it; to suspend everything, close the floor.",
        fields=(
            Field("play", "What", term="scope/name", empty="Nothing is set up yet.", choices={
                **{f"{Scope.JACKPOT}/{name}": f"Jackpot {name}, on all its links" for name in floor.jackpots},
                **{f"{Scope.LINK}/{name}": f"Link {name}" for name in floor.links},
                **{f"{Scope.GAME}/{slug}": f"Game {title}, at all tables" for slug, title in played.items()},
            }),
            Field("why", "Reason", hint="Shown on keypads and displays."),
        ),
    )  # fmt: skip


def _resume(desk: Desk) -> Paper:
    suspended = desk.request.path_params["scope"], desk.request.path_params["name"]
    found = [each for each in desk.floor.suspensions if (each.scope, each.name) == suspended]
    return Paper(
        title="Resume play",
        lead="Games start again, with meters, terms and limits as they were.",
        facts=[("Suspended", each.sentence) for each in found] or [("Status", "Not suspended")],
        fields=[WHY],
    )


TASKS = [
    Task("/manager/tables/{table}/close", CloseTable, _close),
    Task("/manager/tables/{table}/open", OpenTable, _open),
    Task("/manager/tables/{table}/change", ChangeTable, _change, do=set_up_table, moves_funds=True),
    Task("/manager/tables/{table}/move", MoveTable, _move),
    Task("/manager/tables/{table}/retire", RetireTable, _retire, moves_funds=True),
    Task("/manager/tables/{table}/sensors", RestoreSensors, _restore, do=_restore_sensors),
    Task("/manager/tables/new/suspension", SuspendPlay, _suspend),
    Task("/manager/suspensions/{scope}/{name}/resume", ResumePlay, _resume),
]
