"""How the law of the room changes, the day begins, papers are filed, and what all that does to the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from fairfelt.law import Met, Mode, Pin
from fairfelt.room.law.paperwork import Combination, Examined, RoomPin, TransferExamined
from fairfelt.room.law.table_verdict import Judged
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table_limits import Posted

from ..fields import Body
from .event import Happening


def law_set(floor: Floor, body: Body) -> Floor:
    regime = replace(
        floor.regime,
        profile=body["profile"],
        mode=Mode(body["mode"]),
        zone=body["zone"],
        location_class=body["location_class"],
    )
    return with_judgements(replace(floor, regime=regime), body)


def day_began(floor: Floor, body: Body) -> Floor:
    begun = replace(floor.regime, day=date.fromisoformat(body["day"]))
    return with_judgements(replace(floor, regime=begun), body)


def condition_met(floor: Floor, body: Body) -> Floor:
    met = Met(body["condition"], date.fromisoformat(body["on"]), body["document"], body["game"])
    return with_judgements(_filed(floor, met=(*floor.filed.met, met)), body)


def condition_withdrawn(floor: Floor, body: Body) -> Floor:
    kept = tuple(met for met in floor.filed.met if (met.condition, met.game) != (body["condition"], body["game"]))
    return with_judgements(_filed(floor, met=kept), body)


def game_pinned(floor: Floor, body: Body) -> Floor:
    pin = RoomPin(Pin(body["game"], body["variant"], body["fingerprint"]), body["document"])
    return with_judgements(_filed(floor, pins=(*floor.filed.pins, pin)), body)


def pin_withdrawn(floor: Floor, body: Body) -> Floor:
    kept = tuple(one for one in floor.filed.pins if one.pin.fingerprint != body["fingerprint"])
    return with_judgements(_filed(floor, pins=kept), body)


def components_installed(floor: Floor, body: Body) -> Floor:
    return with_judgements(_filed(floor, installed=dict(body["components"]) or None), body)


def link_examined(floor: Floor, body: Body) -> Floor:
    examined = Examined(_combinations(body["combinations"]), tuple(body["rules"]), _findings(body), body["certificate"])
    return with_judgements(_filed(floor, links={**floor.filed.links, body["link"]: examined}), body)


def transfer_examined(floor: Floor, body: Body) -> Floor:
    old, heir = _combinations(body["old"]), _combinations(body["heir"])
    transfer = body["jackpot"], body["into"], body["level"]
    examined = TransferExamined(old, heir, body["rule"], _findings(body))
    return _filed(floor, transfers={**floor.filed.transfers, transfer: examined})


def limits_posted(floor: Floor, body: Body) -> Floor:
    posted = replace(floor.tables[body["table"]], posted=Posted.from_dict(body["posted"]), seats=body["seats"])
    return with_judgements(floor.having("tables", body["table"], posted), body)


def with_judgements(floor: Floor, body: Body) -> Floor:
    """Tables after the law was asked again; where a game may no longer start, sensors go dark."""
    for name, said in body.get("judged", {}).items():
        table = replace(floor.tables[name], judged=Judged.from_dict(said))
        floor = floor.having("tables", name, replace(table, lit={}) if table.judged.stop else table)
    return floor


def _combinations(rows: Iterable[Sequence[str]]) -> frozenset[Combination]:
    return frozenset((one[0], one[1], one[2]) for one in rows)


def _findings(body: Body) -> tuple[tuple[str, bool], ...]:
    return tuple((sentence, binds) for sentence, binds in body["findings"])


def _filed(floor: Floor, **papers: object) -> Floor:
    return replace(floor, filed=replace(floor.filed, **papers))  # type: ignore[arg-type]


HAPPENINGS: tuple[Happening, ...] = (
    law_set, day_began, condition_met, condition_withdrawn, game_pinned, pin_withdrawn, components_installed,
    link_examined, transfer_examined, limits_posted,
)  # fmt: skip
