"""Pictures: well-formed, to scale, with their numbers."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.exact import CurvePoint
from fairfelt.reports.par.plot_sheet import best_choice_changes, meter_lines, plot_sheet
from fairfelt.reports.plots import (
    GAIN,
    LOSS,
    WIDE,
    Scale,
    bars,
    curves,
    lines,
    plain_scale,
    power_scale,
    round_step,
)
from fairfelt.reports.sheet import Plot, Table

SVG = "{http://www.w3.org/2000/svg}"
NUMBERS = st.floats(-1e6, 1e6).filter(lambda n: abs(n) > 1e-6)


def rects(svg: str) -> list[tuple[float, float, str]]:
    """Where each bar begins, how long it is, and its color."""
    found = ElementTree.fromstring(svg).iter(f"{SVG}rect")
    return [(float(bar.attrib["x"]), float(bar.attrib["width"]), bar.attrib["fill"]) for bar in found]


@given(st.lists(NUMBERS, min_size=1))
def test_a_scale_holds_all_numbers_and_its_marks_lie_on_it(numbers: list[float]) -> None:
    scale = plain_scale(numbers, 0, 100, zero=True)
    places = [scale.place(number) for number in sorted(numbers)]
    assert places == sorted(places)
    assert scale.least <= min(*numbers, 0)
    assert scale.greatest >= max(*numbers, 0)
    assert 2 <= len(scale.marks) <= 8
    assert all(-0.01 <= scale.place(mark) <= 100.01 for mark in scale.marks)


@given(st.floats(1e-9, 1e9))
def test_steps_are_round_and_large_enough(rough: float) -> None:
    assert rough * 0.999 <= round_step(rough) <= rough * 2.6


def test_powers_of_ten_lie_evenly() -> None:
    scale = power_scale([0.5, 0.003], 0, 300)
    assert scale.marks == pytest.approx((0.001, 0.01, 0.1, 1))
    assert [scale.place(mark) for mark in scale.marks] == pytest.approx([0, 100, 200, 300])
    assert scale.place(0) == 0
    assert Scale(0, 1, 10, 20).place(7) == 20


def test_bars_are_as_long_as_their_numbers_and_losses_go_to_the_left() -> None:
    (up, long, blue), (down, short, orange) = rects(bars([("a", 2.0), ("b", -1.0)], labels="x", amounts="y"))
    assert long == pytest.approx(2 * short, abs=0.2)
    assert down + short == pytest.approx(up, abs=0.2)
    assert (blue, orange) == (GAIN, LOSS)


def test_names_stay_text_and_long_ones_are_whole_in_the_title() -> None:
    name = "<b> & a name that is far too long to stand beside a bar"
    svg = bars([(name, 0.5)], labels="x", amounts="y", logarithmic=True, losing=[name])
    texts = [node.text for node in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    assert name in texts
    assert rects(svg)[0][2] == LOSS


def test_pairs_stand_together() -> None:
    svg = bars([("+1", 0.1, 0.01), ("-1", 0.9, 0.0)], names=("A", "B"), labels="x", amounts="y", logarithmic=True)
    widths = [width for _, width, _ in rects(svg)]
    assert widths[0] == pytest.approx(2 * widths[1], rel=0.01)
    assert widths[3] == 0


def test_lines_differ_in_dashes_and_marks_stand_where_the_choice_flips() -> None:
    points = [CurvePoint(n / 10, {"fold": -1.0, "Play": n / 2 - 3}, f"hand {n}") for n in range(11)]
    changes = best_choice_changes(points)
    assert [(flip.share, flip.before, flip.after, flip.hand) for flip in changes] == [(0.4, "fold", "Play", "hand 4")]
    svg = curves(points, unit="Ante", flips=[flip.share for flip in changes])
    drawn = ElementTree.fromstring(svg)
    assert len({line.attrib["stroke-dasharray"] for line in drawn.iter(f"{SVG}polyline")}) == 2
    assert len([line for line in drawn.iter(f"{SVG}line") if line.get("class") == "mark"]) == 1
    assert ElementTree.fromstring(lines([("m", [(0, 0.1), (9, -0.1)])], along="x", up="y")) is not None


def test_every_picture_of_a_game_has_its_numbers() -> None:
    game = games.find("three-card-poker")
    sheet = plot_sheet(engine.par(game), engine.solve(game).curve)
    for section in sheet.sections:
        assert [type(block) for block in section.blocks][-2:] == [Plot, Table], section.title
        assert isinstance(section.blocks[-1], Table)
        assert section.blocks[-1].folded
    tables = {section.title: section.blocks[-1] for section in sheet.sections}
    results = tables["Results of the round"]
    assert isinstance(results, Table)
    assert sum(Fraction(row[2]) for row in results.rows) == pytest.approx(1)
    values = tables["Value of each hand"]
    assert isinstance(values, Table)
    assert {row[-1] for row in values.rows} == {"fold", "Play"}


def test_the_line_of_a_meter_crosses_zero_where_nobody_has_an_edge() -> None:
    game = games.find("straight-edge-poker")
    sheet = engine.par(game).wager("Two Way Bad Beat")
    points = dict(meter_lines(sheet)["meter"])
    assert points[Fraction(0)] == sheet.house_edge
    assert sheet.break_even_meter is not None
    assert points[sheet.break_even_meter] == 0


def test_the_last_number_below_a_line_stays_on_the_paper() -> None:
    """Half of "300,000" was cut off at the right edge."""
    drawn = ElementTree.fromstring(lines([("edge", [(0, 1.0), (300_000, 0.0)])], along="meter", up="edge"))
    width = float(drawn.attrib["viewBox"].split()[2])
    last = max((text for text in drawn.iter(f"{SVG}text") if text.attrib["text-anchor"] == "middle" and text.text),
               key=lambda text: float(text.attrib["x"]))  # fmt: skip
    assert last.text == "300,000"
    assert float(last.attrib["x"]) + WIDE * len(last.text) / 2 < width
