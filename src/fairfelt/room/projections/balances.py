"""What came into and went out of each kind of account, by day and jackpot: sums of the postings on the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date

from fairfelt.law import Movement

Sums = Mapping[str, int]
"""Millionths by kind of account."""
Days = Mapping[tuple[date, str], Sums]
"""Sums by day and jackpot."""


def add_movements(movements: Iterable[Movement], before: Days) -> Days:
    """The sums of every day and jackpot, on top of those that were added before."""
    found: dict[tuple[date, str], Counter[str]] = {}
    for movement in movements:
        key = movement.on, movement.jackpot
        add_sums(found.setdefault(key, Counter(before.get(key, {}))), by_kind(movement.moves))
    return {**before, **found}


def add_sums(into: Counter[str], sums: Sums) -> None:
    """Add sums to others; one that comes to nothing stays."""
    for name, amount_micros in sums.items():
        into[name] += amount_micros


def by_kind(accounts: Iterable[tuple[str, int]]) -> Counter[str]:
    """Amounts of a jackpot's accounts, levels taken together."""
    found: Counter[str] = Counter()
    for account, amount_micros in accounts:
        found[account.partition("/")[0]] += amount_micros
    return found
