"""What a room's report adds to the one before, and between what its sums lie if it counts as a room counts.

A room gives an account the exact share of every wager, rounded down once: after wagers w at rates r that is
⌊Σ w·r / 10⁶⌋ millionths, less the same for wagers that were given back. A hub knows the wagers and the rates that were
ever in force, not which wager was made at which rate: so it keeps the interval in which Σ w·r lies. While no rate has
changed, the interval is one number.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from fairfelt.jackpot import PPM, Jackpot

from .accounts import HOUR_MICROS, RoomAccount

if TYPE_CHECKING:
    from .hub_events import RoomReported

BURST_HOURS = 1
"""Reports come late and in bunches: for so long the tables may seem to have played too quickly."""


class News(NamedTuple):
    """Wagers made and given back since the last report."""

    wagers: int
    wagered_micros: int
    voided_wagers: int
    voided_micros: int


def news_of(known: RoomAccount, report: RoomReported) -> News:
    """What a report adds; one of the version before says only what remains of both."""
    wagers, wagered = report.wagers - known.wagers, report.wagered_micros - known.wagered_micros
    if report.voided_wagers is None or report.voided_micros is None:
        return News(max(0, wagers), max(0, wagered), max(0, -wagers), max(0, -wagered))
    voided, micros = report.voided_wagers - known.voided_wagers, report.voided_micros - known.voided_micros
    return News(wagers + voided, wagered + micros, voided, micros)


def bounds_ppm(jackpot: Jackpot, known: RoomAccount, report: RoomReported) -> dict[str, tuple[int, int]]:
    """Between what each account's exact share lies after a report, in millionths of a millionth."""
    news = news_of(known, report)
    found = {}
    for account, (low, high) in jackpot.rates_ever.items():
        had, (least, most) = known.taken.get(account, 0) * PPM, known.remainders_ppm.get(account, (0, 0))
        found[account] = (
            had + least + news.wagered_micros * low - news.voided_micros * high,
            had + most + news.wagered_micros * high - news.voided_micros * low,
        )
    return found


def wagers_ahead(known: RoomAccount, report: RoomReported) -> int:
    """How many wagers have been reported sooner than the room's tables can play."""
    passed = report.reported_micros - known.reported_micros if known.reported_micros else 0
    return max(0, known.ahead_wagers + news_of(known, report).wagers - _played(known, max(0, passed)))


def most_ahead(known: RoomAccount) -> int:
    """How many of them are believed."""
    return BURST_HOURS * known.limits.wagers_per_hour


def _played(known: RoomAccount, passed_micros: int) -> int:
    return known.limits.wagers_per_hour * passed_micros // HOUR_MICROS


def account_after(known: RoomAccount, report: RoomReported, jackpot: Jackpot) -> RoomAccount:
    """What a hub knows of a room after its report."""
    news, at_once, earlier = news_of(known, report), known.limits.wagers_at_once, known.earlier
    remainders = dict.fromkeys(report.counted, (0, PPM - 1))
    ahead = min(wagers_ahead(known, report), most_ahead(known))
    voidable = min(max(0, known.voidable_wagers + news.wagers - news.voided_wagers), at_once)
    claimable = min(known.claimable_wagers + news.wagers, at_once)
    if report.rebased:
        earlier = {
            account: earlier.get(account, 0) + known.taken.get(account, 0) - report.counted.get(account, 0)
            for account in jackpot.rates_ever
        }
        ahead, voidable, claimable = known.ahead_wagers, at_once, at_once
    elif report.voided_micros is not None:
        for account, (low, high) in bounds_ppm(jackpot, known, report).items():
            whole = report.counted.get(account, 0) * PPM
            remainders[account] = max(low - whole, 0), min(high - whole, PPM - 1)
    return replace(
        known,
        up_to=report.up_to,
        hash=report.hash,
        taken=dict(report.counted),
        remainders_ppm=remainders,
        wagers=report.wagers,
        wagered_micros=report.wagered_micros,
        voided_wagers=report.voided_wagers or 0,
        voided_micros=report.voided_micros or 0,
        ahead_wagers=ahead,
        voidable_wagers=voidable,
        claimable_wagers=claimable,
        earlier=earlier,
        accepting=False,
        accepted=known.accepted + report.rebased,
        reported_micros=report.reported_micros,
    )
