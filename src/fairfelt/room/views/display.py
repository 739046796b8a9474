"""The view of a link's displays: amounts, tables, pending claims, the last win. Nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fairfelt.jackpot import Jackpot
from fairfelt.room.commands.round_events import frozen
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Phase, Table

from .win_page import WinPage

WINS_SHOWN = 8
"""Awards that a display may have to show one after another."""


class MeterState(Struct, frozen=True, kw_only=True):
    """A level as displays show it."""

    name: str
    amount_micros: int
    limit_reached: bool


class WatchedTable(Struct, frozen=True, kw_only=True):
    """A table of a link."""

    table: str
    game: str
    phase: Phase
    closed: str
    notices: tuple[str, ...]
    folded_hands_qualify: bool


class PendingClaim(Struct, frozen=True, kw_only=True):
    """A claim that waits for its confirmation, with what it would be paid now."""

    table: str
    seat: int
    hand: str
    level: str
    amount_micros: int
    locked: bool
    """Whether the amount is off the meter; else the meter still shows it, and it moves with the meter."""


class LastWin(Struct, frozen=True, kw_only=True):
    """An award of a link: where, how much, and what the level stands at now."""

    number: int
    table: str
    seat: int
    hand: str
    level: str
    amount_micros: int
    new_amount_micros: int | None
    """The new amount of its level; None for a fixed pay."""
    envy_for_seat: int | None = None
    """The seat whose hand it is envy for, 0 if no spot was entered; None for every other award."""


class LinkDisplay(Struct, frozen=True, kw_only=True):
    """All a display shows."""

    sequence: int
    """The last event it contains; a state with a smaller one is older."""
    link: str
    currency: str
    levels: tuple[MeterState, ...]
    tables: tuple[WatchedTable, ...]
    pending: tuple[PendingClaim, ...]
    last_win: LastWin | None
    """The last one that is not envy."""
    closed: str
    not_current_since_s: int | None = None
    """Since when the hub of a shared jackpot is out of reach, in seconds of Unix time; nothing while all is current."""
    wins: tuple[LastWin, ...] = ()
    """The last awards, oldest first: of several at once a display shows one after another."""


def display(floor: Floor, link: str, sequence: int) -> LinkDisplay:
    """The display of a link as it should be after an event."""
    name = floor.links[link].jackpot
    jackpot, last = floor.jackpots[name], floor.last_wins.get(name, ())
    tables = {table: there for table, there in floor.tables.items() if there.link == link}
    return LinkDisplay(
        sequence=sequence,
        link=link,
        currency=jackpot.terms.currency,
        levels=tuple(_levels(jackpot)),
        tables=tuple(_watched(name, table) for name, table in tables.items()),
        pending=tuple(row for name, table in tables.items() if table.is_pending for row in _claims(floor, name, table)),
        last_win=next((_win(page) for page in reversed(last) if page.envy_for_seat is None), None),
        closed=floor.closed or floor.suspension_of(link),
        not_current_since_s=_not_current(floor, name),
        wins=tuple(map(_win, last[-WINS_SHOWN:])),
    )


def _not_current(floor: Floor, jackpot: str) -> int | None:
    line = floor.hub_lines.get(jackpot)
    return None if line is None or line.current else line.cut_off_micros // 1_000_000


def _levels(jackpot: Jackpot) -> Iterator[MeterState]:
    for level in jackpot.terms.levels:
        standing = jackpot.meter(level.name)
        reached = level.limit_micros is not None and standing >= level.limit_micros
        yield MeterState(name=level.name, amount_micros=standing, limit_reached=reached)


def _watched(name: str, table: Table) -> WatchedTable:
    return WatchedTable(
        table=name,
        game=table.game,
        phase=table.phase,
        closed=table.closed,
        notices=table.law_verdict.notices,
        folded_hands_qualify=table.folded_hands_qualify,
    )


def _claims(floor: Floor, name: str, table: Table) -> Iterator[PendingClaim]:
    """Claims with what they would be paid now; where the claim froze them, that is what they will be paid."""
    for prize in frozen(floor, table)[1]:
        win = prize.win
        yield PendingClaim(
            table=name,
            seat=win.seat,
            hand=win.hand,
            level=win.level,
            amount_micros=prize.amount_micros,
            locked=bool(table.prizes),
        )


def _win(page: WinPage) -> LastWin:
    """The last award, and what its level went on with; a fixed pay has no level."""
    return LastWin(
        number=page.number,
        table=page.table,
        seat=page.seat,
        hand=page.hand,
        level=page.level,
        amount_micros=page.amount_micros,
        new_amount_micros=page.meter_after_micros if page.level else None,
        envy_for_seat=page.envy_for_seat,
    )
