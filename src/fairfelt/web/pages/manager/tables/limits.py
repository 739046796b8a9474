"""The limits posted at a table: opening bets, each side bet, paytables, fees, employee play, the number of seats."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from fairfelt import games
from fairfelt.law import Limits
from fairfelt.room import TableLimits
from fairfelt.room.commands.limits import PostLimits
from fairfelt.rules import Game, Opens, Wager
from fairfelt.web.api.handlers.set_up import TWO_DEPARTMENTS
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task
from fairfelt.web.desk.command import is_first
from fairfelt.web.desk.words import plain
from fairfelt.web.http.request import read_integer

from ..office import named

OPENING, SEATS, FEES, EMPLOYEES = "opening", "seats", "fees", "employee_play"


def _paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    game = games.find(table.game, table.variant)
    law = (("Legal limit", table.law_verdict.most_says),) if table.law_verdict.most_says else ()
    progressive = ((table.wager, f"paytable {table.paytable}, fixed at setup"),) if table.link else ()
    return Paper(
        title=f"Limits at table {name}",
        lead="Printed on the placard. They hold from the next round on. A side bet with blank limits is not offered.",
        button="Post limits",
        facts=(("Game", game.title), *progressive, *law),
        fields=tuple(limit_fields(game, table.limits, table.currency, table.seats, progressive=table.wager)),
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
                name=f"{_bet(game, wager)}-paytable", label=f"Paytable, {alike}", sort="choice",
                value=limits.paytables.get(wager.name, ""),
                choices=tuple((each.name, each.name) for each in wager.paytables),
            )  # fmt: skip
    yield Field(name=SEATS, label="Seats", value=str(seats))
    yield Field(name=FEES, label="Fees", value=limits.fees, optional=True, hint="Leave blank if playing is free.")
    yield Field(name=EMPLOYEES, label="Employee play", value=limits.employee_play, hint="Printed on the placard.")


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
        yield Field(
            name=f"{name}-{part}", label=f"{label}, {words}", sort="amount", unit=currency,
            value=plain(micros), optional=optional,
        )  # fmt: skip


async def _post(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, table = named(desk, desk.floor.tables, "table")
    game, first = games.find(table.game, table.variant), is_first(desk, form)
    limits = {
        **read_limits(form, game, table.currency, progressive=table.wager),
        "aggregates": table.limits.aggregates,
    }
    done = await ask(PostLimits, table=name, limits=limits, seats=read_seats(form, game.seats))
    await desk.controller.law.look_at_funds(desk.controller.ledger, anew=first)
    return done


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


def read_seats(form: Form, most: int) -> int:
    """The number of seats, at most as many as the game allows."""
    if seats := read_integer(form.get(SEATS), 1, most):
        return seats
    form.mistake(SEATS, f"enter 1 to {most} seats")
    return 0


TASKS = [Task(path="/manager/tables/{table}/limits", access=TWO_DEPARTMENTS, paper=_paper, do=_post)]
