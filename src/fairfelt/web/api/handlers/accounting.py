"""The jackpots' money: what they hold, adjustments by two people, changes of terms, retirement."""

from __future__ import annotations

import msgspec

from fairfelt.jackpot import Jackpot
from fairfelt.room.state.people import ADJUSTS
from fairfelt.web.api.types.answers import JackpotState, LevelState
from fairfelt.web.api.types.bodies import Adjustment, JackpotTerms, NewTerms, Retirement

from ..access import ANYBODY_SIGNED_IN, person
from ..call import Call
from ..endpoint import command, get
from ..problem import not_found

TWO_PEOPLE = person(*ADJUSTS, people=2)


async def jackpot(call: Call) -> JackpotState:
    """A jackpot: its terms, its meters, every account, and what came in and was won so far."""
    name = call.path["jackpot"]
    found = call.floor.jackpots.get(name)
    if found is None:
        raise not_found(f"there is no jackpot {name!r}")
    return jackpot_state(name, found)


def jackpot_state(name: str, found: Jackpot) -> JackpotState:
    """A jackpot as the API tells it."""
    return JackpotState(
        jackpot=name,
        terms=msgspec.convert(found.terms.to_dict(), JackpotTerms),
        awaiting=msgspec.convert(found.awaiting.to_dict(), JackpotTerms) if found.awaiting else None,
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


async def _count_odds(call: Call) -> None:
    transfer = call.path["jackpot"], call.body.into, call.body.level
    await call.controller.law.examine_transfer(call.controller.ledger, transfer)


ENDPOINTS = [
    get("jackpots/{jackpot}", jackpot, ANYBODY_SIGNED_IN, JackpotState),
    command(
        "jackpots/{jackpot}/adjustments", "adjust",
        "Move money of a jackpot by hand: two people, a permitted reason, a document.", Adjustment, TWO_PEOPLE,
    ),
    command(
        "jackpots/{jackpot}/terms", "change terms",
        "Change the terms of a jackpot: limits at once, rates and seeds with the next 100% award.",
        NewTerms, TWO_PEOPLE,
    ),
    command(
        "jackpots/{jackpot}/retirement", "retire jackpot",
        "End a jackpot: all it holds for players goes to another. Odds are counted again if games have changed.",
        Retirement, TWO_PEOPLE, before=_count_odds,
    ),
]  # fmt: skip
