"""For those who look after the room: the floor at a glance, the log, verification, closing and opening, software."""

from __future__ import annotations

import asyncio

import msgspec

from fairfelt.ledger import LedgerUnavailable
from fairfelt.room import Role
from fairfelt.room.state.people import CLOSES, SETS_UP
from fairfelt.web.api.types.answers import (
    CardState,
    CheckState,
    DeviceRow,
    Done,
    Events,
    EventState,
    FloorState,
    LinkRow,
    People,
    PersonState,
    TableRow,
    done,
)
from fairfelt.web.api.types.bodies import Approval, Slice, Why

from ..access import ANYBODY_SIGNED_IN, person
from ..call import Call
from ..endpoint import Endpoint
from .accounting import jackpot_state

READS_THE_LOG = person(Role.EXECUTIVE, Role.ACCOUNTING, Role.TECHNICIAN, Role.REGULATOR)
VERIFIES = READS_THE_LOG
SEES_PEOPLE = person(Role.EXECUTIVE, Role.TECHNICIAN, Role.REGULATOR)
ON_THE_FLOOR = person(*CLOSES)
TWO_TO_OPEN = person(*SETS_UP, people=2)


async def floor(call: Call) -> FloorState:
    """The whole floor: jackpots, links, tables, and whether it is open."""
    now = call.floor
    return FloorState(
        sequence=call.controller.head.number,
        closed=now.closed,
        software=now.software,
        found=now.found,
        awards=now.awards,
        jackpots=[jackpot_state(name, found) for name, found in now.jackpots.items()],
        links=[LinkRow(link=name, jackpot=at.jackpot, location=at.location) for name, at in now.links.items()],
        tables=[
            TableRow(
                table=name,
                link=at.link,
                game=at.game,
                variant=at.variant,
                wager=at.wager,
                paytable=at.paytable,
                fingerprint=at.fingerprint,
                seats=at.seats,
                controls=at.controls,
                phase=at.phase,
                round=at.round,
                closed=at.closed,
                notices=list(at.law_verdict.notices),
                claims={str(seat): hand for seat, hand in at.claims.items()},
            )
            for name, at in now.tables.items()
        ],
    )


async def people(call: Call) -> People:
    """People, their cards, and the devices; no PIN and no key is among it."""
    now = call.floor
    return People(
        people=[PersonState(person=name, name=who.name, role=who.role) for name, who in now.people.items()],
        cards=[
            CardState(card=name, person=card.person, locked=card.locked, withdrawn=card.withdrawn)
            for name, card in now.cards.items()
        ],
        devices=[
            DeviceRow(device=name, kind=at.kind, table=at.table, link=at.link, enabled=at.enabled)
            for name, at in now.devices.items()
        ],
    )


async def events(call: Call) -> Events:
    """A part of the log, in its order, each event with its hash and its postings."""
    asked: Slice = call.query
    kinds = (asked.kind,) if asked.kind else ()
    found = await asyncio.to_thread(call.controller.ledger.entries, after=asked.after, limit=asked.limit, kinds=kinds)
    return Events(
        events=[
            EventState(
                number=entry.number,
                at_micros=entry.at_micros,
                device=entry.device,
                device_sequence=entry.device_sequence,
                kind=entry.kind,
                body=msgspec.Raw(entry.body.encode()),
                postings=list(entry.postings),
                hash=entry.hash,
            )
            for entry in found
        ],
        last=call.controller.head.number,
    )


async def last_check(call: Call) -> CheckState:
    """What the controller found when it last looked at itself."""
    if call.controller.last_check is None:
        raise LedgerUnavailable("the controller has only just taken over and is still looking")
    return msgspec.convert(call.controller.last_check, CheckState, from_attributes=True)


async def check_now(call: Call) -> CheckState:
    """Verify chain, books, rules and software now; what is wrong closes the floor."""
    return msgspec.convert(await call.controller.check(), CheckState, from_attributes=True)


async def close_floor(call: Call) -> Done:
    """Close the floor: no game may start, running ones finish."""
    return done(await call.command("close floor", reason=call.body.reason, cards=call.cards))


async def open_floor(call: Call) -> Done:
    """Open the floor again; it takes two people and a reason."""
    return done(await call.command("open floor", why=call.body.reason, cards=call.cards))


async def approve_software(call: Call) -> Done:
    """Approve the software that was found running; it takes two people and a document."""
    asked: Approval = call.body
    body = {"digest": asked.digest, "document": asked.document, "cards": call.cards}
    return done(await call.command("approve software", **body))


ENDPOINTS = [
    Endpoint(method="GET", path="/api/floor", handler=floor, access=ANYBODY_SIGNED_IN, gives=FloorState),
    Endpoint(method="GET", path="/api/people", handler=people, access=SEES_PEOPLE, gives=People),
    Endpoint(method="GET", path="/api/events", handler=events, access=READS_THE_LOG, query=Slice, gives=Events),
    Endpoint(method="GET", path="/api/verification", handler=last_check, access=VERIFIES, gives=CheckState),
    Endpoint(method="POST", path="/api/verification", handler=check_now, access=VERIFIES, gives=CheckState),
    Endpoint(
        method="POST",
        path="/api/floor/closing",
        handler=close_floor,
        access=ON_THE_FLOOR,
        takes=Why,
        gives=Done,
        command=True,
    ),
    Endpoint(
        method="POST",
        path="/api/floor/opening",
        handler=open_floor,
        access=TWO_TO_OPEN,
        takes=Why,
        gives=Done,
        command=True,
    ),
    Endpoint(
        method="POST",
        path="/api/software",
        handler=approve_software,
        access=TWO_TO_OPEN,
        takes=Approval,
        gives=Done,
        command=True,
    ),
]
