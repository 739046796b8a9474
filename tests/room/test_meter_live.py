"""A jackpot of the room as it stands, asked about its meter."""

from __future__ import annotations

from fractions import Fraction

import pytest
from floors import UNIT, Pit

from fairfelt.jackpot.mathematics import MeterError
from fairfelt.reports.meter_live import Observed, live_case, observed
from fairfelt.rules import UnknownName

HOUR = 3600 * 1_000_000


def test_the_case_of_a_jackpot_is_what_its_display_shows() -> None:
    pit = Pit()
    pit.start(seats=(1, 2, 3), bet=5 * UNIT)
    seen = observed([(0, [5 * UNIT] * 3), (2 * HOUR, [5 * UNIT, 10 * UNIT])])
    case = live_case(pit.floor, "mega", seen, others=2)
    assert {name: amount * UNIT for name, amount in case.meters.items()} == pit.floor.meters("mega")
    assert case.standing.reserves == {"Mega": Fraction(3, 10), "Major": Fraction(15, 100)}
    assert (case.prospect.wager, case.prospect.paytable) == ("Multi-Game Link Progressive", "ML01")
    assert case.prospect.stake == Fraction(30, 5)
    assert case.pace is not None
    assert case.pace.wagers_per_week == Fraction(5 * 7 * 24, 2)
    assert case.edge_now > case.long_run_edge > 0


def test_too_little_play_gives_no_pace() -> None:
    assert Observed(3, 3 * UNIT, HOUR - 1).pace is None
    assert observed([]) == Observed(0, 0, 0)
    assert observed([]).mean_wager is None


def test_a_jackpot_that_is_not_there_or_not_played_for() -> None:
    pit = Pit()
    with pytest.raises(UnknownName, match="there is no jackpot 'mini'"):
        live_case(pit.floor, "mini", observed([]))
    pit.do("open jackpot", jackpot="spare", terms=pit.floor.jackpots["mega"].terms.to_dict())
    with pytest.raises(MeterError, match="no table plays for the jackpot spare"):
        live_case(pit.floor, "spare", observed([]))
