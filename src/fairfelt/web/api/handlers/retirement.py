"""How jackpots came to their terms, and how they end: notice, then play-off, transfer or gift."""

from __future__ import annotations

import asyncio
import json

from fairfelt.law import Retirement, Way
from fairfelt.room.commands.retirement import (
    AnnounceRetirement,
    BeginRetirement,
    CloseRetirement,
    GiveJackpotAway,
)
from fairfelt.room.events import kinds_of, label
from fairfelt.room.events.accounts import Adjusted, TermsChanged
from fairfelt.room.events.law import TransferExamined
from fairfelt.room.events.retirement import (
    JackpotGivenAway,
    JackpotRetired,
    RetirementAnnounced,
    RetirementBegun,
    RetirementClosed,
)
from fairfelt.room.events.set_up import JackpotOpened
from fairfelt.web.api.types.law_answers import Endings, EndingState, History, Parameter

from ..access import ANYBODY_SIGNED_IN
from ..call import Call
from ..endpoint import command, get
from ..problem import not_found
from .accounting import TWO_PEOPLE
from .records import READS_THE_LOG

TOLD = (
    JackpotOpened, TermsChanged, Adjusted, TransferExamined, RetirementAnnounced, RetirementBegun, JackpotRetired,
    JackpotGivenAway, RetirementClosed,
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
        Parameter(number=entry.number, at_micros=entry.at_micros, kind=label(kind), body=json.loads(entry.body))
        for kind in kinds_of(*TOLD)
        for entry in ledger.entries(limit=MOST_EVENTS, kinds=(kind,))
    ]
    mine = [event for event in found if name in (event.body["jackpot"], event.body.get("into"))]
    return sorted(mine, key=lambda event: event.number)


async def endings(call: Call) -> Endings:
    """Jackpots on their way out, and those that are gone."""
    return Endings(endings=[_ending(one) for one in call.floor.endings.values()])


def _ending(one: Retirement) -> EndingState:
    return EndingState.of(
        one,
        announced_on=one.announced_on.isoformat(),
        earliest=one.earliest.isoformat(),
        closed_on=one.closed_on.isoformat() if one.closed_on else None,
        notices=list(one.notices),
    )


async def _count_odds(call: Call, asked: AnnounceRetirement) -> None:
    if asked.way is Way.TRANSFER:
        transfer = asked.jackpot, asked.to, asked.level
        await call.controller.law.examine_transfer(call.controller.ledger, transfer)


ENDPOINTS = [
    get("jackpots/{jackpot}/history", history, READS_THE_LOG, History),
    get("endings", endings, ANYBODY_SIGNED_IN, Endings),
    command("jackpots/{jackpot}/ending", AnnounceRetirement, TWO_PEOPLE, before=_count_odds),
    command("jackpots/{jackpot}/ending/begin", BeginRetirement, TWO_PEOPLE),
    command("jackpots/{jackpot}/ending/gift", GiveJackpotAway, TWO_PEOPLE),
    command("jackpots/{jackpot}/ending/close", CloseRetirement, TWO_PEOPLE),
]
