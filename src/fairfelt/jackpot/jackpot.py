"""A jackpot: its terms, its book, and what was left over of each rate. Every change is a movement of money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .book import METER, OVERFLOW, RESERVE, REVENUE, SEEDS, WAGERS, Book, Moves, at, transfer
from .terms import PPM, Level, Terms


@dataclass(frozen=True)
class Jackpot:
    """One progressive jackpot as it stands."""

    terms: Terms
    book: Book = field(default_factory=Book)
    carry_ppm: Mapping[str, int] = field(default_factory=dict)
    """What each rate has earned of its next millionth, in millionths of one, by account."""
    awaiting: Terms | None = None
    """New terms that begin with the next 100% award."""
    retired: bool = False

    def meter(self, level: str) -> int:
        """The amount shown, in millionths."""
        return self.book[at(METER, level)]

    def after(self, moves: Moves) -> Jackpot:
        """The jackpot after a movement."""
        return replace(self, book=self.book.after(moves))


@dataclass(frozen=True)
class Contribution:
    """What one wager adds to each account, and what is carried on."""

    moves: Moves
    carry_ppm: Mapping[str, int]


def opened(terms: Terms) -> tuple[Jackpot, Moves]:
    """A new jackpot, its levels seeded by the house."""
    moves = tuple(m for level in terms.levels for m in transfer(SEEDS, at(METER, level.name), level.seed_micros))
    return Jackpot(terms).after(moves), moves


def contributed(jackpot: Jackpot, wager_micros: int) -> tuple[Jackpot, Moves]:
    """The jackpot after a wager: meters and reserves rise at once, the rest is the house's.

    A rate seldom gives whole millionths. What does not fit is carried to the next wager, so that after any number
    of wagers an account has had its exact share, rounded down once.
    """
    carry = dict(jackpot.carry_ppm)
    moves: Moves = ()
    for level in jackpot.terms.levels:
        for account, rate_ppm in (
            (at(METER, level.name), level.rate_ppm),
            (at(RESERVE, level.name), level.reserve_rate_ppm),
        ):
            amount_micros, carry[account] = divmod(wager_micros * rate_ppm + carry.get(account, 0), PPM)
            moves += transfer(WAGERS, account, amount_micros)
        moves += _over_limit(jackpot, level, moves)
    kept = wager_micros - sum(move.amount_micros for move in moves if move.account != WAGERS)
    moves += transfer(WAGERS, REVENUE, kept)
    return replace(jackpot.after(moves), carry_ppm=carry), moves


def _over_limit(jackpot: Jackpot, level: Level, moves: Moves) -> Moves:
    """What a wager lifts above the limit goes to the overflow."""
    if level.limit_micros is None:
        return ()
    account = at(METER, level.name)
    standing = jackpot.book[account] + sum(m.amount_micros for m in moves if m.account == account)
    return transfer(account, at(OVERFLOW, level.name), max(0, standing - level.limit_micros))


def reseed(jackpot: Jackpot, level: Level) -> Moves:
    """What a level starts again with: the seed, the reserve, and what had gathered above the limit, up to the limit."""
    name = level.name
    room = None if level.limit_micros is None else level.limit_micros - level.seed_micros
    reserve = jackpot.book[at(RESERVE, name)] if room is None else min(room, jackpot.book[at(RESERVE, name)])
    overflow = (
        jackpot.book[at(OVERFLOW, name)] if room is None else min(room - reserve, jackpot.book[at(OVERFLOW, name)])
    )
    return (
        *transfer(SEEDS, at(METER, name), level.seed_micros),
        *transfer(at(RESERVE, name), at(METER, name), reserve),
        *transfer(at(OVERFLOW, name), at(METER, name), overflow),
    )
