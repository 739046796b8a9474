"""The limits posted at a table: opening bets, each side bet, and the number of seats."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from fairfelt import games
from fairfelt.law import Limits
from fairfelt.room import Table
from fairfelt.room.commands.limits import PostLimits
from fairfelt.rules import Game, Wager
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task
from fairfelt.web.desk.words import plain

from ..office import named

OPENING = "opening"


def _paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    game = games.find(table.game, table.variant)
    law = (("Legal limit", table.law_verdict.most_says),) if table.law_verdict.most_says else ()
    return Paper(
        title=f"Limits at table {name}",
        lead="Printed on the placard. A side bet with blank limits is not offered.",
        button="Post limits",
        facts=(("Game", game.title), (table.wager, f"paytable {table.paytable}, fixed at setup"), *law),
        fields=(
            *_fields(game, table, desk.floor.currency_of(table)),
            Field(name="seats", label="Seats", value=str(table.seats)),
        ),
    )


def _fields(game: Game, table: Table, currency: str) -> Iterator[Field]:
    """Min and max of the opening bets, then of every bet that a house may offer or not."""
    openings = f"opening bets ({', '.join(bet.name for bet in game.openings)})"
    yield from _pair(OPENING, openings, table.limits.opening, currency)
    for place, wager in enumerate(game.optional):
        hangs = table.limits.side_bets.get(wager.name)
        yield from _pair(f"bet-{place}", wager.name, hangs, currency, optional=True)
        if _is_chosen(game, table, wager):
            paid_by = table.limits.offer(game, table.seats).paytable(wager.name).name
            yield Field(
                name=f"bet-{place}-paytable", label=f"Paytable, {wager.name}", sort="choice", value=paid_by,
                choices=tuple((each.name, each.name) for each in wager.paytables),
            )  # fmt: skip


def _is_chosen(game: Game, table: Table, wager: Wager) -> bool:
    """Whether there is a paytable to choose; the progressive's stays as the table was set up."""
    return len(wager.paytables) > 1 and wager != game.wager(table.wager)


def _pair(name: str, words: str, limits: Limits | None, currency: str, *, optional: bool = False) -> Iterator[Field]:
    held = (limits.least_micros, limits.most_micros) if limits else (None, None)
    for (part, label), micros in zip((("least", "Min"), ("most", "Max")), held, strict=True):
        yield Field(
            name=f"{name}-{part}", label=f"{label}, {words}", sort="amount", unit=currency,
            value=plain(micros), optional=optional,
        )  # fmt: skip


async def _post(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, table = named(desk, desk.floor.tables, "table")
    game = games.find(table.game, table.variant)
    currency = desk.floor.currency_of(table)
    bets = {
        wager.name: _read(form, f"bet-{place}", currency, optional=True) for place, wager in enumerate(game.optional)
    }
    offered = {bet: limits for bet, limits in bets.items() if limits}
    limits = {
        "opening": _read(form, OPENING, currency, optional=False),
        "side_bets": offered,
        "paytables": {**table.limits.paytables, **_paytables(form, game, table, offered)},
        "aggregates": table.limits.aggregates,
    }
    return await ask(PostLimits, table=name, limits=limits, seats=_seats(form, game.seats))


def _read(form: Form, name: str, currency: str, *, optional: bool) -> dict[str, Any] | None:
    """Both amounts, or nothing where both were left empty and may be."""
    least, most = f"{name}-least", f"{name}-most"
    if optional and not (form.get(least) or form.get(most)):
        return None
    low, high = (form.amount(each, currency, least=1) for each in (least, most))
    if low > high > 0:
        form.mistake(most, "the max is below the min")
    return {"least_micros": low, "most_micros": high}


def _paytables(form: Form, game: Game, table: Table, offered: Collection[str]) -> dict[str, str]:
    """What was chosen for the side bets that are offered."""
    return {
        wager.name: form.one_of(f"bet-{place}-paytable", [each.name for each in wager.paytables])
        for place, wager in enumerate(game.optional)
        if wager.name in offered and _is_chosen(game, table, wager)
    }


def _seats(form: Form, most: int) -> int:
    given = form.get("seats")
    if given.isascii() and given.isdigit() and 1 <= int(given[:3]) <= most:
        return int(given)
    form.mistake("seats", f"enter 1 to {most} seats")
    return 0


TASKS = [Task(path="/manager/tables/{table}/limits", access=SETTING_UP, paper=_paper, do=_post)]
