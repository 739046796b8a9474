"""Prizes, awards and envy as keypads, the log and the accounts see them."""

from __future__ import annotations

from typing import Self

from msgspec import Struct

from fairfelt.jackpot import Prize


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

    @classmethod
    def of(cls, prize: Prize, **more: int) -> Self:
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
            **more,
        )


class AwardRow(PrizeRow, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A prize that was confirmed."""

    number: int
    """Of its win page."""
    wager_micros: int


class EnvyRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What another bettor gets for somebody's hand."""

    seat: int
    for_seat: int
    hand: str
    amount_micros: int
