"""What an aggregate limit leaves of the pays of one deal: a share in proportion, in whole cents, and never more."""

from __future__ import annotations

from collections.abc import Sequence

from fairfelt.jackpot.terms import CENT_MICROS

from .offer import AggregateLimit


def paid_under(limit: AggregateLimit, owed_micros: Sequence[int]) -> tuple[int, ...]:
    """What each winner of a deal is paid: first within the limit of a player, then all within that of the deal."""
    single = [min(owed, limit.player_micros) if limit.player_micros else owed for owed in owed_micros]
    total = sum(single)
    if total <= limit.table_micros:
        return tuple(single)
    shares = [divmod(limit.table_micros * owed // total, CENT_MICROS) for owed in single]
    paid = [cents * CENT_MICROS for cents, _ in shares]
    left = (limit.table_micros - sum(paid)) // CENT_MICROS
    fits = [at for at in range(len(shares)) if paid[at] + CENT_MICROS <= single[at]]
    for place in sorted(fits, key=lambda at: -shares[at][1])[:left]:
        paid[place] += CENT_MICROS
    return tuple(paid)
