"""The audit log in the manager's office, and the search over everything a manager looks for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from starlette.responses import Response

from fairfelt.room.registry import label
from fairfelt.web.api.access import READS_THE_LOG, SEES_PEOPLE, SEES_WINS
from fairfelt.web.desk import Desk, Form
from fairfelt.web.desk.frame import path_of
from fairfelt.web.desk.log import Wanted, in_short, log_page, look, who
from fairfelt.web.desk.words import shown
from fairfelt.web.http.request import number_in
from fairfelt.web.pages.forgiving import matches

from .office import MANAGER, drawn, titles

VERIFY = "/manager/log/verify"


async def log(desk: Desk) -> Response:
    """A page of the log."""
    return await log_page(desk, MANAGER, leads=_leads, verify=VERIFY)


async def verify(desk: Desk, form: Form) -> Response:
    """Verify chain, books, rules and software now; what is wrong closes the floor."""
    return drawn(desk, "manager/verified.html", check=await desk.controller.check())


def _leads(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """To the jackpot and the tables that an event is about."""
    found = []
    if jackpot := body.get("jackpot"):
        found.append((f"jackpot {jackpot}", path_of("manager", "jackpots", jackpot)))
    if table := body.get("table"):
        found.append((f"table {table}", "/manager/tables"))
    return found


MOST = 12
"""Of each kind; the page of the kind has them all."""


Hit = tuple[str, str, str]
"""Title, words and address of something that was found."""


async def search(desk: Desk) -> Response:
    """Hits for the words in the address, by kind."""
    asked = desk.request.query_params.get("q", "").strip()[:100]
    found = await asyncio.to_thread(_find, desk, asked) if asked else {}
    return drawn(desk, "manager/search.html", searched=asked, kinds=[row for row in found.items() if row[1]])


def _find(desk: Desk, asked: str) -> dict[str, list[Hit]]:
    """Every kind with its first hits. Reads the log: call it off the event loop."""
    kinds = {
        "Employees": _people, "Tables": _tables, "Jackpots": _jackpots, "Devices": _devices, "Wins": _wins,
        "Events": _events,
    }  # fmt: skip
    return {kind: list(islice(find(desk, asked), MOST)) for kind, find in kinds.items()}


def _people(desk: Desk, asked: str) -> Iterator[Hit]:
    if not desk.may(SEES_PEOPLE):
        return
    floor = desk.floor
    for name, person in floor.people.items():
        cards = [card for card, at in floor.cards.items() if at.person == name]
        if matches(asked, name, person.name, person.role.value, *cards):
            yield (person.name, f"{person.role.value}, user ID {name}", f"/manager/people#person-{name}")


def _tables(desk: Desk, asked: str) -> Iterator[Hit]:
    games = titles(desk.floor)
    for name, table in desk.floor.tables.items():
        if matches(asked, name, f"table {name}", games[name], table.place):
            status = f"Closed: {table.closed}" if table.closed else "Open"
            yield (f"Table {name}", f"{games[name]}, {status}", f"/manager/tables#table-{name}")


def _jackpots(desk: Desk, asked: str) -> Iterator[Hit]:
    for name, jackpot in desk.floor.jackpots.items():
        if matches(asked, name, jackpot.terms.name, *(level.name for level in jackpot.terms.levels)):
            top = jackpot.terms.levels[0].name
            amount = shown(jackpot.meter(top), jackpot.terms.currency)
            yield (jackpot.terms.name, f"{top} {amount}", path_of("manager", "jackpots", name))


def _devices(desk: Desk, asked: str) -> Iterator[Hit]:
    if not desk.may(SEES_PEOPLE):
        return
    for name, device in desk.floor.devices.items():
        if matches(asked, name, device.kind.value):
            status = "Enabled" if device.enabled else "Disabled"
            yield (name, f"{device.kind.value}, {status}", "/manager/devices")


def _wins(desk: Desk, asked: str) -> Iterator[Hit]:
    """The newest pages of every jackpot, and any page by its number."""
    if not desk.may(SEES_WINS):
        return
    controller, number = desk.controller, number_in(asked.lstrip("#"))
    last = desk.floor.awards
    pages = [page for wins in desk.floor.last_wins.values() for page in wins]
    if 1 <= number <= last and number not in {page.number for page in pages}:
        pages += controller.wins.pages(controller.ledger, after=number - 1, limit=1)
    for page in sorted(pages, key=lambda page: -page.number):
        amount = shown(page.amount_micros, page.currency)
        if page.number == number or matches(asked, page.won, f"table {page.table}", page.level, amount):
            at = (last - page.number) // 25 + 1
            words = f"Table {page.table}, {amount}, {desk.when(page.confirmed_at_micros)}"
            yield (f"Win {page.number}: {page.won}", words, f"/manager/wins?page={at}#win-{page.number}")


def _events(desk: Desk, asked: str) -> Iterator[Hit]:
    if not desk.may(READS_THE_LOG):
        return
    ledger = desk.controller.ledger
    last, number = ledger.committed.head.number, number_in(asked.lstrip("#"))
    bounds = (number, number) if 1 <= number <= last else (1, last)
    wanted = Wanted() if 1 <= number <= last else Wanted(text=asked)
    for entry in look(ledger, wanted, first=bounds[0], last=bounds[1]).entries:
        words = f"{desk.when(entry.at_micros)} · {in_short(entry)} · {who(desk.floor, entry)}"
        yield (f"#{entry.number:,} {label(entry.kind)}", words, f"/manager/log?number={entry.number}")
