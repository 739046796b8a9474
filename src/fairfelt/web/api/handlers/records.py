"""For those who look after the room: the floor at a glance, the log, verification, closing and opening, software."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec

from fairfelt.ledger import Entry, LedgerUnavailable
from fairfelt.room import Card, ClaimState, Device, Floor, Link, Person, Table, claim_states
from fairfelt.room.commands.accounts import CorrectCount, RecordCount
from fairfelt.room.commands.alarms import AcknowledgeAlarm, PlanBackups
from fairfelt.room.commands.closing import AcceptClock, ApproveSoftware, CloseFloor, OpenFloor
from fairfelt.room.commands.felt import VoidTrayPay
from fairfelt.room.registry import NAMES
from fairfelt.room.state.alarms import Alarm, Backups, TimeService
from fairfelt.runtime.formats import OptionalLine
from fairfelt.server import Check
from fairfelt.web.api import access
from fairfelt.web.api.access import ANYBODY_SIGNED_IN
from fairfelt.web.api.endpoint import ApiAnswer, Call, Page, command, get, post, with_fields_of
from fairfelt.web.api.handlers.jackpots import JackpotState, jackpot_state


class Slice(Page, forbid_unknown_fields=True):
    """A part of the log, perhaps of one kind of event only."""

    kind: OptionalLine = ""


@with_fields_of(Link)
class LinkRow(ApiAnswer):
    """A link."""

    link: str


@with_fields_of(
    Table,
    "link",
    "game",
    "variant",
    "wager",
    "paytable",
    "fingerprint",
    "seats",
    "controls",
    "phase",
    "round",
    "closed",
)
class TableRow(ApiAnswer):
    """A table of the floor."""

    table: str
    notices: list[str]
    claims: list[ClaimState]


@with_fields_of(Floor, "software", "found", "awards", "closed")
class FloorState(ApiAnswer):
    """The whole floor."""

    sequence: int
    jackpots: list[JackpotState]
    links: list[LinkRow]
    tables: list[TableRow]


@with_fields_of(Alarm)
class AlarmRow(ApiAnswer):
    """Something that a person has to look at."""

    number: int


@with_fields_of(Person, "name", "role", "away")
class PersonState(ApiAnswer):
    """A person who works here."""

    person: str


@with_fields_of(Card, "person", "locked", "withdrawn", "pin_due")
class CardState(ApiAnswer):
    """A card."""

    card: str


@with_fields_of(Device, "kind", "table", "link", "enabled")
class DeviceRow(ApiAnswer):
    """A device."""

    device: str


class PostingState(ApiAnswer):
    """What an event moved on one account."""

    account: str
    amount_micros: int


@with_fields_of(Entry, "number", "at_micros", "device", "device_sequence", "kind", "hash")
class EventState(ApiAnswer):
    """An event of the log."""

    body: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]
    postings: list[PostingState]


@with_fields_of(Check, "at_micros", "events", "head", "software", "wrong", "passed")
class CheckState(ApiAnswer):
    """What the controller found when it looked at itself."""


async def floor(call: Call) -> FloorState:
    """The whole floor: jackpots, links, tables, and whether it is open."""
    now = call.floor
    return FloorState.of(
        now,
        sequence=call.controller.head.number,
        jackpots=[jackpot_state(name, found) for name, found in now.jackpots.items()],
        links=[LinkRow.of(at, link=name) for name, at in now.links.items()],
        tables=[
            TableRow.of(
                at,
                table=name,
                notices=list(at.law_verdict.notices),
                claims=claim_states(at),
            )
            for name, at in now.tables.items()
        ],
    )


async def alarms(call: Call) -> dict[str, Any]:
    """What a person has to look at, the state of the time service, and the last backup."""
    now = call.floor
    rows = [AlarmRow.of(alarm, number=number) for number, alarm in now.alarms.items()]
    return {"alarms": rows, "time_service": now.time_service, "backups": now.backups}


async def people(call: Call) -> dict[str, Any]:
    """People, their cards, and the devices; no PIN and no key is among it."""
    now = call.floor
    return {
        "people": [PersonState.of(who, person=name) for name, who in now.people.items()],
        "cards": [CardState.of(card, card=name) for name, card in now.cards.items()],
        "devices": [DeviceRow.of(at, device=name) for name, at in now.devices.items()],
    }


async def events(call: Call) -> dict[str, Any]:
    """A part of the log, in its order, each event with its hash and its postings."""
    query: Slice = call.query
    found = await asyncio.to_thread(
        call.controller.ledger.entries, after=query.after, limit=query.limit, kinds=_kinds(query.kind)
    )
    return {"events": list(map(_event, found)), "last": call.controller.head.number}


def _event(entry: Entry) -> EventState:
    postings = [PostingState(account=account, amount_micros=micros) for account, micros in entry.postings]
    return EventState.of(entry, body=msgspec.Raw(entry.body.encode()), postings=postings)


def _kinds(asked: str) -> tuple[str, ...]:
    """The kinds that are meant: every version of a name, or the one that is written out."""
    return (tuple(kind for kind, name in NAMES.items() if name == asked) or (asked,)) if asked else ()


async def last_check(call: Call) -> CheckState:
    """What the controller found when it last looked at itself."""
    if call.controller.last_check is None:
        raise LedgerUnavailable("the controller has only just taken over and is still looking")
    return CheckState.of(call.controller.last_check)


async def check_now(call: Call) -> CheckState:
    """Verify chain, books, rules and software now; what is wrong closes the floor."""
    return CheckState.of(await call.controller.check())


async def back_up_now(call: Call) -> Backups:
    """Copy the journal now, restore the copy once, and store it; what fails is said, and is an alarm."""
    controller = call.controller
    await controller.watch.back_up_now(controller.ledger)
    return controller.floor.backups


ENDPOINTS = [
    get("floor", floor, ANYBODY_SIGNED_IN, FloorState),
    get(
        "alarms", alarms, ANYBODY_SIGNED_IN,
        {"alarms": list[AlarmRow], "time_service": TimeService, "backups": Backups},
    ),
    command("alarms/{number}/acknowledgment", AcknowledgeAlarm, access.ACKNOWLEDGING),
    command("backups", PlanBackups, access.SETTING_UP),
    post("backups/now", back_up_now, access.SETTING_UP, gives=Backups, problems=(409,)),
    get(
        "people", people, access.SEES_PEOPLE,
        {"people": list[PersonState], "cards": list[CardState], "devices": list[DeviceRow]},
    ),
    get("events", events, access.READS_THE_LOG, {"events": list[EventState], "last": int}, query=Slice),
    get("verification", last_check, access.READS_THE_LOG, CheckState),
    post("verification", check_now, access.READS_THE_LOG, gives=CheckState),
    command("floor/closing", CloseFloor, access.ON_THE_FLOOR),
    command("floor/opening", OpenFloor, access.TWO_TO_OPEN),
    command("software", ApproveSoftware, access.TWO_TO_OPEN),
    command("tables/{table}/counts", RecordCount, access.COUNTING),
    command("counts/{number}/correction", CorrectCount, access.TWO_TO_ADJUST),
    command("tray-pays/{number}/void", VoidTrayPay, access.TWO_TO_ADJUST),
    command("clock", AcceptClock, access.TWO_TO_OPEN),
]  # fmt: skip
