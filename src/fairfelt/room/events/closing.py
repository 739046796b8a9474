"""How floor and tables close and open, and what the software that runs here has to do with it."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.room.state.floor import Floor

from ..fields import Body


def floor_closed(floor: Floor, body: Body) -> Floor:
    return darkened(replace(floor, closings=(*floor.closings, body["why"])))


def floor_opened(floor: Floor, body: Body) -> Floor:
    return replace(floor, closings=())


def table_closed(floor: Floor, body: Body) -> Floor:
    closed = replace(floor.tables[body["table"]], taken_out=body["why"], lit={})
    return floor.having("tables", body["table"], closed)


def table_opened(floor: Floor, body: Body) -> Floor:
    return floor.having("tables", body["table"], replace(floor.tables[body["table"]], taken_out=""))


def software_found(floor: Floor, body: Body) -> Floor:
    found = replace(floor, found=body["digest"], software=floor.software or body["digest"])
    return found if body["approved"] else darkened(found)


def software_approved(floor: Floor, body: Body) -> Floor:
    return replace(floor, software=body["digest"])


def darkened(floor: Floor) -> Floor:
    """All sensors dark: bets may be taken away while the floor is closed, and must not count when it opens."""
    return replace(floor, tables={name: replace(table, lit={}) for name, table in floor.tables.items()})
