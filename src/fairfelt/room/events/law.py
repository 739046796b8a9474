"""How the law of the room changes, the day begins, papers are filed, and what all that does to the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from fairfelt.law import Met, Mode, Pin
from fairfelt.room.law.law_verdict import LawVerdict
from fairfelt.room.law.paperwork import Combination, LinkExamination, RoomPin, TransferExamination
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table_limits import TableLimits

from ..fields import Body
from .event import EventFunction


def law_set(floor: Floor, body: Body) -> Floor:
    jurisdiction = replace(
        floor.jurisdiction,
        profile=body["profile"],
        mode=Mode(body["mode"]),
        zone=body["zone"],
        location_class=body["location_class"],
    )
    return with_judgements(replace(floor, jurisdiction=jurisdiction), body)


def day_began(floor: Floor, body: Body) -> Floor:
    begun = replace(floor.jurisdiction, day=date.fromisoformat(body["day"]))
    return with_judgements(replace(floor, jurisdiction=begun), body)


def condition_met(floor: Floor, body: Body) -> Floor:
    met = Met(body["condition"], date.fromisoformat(body["on"]), body["document"], body["game"])
    return with_judgements(_with_papers(floor, met=(*floor.paperwork.met, met)), body)


def condition_withdrawn(floor: Floor, body: Body) -> Floor:
    kept = tuple(met for met in floor.paperwork.met if (met.condition, met.game) != (body["condition"], body["game"]))
    return with_judgements(_with_papers(floor, met=kept), body)


def game_pinned(floor: Floor, body: Body) -> Floor:
    pin = RoomPin(Pin(body["game"], body["variant"], body["fingerprint"]), body["document"])
    return with_judgements(_with_papers(floor, pins=(*floor.paperwork.pins, pin)), body)


def pin_withdrawn(floor: Floor, body: Body) -> Floor:
    kept = tuple(one for one in floor.paperwork.pins if one.pin.fingerprint != body["fingerprint"])
    return with_judgements(_with_papers(floor, pins=kept), body)


def components_installed(floor: Floor, body: Body) -> Floor:
    return with_judgements(_with_papers(floor, installed=dict(body["components"]) or None), body)


def link_examined(floor: Floor, body: Body) -> Floor:
    examined = LinkExamination(
        _combinations(body["combinations"]), tuple(body["rules"]), _findings(body), body["certificate"]
    )
    return with_judgements(_with_papers(floor, links={**floor.paperwork.links, body["link"]: examined}), body)


def transfer_examined(floor: Floor, body: Body) -> Floor:
    old, heir = _combinations(body["old"]), _combinations(body["heir"])
    transfer = body["jackpot"], body["into"], body["level"]
    examined = TransferExamination(old, heir, body["rule"], _findings(body))
    return _with_papers(floor, transfers={**floor.paperwork.transfers, transfer: examined})


def limits_posted(floor: Floor, body: Body) -> Floor:
    posted = replace(floor.tables[body["table"]], limits=TableLimits.from_dict(body["posted"]), seats=body["seats"])
    return with_judgements(floor.having("tables", body["table"], posted), body)


def with_judgements(floor: Floor, body: Body) -> Floor:
    """Tables after the law was asked again; where a game may no longer start, sensors go dark."""
    for name, said in body.get("judged", {}).items():
        table = replace(floor.tables[name], law_verdict=LawVerdict.from_dict(said))
        floor = floor.having("tables", name, replace(table, lit={}) if table.law_verdict.stop else table)
    return floor


def _combinations(rows: Iterable[Sequence[str]]) -> frozenset[Combination]:
    return frozenset((one[0], one[1], one[2]) for one in rows)


def _findings(body: Body) -> tuple[tuple[str, bool], ...]:
    return tuple((sentence, binds) for sentence, binds in body["findings"])


def _with_papers(floor: Floor, **papers: object) -> Floor:
    return replace(floor, paperwork=replace(floor.paperwork, **papers))  # type: ignore[arg-type]


EVENTS: tuple[EventFunction, ...] = (
    law_set, day_began, condition_met, condition_withdrawn, game_pinned, pin_withdrawn, components_installed,
    link_examined, transfer_examined, limits_posted,
)  # fmt: skip
