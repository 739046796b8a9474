"""How a room comes about: jackpots, links, tables."""

from __future__ import annotations

from fairfelt.jackpot import Terms, opened
from fairfelt.room.state.floor import Floor, Link
from fairfelt.room.state.hand_buttons import from_dicts
from fairfelt.room.state.table import Controls, Table
from fairfelt.room.state.table_limits import NO_LIMITS, TableLimits

from ..fields import Body


def jackpot_opened(floor: Floor, body: Body) -> Floor:
    return floor.having("jackpots", body["jackpot"], opened(Terms.from_dict(body["terms"]))[0])


def link_made(floor: Floor, body: Body) -> Floor:
    return floor.having("links", body["link"], Link(body["jackpot"], body["location"]))


def table_set_up(floor: Floor, body: Body) -> Floor:
    table = Table(
        link=body["link"],
        game=body["game"],
        variant=body["variant"],
        wager=body["wager"],
        paytable=body["paytable"],
        fingerprint=body["fingerprint"],
        seats=body["seats"],
        denominations_micros=tuple(body["denominations_micros"]),
        folded_hands_qualify=body["folded_hands_qualify"],
        controls=Controls(body["controls"]),
        hands=from_dicts(body["hands"]),
        limits=TableLimits.from_dict(body["posted"]) if "posted" in body else NO_LIMITS,
    )
    return floor.having("tables", body["table"], table).with_verdicts(body)
