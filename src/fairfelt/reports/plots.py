"""Pictures for sheets, drawn by altair and vl-convert without a browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, SupportsFloat

from .english import plural

if TYPE_CHECKING:
    import altair

WIDTH, ROW_HEIGHT, CURVE_HEIGHT = 420, 24, 250
FONT = "Libertinus Serif"
"""The PDF brings it along; a page puts its own in its place."""

GAIN, LOSS = "#0072b2", "#d55e00"
CHOICE_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Told apart with any colour vision, on white and on black; lines differ in their dashes as well."""
DASHES = ((1, 0), (6, 3), (2, 2), (8, 2, 2, 2), (10, 4), (4, 4))


class CurvePoint(Protocol):
    """What each choice is worth with the hand that so many of all hands do not exceed."""

    @property
    def share(self) -> SupportsFloat: ...
    @property
    def values(self) -> Mapping[str, float]: ...


def bars(rows: Sequence[tuple[str, float]], *, labels: str, amounts: str, written: str) -> str:
    """A bar for each row, gains to the right in blue and losses to the left in orange."""
    import altair as alt

    values = [{"label": label, "amount": amount} for label, amount in rows]
    base = alt.Chart(alt.InlineData(values=values), width=WIDTH, height=alt.Step(ROW_HEIGHT))
    side = alt.Y("label:N", sort=None, title=labels, axis=alt.Axis(labelLimit=220))
    drawn = base.mark_bar().encode(
        y=side,
        x=alt.X("amount:Q", title=amounts, axis=alt.Axis(format=written, tickCount=5)),
        color=alt.condition("datum.amount < 0", alt.value(LOSS), alt.value(GAIN)),
    )
    return _svg(drawn)


def curves(points: Sequence[CurvePoint], *, unit: str) -> str:
    """What each choice is worth, from the weakest hand to the strongest."""
    import altair as alt

    choices = list(points[0].values)
    values = [
        {"share": float(point.share), "choice": choice, "value": value}
        for point in points
        for choice, value in point.values.items()
    ]
    drawn = (
        alt.Chart(alt.InlineData(values=values), width=WIDTH, height=CURVE_HEIGHT)
        .mark_line(strokeWidth=2.2)
        .encode(
            x=alt.X("share:Q", title="hands, from the weakest to the strongest", axis=alt.Axis(format="%")),
            y=alt.Y("value:Q", title=f"expected result ({plural(unit)})"),
            color=alt.Color("choice:N", scale=alt.Scale(domain=choices, range=list(CHOICE_COLOURS)), title="choice"),
            strokeDash=alt.StrokeDash(
                "choice:N", scale=alt.Scale(domain=choices, range=[list(dash) for dash in DASHES]), title="choice"
            ),
        )
    )
    return _svg(drawn)


def _svg(chart: altair.Chart) -> str:
    import altair as alt
    import vl_convert

    styled = (
        chart.configure(
            font=FONT, background="transparent", autosize=alt.AutoSizeParams(type="fit-x", contains="padding")
        )
        .configure_view(strokeWidth=0)
        .configure_axis(labelFontSize=13, titleFontSize=13, titleFontWeight="normal", domain=False, gridColor="#dddddd")
        .configure_legend(labelFontSize=13, titleFontSize=13, orient="top", symbolSize=400)
    )
    spec: dict[str, Any] = styled.to_dict()
    svg: str = vl_convert.vegalite_to_svg(spec)
    return svg


def ends_merged(results: Sequence[tuple[Fraction, Fraction]], most: int) -> list[tuple[Fraction, Fraction, str]]:
    """Results in rising order with their probabilities, the rarer end folded inwards until few enough are left."""
    rows = [(net, probability, "") for net, probability in results]
    while len(rows) > most:
        if rows[0][1] < rows[-1][1]:
            rows[:2] = [(rows[1][0], rows[0][1] + rows[1][1], " or less")]
        else:
            rows[-2:] = [(rows[-2][0], rows[-1][1] + rows[-2][1], " or more")]
    return rows
