"""The limits posted at a table: of each bet, paytables, fees, seats, and aggregates.

An aggregate limit is the max paid on a bet per deal, however many win. It is posted with the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import structs
from starlette.responses import Response

from fairfelt import games
from fairfelt.law import AggregateLimit, Limits
from fairfelt.room import Table, TableLimits
from fairfelt.room.commands.limits import PostLimits
from fairfelt.rules import Game, Opens, Wager
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task, go
from fairfelt.web.desk.frame import path_of
from fairfelt.web.desk.task import is_first
from fairfelt.web.desk.words import plain
from fairfelt.web.http.request import read_integer

from ..office import named

OPENING, FEES, EMPLOYEES = "opening", "fees", "employee_play"
SHOWN = {"yes": "Yes, on the layout or a sign", "no": "Not yet"}


def _limits(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    game = games.find(table.game, table.variant)
    law = [("Legal limit", table.law_verdict.most_says)] if table.law_verdict.most_says else []
    progressive = [(table.wager, f"paytable {table.paytable}, fixed at setup")] if table.link else []
    return Paper(
        title=f"Limits at table {name}",
        lead="Printed on the placard. They hold from the next round on. A side bet with blank limits is not offered.",
        button="Post limits",
        facts=[("Game", game.title), *progressive, *law],
        fields=limit_fields(game, table.limits, table.currency, table.seats, progressive=table.wager),
    )


def limit_fields(
    game: Game, limits: TableLimits, currency: str, seats: int, *, progressive: str = "", optional: bool = False
) -> Iterator[Field]:
    """Everything that hangs at a table: min and max of each bet, its paytable where there is a choice, and the rest."""
    openings = f"opening bets ({', '.join(bet.name for bet in game.openings)})"
    yield from _pair(OPENING, openings, limits.opening, currency, optional=optional)
    if game.opens is not Opens.ALL:
        for place, wager in enumerate(game.openings):
            own, words = limits.openings.get(wager.name), f"{wager.name} if different"
            yield from _pair(f"{OPENING}-{place}", words, own, currency, optional=True)
    for wager in game.wagers:
        if wager.is_optional:
            yield from _pair(_bet(game, wager), wager.name, limits.side_bets.get(wager.name), currency, optional=True)
        if _is_chosen(game, wager, progressive):
            alike = ", ".join(each.name for each in game.paid_alike(wager.name))
            yield Field(
                f"{_bet(game, wager)}-paytable", f"Paytable, {alike}", value=limits.paytables.get(wager.name, ""),
                choices=[each.name for each in wager.paytables],
            )  # fmt: skip
    yield Field("seats", "Seats", value=str(seats), optional=False, read=lambda form: _read_seats(form, game.seats))
    yield Field(FEES, "Fees", value=limits.fees, optional=True, hint="Leave blank if playing is free.")
    yield Field(EMPLOYEES, "Employee play", value=limits.employee_play, hint="Printed on the placard.")


def _bet(game: Game, wager: Wager) -> str:
    """What the fields of a bet are called."""
    sort, among = ("bet", game.optional) if wager.is_optional else ("base", game.wagers)
    return f"{sort}-{among.index(wager)}"


def _is_chosen(game: Game, wager: Wager, progressive: str) -> bool:
    """Whether there is a paytable to choose, once for bets paid alike; the progressive's stays as it was set up."""
    first = wager is game.paid_alike(wager.name)[0]
    return first and len(wager.paytables) > 1 and wager.name.lower() != progressive.lower()


def _pair(name: str, words: str, limits: Limits | None, currency: str, *, optional: bool = False) -> Iterator[Field]:
    held = (limits.least_micros, limits.most_micros) if limits else (None, None)
    for (part, label), micros in zip((("least", "Min"), ("most", "Max")), held, strict=True):
        yield Field(f"{name}-{part}", f"{label}, {words}", sort="amount", unit=currency, value=plain(micros),
                    optional=optional)  # fmt: skip


async def _post(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    _, table = named(desk, desk.floor.tables, "table")
    limits = read_limits(form, games.find(table.game, table.variant), table.currency, progressive=table.wager)
    return await ask({**fields, "limits": {**limits, "aggregates": table.limits.aggregates}})


def read_limits(
    form: Form, game: Game, currency: str, *, progressive: str = "", optional: bool = False
) -> dict[str, Any]:
    """What was typed into those fields, as a command takes it."""
    bets = {
        wager.name: _read(form, _bet(game, wager), currency, optional=True)
        for wager in game.wagers
        if wager.is_optional
    }
    offered = {bet: limits for bet, limits in bets.items() if limits}
    return {
        "opening": _read(form, OPENING, currency, optional=optional),
        "openings": _read_openings(form, game, currency),
        "side_bets": offered,
        "paytables": _read_paytables(form, game, offered, progressive),
        "fees": form.text(FEES, optional=True),
        "employee_play": form.text(EMPLOYEES),
    }


def _read_openings(form: Form, game: Game, currency: str) -> dict[str, Any]:
    if game.opens is Opens.ALL:
        return {}
    own = {
        wager.name: _read(form, f"{OPENING}-{place}", currency, optional=True)
        for place, wager in enumerate(game.openings)
    }
    return {name: limits for name, limits in own.items() if limits}


def _read(form: Form, name: str, currency: str, *, optional: bool) -> dict[str, Any] | None:
    """Both amounts, or nothing where both were left empty and may be."""
    least, most = f"{name}-least", f"{name}-most"
    if optional and not (form.get(least) or form.get(most)):
        return None
    low, high = (form.amount(each, currency, least=1) for each in (least, most))
    if low > high > 0:
        form.mistake(most, "the max is below the min")
    return {"least_micros": low, "most_micros": high}


def _read_paytables(form: Form, game: Game, offered: Collection[str], progressive: str) -> dict[str, str]:
    """What was chosen for the bets that can be made."""
    return {
        wager.name: form.one_of(f"{_bet(game, wager)}-paytable", [each.name for each in wager.paytables])
        for wager in game.wagers
        if _is_chosen(game, wager, progressive) and (wager.name in offered or not wager.is_optional)
    }


def _read_seats(form: Form, most: int) -> int:
    """The number of seats, at most as many as the game allows."""
    if seats := read_integer(form.get("seats"), 1, most):
        return seats
    form.mistake("seats", f"enter 1 to {most} seats")
    return 0


def _here(table: str) -> str:
    return path_of("manager", "tables", table, "aggregates")


def _covered(limit: AggregateLimit) -> str:
    """The bets of a limit, by which it is told from the others of its table."""
    return " and ".join(limit.wagers)


def _bets(table: Table) -> tuple[str, ...]:
    """What can be bet at a table, and so be limited."""
    return tuple(table.limits.offer(games.find(table.game, table.variant), table.seats).wagers)


def _aggregates(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    currency = table.currency
    return Paper(
        title=f"Aggregate limits at table {name}",
        lead="The max paid on a bet per deal, however many win. A new limit replaces the bet’s old one.",
        button="Post limit",
        fields=(
            Field("bet", "Bet", choices=_bets(table), hint="To add a side bet, post its limits first.", sort="choice"),
            Field("most", "Max to all players per deal", sort="amount", unit=currency),
            Field("player", "Max to one player", sort="amount", unit=currency, optional=True),
            Field("approval", "Approval document", optional=True, hint="Required by some jurisdictions."),
            Field("displayed", "Displayed", choices=SHOWN),
        ),
    )


async def _posted_limits(desk: Desk, form: Form) -> Mapping[str, Any]:
    name, table = named(desk, desk.floor.tables, "table")
    limits = [(_covered(limit), limit) for limit in table.limits.aggregates]
    return {"limits": limits, "here": _here(name), "currency": table.currency}


async def _add_aggregate(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Response:
    """One limit more; the bet has no other, so that the same form sent twice asks for the same."""
    _, table = named(desk, desk.floor.tables, "table")
    currency = table.currency
    bet = form.one_of("bet", _bets(table))
    limit = AggregateLimit(
        wagers=(bet,),
        table_micros=form.amount("most", currency, least=1),
        player_micros=form.amount_or_none("player", currency, least=1),
        approval=form.text("approval", optional=True),
        displayed=form.one_of("displayed", SHOWN) == "yes",
    )
    return await _post_aggregates(desk, ask, [*_others(table, bet), limit])


def _removal(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    return Paper(
        title=f"Remove aggregate limit at table {name}",
        lead="Every winner is then paid the full paytable amount.",
        button="Remove limit",
        back=_here(name),
        fields=[Field("bet", "Limit on", choices=list(dict.fromkeys(map(_covered, table.limits.aggregates))),
                      value=desk.request.query_params.get("bet", ""), empty="None posted.")],
    )  # fmt: skip


async def _remove_aggregate(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Response:
    _, table = named(desk, desk.floor.tables, "table")
    if is_first(desk, form):
        form.one_of("bet", [_covered(limit) for limit in table.limits.aggregates])
    return await _post_aggregates(desk, ask, _others(table, form.get("bet")))


def _others(table: Table, bet: str) -> Iterator[AggregateLimit]:
    """The limits that are posted, without those on one bet."""
    return (limit for limit in table.limits.aggregates if _covered(limit) != bet)


async def _post_aggregates(desk: Desk, ask: Ask, aggregates: Iterable[AggregateLimit]) -> Response:
    """Post the table's limits as they are, with other aggregates."""
    name, table = named(desk, desk.floor.tables, "table")
    posted = structs.replace(table.limits, aggregates=tuple(aggregates))
    done = await ask({"table": name, "limits": posted, "seats": table.seats})
    return go(_here(name), event=done.event)


TASKS = [
    Task("/manager/tables/{table}/limits", PostLimits, _limits, do=_post, moves_funds=True),
    Task("/manager/tables/{table}/aggregates", PostLimits, _aggregates, do=_add_aggregate, also=_posted_limits,
         template="manager/law/aggregates.html"),
    Task("/manager/tables/{table}/aggregates/remove", PostLimits, _removal, do=_remove_aggregate),
]  # fmt: skip
