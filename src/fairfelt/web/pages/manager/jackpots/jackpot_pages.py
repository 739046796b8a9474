"""The jackpots: the list of them, and one with its money, its terms, and what waits for the next 100% award."""

from __future__ import annotations

from typing import NamedTuple

from starlette.responses import Response

from fairfelt.jackpot import Jackpot, Level
from fairfelt.reports.meter.live_jackpot import offers_played, tables_of
from fairfelt.room import Floor
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE, jackpot_state
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Desk
from fairfelt.web.desk.words import money, percent

from ..office import drawn, named
from .retirement import facts, next_steps
from .terms_form import describe_terms


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
    return drawn(
        desk, "manager/jackpots/jackpot.html", name=name, found=found, state=jackpot_state(name, found),
        links=links_of(desk.floor, name), tables=list(tables_of(desk.floor, name)), terms=describe_terms(found.terms),
        offers=offers_played(desk.floor, name), changes=pending_changes(found), may=desk.may(TWO_PEOPLE),
        ways_out=next_steps(desk.floor, name), ending=facts(at) if (at := desk.floor.endings.get(name)) else (),
    )  # fmt: skip


def links_of(floor: Floor, jackpot: str) -> list[str]:
    """The links that feed a jackpot."""
    return [name for name, link in floor.links.items() if link.jackpot == jackpot]


def pending_changes(jackpot: Jackpot) -> list[Change]:
    """Seeds and rates that begin with the next 100% award; levels stay."""
    if not jackpot.awaiting:
        return []
    pairs = zip(jackpot.terms.levels, jackpot.awaiting.levels, strict=True)
    changes = [
        Change(f"{old.name}: {what}", before, after)
        for old, new in pairs
        for (what, before), (_, after) in zip(
            _settings(old, jackpot.terms.currency), _settings(new, jackpot.terms.currency), strict=True
        )
    ]
    return [change for change in changes if change.now != change.then]


def _settings(level: Level, currency: str) -> tuple[tuple[str, str], ...]:
    return (
        ("seed", money(level.seed_micros, currency)),
        ("meter rate", f"{percent(level.rate_ppm)}%"),
        ("reserve rate", f"{percent(level.reserve_rate_ppm)}%"),
    )
