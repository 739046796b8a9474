"""Plots as SVG: bars, lines and curves, with scales and marks of round numbers."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import ceil, floor, log10

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.reports.sheet.english import units

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
MOST_POWERS = 7


@dataclass(frozen=True)
class Scale:
    """From numbers to places between two ends of the paper."""

    least: float
    greatest: float
    start: float
    end: float
    logarithmic: bool = False

    def place(self, number: float) -> float:
        """Where that number lies; a number outside lies at the end."""
        low, high, at = (self._even(n) for n in (self.least, self.greatest, number))
        part = min(max((at - low) / (high - low), 0.0), 1.0)
        return self.start + part * (self.end - self.start)

    def _even(self, number: float) -> float:
        return log10(max(number, self.least)) if self.logarithmic else number

    @property
    def marks(self) -> tuple[float, ...]:
        """Round numbers on the scale: a handful, or powers of ten."""
        if self.logarithmic:
            powers = range(round(log10(self.least)), round(log10(self.greatest)) + 1)
            return tuple(10.0**power for power in powers[:: 1 + len(powers) // MOST_POWERS])
        step = round_step((self.greatest - self.least) / 4)
        first, last = ceil(self.least / step - 1e-9), floor(self.greatest / step + 1e-9)
        return tuple(number * step for number in range(first, last + 1))


def round_step(rough: float) -> float:
    """The next round number that is not smaller."""
    power = 10.0 ** floor(log10(rough))
    return power * next(step for step in STEPS if step * power >= rough * (1 - 1e-9))


def plain_scale(numbers: Iterable[float], start: float, end: float, *, zero: bool) -> Scale:
    """A scale that holds all numbers, and zero where bars begin there."""
    all_of_them = [*numbers, *([0.0] if zero else [])]
    least, greatest = min(all_of_them), max(all_of_them)
    if least == greatest:
        return Scale(least - 1, greatest + 1, start, end)
    step = round_step((greatest - least) / 4)
    low, high = floor(least / step + 1e-9) * step, ceil(greatest / step - 1e-9) * step
    return Scale(min(low, least), max(high, greatest), start, end)


def power_scale(numbers: Iterable[float], start: float, end: float) -> Scale:
    """From the power of ten below all numbers but zero up to one."""
    smallest = min((number for number in numbers if number > 0), default=0.1)
    return Scale(10.0 ** min(floor(log10(smallest) - 0.02), -1), 1.0, start, end, logarithmic=True)


WIDTH, ROW_HEIGHT, CURVE_HEIGHT = 480, 24, 260
FONT, SIZE, WIDE = "Libertinus Serif", 13, 7.3
"""The PDF brings the font along; a letter is about so wide, in the wide fonts of some browsers too."""
LONGEST_LABEL = 34
MARGIN, FOOT = 8, 42
TINY = 1e-12

GAIN, LOSS = "#0072b2", "#d55e00"
CHOICE_COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Told apart with any color vision, on white and on black; lines differ in their dashes as well."""
DASHES = ("", "6 3", "2 2", "8 2 2 2", "10 4", "4 4")

Series = Sequence[tuple[str, Sequence[tuple[float, float]]]]
"""Names and the points of their lines."""


def bars(
    rows: Sequence[tuple[str, *tuple[float, ...]]],
    *,
    labels: str,
    amounts: str,
    written: str = "%",
    logarithmic: bool = False,
    losing: Container[str] = (),
    names: Sequence[str] = (),
) -> str:
    """A bar for each row, gains to the right in blue, losses to the left and rows that lose in orange; or one for each
    of two names, above each other."""
    left, head, gap = _left([label for label, *_ in rows]), ROW_HEIGHT if names else 0, 2 if names else 3
    numbers, ends = [amount for _, *each in rows for amount in each], (left, WIDTH - 3 * MARGIN)
    scale = power_scale(numbers, *ends) if logarithmic else plain_scale(numbers, *ends, zero=True)
    foot = head + MARGIN + ROW_HEIGHT * len(rows)
    drawn = [_legend(names, (GAIN, LOSS)), _upright_grid(scale, foot, written, head), _under(amounts, scale, foot)]
    for at, (label, *each) in enumerate(rows):
        drawn.append(_row_label(label, left, at, head))
        height = (ROW_HEIGHT - 2 * gap) / len(each)
        for place, amount in enumerate(each):
            top = head + MARGIN + at * ROW_HEIGHT + gap + place * height
            drawn.append(_bar(scale, amount, top, height, LOSS if place or amount < 0 or label in losing else GAIN))
    return _svg(drawn, foot + FOOT, f"{amounts} by {labels}")


def curves(points: Sequence[CurvePoint], *, unit: str, flips: Sequence[float] = ()) -> str:
    """What each choice is worth, from the weakest hand to the strongest; upright marks where the best one changes."""
    series = [(name, [(point.share, point.values[name]) for point in points]) for name in points[0].values]
    up = f"expected result ({units(unit)})"
    return lines(series, along="hands, from the weakest to the strongest", up=up, written=("%", "n"), marked=flips)


def lines(
    series: Series,
    *,
    along: str,
    up: str,
    written: tuple[str, str] = ("n", "%"),
    marked: Sequence[float] = (),
    zero: bool = True,
) -> str:
    """A line through the points of each series, with upright marks at some places; without `zero` no more is shown."""
    xs, ys = ([point[at] for _, points in series for point in points] for at in (0, 1))
    names = [name for name, _ in series]
    head = _legend_places(names)[-1][1] + 2 * SIZE
    foot = head + CURVE_HEIGHT
    x, y = plain_scale(xs, 64, WIDTH - 3 * MARGIN, zero=zero), plain_scale(ys, foot, head + MARGIN, zero=False)
    drawn = [_legend(names, CHOICE_COLORS, DASHES), _level_grid(y, x, written[1]), _text(MARGIN, head - 5, up, "start")]
    drawn += [_upright_grid(x, foot, written[0], head), _under(along, x, foot)]
    drawn += [_line(x.place(place), head, x.place(place), foot, "mark", dash="2 3") for place in marked]
    for at, (name, points) in enumerate(series):
        places = " ".join(f"{x.place(a):.1f},{y.place(b):.1f}" for a, b in points)
        values = " ".join(",".join(map(_value, point, written)) for point in points)
        drawn.append(
            f'<polyline data-name="{escape(name)}" data-values="{values}" points="{places}" fill="none" '
            f'stroke="{CHOICE_COLORS[at % len(CHOICE_COLORS)]}" '
            f'stroke-width="2.2" stroke-dasharray="{DASHES[at % len(DASHES)]}"/>'
        )
    return _svg(drawn, foot + FOOT, f"{up} by {along}")


def _value(number: float, written: str) -> str:
    """A value for a page that shows what is under the pointer."""
    return f"{number * 100:.5g}%" if written == "%" else f"{number:.5g}"


def _left(labels: Sequence[str]) -> float:
    """Where bars begin: after the longest label."""
    return 2 * MARGIN + WIDE * min(max(map(len, labels), default=0), LONGEST_LABEL)


def _bar(scale: Scale, amount: float, top: float, height: float, color: str) -> str:
    start = scale.place(scale.least if scale.logarithmic else 0)
    end = scale.place(amount) if amount else start
    return (
        f'<rect x="{min(start, end):.1f}" y="{top:.1f}" width="{abs(end - start):.1f}" height="{height:.1f}" '
        f'fill="{color}"><title>{amount:.6g}</title></rect>'
    )


def _row_label(label: str, left: float, at: int, head: float = 0) -> str:
    short = label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
    return _text(left - MARGIN, head + MARGIN + (at + 0.5) * ROW_HEIGHT + SIZE / 3, short, "end", whole=label)


def _upright_grid(scale: Scale, foot: float, written: str, head: float = 0) -> str:
    return "".join(
        _line(scale.place(mark), head + MARGIN, scale.place(mark), foot, "grid")
        + _text(_inside(scale.place(mark), words), foot + SIZE + 3, words, "middle")
        for mark, words in ((mark, _number(mark, written)) for mark in scale.marks)
    )


def _inside(middle: float, words: str) -> float:
    """Where words stand so that the paper's right edge does not cut them off."""
    return min(middle, WIDTH - (WIDE * len(words) + MARGIN) / 2)


def _level_grid(up: Scale, along: Scale, written: str) -> str:
    return "".join(
        _line(along.start, up.place(mark), along.end, up.place(mark), "zero" if abs(mark) < TINY else "grid")
        + _text(along.start - MARGIN, up.place(mark) + SIZE / 3, _number(mark, written), "end")
        for mark in up.marks
    )


def _number(mark: float, written: str) -> str:
    """A number beside a mark; in percent or in figures as short as it can be said."""
    mark = 0.0 if abs(mark) < TINY else mark
    if written == "%":
        return f"{mark * 100:.8f}".rstrip("0").rstrip(".") + "%"
    return f"{mark:,.6f}".rstrip("0").rstrip(".") if written == "n" else f"{mark:{written}}"


def _under(words: str, scale: Scale, foot: float) -> str:
    return _text((scale.start + scale.end) / 2, foot + 2 * SIZE + 8, words, "middle")


def _legend_places(names: Sequence[str]) -> list[tuple[float, float]]:
    """Names one after the other, and on the next line where there is no room."""
    x, y, places = float(MARGIN), float(SIZE), list[tuple[float, float]]()
    for name in names:
        wide = 34 + WIDE * len(name) + 2 * MARGIN
        if places and x + wide > WIDTH:
            x, y = float(MARGIN), y + SIZE + 7
        places.append((x, y))
        x += wide
    return places


def _legend(names: Sequence[str], colors: Sequence[str], dashes: Sequence[str] = ()) -> str:
    drawn = ""
    for at, (name, (x, y)) in enumerate(zip(names, _legend_places(names), strict=True)):
        dash = dashes[at % len(dashes)] if dashes else ""
        drawn += (
            f'<line x1="{x}" y1="{y - 4}" x2="{x + 26}" y2="{y - 4}" stroke="{colors[at % len(colors)]}" '
            f'stroke-width="{3 if dashes else 9}" stroke-dasharray="{dash}"/>'
        ) + _text(x + 32, y, name, "start")
    return drawn


def _line(x1: float, y1: float, x2: float, y2: float, kind: str, dash: str = "") -> str:
    color = {"grid": "#dddddd", "zero": "#888888", "mark": "#888888"}[kind]
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line class="{kind}" {ends} stroke="{color}" stroke-dasharray="{dash}"/>'


def _text(x: float, y: float, words: str, anchor: str, whole: str = "") -> str:
    title = f"<title>{escape(whole)}</title>" if whole and whole != words else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{title}{escape(words)}</text>'


def _svg(drawn: Sequence[str], height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" font-family="{FONT}" font-size="{SIZE}"><title>{escape(title)}</title>'
        f"{''.join(drawn)}</svg>"
    )


def merge_ends(results: Sequence[tuple[Fraction, Fraction]], most: int) -> list[tuple[Fraction, Fraction, str]]:
    """Results in rising order with their probabilities, the rarer end folded inwards until few enough are left."""
    rows = [(net, probability, "") for net, probability in results]
    while len(rows) > most:
        if rows[0][1] < rows[-1][1]:
            rows[:2] = [(rows[1][0], rows[0][1] + rows[1][1], " or less")]
        else:
            rows[-2:] = [(rows[-2][0], rows[-1][1] + rows[-2][1], " or more")]
    return rows
