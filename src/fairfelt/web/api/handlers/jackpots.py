"""Jackpots: their money and meters, changes of terms, their history, and how they end."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from fairfelt.jackpot import Jackpot, Terms
from fairfelt.law import Stage, Way
from fairfelt.room.commands import retirement
from fairfelt.room.commands.accounts import Adjust, Adjusted, ChangeTerms, SetPayRules, TermsChanged
from fairfelt.room.commands.law import TransferExamined
from fairfelt.room.commands.set_up import JackpotOpened
from fairfelt.room.registry import kinds_of, label
from fairfelt.server import Controller
from fairfelt.web.api.access import ANYBODY_SIGNED_IN, READS_THE_LOG, TWO_TO_ADJUST
from fairfelt.web.api.endpoint import ApiAnswer, Call, command, get
from fairfelt.web.http.answers import not_found


class LevelState(ApiAnswer):
    """A level with everything the rules want metered."""

    level: str
    amount_micros: int
    reserve_micros: int
    overflow_micros: int
    pending_micros: int
    hits: int
    won_micros: int


class JackpotState(ApiAnswer):
    """A jackpot."""

    jackpot: str
    terms: Terms
    awaiting: Terms | None
    """Terms that begin level by level, with each one's next 100% award."""
    retired: bool
    accounts_micros: dict[str, int]
    wagers: int
    """How many came in."""
    wagered_micros: int
    fixed_pays: int
    """How many awards were no share of a level."""
    fixed_pays_micros: int
    envy_pays: int
    envy_pays_micros: int
    levels: list[LevelState]


class EndingState(ApiAnswer):
    """A jackpot on its way out."""

    jackpot: str
    way: Way
    to: str
    stage: Stage
    announced_on: str
    earliest: str
    notice: str
    closed_on: str | None
    document: str
    level: str
    """The heir's level that a transfer goes to."""
    notices: list[str]
    """What the law had to say to it without stopping it: what was counted for a transfer."""


class Endings(ApiAnswer):
    """All of them."""

    endings: list[EndingState]


class Parameter(ApiAnswer):
    """An event that set or moved something of a jackpot by hand."""

    number: int
    at_micros: int
    kind: str
    body: dict[str, Any]


class History(ApiAnswer):
    """How a jackpot came to its terms: opened, changed, adjusted, ended."""

    jackpot: str
    events: list[Parameter]


async def jackpot(call: Call) -> JackpotState:
    """A jackpot: its terms, its meters, every account, and what came in and was won so far."""
    name = call.path["jackpot"]
    found = call.floor.jackpots.get(name)
    if found is None:
        raise not_found(f"there is no jackpot {name!r}")
    return jackpot_state(name, found)


def jackpot_state(name: str, found: Jackpot) -> JackpotState:
    return JackpotState(
        jackpot=name,
        terms=found.terms,
        awaiting=found.awaiting,
        retired=found.retired,
        accounts_micros=dict(sorted(found.book.balances.items())),
        wagers=found.counts.wagers,
        wagered_micros=-found.book["wagers"],
        fixed_pays=found.counts.fixed.hits,
        fixed_pays_micros=found.counts.fixed.won_micros,
        envy_pays=found.counts.envy.hits,
        envy_pays_micros=found.counts.envy.won_micros,
        levels=[_level(found, level.name) for level in found.terms.levels],
    )


def _level(found: Jackpot, level: str) -> LevelState:
    book = found.book
    return LevelState(
        level=level,
        amount_micros=found.meter(level),
        reserve_micros=book[f"reserve/{level}"],
        overflow_micros=book[f"overflow/{level}"],
        pending_micros=book[f"pending/{level}"] + book[f"promised/{level}"],
        hits=found.counts.of(level).hits,
        won_micros=found.counts.of(level).won_micros,
    )


async def _count_odds(controller: Controller, asked: retirement.RetireJackpot) -> None:
    await controller.law.examine_transfer(controller.ledger, (asked.jackpot, asked.into, asked.level))


TOLD = (
    JackpotOpened, TermsChanged, Adjusted, TransferExamined, retirement.RetirementAnnounced,
    retirement.RetirementBegun, retirement.JackpotRetired, retirement.JackpotGivenAway, retirement.RetirementClosed,
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
    return Endings(
        endings=[
            EndingState.of(
                one,
                announced_on=one.announced_on.isoformat(),
                earliest=one.earliest.isoformat(),
                closed_on=one.closed_on.isoformat() if one.closed_on else None,
                notices=list(one.notices),
            )
            for one in call.floor.endings.values()
        ]
    )


async def _count_transfer_odds(controller: Controller, asked: retirement.AnnounceRetirement) -> None:
    if asked.way is Way.TRANSFER:
        await controller.law.examine_transfer(controller.ledger, (asked.jackpot, asked.to, asked.level))


ENDPOINTS = [
    get("jackpots/{jackpot}", jackpot, ANYBODY_SIGNED_IN, JackpotState),
    command("jackpots/{jackpot}/adjustments", Adjust, TWO_TO_ADJUST),
    command("jackpots/{jackpot}/terms", ChangeTerms, TWO_TO_ADJUST),
    command("pay-rules", SetPayRules, TWO_TO_ADJUST),
    command("jackpots/{jackpot}/retirement", retirement.RetireJackpot, TWO_TO_ADJUST, before=_count_odds),
    get("jackpots/{jackpot}/history", history, READS_THE_LOG, History),
    get("endings", endings, ANYBODY_SIGNED_IN, Endings),
    command("jackpots/{jackpot}/ending", retirement.AnnounceRetirement, TWO_TO_ADJUST, before=_count_transfer_odds),
    command("jackpots/{jackpot}/ending/begin", retirement.BeginRetirement, TWO_TO_ADJUST),
    command("jackpots/{jackpot}/ending/gift", retirement.GiveJackpotAway, TWO_TO_ADJUST),
    command("jackpots/{jackpot}/ending/close", retirement.CloseRetirement, TWO_TO_ADJUST),
]
