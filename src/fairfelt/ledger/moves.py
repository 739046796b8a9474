"""What the postings of a group move: noted as they come, and added up once, for a full group has ten thousand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from .book import LEAST_MICROS, MOST_MICROS
from .chain import Postings, postings_text


class Move(NamedTuple):
    """The postings of one event, found fit to be written."""

    text: str
    """Canonical JSON."""
    many: int
    """How many postings they are."""
    by_account: tuple[tuple[str, int], ...]
    """Each account once."""
    most: int
    """No account is moved by more."""


@lru_cache(maxsize=4096)
def move_of(postings: Postings) -> Move:
    """Look through postings. Those of a table's rounds come again and again: each is looked at once."""
    moved: dict[str, int] = {}
    for account, amount in postings:
        if type(amount) is not int or not LEAST_MICROS <= amount <= MOST_MICROS:
            raise ValueError(f"{account!r}: {amount!r} cannot be posted")
        if not account.isprintable():
            raise ValueError(f"{account!r} is no name for an account")
        moved[account] = moved.get(account, 0) + amount
    if total := sum(moved.values()):
        raise ValueError(f"its postings sum to {total} millionths, not to 0")
    return Move(postings_text(postings), len(postings), tuple(moved.items()), max(map(abs, moved.values()), default=0))


NO_MOVE = move_of(())
"""The move of an event that moves nothing."""


class Moves:
    """Moves on top of balances. Every account stays within what can be written."""

    def __init__(self, base: Mapping[str, int], room: int = 0) -> None:
        self._base = base
        self.room = room
        """Every account is at least so far from what cannot be written any more; it may be further."""
        self.postings = 0
        self._balances: dict[str, int] = {}
        self._noted: list[Move] = []
        """What is not added up yet."""

    def add(self, moves: list[Move]) -> None:
        """Note the moves of one command, all of them or, with a ValueError, none."""
        for move in moves:
            self.room -= move.most
            self.postings += move.many
        if self.room < 0:
            self._look_closely(moves)
        self._noted += moves

    @property
    def balances(self) -> dict[str, int]:
        """What the accounts hold that were moved."""
        times = Counter(map(id, self._noted))
        distinct = {id(move): move for move in self._noted}
        for each, move in distinct.items():
            for account, amount in move.by_account:
                self._balances[account] = self._held(account) + amount * times[each]
        self._noted = []
        return self._balances

    def _held(self, account: str) -> int:
        held = self._balances.get(account)
        return self._base.get(account, 0) if held is None else held

    def _look_closely(self, moves: list[Move]) -> None:
        """Find out how much room there really is, and whether it is enough after every move."""
        held = {**self._base, **self.balances}
        most = max(map(abs, held.values()), default=0)
        try:
            for move in moves:
                for account, amount in move.by_account:
                    after = held[account] = held.get(account, 0) + amount
                    if not LEAST_MICROS <= after <= MOST_MICROS:
                        raise ValueError(f"{account} would hold {after} millionths, more than can be written")
                    most = max(most, abs(after))
        except ValueError:
            self.postings -= sum(move.many for move in moves)
            self.room = 0
            raise
        self.room = MOST_MICROS - most
