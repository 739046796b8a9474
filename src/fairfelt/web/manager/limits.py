"""The limits that hang at a table: of opening bets, of each side bet, and how many places there are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fairfelt import games
from fairfelt.law import Limits
from fairfelt.room import Table
from fairfelt.rules import Game

from ..api.setting_up import SETTING_UP
from ..desk import Ask, Desk, Field, Form, Outcome, Paper, Task
from ..desk.words import plain
from .office import named

CURRENCY = "$"
OPENING = "opening"


def _paper(desk: Desk) -> Paper:
    name, table = named(desk, desk.floor.tables, "table")
    game = games.find(table.game, table.variant)
    law = (("By law", table.judged.most_says),) if table.judged.most_says else ()
    return Paper(
        title=f"Limits at table {name}",
        lead="They go onto the placard. A side bet whose limits are left empty is not offered.",
        button="Post the limits",
        back="/manager/tables",
        facts=(("Game", game.title), *law),
        fields=(*_fields(game, table), Field(name="seats", label="Places", value=str(table.seats))),
    )


def _fields(game: Game, table: Table) -> Iterator[Field]:
    """Least and most of the opening bets, then of every bet that a house may offer or not."""
    yield from _pair(OPENING, f"opening bets ({', '.join(bet.name for bet in game.openings)})", table.posted.opening)
    for place, wager in enumerate(game.optional):
        yield from _pair(f"bet-{place}", wager.name, table.posted.side_bets.get(wager.name), optional=True)


def _pair(name: str, words: str, limits: Limits | None, *, optional: bool = False) -> Iterator[Field]:
    held = (limits.least_micros, limits.most_micros) if limits else (None, None)
    for part, micros in zip(("least", "most"), held, strict=True):
        yield Field(
            name=f"{name}-{part}", label=f"{part.capitalize()}, {words}", sort="amount", unit=CURRENCY,
            value=plain(micros), optional=optional,
        )  # fmt: skip


async def _post(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, table = named(desk, desk.floor.tables, "table")
    game = games.find(table.game, table.variant)
    bets = {wager.name: _read(form, f"bet-{place}", optional=True) for place, wager in enumerate(game.optional)}
    posted = table.posted.to_dict()
    return await ask(
        "post limits",
        table=name,
        opening=_read(form, OPENING, optional=False),
        side_bets={bet: limits for bet, limits in bets.items() if limits},
        paytables=posted["paytables"],
        aggregates=posted["aggregates"],
        seats=_seats(form, game.seats),
    )


def _read(form: Form, name: str, *, optional: bool) -> dict[str, Any] | None:
    """Both amounts, or nothing where both were left empty and may be."""
    least, most = f"{name}-least", f"{name}-most"
    if optional and not (form.get(least) or form.get(most)):
        return None
    low, high = (form.amount(each, CURRENCY, least=1) for each in (least, most))
    if low > high > 0:
        form.mistake(most, "the most is not less than the least")
    return {"least_micros": low, "most_micros": high}


def _seats(form: Form, most: int) -> int:
    given = form.get("seats")
    if given.isascii() and given.isdigit() and 1 <= int(given[:3]) <= most:
        return int(given)
    form.mistake("seats", f"this game has 1 to {most} places")
    return 0


TASKS = [Task(path="/manager/tables/{table}/limits", access=SETTING_UP, paper=_paper, do=_post)]
