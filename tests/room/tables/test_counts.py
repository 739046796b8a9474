"""Daily records of tables: counted by two people, corrected by name and number, and the win they come to."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import isqrt
from typing import Any

import pytest

from fairfelt import games
from fairfelt.engine.exact import answer, par
from fairfelt.law import DayFigures, ReportLine
from fairfelt.reports.law.funds import master_games_report
from fairfelt.reports.room.tables import table_day_report, theory_blocks
from fairfelt.reports.sheet import Section, Table, Words
from fairfelt.room.commands.accounts import RecordCount
from fairfelt.room.commands.set_up import Stood
from fairfelt.room.projections.days import NOTHING, CountRow, TableDay, count_rows
from fairfelt.room.state.awards import DAYS_KEPT, CountKind
from fairfelt.room.table_odds import count_edges, forget_edges, read_edges
from fairfelt.room.table_win import (
    deviation_micros,
    fairness_remark,
    lines_of,
    sigmas,
    theoretical_win_micros,
    theory_missing,
)
from tests.room.floors import UNIT, Pit
from tests.room.law.lawful_pit import LawfulPit

TWO, OFFICE = ["card sue", "card ann"], ["card ann", "card bob"]
DAY = "2023-06-14"
COUNTED = {"opening": 10_000, "fill": 2_000, "credit": 500, "drop": 6_000, "closing": 9_300}


def record(pit: Pit, counted: str = "opening", amount: int = 10_000, **body: Any) -> int:
    """A count in whole units; its number."""
    asked = {"table": "T1", "day": DAY, "counted": counted, "amount_micros": amount * UNIT, "document": "slip 1"}
    answer = pit.do("record count", **{**asked, "cards": TWO, **body})
    assert answer["ok"]
    return pit.floor.counts_made


def rows(pit: Pit) -> dict[int, CountRow]:
    return count_rows((event.body for event in pit.events), {name: name for name in pit.floor.people})


def a_day(pit: Pit, **more: Any) -> TableDay:
    counts = tuple(row for row in rows(pit).values() if row.table == "T1")
    stood = (Stood.at(pit.floor.tables["T1"]),)
    return TableDay(table="T1", stood=stood, day=date.fromisoformat(DAY), currency="USD", counts=counts, **more)


def test_the_win_of_a_table_is_known_from_its_counts() -> None:
    """Nothing of the base games was in the books: drop, fills, credits and win were outside the room."""
    pit = Pit()
    for counted, amount in COUNTED.items():
        record(pit, counted, amount)
    record(pit, "fill", 1_000)
    day = a_day(pit)
    assert day.win_micros == (6_000 + 9_300 + 500 - 10_000 - 3_000) * UNIT
    assert day.hold is not None
    assert day.hold.limit_denominator() == day.hold
    assert pit.room.restore(pit.room.save(pit.floor)) == pit.floor


def test_the_win_is_unknown_while_a_bank_is_missing() -> None:
    pit = Pit()
    record(pit, "drop", 6_000)
    assert a_day(pit).win_micros is None
    assert a_day(pit).remarks == ("no opening bank", "no closing bank")


def test_it_takes_two_people_who_may_count() -> None:
    pit = Pit()
    asked = {"table": "T1", "day": DAY, "counted": "drop", "amount_micros": UNIT, "document": "slip"}
    for cards in (["card sue"], ["card dan", "card sue"], ["card ida", "card sue"]):
        assert "two cards required" in pit.refused("record count", **asked, cards=cards)


def test_a_bank_is_counted_once_and_then_corrected_by_its_number() -> None:
    pit = Pit()
    number = record(pit)
    again = {"table": "T1", "day": DAY, "counted": "opening", "amount_micros": 1, "document": "slip", "cards": TWO}
    assert f"is count {number}; correct that one" in pit.refused("record count", **again)
    wrong = {"number": number, "amount_micros": 9_000 * UNIT, "why": "a rack was missed"}
    assert "two cards required" in pit.refused("correct count", **wrong, cards=TWO[:1])
    pit.do("correct count", **wrong, cards=OFFICE)
    assert "says that already" in pit.refused("correct count", **wrong, cards=OFFICE)
    row = rows(pit)[number]
    assert row.amount_micros == 9_000 * UNIT
    assert row.corrections == ("$10,000.00 to $9,000.00 by ann and bob, a rack was missed",)
    assert any("count 1 corrected" in remark for remark in a_day(pit).remarks)
    assert "there is no count 7" in pit.refused("correct count", number=7, amount_micros=1, why="why", cards=OFFICE)


def test_a_day_that_has_not_come_or_is_long_over_is_refused() -> None:
    pit = LawfulPit()
    asked = {"table": "T1", "counted": "drop", "amount_micros": UNIT, "document": "slip", "cards": TWO}
    assert "has not come yet" in pit.refused("record count", **asked, day="2023-06-15")
    assert "its records are closed" in pit.refused("record count", **asked, day="2023-05-01")


def test_the_first_day_of_the_calendar_is_a_day() -> None:
    """There is none so many days before it."""
    pit = Pit()
    record(pit, day="0001-01-01")
    assert record(pit, "drop", day="0001-01-02") == 2
    assert len(pit.floor.counts) == 2


def test_hands_dealt_are_entered_with_the_closing_bank() -> None:
    pit = Pit()
    asked = {"table": "T1", "day": DAY, "counted": "drop", "amount_micros": UNIT, "document": "slip", "cards": TWO}
    assert "with the closing bank" in pit.refused("record count", **asked, rounds=300)
    record(pit, "closing", 9_000, rounds=300)
    assert a_day(pit).rounds == 300


def test_an_opening_bank_that_is_not_the_last_closing_bank_is_told() -> None:
    pit = Pit()
    record(pit, "opening", 10_000)
    record(pit, "closing", 9_000)
    before = CountRow(
        number=9, table="T1", day=date(2023, 6, 13), counted=CountKind.CLOSING, amount_micros=9_500 * UNIT,
        currency="USD", document="slip 9", by=("sue", "ann"),
    )  # fmt: skip
    assert "opening bank $10,000.00 is not the last closing bank $9,500.00" in a_day(pit, last_closing=before).remarks


def test_a_table_without_activity_has_its_line() -> None:
    report = table_day_report((a_day(Pit()),), date.fromisoformat(DAY))
    assert b"No activity" in report.render("html")
    assert report.plain["tables"][0]["win_micros"] is None


def test_old_counts_leave_the_floor_and_stay_on_the_log() -> None:
    pit = Pit()
    for counted in CountKind:
        record(pit, counted.value, 1)
    later = date.fromordinal(date.fromisoformat(DAY).toordinal() + DAYS_KEPT).isoformat()
    record(pit, "opening", 1, day=later)
    assert list(pit.floor.counts) == [6]
    assert sum(isinstance(event.body, RecordCount.recorded) for event in pit.events) == 6


@pytest.mark.parametrize("counted, times", [(CountKind.OPENING, 1), (CountKind.CLOSING, 1), (CountKind.FILL, 2)])
def test_fills_credits_and_drops_happen_more_than_once(counted: CountKind, times: int) -> None:
    assert counted.once == (times == 1)


def test_the_handle_is_entered_with_the_closing_bank() -> None:
    pit = Pit()
    asked = {
        "table": "T1",
        "day": DAY,
        "amount_micros": UNIT,
        "document": "slip",
        "handle_micros": 7 * UNIT,
        "cards": TWO,
    }
    assert "entered with the closing bank" in pit.refused("record count", **asked, counted="drop")
    pit.do("record count", **asked, counted="closing")
    assert a_day(pit).handle_micros == 7 * UNIT
    right = {"number": 1, "amount_micros": UNIT, "handle_micros": 8 * UNIT, "why": "misread", "cards": OFFICE}
    pit.do("correct count", **right)
    assert a_day(pit).handle_micros == 8 * UNIT
    assert any("handle to $8.00 by ann and bob, misread" in remark for remark in a_day(pit).remarks)
    other = record(pit, "fill", 1)
    assert "goes with the closing bank" in pit.refused("correct count", **{**right, "number": other})


def test_the_theoretical_win_is_the_exact_edge_times_the_handle_or_says_what_is_missing() -> None:
    """Nothing said what a table should have won."""
    pit = Pit()
    table = {"table": "T9", "game": "three-card-poker", "cards": ["card ida", "card eve"]}
    pit.do("set up table", **table)
    for counted, amount in COUNTED.items():
        handle = {"handle_micros": 10_000 * UNIT} if counted == "closing" else {}
        record(pit, counted, amount, table="T9", **handle)
    counts = tuple(rows(pit).values())
    day = TableDay(
        table="T9",
        stood=(Stood.at(pit.floor.tables["T9"]),),
        day=date.fromisoformat(DAY),
        currency="USD",
        counts=counts,
        offered=(),
    )
    forget_edges()
    assert theoretical_win_micros(day) is None
    assert "was not counted yet" in theory_missing(day)
    assert theoretical_win_micros(*read_edges((day,))), "it comes with the package: the daily record asked for a paper"
    forget_edges()
    count_edges((day,))
    ((edge,),) = ([line.edge for line in lines_of(day)],)
    assert edge == par(games.find("three-card-poker")).round.house_edge
    assert theoretical_win_micros(day) == round(edge * 10_000 * UNIT)
    assert theory_missing(day) == ""
    assert "no handle on record" in theory_missing(a_day(pit))
    report = table_day_report((day,), day.day, Section("Theoretical win", *theory_blocks((day,), dated=False)))
    assert b"3.3730%" in report.render("html"), "the edge of three card poker with the best play"


@pytest.mark.parametrize(
    ("game", "bets"), [("ultimate-texas-holdem", 2), ("let-it-ride", 3), ("commission-baccarat", 1)]
)
def test_the_edge_of_a_handle_is_that_of_all_opening_bets(game: str, bets: int) -> None:
    """The edge is of one Ante, the handle of Ante and Blind: the theoretical win was twice what a table wins."""
    pit = Pit()
    pit.do("set up table", table="T9", game=game, cards=["card ida", "card eve"])
    record(pit, "closing", 1, table="T9", handle_micros=10_000 * UNIT, rounds=100)
    stood = (Stood.at(pit.floor.tables["T9"]),)
    day = replace(a_day(pit), table="T9", stood=stood, counts=tuple(rows(pit).values()), offered=())
    count_edges((day,))
    whole = answer(games.find(game)).par.round
    assert whole.variance is not None
    assert theoretical_win_micros(day) == round(whole.house_edge * 10_000 * UNIT / bets)
    units = Fraction(10_000 * UNIT, bets)
    assert deviation_micros(day) == isqrt(int(whole.variance * units**2 / 100))


def test_a_day_without_a_handle_says_so_once() -> None:
    """The daily record said the same sentence beside every table, and a handle of $0.00 that nobody had counted."""
    pit = Pit()
    days = tuple(replace(a_day(pit), table=table, play=replace(NOTHING, rounds=20)) for table in ("T1", "T2"))
    (found,) = theory_blocks(days)
    assert isinstance(found, Words) and found.text.startswith("No handle on record")
    text = table_day_report(days, days[0].day, Section("Theoretical win", found)).render("text").decode()
    assert text.count("o handle on record") == 1
    row = next(line for line in text.splitlines() if line.startswith("T1") and " 20 " in line)
    assert row.count("$0.00") == 5, "not the handle"
    counted = replace(days[0], play=replace(NOTHING, rounds=20, handle_micros=900 * UNIT))
    assert isinstance(next(theory_blocks((counted, days[1]))), Table)


def test_a_day_that_chance_does_not_explain_is_to_be_looked_into() -> None:
    """The theoretical win had no interval, and no day was ever out of order."""
    pit = Pit()
    pit.do("set up table", table="T9", game="three-card-poker", cards=["card ida", "card eve"])
    for counted, amount in COUNTED.items():
        more = {"handle_micros": 10_000 * UNIT, "rounds": 400} if counted == "closing" else {}
        record(pit, counted, amount, table="T9", **more)
    stood = (Stood.at(pit.floor.tables["T9"]),)
    day = replace(a_day(pit), table="T9", stood=stood, counts=tuple(rows(pit).values()), offered=())
    count_edges((day,))
    whole = par(games.find("three-card-poker")).round
    deviation = deviation_micros(day)
    assert deviation is not None and whole.variance is not None
    assert deviation == pytest.approx(float(whole.variance) ** 0.5 * 10_000 * UNIT / 20, rel=1e-9)
    assert day.win_micros == 3_800 * UNIT, "far from the 337.30 that it should be"
    away = sigmas(day)
    assert away is not None and float(away) == pytest.approx((3_800 - 337.298) / 819.625, rel=1e-4)
    assert "needs review" in fairness_remark(day)
    fewer = tuple(replace(each, rounds=4) if each.rounds else each for each in day.counts)
    assert fairness_remark(replace(day, counts=fewer)) == "", "four bets of 2,500 vary much more"


def test_the_master_games_report_has_tables_and_the_win_less_what_accrued() -> None:
    """Jackpots had their lines; drop, fills, credits and win of a table were in no master games report."""
    pit = Pit()
    for counted, amount in COUNTED.items():
        record(pit, counted, amount)
    day = a_day(pit)
    figures = DayFigures(wagered_micros=100 * UNIT, accrued_micros=26 * UNIT)
    report = master_games_report((ReportLine(day.day, "mega", figures, "USD"),), (day,))
    (found,) = report.plain["days"]
    win = (6_000 + 9_300 + 500 - 10_000 - 2_000) * UNIT
    assert (found["win_micros"], found["accrued_micros"], found["adjusted_micros"]) == (win, 26 * UNIT, win - 26 * UNIT)
    assert report.plain["tables"][0]["drop_micros"] == 6_000 * UNIT
    for words in (b"$6,000.00", b"$2,000.00", b"$500.00", b"$3,800.00", b"GC2-263"):
        assert words in report.render("html"), words
    half = a_day(Pit())
    assert master_games_report((), (half,)).plain["days"][0]["unknown"] == (), "a table at rest lacks nothing"
