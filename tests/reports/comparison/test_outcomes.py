"""Two sides of a comparison, number by number."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.reports.comparison import (
    comparison_dict,
    comparison_records,
    comparison_sections,
    results,
    round_side,
    wager_side,
)
from fairfelt.reports.par.par_sheet import par_records
from fairfelt.reports.sheet import Table
from fairfelt.reports.sheet.csv import records_csv

PAR = engine.answer(games.find("three-card-poker")).par
A, B = (wager_side(name, PAR.wager("Pair Plus", name)) for name in ("40/30/6/4/1", "40/30/6/3/1"))


def tables() -> list[Table]:
    """The tables of a comparison."""
    return [block for section in comparison_sections(A, B) for block in section.blocks if isinstance(block, Table)]


def test_figures_and_outcomes_stand_side_by_side() -> None:
    figures, outcomes = tables()
    assert figures.rows[0] == ("House edge", "2.3167%", "7.2760%", "+4.9593%")
    assert figures.rows[2] == ("Hit frequency", "25.6109%", "25.6109%", "same")
    flush = next(row for row in outcomes.rows if row[0] == "Flush")
    assert flush[1:3] == ("4 to 1", "3 to 1")
    assert flush[-1] == "-0.049593"


def test_both_distributions_add_up_to_one() -> None:
    for side in (A, B, round_side("round", PAR.round)):
        assert sum(results(side).values()) == 1
        assert -sum(net * chance for net, chance in results(side).items()) == side.figures["House edge"]


def test_results_of_rounds_are_in_order() -> None:
    both = (round_side("one", PAR.round), round_side("two", engine.answer(games.find("casino-war")).par.round))
    nets = [Fraction(record["outcome"].replace("+", "")) for record in comparison_records(*both)]
    assert nets == sorted(nets, reverse=True)


def test_the_data_are_exact() -> None:
    plain = comparison_dict(A, B)
    edge = PAR.wager("Pair Plus", "40/30/6/3/1").house_edge
    assert plain["b"]["figures"]["house_edge"]["fraction"] == f"{edge.numerator}/{edge.denominator}"
    flush = next(record for record in comparison_records(A, B) if record["outcome"] == "flush")
    assert (flush["pays_a"], flush["pays_b"]) == ("4 to 1", "3 to 1")


def test_a_spreadsheet_holds_every_outcome_and_no_formula() -> None:
    rows = list(csv.DictReader(StringIO(records_csv(par_records(PAR)))))
    assert len(rows) == sum(len(sheet.outcomes) for sheet in PAR.wagers) + len(PAR.round.results)
    total = sum(Fraction(row["contribution_fraction"]) for row in rows if row["wager"] == "Round")
    assert total == -PAR.round.house_edge
    assert records_csv([{"a": "=1+1"}]).splitlines()[1].startswith("'=1+1,")
