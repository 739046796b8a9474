"""How the law of the room changes, the day begins, papers are filed, and what all that does to the tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from fairfelt.law import Met, Mode, Pin
from fairfelt.room.law.paperwork import Combination, LinkExamination, RoomPin, TransferExamination
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table_limits import TableLimits

from ..fields import Body


def law_set(floor: Floor, body: Body) -> Floor:
    jurisdiction = replace(
        floor.jurisdiction,
        profile=body["profile"],
        mode=Mode(body["mode"]),
        zone=body["zone"],
        location_class=body["location_class"],
    )
    return replace(floor, jurisdiction=jurisdiction).with_verdicts(body)


def day_began(floor: Floor, body: Body) -> Floor:
    begun = replace(floor.jurisdiction, day=date.fromisoformat(body["day"]))
    return replace(floor, jurisdiction=begun).with_verdicts(body)


def condition_met(floor: Floor, body: Body) -> Floor:
    met = Met(body["condition"], date.fromisoformat(body["on"]), body["document"], body["game"])
    return _with_papers(floor, met=(*floor.paperwork.met, met)).with_verdicts(body)


def condition_withdrawn(floor: Floor, body: Body) -> Floor:
    kept = tuple(met for met in floor.paperwork.met if (met.condition, met.game) != (body["condition"], body["game"]))
    return _with_papers(floor, met=kept).with_verdicts(body)


def game_pinned(floor: Floor, body: Body) -> Floor:
    pin = RoomPin(Pin(body["game"], body["variant"], body["fingerprint"]), body["document"])
    return _with_papers(floor, pins=(*floor.paperwork.pins, pin)).with_verdicts(body)


def pin_withdrawn(floor: Floor, body: Body) -> Floor:
    kept = tuple(one for one in floor.paperwork.pins if one.pin.fingerprint != body["fingerprint"])
    return _with_papers(floor, pins=kept).with_verdicts(body)


def components_installed(floor: Floor, body: Body) -> Floor:
    return _with_papers(floor, installed=dict(body["components"]) or None).with_verdicts(body)


def link_examined(floor: Floor, body: Body) -> Floor:
    examined = LinkExamination(
        _combinations(body["combinations"]), tuple(body["rules"]), _findings(body), body["certificate"]
    )
    return _with_papers(floor, links={**floor.paperwork.links, body["link"]: examined}).with_verdicts(body)


def transfer_examined(floor: Floor, body: Body) -> Floor:
    old, heir = _combinations(body["old"]), _combinations(body["heir"])
    transfer = body["jackpot"], body["into"], body["level"]
    examined = TransferExamination(old, heir, body["rule"], _findings(body))
    return _with_papers(floor, transfers={**floor.paperwork.transfers, transfer: examined})


def limits_posted(floor: Floor, body: Body) -> Floor:
    posted = replace(floor.tables[body["table"]], limits=TableLimits.from_dict(body["posted"]), seats=body["seats"])
    return floor.having("tables", body["table"], posted).with_verdicts(body)


def _combinations(rows: Iterable[Sequence[str]]) -> frozenset[Combination]:
    return frozenset((one[0], one[1], one[2]) for one in rows)


def _findings(body: Body) -> tuple[tuple[str, bool], ...]:
    return tuple((sentence, binds) for sentence, binds in body["findings"])


def _with_papers(floor: Floor, **papers: object) -> Floor:
    return replace(floor, paperwork=replace(floor.paperwork, **papers))  # type: ignore[arg-type]
