"""The dashboard: what needs somebody, today's figures, meters with their week, tables, the server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from fairfelt.law import Mode, profile
from fairfelt.room import DeviceKind, Floor, display
from fairfelt.room.projections.period import AtTable
from fairfelt.room.state.people import SHOWS
from fairfelt.room.views.display import LinkDisplay, MeterState
from fairfelt.rules import format_day
from fairfelt.web.api.handlers.records import ON_THE_FLOOR
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Desk
from fairfelt.web.desk.words import shown
from fairfelt.web.pages.counting import counting_of
from fairfelt.web.pages.spark import spark_line

from ..office import drawn, titles
from .floor_map import SQUARE, map_of, size_of
from .queue import work_queue
from .today import Figures, Week, add_up, edges, read_week, table_figures


@dataclass(frozen=True)
class Step:
    """One of the first things to do in a new room."""

    words: str
    address: str
    done: bool


@dataclass(frozen=True)
class MeterCard:
    """A level with its week."""

    level: MeterState
    line: str
    last: str
    """Its last award, in words."""


@dataclass(frozen=True)
class TableRow:
    """A table's day."""

    name: str
    currency: str
    figures: Figures


async def overview(desk: Desk) -> Response:
    """Everything at a glance, and live."""
    floor, controller = desk.floor, desk.controller
    steps, number = first_steps(floor), controller.head.number
    week = await asyncio.to_thread(read_week, controller.ledger, controller.periods, desk.today)
    links = [(name, at, display(floor, name, number)) for name, at in floor.links.items()]
    cards = {name: _cards(desk, week, at.jackpot, seen) for name, at, seen in links}
    rows, tables = _rows(desk, week), map_of(floor)
    return drawn(
        desk, "manager/dashboard.html", links=links, cards=cards, rows=rows, stats=list(_stats(desk, week, rows)),
        duties=await work_queue(desk), tables=tables, size=size_of(tables), square=SQUARE,
        today=format_day(desk.today), law=_law(floor), sets_up=desk.may(SETTING_UP), closes=desk.may(ON_THE_FLOOR),
        titles=titles(floor), check=controller.last_check, head=controller.head, floor=floor,
        out_of_reach=controller.out_of_reach, steps=[] if all(step.done for step in steps) else steps,
    )  # fmt: skip


def _law(floor: Floor) -> str:
    """Whose rules hold, and how firmly."""
    set_to = floor.jurisdiction
    return f"{profile(set_to.profile).title}, {'enforced' if set_to.mode is Mode.ENFORCE else 'advisory'}"


def _rows(desk: Desk, week: Week) -> list[TableRow]:
    """Every table with a progressive, also those without a bet today."""
    floor, edge = desk.floor, edges(desk.floor, counting_of(desk.request))
    play = week.today.tables
    return [
        TableRow(name, at.currency, table_figures(play.get(name, AtTable("")), edge.get(name)))
        for name, at in floor.tables.items()
        if at.link or name in play
    ]


def _stats(desk: Desk, week: Week, rows: Sequence[TableRow]) -> list[tuple[str, str, str]]:
    """What is read first: a figure, what it is, and what to compare it with; each currency for itself."""
    found: list[tuple[str, str, str]] = []
    for currency in desk.floor.currencies:
        of = add_up(row.figures for row in rows if row.currency == currency)
        yesterday = sum(
            at.wagered_micros
            for name, at in week.yesterday.tables.items()
            if name in desk.floor.tables and desk.floor.tables[name].currency == currency
        )
        held = sum(
            jackpot.meter(level.name)
            for jackpot in desk.floor.jackpots.values()
            if jackpot.terms.currency == currency
            for level in jackpot.terms.levels
        )
        in_currency = f", {currency}" if len(desk.floor.currencies) > 1 else ""
        found += [
            (
                f"Progressive handle{in_currency}",
                shown(of.handle_micros, currency),
                f"yesterday {shown(yesterday, currency)}",
            ),
            (
                f"Jackpots paid{in_currency}",
                shown(of.won_micros, currency),
                f"{of.wins:,} {'win' if of.wins == 1 else 'wins'}",
            ),
            (f"Hold{in_currency}", of.hold_text, f"theoretical {of.theoretical_text}"),
            (f"Rounds{in_currency}", f"{of.rounds:,}", f"{sum(bool(row.figures.rounds) for row in rows)} tables dealt"),
            (f"On the meters{in_currency}", shown(held, currency), ""),
        ]
    return found


def _cards(desk: Desk, week: Week, jackpot: str, seen: LinkDisplay) -> list[MeterCard]:
    """Each level of a link with its week, and its last award."""
    wins = desk.floor.last_wins.get(jackpot, ())
    found = []
    for level in seen.levels:
        amounts = [*week.meter(jackpot, level.name)[:-1], level.amount_micros]
        won = next((page for page in reversed(wins) if page.level == level.name), None)
        last = (
            f"Last won {desk.when(won.confirmed_at_micros)}: {shown(won.amount_micros, seen.currency)}" if won else ""
        )
        found.append(MeterCard(level, spark_line(amounts), last))
    return found


def first_steps(floor: Floor) -> tuple[Step, ...]:
    """What a room needs before its first game, in the order in which it can be done."""
    working = {device.kind for device in floor.devices.values() if device.enabled}
    return (
        Step("Add a second employee, for actions that take two", "/manager/people/new/person", len(floor.people) > 1),
        Step("Open a jackpot", "/manager/jackpots/new/paytable", bool(floor.jackpots)),
        Step("Add a link for it", "/manager/links/new", bool(floor.links)),
        Step("Add a table", "/manager/tables/new/game", bool(floor.tables)),
        Step("Enroll and enable its keypad", "/manager/devices/new/device", DeviceKind.KEYPAD in working),
        Step("Enroll and enable a display for the link", "/manager/devices/new/device", bool({*SHOWS} & working)),
    )


def live_state(floor: Floor, sequence: int) -> dict[str, Any]:
    """What changes on the dashboard while it is open."""
    return {
        "sequence": sequence,
        "closed": floor.closed,
        "alarms": floor.alarm_words,
        "links": {name: display(floor, name, sequence) for name in floor.links},
        "tables": {table.name: table.state for table in map_of(floor)},
    }
