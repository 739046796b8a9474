"""What happened to the money of each jackpot, day by day, and what it comes to."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from fairfelt.jackpot import Book, Move
from fairfelt.jackpot.book import (
    HELD,
    HUB,
    METER,
    OVERFLOW,
    OWED,
    PAID,
    PENDING,
    PROMISED,
    RESERVE,
    REVENUE,
    ROOMS,
    SEEDS,
    TRANSFERRED,
    WAGERS,
)

_ENDS = (WAGERS, ROOMS, SEEDS, TRANSFERRED, PAID, REVENUE, OWED, HUB)
_ACCOUNT = re.compile(rf"(?P<jackpot>.+?)/(?P<account>{'|'.join(_ENDS)}|(?:{'|'.join((*HELD, PROMISED))})/[^/]+)")


@dataclass(frozen=True)
class Movement:
    """What one event did to the book of a jackpot, and when."""

    on: date
    jackpot: str
    moves: tuple[Move, ...]


def movements(on: date, postings: Iterable[tuple[str, int]]) -> Iterator[Movement]:
    """The movements of an event from its postings in a journal, whose accounts begin with the name of the jackpot."""
    by_jackpot: dict[str, list[Move]] = {}
    for account, amount_micros in postings:
        found = _ACCOUNT.fullmatch(account)
        if found:
            by_jackpot.setdefault(found["jackpot"], []).append(Move(found["account"], amount_micros))
    return (Movement(on, jackpot, tuple(moves)) for jackpot, moves in by_jackpot.items())


@dataclass(frozen=True, kw_only=True)
class DayFigures:
    """One jackpot on one day. What is held changes by all that came in less all that went out."""

    wagered_micros: int = 0
    accrued_micros: int = 0
    """The part of the wagers that went to meters, reserves and overflow, and what a hub's rooms paid for them."""
    shared_micros: int = 0
    """Received from a hub's rooms, less what a room has counted for its hub; what the hub pays here comes back."""
    seeded_micros: int = 0
    transferred_micros: int = 0
    paid_micros: int = 0
    house_micros: int = 0
    """Paid to the house, less what it paid; what it has only promised is still its own."""
    held_micros: int = 0
    """The change of the money held for players."""

    def __add__(self, other: DayFigures) -> DayFigures:
        return DayFigures(**{name: value + getattr(other, name) for name, value in vars(self).items()})

    @property
    def no_activity(self) -> bool:
        """Whether nothing happened."""
        return not any(vars(self).values())


@dataclass(frozen=True)
class Daybook:
    """The figures of every jackpot, day by day."""

    figures: Mapping[tuple[date, str], DayFigures] = field(default_factory=dict)

    @property
    def jackpots(self) -> tuple[str, ...]:
        """Every jackpot that ever moved, by name."""
        return tuple(sorted({jackpot for _, jackpot in self.figures}))

    def only(self, jackpots: Collection[str]) -> Daybook:
        """The days of some jackpots, such as those in one currency."""
        return Daybook({key: figures for key, figures in self.figures.items() if key[1] in jackpots})

    def of(self, on: date, jackpot: str) -> DayFigures:
        """A jackpot's day; all zero if nothing happened."""
        return self.figures.get((on, jackpot), DayFigures())

    def held_micros(self, on: date) -> int:
        """All that is held for players at the end of a day."""
        return sum(figures.held_micros for (when, _), figures in self.figures.items() if when <= on)

    def accrued_micros(self, first: date, last: date) -> int:
        """What players' wagers added from the first day to the last."""
        return sum(f.accrued_micros for (when, _), f in self.figures.items() if first <= when <= last)


def daybook(movements: Iterable[Movement], before: Daybook | None = None) -> Daybook:
    """Add movements up by day and jackpot, on top of those that were added before."""
    figures = dict(before.figures) if before else {}
    for movement in movements:
        key = movement.on, movement.jackpot
        figures[key] = figures.get(key, DayFigures()) + _figures(movement.moves)
    return Daybook(figures)


def _figures(moves: Sequence[Move]) -> DayFigures:
    into = {name: sum(m.amount_micros for m in moves if m.account == name) for name in _ENDS}
    held, promised = (sum(m.amount_micros for m in moves if m.account.startswith(of)) for of in (HELD, PROMISED))
    wagered = -into[WAGERS]
    fed = wagered - into[ROOMS]
    return DayFigures(
        wagered_micros=wagered,
        accrued_micros=fed - into[REVENUE] - into[OWED] if fed else 0,
        shared_micros=-into[ROOMS] - into[OWED] - into[HUB],
        seeded_micros=-into[SEEDS],
        transferred_micros=-into[TRANSFERRED],
        paid_micros=into[PAID],
        house_micros=into[REVENUE] + promised,
        held_micros=held,
    )


@dataclass(frozen=True)
class Holdings:
    """One jackpot's money by what it is for."""

    jackpot: str
    posted_micros: int
    reserve_micros: int
    overflow_micros: int
    pending_micros: int
    seeds_out_micros: int
    """What the house has put in and not taken back."""


def holdings(jackpot: str, book: Book) -> Holdings:
    """What a jackpot's book holds for players, and what of it the house has lent."""
    meter, reserve, overflow, pending = (_sum(book, kind) for kind in (METER, RESERVE, OVERFLOW, PENDING))
    return Holdings(jackpot, meter, reserve, overflow, pending, -book[SEEDS])


def _sum(book: Book, kind: str) -> int:
    return sum(amount for account, amount in book.balances.items() if account.startswith(f"{kind}/"))


def books(movements: Iterable[Movement]) -> dict[str, Book]:
    """The book of each jackpot after all movements."""
    found: dict[str, Book] = {}
    for movement in movements:
        found[movement.jackpot] = found.get(movement.jackpot, Book()).after(movement.moves)
    return found
