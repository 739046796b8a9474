"""Adjustments: the closed list of reasons for which a jackpot's money may be moved by hand, and what each may move."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from fairfelt.jackpot.book import METER, OVERFLOW, PAID, RESERVE, REVENUE, SEEDS, TRANSFERRED, Moves, at, transfer
from fairfelt.jackpot.jackpot import Jackpot
from fairfelt.runtime.formats import format_amount

from .terms import PPM

__all__ = [
    "AdjustmentError", "Reason", "above_limit", "adjusted", "adjustment", "bought_from_reserve", "check_correction",
    "paid_in_kind", "standing_seed", "transfer_in", "transfer_out",
]  # fmt: skip


class Reason(Enum):
    """Why an amount is adjusted. There are no others."""

    WON = "won"
    DISPLAY_MALFUNCTION = "display malfunction"
    OVER_LIMIT = "over limit"
    NONDISPLAYED_TO_RECEIPTS = "nondisplayed funds to receipts"
    SEED_RECOVERY = "seed recovery"


class AdjustmentError(ValueError):
    """An adjustment that is not allowed, with the sentence that says why."""


def adjustment(jackpot: Jackpot, level: str, reason: Reason, amount_micros: int) -> Moves:
    """The movement for an adjustment of a level; refuse what the reason does not allow.

    Amounts are above zero, except that a display malfunction may be corrected either way.
    """
    jackpot.terms.level(level)
    if not amount_micros or (amount_micros < 0 and reason is not Reason.DISPLAY_MALFUNCTION):
        raise AdjustmentError(f"an adjustment for {reason.value!r} moves an amount above zero")
    source, target = _ends(level, reason)
    if amount_micros > jackpot.book[source]:
        raise _holds_less(jackpot, source)
    if reason is Reason.SEED_RECOVERY and amount_micros > (seed := standing_seed(jackpot, level)):
        stands = format_amount(seed, jackpot.terms.currency)
        raise AdjustmentError(f"the rest of the meter is players' money; of the seed there stand {stands}")
    return transfer(source, target, amount_micros)


def above_limit(jackpot: Jackpot, level: str) -> int:
    """The excess of a meter over the limit of its level; 0 where it has none."""
    limit = jackpot.terms.level(level).limit_micros
    return 0 if limit is None else max(0, jackpot.meter(level) - limit)


def _holds_less(jackpot: Jackpot, account: str) -> AdjustmentError:
    kind, _, level = account.partition("/")
    return AdjustmentError(
        f"the {kind} of {level} holds less than that: {format_amount(jackpot.book[account], jackpot.terms.currency)}"
    )


def standing_seed(jackpot: Jackpot, level: str) -> int:
    """What is left of the house's own money on a level since it was last won whole."""
    put_in = jackpot.terms.level(level).seed_micros - jackpot.recovered.get(level, 0)
    return max(0, min(put_in, jackpot.meter(level)))


def check_correction(jackpot: Jackpot, level: str, amount_micros: int) -> None:
    """Refuse to correct a wrong display by more than recorded wagers brought since the level was last won whole."""
    wagered = jackpot.in_micros - jackpot.won_at.get(level, 0)
    brought = wagered * jackpot.terms.level(level).rate_ppm // PPM
    if abs(jackpot.corrected.get(level, 0) + amount_micros) > brought:
        most = format_amount(brought, jackpot.terms.currency)
        raise AdjustmentError(
            f"corrections of {level} come to {most} at most, which recorded wagers brought since it was last won whole"
        )


def adjusted(jackpot: Jackpot, level: str, reason: Reason, amount_micros: int) -> Jackpot:
    """The jackpot after an adjustment."""
    after = jackpot.after(adjustment(jackpot, level, reason, amount_micros))
    if reason is Reason.DISPLAY_MALFUNCTION:
        corrected = jackpot.corrected.get(level, 0) + amount_micros
        return replace(after, corrected={**jackpot.corrected, level: corrected})
    if reason is not Reason.SEED_RECOVERY:
        return after
    recovered = jackpot.recovered.get(level, 0) + amount_micros
    return replace(after, recovered={**jackpot.recovered, level: recovered})


def _ends(level: str, reason: Reason) -> tuple[str, str]:
    """The accounts from which and to which an adjustment moves money."""
    meter = at(METER, level)
    return {
        Reason.WON: (meter, PAID),
        Reason.DISPLAY_MALFUNCTION: (meter, REVENUE),
        Reason.OVER_LIMIT: (meter, at(OVERFLOW, level)),
        Reason.NONDISPLAYED_TO_RECEIPTS: (at(RESERVE, level), REVENUE),
        Reason.SEED_RECOVERY: (meter, SEEDS),
    }[reason]


def bought_from_reserve(jackpot: Jackpot, level: str, amount_micros: int) -> Jackpot:
    """The jackpot after something was bought for the players with money that is not shown; below zero it came back."""
    reserve = at(RESERVE, jackpot.terms.level(level).name)
    if amount_micros > jackpot.book[reserve]:
        raise _holds_less(jackpot, reserve)
    return jackpot.after(transfer(reserve, PAID, amount_micros))


def paid_in_kind(jackpot: Jackpot, amount_micros: int) -> Jackpot:
    """The jackpot after a fixed pay was given in kind: the tray keeps what was booked as paid from it."""
    return jackpot.after(transfer(PAID, REVENUE, amount_micros))


def transfer_out(jackpot: Jackpot) -> tuple[int, Moves]:
    """All money held for players leaves a jackpot that ends: the amount, and the movement in its book."""
    moves: Moves = ()
    for level in jackpot.terms.levels:
        for kind in (METER, RESERVE, OVERFLOW):
            moves += transfer(at(kind, level.name), TRANSFERRED, jackpot.book[at(kind, level.name)])
    return sum(move.amount_micros for move in moves if move.account == TRANSFERRED), moves


def transfer_in(heir: Jackpot, level: str, amount_micros: int) -> Moves:
    """Put the transferred money on the meter of another jackpot, and above its limit into the overflow."""
    limit, meter = heir.terms.level(level).limit_micros, at(METER, level)
    shown = amount_micros if limit is None else min(amount_micros, max(0, limit - heir.book[meter]))
    return (
        *transfer(TRANSFERRED, meter, shown),
        *transfer(TRANSFERRED, at(OVERFLOW, level), amount_micros - shown),
    )
