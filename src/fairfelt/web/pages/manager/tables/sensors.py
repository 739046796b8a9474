"""Bet sensors in the office: which are in quarantine at a table, and the form that puts them back in service."""

from __future__ import annotations

from fairfelt.room import Table
from fairfelt.room.commands.records.sensors import RestoreSensors
from fairfelt.web.api.handlers.set_up import ON_THE_FLOOR
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task

from ..office import named

ALL = "all"


def _restore_paper(desk: Desk) -> Paper:
    name, table = _quarantined(desk)
    seats = tuple((str(seat), f"Seat {seat}: {why}") for seat, why in table.quarantined.items())
    every = ((ALL, "All of them"),) if len(seats) > 1 else ()
    return Paper(
        title=f"Restore sensors at table {name}",
        lead="The sensor decides about the bet at its seat again, as soon as the table controller reads it. Until then "
        "bets are entered by hand.",
        button="Restore",
        facts=(("Bets are read by", table.sensing or table.sensors_lost or "no table controller"),),
        fields=(
            Field(name="seat", label="Sensor", sort="choice", choices=(*seats, *every)),
            Field(name="note", label="What was done", hint="For example: sensor replaced and tested with every chip."),
        ),
    )


async def _restore(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, table = _quarantined(desk)
    chosen = form.one_of("seat", [*map(str, table.quarantined), ALL])
    seats = [seat for seat in table.quarantined if chosen in (str(seat), ALL)]
    return await ask(RestoreSensors, table=name, seats=seats, note=form.text("note"))


def _quarantined(desk: Desk) -> tuple[str, Table]:
    name, table = named(desk, desk.floor.tables, "table")
    if not table.quarantined:
        raise Nowhere(f"no sensor of table {name} is in quarantine")
    return name, table


TASKS = [Task(path="/manager/tables/{table}/sensors", access=ON_THE_FLOOR, paper=_restore_paper, do=_restore)]
