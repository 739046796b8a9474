"""The jackpots: the list of them, and one with its money, its terms, and what waits for the next 100% award."""

from __future__ import annotations

from typing import NamedTuple

from starlette.responses import Response

from fairfelt.jackpot import Jackpot, Terms
from fairfelt.room import Floor
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE, jackpot_state
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Desk
from fairfelt.web.desk.words import money, percent

from ..office import drawn, named
from .offers import offers_of
from .retirement import facts, next_steps


class Change(NamedTuple):
    """One thing that will be otherwise."""

    what: str
    now: str
    then: str


async def jackpots(desk: Desk) -> Response:
    """All of them."""
    floor = desk.floor
    rows = [(name, jackpot_state(name, jackpot), links_of(floor, name)) for name, jackpot in floor.jackpots.items()]
    return drawn(desk, "manager/jackpots/jackpots.html", rows=rows, opens=desk.may(SETTING_UP))


async def jackpot(desk: Desk) -> Response:
    """One of them."""
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    links = links_of(desk.floor, name)
    tables = [table for table, at in desk.floor.tables.items() if at.link in links]
    return drawn(
        desk, "manager/jackpots/jackpot.html", name=name, found=found, state=jackpot_state(name, found), links=links,
        tables=tables, offers=offers_of(desk.floor, name), changes=waiting(found), may=desk.may(TWO_PEOPLE),
        ways_out=next_steps(desk.floor, name), ending=facts(at) if (at := desk.floor.endings.get(name)) else (),
    )  # fmt: skip


def links_of(floor: Floor, jackpot: str) -> list[str]:
    """The links that feed a jackpot."""
    return [name for name, link in floor.links.items() if link.jackpot == jackpot]


def waiting(jackpot: Jackpot) -> list[Change]:
    """What begins with the next 100% award."""
    return changes(jackpot.terms, jackpot.awaiting) if jackpot.awaiting else []


def changes(now: Terms, then: Terms) -> list[Change]:
    """Seeds and rates that differ; levels stay."""
    found = []
    for old, new in zip(now.levels, then.levels, strict=True):
        seeds = money(old.seed_micros, now.currency), money(new.seed_micros, now.currency)
        rates = f"{percent(old.rate_ppm)}%", f"{percent(new.rate_ppm)}%"
        reserves = f"{percent(old.reserve_rate_ppm)}%", f"{percent(new.reserve_rate_ppm)}%"
        for what, pair in (("seed", seeds), ("meter rate", rates), ("reserve rate", reserves)):
            if pair[0] != pair[1]:
                found.append(Change(f"{old.name}: {what}", *pair))
    return found
