"""Aggregate limits: the max paid on a bet per deal, however many win. They are posted with a table's limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs
from starlette.responses import Response

from fairfelt import games
from fairfelt.law import AggregateLimit
from fairfelt.room import Table
from fairfelt.room.commands.limits import PostLimits
from fairfelt.web.api.handlers.set_up import TWO_DEPARTMENTS
from fairfelt.web.desk import Ask, Desk, Field, Form, Paper, Task, go
from fairfelt.web.desk.command import is_first
from fairfelt.web.desk.frame import path_of

from ..office import named

SHOWN = (("yes", "Yes, on the layout or a sign"), ("no", "Not yet"))


def _here(table: str) -> str:
    return path_of("manager", "tables", table, "aggregates")


def _covered(limit: AggregateLimit) -> str:
    """The bets of a limit, by which it is told from the others of its table."""
    return " and ".join(limit.wagers)


def _bets(table: Table) -> tuple[str, ...]:
    """What can be bet at a table, and so be limited."""
    return tuple(table.limits.offer(games.find(table.game, table.variant), table.seats).wagers)


def _paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    currency = table.currency
    return Paper(
        title=f"Aggregate limits at table {name}",
        lead="The max paid on a bet per deal, however many win. A new limit replaces the bet’s old one.",
        button="Post limit",
        fields=(
            Field(name="bet", label="Bet", sort="choice", choices=tuple((bet, bet) for bet in _bets(table)),
                  hint="To add a side bet, post its limits first."),
            Field(name="most", label="Max to all players per deal", sort="amount", unit=currency),
            Field(name="player", label="Max to one player", sort="amount", unit=currency, optional=True),
            Field(name="approval", label="Approval document", optional=True, hint="Required by some jurisdictions."),
            Field(name="displayed", label="Displayed", sort="choice", choices=SHOWN),
        ),
    )  # fmt: skip


async def _posted_limits(desk: Desk, form: Form) -> Mapping[str, Any]:
    name, table = named(desk, desk.floor.tables, "table")
    limits = [(_covered(limit), limit) for limit in table.limits.aggregates]
    return {"limits": limits, "here": _here(name), "currency": table.currency}


async def _add(desk: Desk, form: Form, ask: Ask) -> Response:
    """One limit more; the bet has no other, so that the same form sent twice asks for the same."""
    _, table = named(desk, desk.floor.tables, "table")
    currency = table.currency
    bet = form.one_of("bet", _bets(table))
    limit = AggregateLimit(
        wagers=(bet,),
        table_micros=form.amount("most", currency, least=1),
        player_micros=form.amount_or_none("player", currency, least=1),
        approval=form.text("approval", optional=True),
        displayed=form.one_of("displayed", dict(SHOWN)) == "yes",
    )
    return await _post(desk, ask, [*_others(table, bet), limit])


def _remove_paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    held = dict.fromkeys(map(_covered, table.limits.aggregates))
    return Paper(
        title=f"Remove aggregate limit at table {name}",
        lead="Every winner is then paid the full paytable amount.",
        button="Remove limit",
        back=_here(name),
        fields=(
            Field(name="bet", label="Limit on", sort="choice", choices=tuple((bet, bet) for bet in held),
                  value=desk.request.query_params.get("bet", ""), hint="" if held else "None posted."),
        ),
    )  # fmt: skip


async def _remove(desk: Desk, form: Form, ask: Ask) -> Response:
    _, table = named(desk, desk.floor.tables, "table")
    bet = form.get("bet")
    if is_first(desk, form):
        form.one_of("bet", [_covered(limit) for limit in table.limits.aggregates])
    return await _post(desk, ask, _others(table, bet))


def _others(table: Table, bet: str) -> Iterator[AggregateLimit]:
    """The limits that are posted, without those on one bet."""
    return (limit for limit in table.limits.aggregates if _covered(limit) != bet)


async def _post(desk: Desk, ask: Ask, aggregates: Iterable[AggregateLimit]) -> Response:
    """Post the table's limits as they are, with other aggregates."""
    name, table = named(desk, desk.floor.tables, "table")
    posted = structs.replace(table.limits, aggregates=tuple(aggregates))
    done = await ask(PostLimits, table=name, limits=posted, seats=table.seats)
    return go(_here(name), event=done.event)


TASKS = [
    Task(
        path="/manager/tables/{table}/aggregates",
        access=TWO_DEPARTMENTS,
        paper=_paper,
        do=_add,
        template="manager/law/aggregates.html",
        also=_posted_limits,
    ),
    Task(path="/manager/tables/{table}/aggregates/remove", access=TWO_DEPARTMENTS, paper=_remove_paper, do=_remove),
]
