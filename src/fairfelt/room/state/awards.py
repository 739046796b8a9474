"""Prizes, awards and envy as keypads, the log and the accounts see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from msgspec import Struct

from fairfelt.jackpot import Prize

from .table import Claim


class PrizeRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize set aside or paid."""

    seat: int
    hand: str
    level: str
    share: str
    """A fraction in writing."""
    amount_micros: int
    meter_before_micros: int
    meter_after_micros: int
    reseed_micros: int
    from_reserve_micros: int
    cut_micros: int = 0
    """What an aggregate limit has taken off."""

    @classmethod
    def of(cls, prize: Prize, **more: Any) -> Self:
        """A prize in plain numbers."""
        win = prize.win
        return cls(
            seat=win.seat,
            hand=win.hand,
            level=win.level,
            share=str(win.share),
            amount_micros=prize.amount_micros,
            meter_before_micros=prize.meter_before_micros,
            meter_after_micros=prize.meter_after_micros,
            reseed_micros=prize.reseed_micros,
            from_reserve_micros=prize.from_reserve_micros,
            cut_micros=win.cut_micros,
            **more,
        )


class AwardRow(PrizeRow, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize that was confirmed."""

    number: int
    """Of its win page."""
    wager_micros: int
    """0 for a hand without the bet: it wins nothing, and pays envy to others."""
    folded: bool = False

    @classmethod
    def without_bet(cls, claim: Claim, number: int) -> AwardRow:
        """A hand that pays envy to others and nothing to its own player."""
        return cls(
            seat=claim.seat,
            hand=claim.hand,
            level="",
            share="0",
            amount_micros=0,
            meter_before_micros=0,
            meter_after_micros=0,
            reseed_micros=0,
            from_reserve_micros=0,
            number=number,
            wager_micros=0,
            folded=claim.folded,
        )


AWARDS_KEPT = 1_000
"""Fixed pays that can be backed out, newest first; awards of a level always can."""


@dataclass(frozen=True)
class GivenAward:
    """A confirmed award as its back-out needs it."""

    jackpot: str
    table: str
    hand: str
    prize: Prize | None
    """None for a hand without a bet."""
    envy_micros: tuple[int, ...] = ()
    adjusted: bool = True
    """Whether it is off the meter; on legacy controls that is so when the key returns to RUN."""
    voided: bool = False
    by_hand_micros: int = 0
    """What adjustments took off the meter for it after it was voided."""
    in_kind: int = 0
    """The number of the merchandise that was given for it; 0 where it was paid."""

    @property
    def amount_micros(self) -> int:
        """What the winner got."""
        return self.prize.amount_micros if self.prize else 0

    @property
    def left_micros(self) -> int:
        """What an adjustment may still take off the meter for it: only a voided award has not taken its own prize."""
        return self.amount_micros - self.by_hand_micros if self.voided else 0

    def is_kept(self, number: int, last: int) -> bool:
        """Whether the floor still knows it when so many awards were given."""
        return number > last - AWARDS_KEPT or bool(self.prize and self.prize.win.level)


class EnvyRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What another bettor gets for somebody's hand."""

    seat: int
    for_seat: int
    hand: str
    amount_micros: int
