"""Paytables that are designed meet their targets, and the ordinary solver says so."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest

from fairfelt import games
from fairfelt.analysis.design.lines import DesignError, Range, Targets, TargetsError, parse_range
from fairfelt.analysis.design.search import SearchResult, search
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import Root
from fairfelt.reports.design import design_problem, design_report
from fairfelt.rules import UnknownName

EDGE = Range(Fraction(3, 100), Fraction(4, 100))


@pytest.fixture(scope="module")
def pair_plus() -> SearchResult:
    """A side bet with five lines, two of them kept."""
    targets = Targets(
        EDGE, hit=Range(Fraction(1, 5), Fraction(3, 10)), whole_numbers=True, top=Range(None, Fraction(50))
    )
    keep = {"three of a kind": "30", "pair": "1"}
    return search(design_problem(games.find("three-card-poker"), "Pair Plus", targets, keep=keep), 4)


def test_every_design_comes_out_of_the_ordinary_solver(pair_plus: SearchResult) -> None:
    game = games.find("three-card-poker")
    assert pair_plus.designs
    for design in pair_plus.designs:
        sheet = engine.par(game.with_pays("Pair Plus", design.table)).wager("Pair Plus")
        assert sheet.house_edge == design.edge and design.edge in EDGE
        assert sheet.hit_frequency == design.hit_frequency
        assert sheet.standard_deviation == design.standard_deviation
        pays = [pay.net for _, _, pay in design.pays]
        assert all(more > less for more, less in pairwise(pays)) and all(pay.denominator == 1 for pay in pays)
        assert {name: pay.words for _, name, pay in design.pays}["three of a kind"] == "30 to 1"
        assert pays[0] <= 50


def test_the_sheet_says_which_lines_were_kept(pair_plus: SearchResult) -> None:
    """Whoever read a design could not tell a line that was kept from one that came out so."""
    sheet = " ".join(design_report(pair_plus).render("text").decode().split())
    assert "Kept three of a kind 30 to 1, pair 1 to 1" in sheet


def test_none_is_passed_over(pair_plus: SearchResult) -> None:
    """Every table of the same options tried one by one: the best looking one that meets the targets is the first."""
    problem = pair_plus.problem
    best = None
    for chosen in product(*(range(len(line.options)) for line in problem.lines)):
        options = problem.pays_of(chosen)
        pays = [option.net for option in options]
        if any(more <= less and more > 0 for more, less in pairwise(pays)):
            continue
        if not any(more > less for more, less in pairwise(pays)) or -problem.play.expected(pays) not in EDGE:
            continue
        hits = sum(chance for chance, pay in zip(problem.play.chances, pays, strict=True) if pay > 0)
        if Fraction(1, 5) <= hits <= Fraction(3, 10):
            cost = sum(option.cost for option in options)
            best = cost if best is None else min(best, cost)
    pays_found = {line: pay for line, _, pay in pair_plus.designs[0].pays}
    found = sum(
        next(option.cost for option in line.options if option.pay == pays_found[line.line]) for line in problem.lines
    )
    assert found == best


def test_pays_that_change_the_play_are_solved_anew() -> None:
    """A published pair: with 5 to 1 for a straight the edge is 3.7591%, with 4 to 1 it is 4.9149%."""
    game = games.find("mississippi-stud")
    names = ("royal flush", "straight flush", "four of a kind", "full house", "flush", "three of a kind", "two pair")
    pays = ("500", "100", "40", "10", "6", "3", "2")
    keep = dict(zip(names, pays, strict=True)) | {"pair of jacks or better": "1", "pair of sixes to tens": "push"}
    targets = Targets(Range(Fraction(3, 100), Fraction(4, 100)), whole_numbers=True)
    found = search(design_problem(game, "Ante", targets, keep=keep), 3)
    assert found.problem.decides and engine.percent_text(found.problem.edge_today, 4) == "4.9149%"
    assert found.exhausted and [engine.percent_text(design.edge, 4) for design in found.designs] == ["3.7591%"]
    assert {name: pay.words for _, name, pay in found.designs[0].pays}["straight"] == "5 to 1"


def test_a_meter_gives_an_edge_and_shares_stay() -> None:
    """A progressive by its break-even meter: fixed pays change, shares of the meter do not."""
    game = games.find("blazing-7s-progressive-player-cards-only")
    name = game.wagers[0].name
    today = engine.par(game).wager(name).break_even_meter
    assert today
    targets = Targets(Range(), break_even=Range(today / 2, today * 9 / 10))
    found = search(design_problem(game, name, targets), 2)
    assert found.designs
    for design in found.designs:
        sheet = engine.wager_par(engine.solve(game), game.wager(name), design.table)
        shares = sum(row.share * row.probability for row in sheet.levels)
        assert design.break_even == sheet.house_edge / shares
        assert today / 2 <= design.break_even <= today * 9 / 10
        assert design.pays[0][2].level and design.pays[-1][2].words.endswith("for 1")


def test_targets_that_nothing_meets_are_said_so() -> None:
    targets = Targets(Range(Fraction(30, 100), Fraction(31, 100)), hit=Range(Fraction(2, 5), None))
    report = design_report(search(design_problem(games.find("three-card-poker"), "Pair Plus", targets), 1))
    assert not report.passed and report.plain["designs"] == [] and report.plain["exhausted"]
    text = " ".join(report.render("text").decode().split())
    assert "No paytable meets these targets" in text
    assert "Hits of 40.00% are out of reach, because high card is unpaid" in text
    assert "the bet wins 25.61% of the time" in text, "a pair or better"


@pytest.mark.parametrize(
    ("text", "percent", "low", "high"),
    [
        ("3..4%", True, "3/100", "4/100"),
        ("2 .. 5", False, "2", "5"),
        ("1.5%..", True, "3/200", None),
        ("..40", False, None, "40"),
    ],
)
def test_ranges_are_read(text: str, percent: bool, low: str | None, high: str | None) -> None:
    found = parse_range(text, what="--edge", percent=percent)
    assert found == Range(low and Fraction(low), high and Fraction(high))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "percent"), [("3-4%", True), ("..", False), ("3..4", True), ("2..5%", False), ("4..3%", True)]
)
def test_what_is_no_range_is_refused(text: str, percent: bool) -> None:
    with pytest.raises(TargetsError, match="--edge"):
        parse_range(text, what="--edge", percent=percent)


def test_a_deviation_is_compared_by_its_square() -> None:
    assert Root(Fraction(5)) in Range(Fraction(2), Fraction(9, 4))
    assert Root(Fraction(5)) not in Range(Fraction(9, 4), None)


def test_what_cannot_be_designed_is_refused() -> None:
    game = games.find("three-card-poker")
    with pytest.raises(DesignError, match="not paid by a table"):
        design_problem(game, "Play", Targets(EDGE))
    with pytest.raises(UnknownName, match="flush"):
        design_problem(game, "Pair Plus", Targets(EDGE), keep={"flus": "5"})
    with pytest.raises(TargetsError, match="break-even"):
        design_problem(game, "Pair Plus", Targets(EDGE, break_even=Range(Fraction(1), None)))
    everything = {"straight flush": "40", "three of a kind": "30", "straight": "6", "flush": "4", "pair": "1"}
    with pytest.raises(DesignError, match="leave one free"):
        design_problem(game, "Pair Plus", Targets(EDGE), keep=everything)
