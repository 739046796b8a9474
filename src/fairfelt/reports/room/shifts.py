"""Dealers' shifts on paper: who dealt which table, from when to when, and how many games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fairfelt.reports.report import Report
from fairfelt.reports.sheet.sheet import Column, Section, Sheet, Table, Words, right
from fairfelt.room.projections.shifts import Shift
from fairfelt.rules import format_moment

NOTE = (
    "A shift begins when a card and its PIN are put in at a keypad, and ends when its holder signs out there. Where "
    "nobody signed out, it ends with the last game that was started."
)
NOBODY = "No dealer signed in at a keypad in this time."


def shifts_report(shifts: Sequence[Shift], people: Mapping[str, str], zone: str, time: str) -> Report:
    """The shifts of some days; `people` are full names by user ID."""
    rows = tuple(
        (
            people.get(shift.person, shift.person),
            shift.person,
            shift.table,
            format_moment(shift.from_micros, zone),
            format_moment(shift.last_micros, zone),
            "signed out" if shift.signed_out else "last game" if shift.games else "no game",
            f"{shift.games:,}",
        )
        for shift in shifts
    )
    columns = (
        Column("Employee"), Column("User ID"), Column("Table"), Column("From"), Column("To"), Column("Ended by"),
        *right("Games"),
    )  # fmt: skip
    body = Table(columns, rows) if rows else Words(NOBODY)
    plain = {"shifts": [
        {
            "person": shift.person,
            "table": shift.table,
            "from_micros": shift.from_micros,
            "to_micros": shift.last_micros,
            "signed_out": shift.signed_out,
            "games": shift.games,
        }
        for shift in shifts
    ]}  # fmt: skip
    return Report(Sheet("Dealer shifts", time, (Section("", (Words(NOTE), body)),)), plain, "dealer-shifts")
