"""The record of one award, for the accounts: all that the log knows of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .floor import Floor


@dataclass(frozen=True, kw_only=True)
class WinPage:
    """One confirmed award."""

    number: int
    confirmed_at_micros: int
    location: str
    table: str
    game: str
    variant: str
    paytable: str
    fingerprint: str
    round: int
    seat: int
    wager_micros: int
    hand: str
    level: str
    share: str
    meter_before_micros: int
    amount_micros: int
    meter_after_micros: int
    reseed_micros: int
    sharing: int
    """How many awards were confirmed together."""
    policy: str
    currency: str
    confirmed_by: str
    role: str


def win_pages(floor: Floor, body: Mapping[str, Any], at_micros: int) -> tuple[WinPage, ...]:
    """The pages of an event "awards confirmed"; the floor is the one it left."""
    table = floor.tables[body["table"]]
    terms = floor.jackpots[body["jackpot"]].terms
    person = floor.people[body["confirmed_by"]]
    return tuple(
        WinPage(
            number=award["number"],
            confirmed_at_micros=at_micros,
            location=floor.links[table.link].location,
            table=body["table"],
            game=table.game,
            variant=table.variant,
            paytable=table.paytable,
            fingerprint=table.fingerprint,
            round=body["round"],
            seat=award["seat"],
            wager_micros=table.bets_micros[award["seat"]],
            hand=award["hand"],
            level=award["level"],
            share=award["share"],
            meter_before_micros=award["meter_before_micros"],
            amount_micros=award["amount_micros"],
            meter_after_micros=award["meter_after_micros"],
            reseed_micros=award["reseed_micros"],
            sharing=len(body["awards"]),
            policy=terms.several_winners.value,
            currency=terms.currency,
            confirmed_by=person.name,
            role=person.role.value,
        )
        for award in body["awards"]
    )
