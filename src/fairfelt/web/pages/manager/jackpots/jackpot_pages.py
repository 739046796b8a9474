"""The jackpots: the list of them, and one with its money, its terms, and what waits for its level's next 100% award."""

from __future__ import annotations

from typing import NamedTuple

from starlette.responses import Response

from fairfelt.jackpot import Jackpot, Terms
from fairfelt.room import Floor
from fairfelt.room.live_jackpot import offers_played, tables_of
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE, jackpot_state
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Desk
from fairfelt.web.desk.words import money, percent

from ..office import drawn, named
from .retirement import facts, next_steps
from .shared import is_shared
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
    return drawn(desk, "manager/jackpots/jackpots.html", rows=rows, opens=desk.may(SETTING_UP), shared=is_shared(floor))


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
    """Seeds and rates that begin with its level's next 100% award; levels stay."""
    if not jackpot.awaiting:
        return []
    now, then = (_settings(terms) for terms in (jackpot.terms, jackpot.awaiting))
    return [Change(what, now[what], then[what]) for what in now if now[what] != then[what]]


def _settings(terms: Terms) -> dict[str, str]:
    found: dict[str, str] = {}
    for level in terms.levels:
        found[f"{level.name}: seed"] = money(level.seed_micros, terms.currency)
        found[f"{level.name}: meter rate"] = f"{percent(level.rate_ppm)}%"
        found[f"{level.name}: reserve rate"] = f"{percent(level.reserve_rate_ppm)}%"
    return found
