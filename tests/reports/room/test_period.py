"""Reports of a period: every figure is a sum of postings, and what follows a period begins where it ended."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st

from fairfelt.jackpot.book import HELD
from fairfelt.ledger import Entry, RecordedEvent
from fairfelt.ledger.chain import postings_text
from fairfelt.reports.room.period import Heading, period_report
from fairfelt.reports.sheet import Column, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.csv import sheet_csv
from fairfelt.room.projections.periods import KINDS, Period, period, read_period

UNIT = 1_000_000
ACCOUNTS = ("mega/wagers", "mega/meter/Mega", "mega/reserve/Mega", "mega/revenue", "mega/seeds", "mega/paid")
HEADING = Heading(
    zone="UTC",
    room="Spokane",
    from_micros=0,
    to_micros=86_400_000_000,
    events=(0, 4),
    head="abc",
    currencies={"mega": "USD"},
)


def entry(number: int, kind: str, postings: dict[str, int], **body: object) -> Entry:
    moved = tuple((f"mega/{account}", micros) for account, micros in postings.items())
    text = json.dumps({"kind": kind, **body})
    return Entry(number, number * UNIT, "a device", number, kind, text, postings_text(moved), None, "")


BY = [{"card": "1", "person": "elena"}, {"card": "2", "person": "emil"}]
AWARD = {
    "amount_micros": 50 * UNIT, "from_reserve_micros": 0, "hand": "royal flush", "level": "Mega",
    "meter_after_micros": 0, "meter_before_micros": 0, "number": 1, "reseed_micros": 0, "seat": 1, "share": "1",
    "wager_micros": UNIT,
}  # fmt: skip
ENVY = {"amount_micros": UNIT, "for_seat": 1, "hand": "royal flush", "seat": 2}
PAGE = {
    "confirmed_by": "Eve", "currency": "USD", "fingerprint": "", "game": "", "location": "", "paytable": "",
    "policy": "in order", "role": "executive", "round": 1, "sharing": 1, "table": "T1", "variant": "",
}  # fmt: skip
STORY = [
    entry(1, "jackpot opened/1", {"seeds": -100 * UNIT, "meter/Mega": 100 * UNIT}, jackpot="mega"),
    entry(2, "game started/1", {"wagers": -10 * UNIT, "meter/Mega": 2 * UNIT, "revenue": 8 * UNIT}, table="T1",
          round=1, bets=[[1, 5 * UNIT], [2, 5 * UNIT]]),
    entry(3, "awards confirmed/1", {"meter/Mega": -50 * UNIT, "revenue": -1 * UNIT, "paid": 51 * UNIT}, table="T1",
          jackpot="mega", awards=[AWARD], envy=[ENVY], page=PAGE),
    entry(4, "adjusted/1", {"meter/Mega": -2 * UNIT, "revenue": 2 * UNIT}, jackpot="mega", level="Mega",
          reason="display malfunction", amount_micros=2 * UNIT, document="=1+1", by=BY),
]  # fmt: skip


def balances(entries: Iterable[Entry]) -> Counter[str]:
    held: Counter[str] = Counter()
    for entry in entries:
        for account, micros in entry.postings:
            held[account] += micros
    return held


def each(entry: Entry) -> Period:
    """One event, as the database would add it up."""
    moved = {entry.kind: balances([entry])}
    account = entry.postings[0][0] if entry.postings else None
    told = (
        [RecordedEvent(entry.number, entry.at_micros, entry.kind, entry.body, account)] if entry.kind in KINDS else []
    )
    return read_period(moved, told, 1)


def between(entries: list[Entry], first: int, end: int) -> Period:
    within = [each(entry) for entry in entries if first * UNIT <= entry.at_micros < end * UNIT]
    since = [each(entry) for entry in entries if entry.at_micros >= max(first, end) * UNIT]
    return period(within, since, balances(entries))


def cells(sheet: Sheet, section: str) -> dict[str, dict[str, str]]:
    """The table of a section: rows by their first cell, cells by their columns."""
    block = next(each for each in sheet.sections if each.title == section).blocks[0]
    assert isinstance(block, Table)
    titles = [column.title for column in block.columns]
    return {row[0]: dict(zip(titles, row, strict=True)) for row in block.rows}


def test_a_period_says_what_came_in_and_where_it_went() -> None:
    sheet = period_report(between(STORY, 0, 9), HEADING).sheet
    assert cells(sheet, "All jackpots")["mega"] == {
        "Jackpot": "mega", "Currency": "USD", "Wagered": "10.00", "To meters": "2.00", "To the house": "8.00",
        "Seeds": "100.00", "Paid": "51.00", "Adjusted": "-2.00", "Transferred": "0.00", "Change": "50.00",
    }  # fmt: skip
    assert cells(sheet, "Jackpot mega")["Mega: meter"] == {
        "Account": "Mega: meter", "Beginning, USD": "0.00", "From wagers": "2.00", "Awards and resets": "-50.00",
        "Adjusted": "-2.00", "Opened, retired": "100.00", "Ending, USD": "50.00",
    }  # fmt: skip
    assert cells(sheet, "Tables")["T1"] == {
        "Table": "T1", "Jackpot": "mega", "Currency": "USD", "Rounds": "1", "Wagers": "2", "Wagered": "10.00",
        "Awards": "1", "Awarded": "50.00", "Envy": "1.00",
    }  # fmt: skip
    (adjusted,) = cells(sheet, "Manual adjustments").values()
    assert adjusted["By"] == "elena and emil"


def test_the_report_for_programs_has_what_the_page_has() -> None:
    """It had nothing but the version of the program."""
    told = period_report(between(STORY, 0, 9), HEADING).plain
    for jackpot in told["jackpots"].values():
        held = [row for name, row in jackpot["accounts"].items() if name.startswith(HELD)]
        assert sum(row["end_micros"] - row["begin_micros"] for row in held) == jackpot["change_micros"]
    assert any(jackpot["wagered_micros"] for jackpot in told["jackpots"].values())
    assert told["head"] == HEADING.head


def test_meters_stand_at_the_begin_as_they_did_then() -> None:
    sheet = period_report(between(STORY, 3, 4), HEADING).sheet
    row = cells(sheet, "Jackpot mega")["Mega: meter"]
    assert (row["Beginning, USD"], row["Awards and resets"], row["Ending, USD"]) == ("102.00", "-50.00", "52.00")


def test_a_time_in_which_nothing_was() -> None:
    sheet = period_report(period([], [], {}), HEADING).sheet
    words = [block.text for section in sheet.sections for block in section.blocks if isinstance(block, Words)]
    assert words[0] == "No jackpots in this period."
    assert len(words) == 4


moves = st.lists(
    st.tuples(st.sampled_from(ACCOUNTS), st.sampled_from(ACCOUNTS), st.integers(1, 10**9), st.sampled_from(["a", "b"])),
    max_size=30,
)


@given(moves, st.integers(0, 31), st.integers(0, 31))
def test_what_follows_begins_where_it_ended_and_they_add_up(
    made: list[tuple[str, str, int, str]], first: int, second: int
) -> None:
    entries = [
        Entry(
            number,
            number * UNIT,
            None,
            None,
            kind,
            "{}",
            postings_text(((source, -micros), (target, micros))),
            None,
            "",
        )
        for number, (source, target, micros, kind) in enumerate(made, 1)
    ]
    begin, middle = sorted((first, second))
    one, other, both = between(entries, begin, middle), between(entries, middle, 99), between(entries, begin, 99)
    for account in ACCOUNTS:
        assert one.held_at_end(account) == other.begin.get(account, 0)
        assert both.begin.get(account, 0) == one.begin.get(account, 0)
        assert one.through(account) + other.through(account) == both.through(account)
        assert both.held_at_end(account) == balances(entries)[account]
    assert one.events + other.events == both.events


def test_tables_become_rows_that_a_spreadsheet_reads_as_numbers_and_never_as_formulas() -> None:
    table = Table((Column("What"), *right("Amount")), (("=1+1", "-12,500.00"), ("plain", "none")))
    read = list(csv.reader(StringIO(sheet_csv(Sheet("A day", "Report", Section("Money", table))))))
    assert read[:-2] == [
        ["Report", "A day"], [], ["Money"], ["What", "Amount"], ["'=1+1", "-12500.00"], ["plain", "none"],
    ]  # fmt: skip


def test_a_report_is_a_file_too() -> None:
    written = sheet_csv(period_report(between(STORY, 0, 9), HEADING).sheet)
    assert "mega,USD,10.00,2.00,8.00,100.00,51.00,-2.00,0.00,50.00" in written
    assert "'=1+1" in written
