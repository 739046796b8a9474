"""Two sides of a comparison, number by number."""

from __future__ import annotations

import csv
from fractions import Fraction
from io import StringIO

from fairfelt import games
from fairfelt.analysis.winnings.sides import read_side_name
from fairfelt.analysis.winnings.tables import TableTerms
from fairfelt.engine import exact as engine
from fairfelt.reports.comparison import BenchSide, bench_side, comparison_report
from fairfelt.reports.par.par_sheet import par_records
from fairfelt.reports.sheet import Table
from fairfelt.reports.sheet.csv import records_csv

PAR = engine.answer(games.find("three-card-poker")).par
TERMS = TableTerms(Fraction(10), 1, Fraction(1), Fraction(1), 1, 2)


def side(name: str) -> BenchSide:
    par = engine.answer(games.find(name.partition(":")[0])).par
    return bench_side(name, par, read_side_name(name), TERMS)


A, B = side("three-card-poker:Pair Plus:40/30/6/4/1"), side("three-card-poker:Pair Plus:40/30/6/3/1")
REPORT = comparison_report(A, B)


def tables() -> list[Table]:
    """The tables of figures and outcomes."""
    found = [block for section in REPORT.sheet.sections for block in section.blocks if isinstance(block, Table)]
    return found[:2]


def test_figures_and_outcomes_stand_side_by_side() -> None:
    figures, outcomes = tables()
    assert figures.rows[0] == ("House edge", "2.3167%", "7.2760%", "+4.9593%")
    assert figures.rows[2] == ("Hit frequency", "25.6109%", "25.6109%", "same")
    flush = next(row for row in outcomes.rows if row[0] == "Flush")
    assert flush[1:3] == ("4 to 1", "3 to 1")
    assert flush[-1] == "-0.049593"


def test_both_distributions_add_up_to_one() -> None:
    for each in (A, B, side("three-card-poker")):
        assert sum(each.results.values()) == 1
        assert -sum(net * chance for net, chance in each.results.items()) == each.figures["House edge"][""].value


def test_results_of_rounds_are_in_order() -> None:
    records = comparison_report(side("three-card-poker"), side("casino-war")).records
    nets = [Fraction(record["outcome"].replace("+", "")) for record in records]
    assert nets == sorted(nets, reverse=True)


def test_the_data_are_exact() -> None:
    edge = PAR.wager("Pair Plus", "40/30/6/3/1").house_edge
    assert REPORT.plain["b"]["figures"]["house_edge"]["fraction"] == f"{edge.numerator}/{edge.denominator}"
    assert REPORT.plain["b"]["figures"]["standard_deviation"]["fraction"].startswith("sqrt(")
    flush = next(record for record in REPORT.records if record["outcome"] == "flush")
    assert (flush["pays_a"], flush["pays_b"]) == ("4 to 1", "3 to 1")
    assert set(REPORT.plain["a"]["outcomes"][0]) == {"name", "pays", "probability", "contribution"}


def test_a_spreadsheet_holds_every_outcome_and_no_formula() -> None:
    rows = list(csv.DictReader(StringIO(records_csv(par_records(PAR)))))
    assert len(rows) == sum(len(sheet.outcomes) for sheet in PAR.wagers) + len(PAR.round.results)
    total = sum(Fraction(row["contribution_fraction"]) for row in rows if row["wager"] == "Round")
    assert total == -PAR.round.house_edge
    assert records_csv([{"a": "=1+1"}]).splitlines()[1].startswith("'=1+1,")
