"""What the API gives of a table's gaming day: bank, fills, credits, drop, win, and what it should have won."""

from __future__ import annotations

from .answers import ApiAnswer


class CountState(ApiAnswer):
    """One count as it stands."""

    number: int
    counted: str
    amount_micros: int
    document: str
    by: list[str]
    corrections: list[str]
    """What each correction changed and why, the first one first."""


class TableDayState(ApiAnswer):
    """One table on one gaming day; what was not counted is null."""

    table: str
    day: str
    game: str
    currency: str
    opening_micros: int | None
    fill_micros: int | None
    credit_micros: int | None
    drop_micros: int | None
    closing_micros: int | None
    win_micros: int | None
    rounds: int
    handle_micros: int | None
    """What was bet on the opening bets, where somebody has entered it."""
    theoretical_win_micros: int | None
    theory_missing: str
    """Why there is no theoretical win; empty where there is one."""
    progressive_handle_micros: int
    awarded_micros: int
    remarks: list[str]
    counts: list[CountState]


class TableRecords(ApiAnswer):
    """Every table of every day that was asked for, also without activity."""

    tables: list[TableDayState]
