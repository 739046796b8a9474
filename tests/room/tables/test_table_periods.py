"""Tables over several days: pace by the log, wins added up beside their interval, and how odd they are."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta
from math import erfc, sqrt

import pytest

from fairfelt.reports.room.tables import period_blocks, period_dict
from fairfelt.reports.sheet import Table, Words
from fairfelt.room.commands.set_up import Stood
from fairfelt.room.projections.days import TableDay
from fairfelt.room.projections.records import Shift
from fairfelt.room.table_odds import count_edges
from fairfelt.room.table_win import HOUR_MICROS, sigmas, table_periods
from tests.room.floors import UNIT, Pit
from tests.room.tables.test_counts import COUNTED, a_day, record, rows


def days_of(pit: Pit) -> tuple[TableDay, ...]:
    """Two days alike at a table of Three Card Poker."""
    pit.do("set up table", table="T9", game="three-card-poker", cards=["card ida", "card eve"])
    for counted, amount in COUNTED.items():
        more = {"handle_micros": 10_000 * UNIT, "rounds": 400} if counted == "closing" else {}
        record(pit, counted, amount, table="T9", **more)
    stood = (Stood.at(pit.floor.tables["T9"]),)
    day = replace(a_day(pit), table="T9", stood=stood, counts=tuple(rows(pit).values()), offered=())
    return day, replace(day, day=date.fromordinal(day.day.toordinal()) + timedelta(1))


def test_days_add_up_and_the_pace_is_that_of_the_dealers() -> None:
    pit = Pit()
    days = days_of(pit)
    count_edges(days)
    shifts = (
        Shift("ann", "T9", 0, 4 * HOUR_MICROS, games=180),
        Shift("bob", "T9", 0, HOUR_MICROS),
    )
    (one,) = table_periods(days, shifts)
    assert one.pace == 45 and one.published and one.published.players == 5
    assert one.win_micros == 2 * 3_800 * UNIT and len(one.compared) == 2
    each = sigmas(days[0])
    assert each is not None and one.sigmas == pytest.approx(float(each) * sqrt(2), rel=1e-6)
    assert one.p_value == pytest.approx(erfc(float(each)))
    pace, wins, by_bet = (block for block in period_blocks((one,)) if isinstance(block, Table))
    assert pace.rows[0][4] == "45.0" and "Look into it" in wins.rows[0][-1]
    assert re.fullmatch(r"\$[\d,]+\.\d\d", str(wins.rows[0][2])), "to the cent"
    assert by_bet.rows[0][1] == "The game itself" and by_bet.rows[0][2] == "$20,000.00"
    assert period_dict(one)["days_compared"] == 2


def test_a_table_without_records_has_a_pace_and_no_comparison() -> None:
    pit = Pit()
    days = tuple(replace(day, counts=day.counts[:1]) for day in days_of(pit))
    (one,) = table_periods(days, (Shift("ann", "T9", 0, HOUR_MICROS // 10, games=9),))
    assert one.pace is None, "six minutes say little of a pace"
    assert one.sigmas is None and one.p_value is None
    assert any(isinstance(block, Words) for block in period_blocks((one,)))
    assert [block.text for block in period_blocks(()) if isinstance(block, Words)] == ["No activity."]
