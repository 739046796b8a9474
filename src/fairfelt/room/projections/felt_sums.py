"""Bets on the game itself at a table, by bet and paytable, read off the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.room.commands.felt import FeltBet
from fairfelt.room.state.awards import EnvyRow
from fairfelt.room.state.table_counts import TrayPay

K = TypeVar("K", int, str)


@dataclass
class OnBet:
    """One bet with one paytable."""

    sizes: dict[int, int] = field(default_factory=dict)
    """The number of bets of each amount, in millionths."""
    others: int = 0
    """Sum over all bets of the number of other hands in the round: any of them may bring it envy."""
    others_micros: int = 0
    """Number of these hands, each counted once per bet."""
    hits: dict[str, int] = field(default_factory=dict)
    """Number of slips that paid each hand."""
    staked: dict[str, int] = field(default_factory=dict)
    """The bets on the slips of each hand, in millionths."""
    paid_micros: int = 0
    """The sum of the slips."""
    envy_micros: int = 0
    """The envy that was paid with the slips."""

    @property
    def handle_micros(self) -> int:
        """All that was bet."""
        return sum(size * many for size, many in self.sizes.items())

    @property
    def bets(self) -> int:
        """The number of bets."""
        return sum(self.sizes.values())

    def add(self, other: OnBet, sign: int = 1) -> None:
        """Add later bets, or take bets back."""
        self.sizes = added(self.sizes, other.sizes, sign)
        self.others += sign * other.others
        self.others_micros += sign * other.others_micros
        self.hits = added(self.hits, other.hits, sign)
        self.staked = added(self.staked, other.staked, sign)
        self.paid_micros += sign * other.paid_micros
        self.envy_micros += sign * other.envy_micros


@dataclass
class FeltSums:
    """All bets on the game itself at a table."""

    bets: dict[str, dict[str, OnBet]] = field(default_factory=dict)
    """Bets by name and paytable; the paytable is empty on older logs."""
    products: dict[str, dict[str, int]] = field(default_factory=dict)
    """Sum of products of two bets of one seat, by their names in order, in square cents."""
    unsplit_micros: int = 0
    """Bets replaced or refunded on a log that does not name them: the sums above still include them."""
    unsplit_pays_micros: int = 0
    """Slips that were voided on such a log."""

    def add(self, other: FeltSums, sign: int = 1) -> None:
        """Add later bets, or take bets back."""
        for wager, paytable, seen in other.every_bet():
            self.on(wager, paytable).add(seen, sign)
        for wager, products in other.products.items():
            self.products[wager] = added(self.products.get(wager, {}), products, sign)
        self.unsplit_micros += sign * other.unsplit_micros
        self.unsplit_pays_micros += sign * other.unsplit_pays_micros

    def on(self, wager: str, paytable: str) -> OnBet:
        """One bet with one paytable."""
        return self.bets.setdefault(wager, {}).setdefault(paytable, OnBet())

    def every_bet(self) -> Iterator[tuple[str, str, OnBet]]:
        """Each bet with each paytable."""
        for wager, tables in self.bets.items():
            yield from ((wager, paytable, seen) for paytable, seen in tables.items())

    def product(self, one: str, other: str) -> int:
        """Amounts of two bets of a seat multiplied, in square cents, added up; of a bet with itself, its squares."""
        if one == other:
            seen = self.bets.get(one, {}).values()
            return sum(_cents(size) ** 2 * many for bet in seen for size, many in bet.sizes.items())
        first, second = sorted((one, other))
        return self.products.get(first, {}).get(second, 0)

    def take_bets(self, bets: Sequence[FeltBet], total_micros: int, sign: int = 1) -> None:
        """Add bets made or refunded; the expected total shows whether the log names them all."""
        self.add(_sums(bets), sign)
        self.unsplit_micros += total_micros - sign * sum(bet.amount_micros for bet in bets)

    def take_pays(self, pays: Iterable[TrayPay], envy: Iterable[EnvyRow], total_micros: int, sign: int = 1) -> None:
        """Pays of a slip, or of one that is void; the envy goes with the hand that brought it."""
        found, makers = FeltSums(), dict[tuple[int, str], OnBet]()
        for pay in pays:
            on = found.on(pay.wager, pay.paytable)
            makers.setdefault((pay.seat, pay.hand), on)
            on.paid_micros += pay.amount_micros
            if pay.wager_micros:
                on.add(OnBet(hits={pay.hand: 1}, staked={pay.hand: pay.wager_micros}))
        for row in envy:
            makers[row.for_seat, row.hand].envy_micros += row.amount_micros
        self.add(found, sign)
        named = sum(on.paid_micros + on.envy_micros for _, _, on in found.every_bet())
        self.unsplit_pays_micros += total_micros - sign * named


def _sums(bets: Sequence[FeltBet]) -> FeltSums:
    found, seats = FeltSums(), dict[int, list[FeltBet]]()
    for bet in bets:
        seats.setdefault(bet.seat, []).append(bet)
    others = len(seats) - 1
    for made in seats.values():
        for at, bet in enumerate(made):
            more = OnBet({bet.amount_micros: 1}, others, others * bet.amount_micros)
            found.on(bet.wager, bet.paytable).add(more)
            for other in made[at + 1 :]:
                first, second = sorted((bet, other), key=lambda each: each.wager)
                product = {second.wager: _cents(first.amount_micros) * _cents(second.amount_micros)}
                found.products[first.wager] = added(found.products.get(first.wager, {}), product)
    return found


def _cents(micros: int) -> int:
    return round(micros / CENT_MICROS)


def added(counts: Mapping[K, int], more: Mapping[K, int], sign: int = 1) -> dict[K, int]:
    """The sum of both; a refund may be of an earlier day's bet, so a count may be negative."""
    sums = {key: counts.get(key, 0) + sign * more.get(key, 0) for key in {**counts, **more}}
    return {key: many for key, many in sums.items() if many}
