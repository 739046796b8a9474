"""How jackpots came to their terms, and how they end: notice, then play-off, transfer or gift."""

from __future__ import annotations

import asyncio
import json

import msgspec

from fairfelt.law import Retirement, Way
from fairfelt.room.state.people import ADJUSTS
from fairfelt.web.api.types.answers import Done, done
from fairfelt.web.api.types.bodies import Numbered
from fairfelt.web.api.types.law_answers import Endings, EndingState, History, Parameter
from fairfelt.web.api.types.law_bodies import Document, NewEnding

from ..access import ANYBODY_SIGNED_IN, person
from ..call import Call
from ..endpoint import Endpoint, Handler
from ..problem import not_found
from .records import READS_THE_LOG

TOLD = (
    "jackpot opened", "terms changed", "adjusted", "transfer examined", "retirement announced", "retirement begun",
    "jackpot retired", "jackpot given away", "retirement closed",
)  # fmt: skip
MOST_EVENTS = 1_000


async def history(call: Call) -> History:
    """Everything that people did to a jackpot: its first terms, every change of them, adjustments, its end."""
    name = call.path["jackpot"]
    if name not in call.floor.jackpots:
        raise not_found(f"there is no jackpot {name!r}")
    return History(jackpot=name, events=await asyncio.to_thread(_events, call, name))


def _events(call: Call, name: str) -> list[Parameter]:
    ledger = call.controller.ledger
    found = [
        Parameter(number=entry.number, at_micros=entry.at_micros, kind=kind, body=json.loads(entry.body))
        for kind in TOLD
        for entry in ledger.entries(limit=MOST_EVENTS, kinds=(kind,))
    ]
    mine = [event for event in found if name in (event.body["jackpot"], event.body.get("into"))]
    return sorted(mine, key=lambda event: event.number)


async def endings(call: Call) -> Endings:
    """Jackpots on their way out, and those that are gone."""
    return Endings(endings=[_ending(one) for one in call.floor.endings.values()])


async def announce_retirement(call: Call) -> Done:
    """Announce the end of a jackpot: the notice to the players hangs from today on. For a transfer odds are counted."""
    if call.body.way is Way.TRANSFER:
        transfer = call.path["jackpot"], call.body.to, call.body.level
        await call.controller.law.examine_transfer(call.controller.ledger, transfer)
    return done(await call.command("announce retirement", jackpot=call.path["jackpot"], **call.fields))


async def begin_retirement(call: Call) -> Done:
    """Begin the play-off, transfer or donation, once the notice has hung long enough."""
    return done(await call.command("begin retirement", jackpot=call.path["jackpot"], cards=call.cards))


async def give_jackpot_away(call: Call) -> Done:
    """Give all that a jackpot holds to whom the notice named."""
    return done(await call.command("give jackpot away", jackpot=call.path["jackpot"], **call.fields))


async def close_retirement(call: Call) -> Done:
    """Close a jackpot that was played off: nothing is held any more."""
    return done(await call.command("close retirement", jackpot=call.path["jackpot"], **call.fields))


def _ending(one: Retirement) -> EndingState:
    return EndingState(
        jackpot=one.jackpot,
        way=one.way,
        to=one.to,
        stage=one.stage,
        announced_on=one.announced_on.isoformat(),
        earliest=one.earliest.isoformat(),
        notice=one.notice,
        closed_on=one.closed_on.isoformat() if one.closed_on else None,
        document=one.document,
        level=one.level,
        notices=list(one.notices),
    )


def _post(part: str, handler: Handler, takes: type[msgspec.Struct]) -> Endpoint:
    return Endpoint(
        method="POST",
        path=f"/api/jackpots/{{jackpot}}/ending{part}",
        handler=handler,
        access=person(*ADJUSTS, people=2),
        takes=takes,
        gives=Done,
        command=True,
    )


ENDPOINTS = [
    Endpoint(
        method="GET", path="/api/jackpots/{jackpot}/history", handler=history, access=READS_THE_LOG, gives=History
    ),
    Endpoint(method="GET", path="/api/endings", handler=endings, access=ANYBODY_SIGNED_IN, gives=Endings),
    _post("", announce_retirement, NewEnding),
    _post("/begin", begin_retirement, Numbered),
    _post("/gift", give_jackpot_away, Document),
    _post("/close", close_retirement, Document),
]
