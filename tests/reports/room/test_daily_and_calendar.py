"""Files of a day and the calendar of duties, as other systems read them."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fairfelt.law import Deadline, GamingDays, time_zone
from fairfelt.ledger.canonical import canonical
from fairfelt.reports.room.period import calendar
from fairfelt.reports.sheet.csv import records_csv
from fairfelt.room.commands.accounts import BankEntryBooked
from fairfelt.room.commands.round_events import GameStarted
from fairfelt.room.commands.voids import AwardBackedOut
from fairfelt.room.event import RoomEvent
from fairfelt.room.projections.records import COLUMNS, Duty, daily_tables
from fairfelt.version import imprint
from tests.room.events import build_event

DAY = date(2026, 3, 7)
BEGIN_MICROS = int(datetime(2026, 3, 7, 14, tzinfo=UTC).timestamp()) * 1_000_000


class Log:
    """A journal of three events, one of them of the next day, and perhaps more of the day."""

    def __init__(self, *more: RoomEvent) -> None:
        from fairfelt.law import BankEntryKind

        deposit = next(iter(BankEntryKind))
        booked = build_event(BankEntryBooked, on=DAY, entry_kind=deposit, amount_micros=9, currency="USD", document="d")
        events = [
            (BEGIN_MICROS, GameStarted(table="T1", round=7, bets=((1, 5_000_000), (2, 10_000_000)))),
            (BEGIN_MICROS + 5, booked),
            *((BEGIN_MICROS + 6, event) for event in more),
            (BEGIN_MICROS + 86_400_000_000, GameStarted(table="T1", round=8, bets=())),
        ]
        self.all = [
            SimpleNamespace(number=number, at_micros=at, body=canonical(event))
            for number, (at, event) in enumerate(events, 1)
        ]

    def first_since(self, at_micros: int) -> int:
        return next((entry.number for entry in self.all if entry.at_micros >= at_micros), len(self.all) + 1)

    def entries(self, *, after: int, limit: int) -> list[Any]:
        return self.all[after : after + limit]


def test_a_day_has_its_own_events_and_no_others() -> None:
    tables = daily_tables(cast(Any, Log()), GamingDays(time_zone("UTC"), 6), DAY)
    rounds = list(csv.DictReader(io.StringIO(records_csv(tables["rounds"], COLUMNS["rounds"]))))
    assert [(row["round"], row["bets"], row["wagered_micros"]) for row in rounds] == [("7", "2", "15000000")]
    assert rounds[0]["made_by"] == imprint()
    assert rounds[0]["at"] == "2026-03-07T14:00:00+00:00"
    (booked,) = tables["funds"]
    assert (booked["amount_micros"], booked["currency"]) == (9, "USD")
    assert records_csv(tables["wins"], COLUMNS["wins"]) == ",".join((*COLUMNS["wins"], "made_by")) + "\r\n", (
        "a day without wins has a file too"
    )


def test_an_award_that_was_backed_out_takes_its_amounts_off_the_day() -> None:
    event = AwardBackedOut(
        number=3, jackpot="Mega", at_table="T1", hand="flush", level="meter", amount_micros=5, envy_micros=2,
        envy_pages=(4, 5), why="wrong hand", document="slip 9", names=("Elena", "Sam"),
    )  # fmt: skip
    tables = daily_tables(cast(Any, Log(event)), GamingDays(time_zone("UTC"), 6), DAY)
    (row,) = csv.DictReader(io.StringIO(records_csv(tables["wins"], COLUMNS["wins"])))
    told = {name: value for name, value in row.items() if value and name not in ("at", "made_by")}
    assert told == {
        "event": "3", "what": "backed out", "win_page": "3", "table": "T1", "hand": "flush", "level": "meter",
        "amount_micros": "-5", "envy_micros": "-2", "envy_pages": "4 5", "document": "slip 9",
    }  # fmt: skip


def test_a_calendar_that_calendars_read() -> None:
    icalendar = pytest.importorskip("icalendar")
    by = datetime(2026, 3, 9, 17, tzinfo=UTC)
    long = "Notify the commission; in writing, with all that belongs to it – 東" * 3
    duties = [
        Duty("payout-1-0", "Win page 1", Deadline(long, by, "WAC 230-15-725")),
        Duty("payout-2-0", "Win page 2", Deadline("Pay", by, "WAC 230-15-725", done_at=by)),
    ]
    written = calendar(duties, "fairfelt-1", datetime(2026, 3, 7, tzinfo=UTC))
    assert max(map(len, written.split(b"\r\n"))) <= 75
    read = icalendar.Calendar.from_ical(written)
    assert str(read["X-WR-CALNAME"]) == "Duties of the card room", "a name for people, not the journal's number"
    first, second = read.walk("VEVENT")
    assert (str(first["SUMMARY"]), first.decoded("DTSTART")) == (long, by)
    assert str(first["UID"]) == "payout-1-0@fairfelt-1"
    assert len(first.walk("VALARM")) == 1
    assert str(second["SUMMARY"]) == "Done: Pay"
    assert second.walk("VALARM") == []


def test_a_calendar_without_duties_is_one_that_strict_readers_take() -> None:
    written = calendar([], "fairfelt-1", datetime(2026, 3, 7, tzinfo=UTC)).decode()
    assert "\r\nBEGIN:VTIMEZONE\r\n" in written, "RFC 5545: at least one component"
    assert "VEVENT" not in written
