"""What happens to tables and to parts of the play: close, open, change, move, retire, suspend and resume."""

from __future__ import annotations

from contextlib import suppress

from starlette.responses import Response

from fairfelt.formats.reading import FieldError, convert
from fairfelt.meters.offers import SEPARATOR
from fairfelt.room import Table
from fairfelt.room.commands.closing import CloseTable, OpenTable, ResumePlay, SuspendPlay
from fairfelt.room.commands.set_up import ChangeTable, MoveTable, RetireTable
from fairfelt.room.state.floor import Scope
from fairfelt.room.state.table_limits import NO_LIMITS
from fairfelt.rules import Game
from fairfelt.web.api.handlers.set_up import ON_THE_FLOOR, SETTING_UP, TWO_DEPARTMENTS
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task
from fairfelt.web.desk.command import is_first
from fairfelt.web.desk.frame import path_of

from ..office import drawn, named, titles
from .limits import limit_fields
from .set_up import CURRENCY, chosen_game, game_choices, progressive_fields, read_plan

WHY = Field(name="why", label="Reason", hint="Goes into the log.")
PLAY = "play"


def _close_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Close table {name}",
        lead="No new games start here. A game in progress finishes, with its jackpots.",
        fields=(Field(name="reason", label="Reason", value="closed for the day", hint="Shown on the keypad."),),
    )


async def _close(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(CloseTable, table=_name(desk), reason=form.text("reason"))


def _open_paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(title=f"Open table {name}", lead="Returns the table to service.", facts=(_status(table),))


async def _open(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(OpenTable, table=_name(desk))


async def choose(desk: Desk) -> Response:
    """Which game a table changes to; the one it has is chosen."""
    name, table = named(desk, desk.floor.tables, "table")
    return drawn(
        desk, "manager/tables/choose.html", games=game_choices(), heading=f"Change table {name}",
        action=path_of("manager", "tables", name, "change"), has=SEPARATOR.join((table.game, table.variant)),
    )  # fmt: skip


def _change_paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    game = chosen_game(desk)
    limits, seats = (table.limits, table.seats) if _is_same(table, game) else (NO_LIMITS, game.seats)
    now = SEPARATOR.join((table.link, table.wager, table.paytable)) if table.link else ""
    return Paper(
        title=f"Change table {name}: {game.title}",
        button="Change table",
        lead="The table stays closed until it is opened. Rounds, records and its keypad stay with its name. "
        "The law is asked as when a table is added.",
        facts=(("Game now", titles(desk.floor)[name]), _status(table)),
        fields=(
            *progressive_fields(desk.floor, game, value=now, controls=table.controls, maker=table.maker),
            Field(name=CURRENCY, label="Currency", value=table.currency),
            *limit_fields(game, limits, table.currency, seats, optional=True),
            WHY,
        ),
    )


def _is_same(table: Table, game: Game) -> bool:
    return (table.game, table.variant) == (game.slug, game.variant)


async def _change(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, table = named(desk, desk.floor.tables, "table")
    game, law, first = chosen_game(desk), desk.controller.law, is_first(desk, form)
    fields = {**read_plan(desk, form, game), "table": name, "why": form.text("why")}
    if _is_same(table, game):
        fields["limits"]["aggregates"] = table.limits.aggregates
    if fields.get("link") and not form.mistakes:
        with suppress(FieldError):  # what is wrong is said below
            await law.examine_joining(desk.controller.ledger, convert(fields, ChangeTable))
    done = await ask(ChangeTable, **fields)
    await law.look_at_funds(desk.controller.ledger, anew=first)
    return done


def _move_paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Move table {name}",
        lead="The name, the game and all records stay. The new place is shown on the pages and the placard.",
        facts=(("Place now", table.place or "not set"), _status(table)),
        fields=(Field(name="place", label="New place", hint="For example: pit 2, number 14."), WHY),
    )


async def _move(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(MoveTable, table=_name(desk), place=form.text("place"), why=form.text("why"))


def _retire_paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Retire table {name}",
        lead="The table leaves the floor and its link. Its records stay. To bring it back, change it to a game.",
        facts=(_status(table),),
        fields=(WHY,),
        danger="The table leaves its link; other tables keep the jackpot.",
    )


async def _retire(desk: Desk, form: Form, ask: Ask) -> Outcome:
    first = is_first(desk, form)
    done = await ask(RetireTable, table=_name(desk), why=form.text("why"))
    await desk.controller.law.look_at_funds(desk.controller.ledger, anew=first)
    return done


def _suspend_paper(desk: Desk) -> Paper:
    floor, games = desk.floor, titles(desk.floor)
    played = {table.game: games[name] for name, table in floor.tables.items() if not table.retired}
    choices = (
        *((f"{Scope.JACKPOT}/{name}", f"Jackpot {name}, on all its links") for name in floor.jackpots),
        *((f"{Scope.LINK}/{name}", f"Link {name}") for name in floor.links),
        *((f"{Scope.GAME}/{slug}", f"Game {title}, at all tables") for slug, title in played.items()),
    )
    return Paper(
        title="Suspend play",
        lead="No new game starts where this applies. Games in progress finish. Meters, terms and limits do not change. "
        "To suspend one table, close it; to suspend everything, close the floor.",
        fields=(
            Field(name=PLAY, label="What", sort="choice", choices=choices,
                  hint="" if choices else "Nothing is set up yet."),
            Field(name="why", label="Reason", hint="Shown on keypads and displays."),
        ),
    )  # fmt: skip


async def _suspend(desk: Desk, form: Form, ask: Ask) -> Outcome:
    scope, _, name = form.get(PLAY).partition("/")
    if not name:
        form.mistake(PLAY, "choose from the list")
    return await ask(SuspendPlay, scope=scope, name=name, why=form.text("why"))


def _resume_paper(desk: Desk) -> Paper:
    found = [each for each in desk.floor.suspensions if (each.scope, each.name) == _suspended(desk)]
    return Paper(
        title="Resume play",
        lead="Games start again, with meters, terms and limits as they were.",
        facts=tuple(("Suspended", each.sentence) for each in found) or (("Status", "Not suspended"),),
        fields=(WHY,),
    )


async def _resume(desk: Desk, form: Form, ask: Ask) -> Outcome:
    scope, name = _suspended(desk)
    return await ask(ResumePlay, scope=scope, name=name, why=form.text("why"))


def _suspended(desk: Desk) -> tuple[str, str]:
    return desk.request.path_params["scope"], desk.request.path_params["name"]


def _name(desk: Desk) -> str:
    return named(desk, desk.floor.tables, "table")[0]


def _status(table: Table) -> tuple[str, str]:
    return "Status", f"Closed: {table.closed}" if table.closed else "Open"


TASKS = [
    Task(path="/manager/tables/{table}/close", access=ON_THE_FLOOR, paper=_close_paper, do=_close),
    Task(path="/manager/tables/{table}/open", access=ON_THE_FLOOR, paper=_open_paper, do=_open),
    Task(path="/manager/tables/{table}/change", access=TWO_DEPARTMENTS, paper=_change_paper, do=_change),
    Task(path="/manager/tables/{table}/move", access=SETTING_UP, paper=_move_paper, do=_move),
    Task(path="/manager/tables/{table}/retire", access=SETTING_UP, paper=_retire_paper, do=_retire),
    Task(path="/manager/tables/new/suspension", access=ON_THE_FLOOR, paper=_suspend_paper, do=_suspend),
    Task(path="/manager/suspensions/{scope}/{name}/resume", access=ON_THE_FLOOR, paper=_resume_paper, do=_resume),
]
