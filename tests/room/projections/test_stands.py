"""What stood at a table when: yesterday's records stay those of yesterday's game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from fairfelt import games
from fairfelt.analysis.winnings.bets import THE_GAME
from fairfelt.cli import main
from fairfelt.engine.answers.store import kept_answer
from fairfelt.jackpot.meters.edge import ProgressiveBet
from fairfelt.law import GamingDays, profile, time_zone
from fairfelt.reports.papers.controls import RoomFacts, Software
from fairfelt.reports.room.tables import theoretical_report, theory_blocks
from fairfelt.reports.sheet import Notice
from fairfelt.room.projections.days import TableDay, read_stands, read_table_days
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.table_odds import bet_of, count_edges
from fairfelt.room.table_win import lines_of, odd_hands, table_figures, theoretical_win_micros, theory_missing
from fairfelt.rules import Kind
from tests.room.floors import LINK_PROGRESSIVE, UNIT
from tests.room.law.lawful_pit import SET_UP
from tests.room.pit_on_a_ledger import PitOnALedger

ZONE = "America/Los_Angeles"
FIRST = date(2026, 5, 4)
DAYS = GamingDays(time_zone(ZONE), 6)
OFFICE = ["card ann", "card eve"]
HOUR = 3600 * UNIT


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[PitOnALedger]:
    """T1: a day of Flushes Gone Wild, a day in whose middle Three Card Poker came, a day of that, and retired."""
    pit = PitOnALedger(tmp_path / "room.db", DAYS.begin_micros(FIRST) - HOUR)
    law = {"profile": "wa-commercial", "mode": "advise", "zone": ZONE, "day_begins_hour": 6, "document": "D-1"}
    pit.do("set law", **law, cards=OFFICE)
    for day, bets in enumerate((1, 2)):
        pit.now_micros = DAYS.begin_micros(FIRST + timedelta(day)) + HOUR
        pit.serves("begin day", day=(FIRST + timedelta(day)).isoformat())
        for _ in range(bets):
            pit.press("start game", bets={"1": 5 * UNIT}, cards=["card dan"])
            pit.press("end game", cards=["card dan"])
            pit.now_micros += HOUR // 2
        count(pit, FIRST + timedelta(day))
    pit.now_micros += HOUR
    pit.do("close table", table="T1", reason="another game", cards=["card sue"])
    pit.do("change table", table="T1", game="three-card-poker", why="summer", cards=SET_UP)
    pit.now_micros = DAYS.begin_micros(FIRST + timedelta(2)) + HOUR
    pit.serves("begin day", day=(FIRST + timedelta(2)).isoformat())
    count(pit, FIRST + timedelta(2))
    pit.now_micros += HOUR
    pit.do("retire table", table="T1", why="sold", cards=SET_UP)
    yield pit
    pit.ledger.close()


def edge_of(game: str) -> Fraction:
    """As it comes with the package."""
    found = kept_answer(games.find(game))
    assert found
    return found.par.round.house_edge


def count(pit: PitOnALedger, day: date) -> None:
    counted = {"table": "T1", "day": day.isoformat(), "document": "S-1", "cards": OFFICE}
    pit.do("record count", **counted, counted="opening", amount_micros=UNIT)
    game = games.find(pit.floor.tables["T1"].game)
    sides = {wager.name: 0 for wager in game.wagers if wager.kind is Kind.SIDE}
    closing = {"amount_micros": UNIT, "handle_micros": 100 * UNIT, "rounds": 20, "side_handles": sides}
    pit.do("record count", **counted, counted="closing", **closing)


def days_of(pit: PitOnALedger) -> tuple[TableDay, ...]:
    days = read_table_days(pit.ledger, PeriodLog(), FIRST, FIRST + timedelta(2))
    return tuple(day for day in days if day.table == "T1")


def test_a_day_is_of_the_game_of_that_day(pit: PitOnALedger) -> None:
    """After a change every earlier day was told, and its theoretical win counted, with the game of today."""
    first, second, third = days_of(pit)
    assert (first.game, third.game) == ("flushes-gone-wild", "three-card-poker")
    assert second.title == "Flushes Gone Wild, then Three Card Poker"
    count_edges((first, second, third))
    whole, meter = lines_of(first)[0], lines_of(first)[-1]
    assert whole.edge == edge_of("flushes-gone-wild") / 2, "Ante and Blind: half an edge each"
    assert (meter.bet, meter.handle_micros, meter.win_micros) == (LINK_PROGRESSIVE, 5 * UNIT, 5 * UNIT)
    bet = bet_of(first)
    assert isinstance(bet, ProgressiveBet) and meter.edge == 1 - bet.fixed_return, "the meter's share is in the tray"
    assert theoretical_win_micros(first) == whole.theory_micros + meter.theory_micros
    assert theoretical_win_micros(second) is None
    assert theoretical_win_micros(third) == round(edge_of("three-card-poker") * 100 * UNIT)
    assert "the game was changed on this day" in theory_missing(second)


def test_progressive_bets_are_compared_with_the_paytable_that_stood_there(pit: PitOnALedger) -> None:
    """A table that lost its link was missing with all its wagers; another paytable had those of the one before."""
    floor, days = pit.floor, PeriodLog()
    begin, end = DAYS.begin_micros(FIRST), DAYS.end_micros(FIRST + timedelta(2))
    law = profile("wa-commercial").on(FIRST)
    room = RoomFacts(floor=floor, law=law, zone=ZONE, software=Software(digest="d"), head="h", events=1)
    stands = read_stands(pit.ledger, begin)
    figures = table_figures(room.floor, stands, begin, end, lambda *time: days.read(pit.ledger, *time)[1].tables)
    gone, stays = (next(one for one in figures if one.table == table) for table in ("T1", "T2"))
    assert (gone.bet.wager, gone.seen.wagers, gone.now) == (LINK_PROGRESSIVE, 3, False)
    assert (stays.seen.wagers, stays.now) == (0, True)
    plain = theoretical_report(room, "three days", figures, days_of(pit)).plain
    assert [row["return"] is None for row in plain["tables"]] == [not one.now for one in figures]


def test_the_command_line_tells_the_same(pit: PitOnALedger, capsys: pytest.CaptureFixture[str]) -> None:
    """It had the progressive bets only, with those of today; and no pace."""
    days = ["--from", FIRST.isoformat(), "--to", (FIRST + timedelta(2)).isoformat()]
    assert main(["law", "theoretical", str(pit.place), *days, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    wins = [row["theoretical_win_micros"] for row in told["games"] if row["table"] == "T1"]
    assert wins == [theoretical_win_micros(day) for day in days_of(pit)]
    (period,) = [row for row in told["periods"] if row["table"] == "T1"]
    assert period["bets"][0]["bet"] == THE_GAME
    assert (period["hours_dealt"], period["rounds_an_hour"]) == (0.5, 6.0), (
        "one round, and next day two in half an hour"
    )
    assert [row["wagers"] for row in told["tables"] if row["table"] == "T1"] == [3]


def test_two_royal_flushes_in_a_few_wagers_are_found_in_the_paper_and_on_the_day(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The paper said “+130.72 deviations, chance 100.00%” and had no remark."""
    pit = PitOnALedger(tmp_path / "room.db", DAYS.begin_micros(FIRST) - HOUR)
    law = {"profile": "wa-commercial", "mode": "advise", "zone": ZONE, "day_begins_hour": 6, "document": "D-1"}
    pit.do("set law", **law, cards=OFFICE)
    pit.now_micros = DAYS.begin_micros(FIRST) + HOUR
    pit.serves("begin day", day=FIRST.isoformat())
    for number in range(10):
        seats = (1, 2, 3) if number < 3 else (1, 2, 3, 4)
        pit.press("start game", bets={str(seat): 5 * UNIT for seat in seats}, cards=["card dan"])
        if number in (2, 5):
            pit.press("press hand", seat=1, hand="royal flush")
            pit.press("confirm", cards=["card eve", "card sue"])
        pit.press("end game", cards=["card dan"])
    days = days_of(pit)
    count_edges(days)
    (told,) = odd_hands(days[0])
    assert told.startswith(f"Table T1, {LINK_PROGRESSIVE} ML01, royal flush: 2 in 37 wagers, 0.000057 expected.")
    assert told.endswith("Chance: 1 in 316,949,871. Needs review.")
    assert [block.items for block in theory_blocks(days[:1], dated=False) if isinstance(block, Notice)] == [(told,)]
    pit.ledger.close()
    asked = ["law", "theoretical", str(pit.place), "--from", FIRST.isoformat(), "--to", FIRST.isoformat()]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["findings"] == [told]
    (royal,) = [row for row in found["tables"][0]["figures"] if row["what"] == "royal flush"]
    assert (royal["actual"], royal["remark"]) == ("2", "needs review")
    assert float(royal["chance"]) < 1e-8
    assert main(asked) == 0
    assert "1 in 316,949,871" in capsys.readouterr().out
