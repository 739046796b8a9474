"""A jackpot's accounts: every chip has two ends.

      where money comes from          where it is
      wagers    players' bets         meter/LEVEL     shown, and to be won
      seeds     the house's           reserve/LEVEL   added to the seed after a 100% award
      transferred  other jackpots     overflow/LEVEL  gathered above the limit
      rooms     a hub's rooms         owed            counted for a hub's meters, and not taken by it yet
                                      hub             taken by the hub, less what was won of it here
                                      pending/LEVEL   frozen by a claim
                                      promised/LEVEL  the house's part of such a prize
                                      paid            with winners
                                      revenue         with the house

Sources stand below zero and the rest above (revenue may fall below: the house pays from the tray; so may what is owed
to a hub and held by it: wagers go back, and prizes come), so that all accounts
of a jackpot add up to zero after every movement.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

__all__ = ["Book", "Counts", "Move", "Moves", "Unbalanced", "Won", "at", "reverse", "transfer"]  # fmt: skip

WAGERS, SEEDS, TRANSFERRED, PAID, REVENUE = "wagers", "seeds", "transferred", "paid", "revenue"
ROOMS, OWED, HUB = "rooms", "owed", "hub"
METER, RESERVE, OVERFLOW, PENDING, PROMISED = "meter", "reserve", "overflow", "pending", "promised"
SOURCES = (WAGERS, SEEDS, TRANSFERRED, ROOMS)
"""Where money comes from: these accounts stand below zero."""
PLACES = (METER, RESERVE, OVERFLOW, PENDING, PROMISED, OWED, HUB, PAID, REVENUE)
"""Where it is."""
ALWAYS = (WAGERS, SEEDS, METER, RESERVE, PAID, REVENUE)
"""Accounts that every jackpot has something in; others are for transfers, limits, claims and hubs."""
HELD = (METER, RESERVE, OVERFLOW, PENDING)
"""Kinds of account that hold players' money. Neither these nor what the house has promised can be overdrawn."""
BY_LEVEL = (*HELD, PROMISED)
"""Kinds of which every level has an account."""


class Move(NamedTuple):
    """Money into (or, below zero, out of) one account."""

    account: str
    amount_micros: int


Moves = tuple[Move, ...]
NO_MOVES: Moves = ()


class Unbalanced(AssertionError):  # noqa: N818  (it reads as what happened)
    """A movement that would lose or make money. No caller may cause one."""


def at(kind: str, level: str) -> str:
    """The account of that kind for a level."""
    return f"{kind}/{level}"


def transfer(source: str, target: str, amount_micros: int) -> Moves:
    """Money from one account to another; nothing if there is nothing to move."""
    if amount_micros < 0:
        return transfer(target, source, -amount_micros)
    return (Move(source, -amount_micros), Move(target, amount_micros)) if amount_micros else ()


def reverse(moves: Iterable[Move]) -> Moves:
    return tuple(Move(move.account, -move.amount_micros) for move in moves)


@dataclass(frozen=True)
class Book:
    """Balances by account."""

    balances: Mapping[str, int] = field(default_factory=dict)

    def __getitem__(self, account: str) -> int:
        return self.balances.get(account, 0)

    def after(self, moves: Sequence[Move]) -> Book:
        """The book after a balanced movement."""
        balances = dict(self.balances)
        total, fell = 0, []
        for account, amount_micros in moves:
            balances[account] = balances.get(account, 0) + amount_micros
            total += amount_micros
            if amount_micros < 0:
                fell.append(account)
        if total:
            raise Unbalanced(f"movements come to {total} millionths, not to nothing")
        for account in fell:
            if balances[account] < 0 and account.startswith(BY_LEVEL):
                raise Unbalanced(f"{account} would stand at {balances[account]} millionths")
        return Book(balances)

    @property
    def is_balanced(self) -> bool:
        """Whether all accounts add up to zero."""
        return not sum(self.balances.values())


# Values that change with every round: a jackpot, a table, the floor.


T = TypeVar("T")


def fast_replace(value: T, **fields: object) -> T:
    """A copy of a frozen value with other fields, as `dataclasses.replace` makes it.

    It copies instead of setting every field anew, which would take most of the time of a round. Cached values
    are copied too: change no field here that such a value depends on.
    """
    other = object.__new__(type(value))
    object.__setattr__(other, "__dict__", value.__dict__ | fields)  # half the time of writing both out
    return other


@dataclass(frozen=True)
class Won:
    """Awards of one kind."""

    hits: int = 0
    won_micros: int = 0

    def with_hits(self, hits: int, each_micros: int) -> Won:
        """Some awards more, or below zero some less, which were voided."""
        return Won(self.hits + hits, self.won_micros + hits * each_micros)


@dataclass(frozen=True)
class Counts:
    """The counting meters: up, and down only for what was voided. What came in is on the account of the wagers."""

    wagers: int = 0
    levels: Mapping[str, Won] = field(default_factory=dict)
    fixed: Won = field(default_factory=Won)
    """Pays that are no share of a level."""
    envy: Won = field(default_factory=Won)

    def of(self, level: str) -> Won:
        """The wins of a level; zero if it was never hit."""
        return self.levels.get(level, Won())

    def with_wagers(self, count: int) -> Counts:
        """Add `count` wagers; a negative count removes refunded ones."""
        return fast_replace(self, wagers=self.wagers + count)

    def with_award(self, level: str, amount_micros: int, hits: int = 1) -> Counts:
        """One award of a level more, or a fixed pay where there is none; less where `hits` is -1: it was voided."""
        if not level:
            return fast_replace(self, fixed=self.fixed.with_hits(hits, amount_micros))
        return fast_replace(self, levels={**self.levels, level: self.of(level).with_hits(hits, amount_micros)})

    def with_envy(self, amount_micros: int, hits: int = 1) -> Counts:
        """One more bettor was paid for another's hand; where `hits` is -1, one was voided."""
        return fast_replace(self, envy=self.envy.with_hits(hits, amount_micros))
