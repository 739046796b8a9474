"""The jackpots' money: what they hold, adjustments by two people, changes of terms, retirement."""

from __future__ import annotations

from fairfelt.jackpot import Jackpot
from fairfelt.room.commands.accounts import Adjust, ChangeTerms, SetPayRules
from fairfelt.room.commands.retirement import RetireJackpot
from fairfelt.room.state.people import ADJUSTS
from fairfelt.web.api.types.answers import JackpotState, LevelState

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


async def _count_odds(call: Call, asked: RetireJackpot) -> None:
    await call.controller.law.examine_transfer(call.controller.ledger, (asked.jackpot, asked.into, asked.level))


ENDPOINTS = [
    get("jackpots/{jackpot}", jackpot, ANYBODY_SIGNED_IN, JackpotState),
    command("jackpots/{jackpot}/adjustments", Adjust, TWO_PEOPLE),
    command("jackpots/{jackpot}/terms", ChangeTerms, TWO_PEOPLE),
    command("pay-rules", SetPayRules, TWO_PEOPLE),
    command("jackpots/{jackpot}/retirement", RetireJackpot, TWO_PEOPLE, before=_count_odds),
]
