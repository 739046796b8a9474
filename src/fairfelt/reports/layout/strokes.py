"""The strokes that felt and rack card are drawn with: text that fits, diamonds, arcs. SVG without style sheets."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

FONT = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
LETTER = 0.64
"""How wide a capital is, in parts of its height: enough for the widest of those fonts."""
LEADING = 1.12

Value = str | int | float


def tag(name: str, *content: str, **attributes: Value) -> str:
    """One element; an underscore in an attribute's name is a hyphen, and one at its end is dropped."""
    words = "".join(f" {key.rstrip('_').replace('_', '-')}={quoteattr(str(v))}" for key, v in attributes.items())
    return f"<{name}{words}>{''.join(content)}</{name}>" if content else f"<{name}{words}/>"


def drawing(width: int, height: int, title: str, *content: str) -> str:
    """A picture of its own, that says what it is."""
    box = f"0 0 {width} {height}"
    said = tag("title", escape(title))
    inside = tag(
        "svg", said, *content, xmlns="http://www.w3.org/2000/svg", viewBox=box, width=width, height=height, role="img"
    )
    return f"{inside}\n"


def text(words: str, x: float, y: float, size: float, **attributes: Value) -> str:
    """One line of text; in the middle of its place unless told otherwise."""
    look: dict[str, Value] = {"text_anchor": "middle", "font_family": FONT, "font_size": f"{size:g}", **attributes}
    return tag("text", escape(words), x=f"{x:g}", y=f"{y:g}", **look)


def label(words: str, x: float, y: float, *, widths: Sequence[float], size: float, **attributes: Value) -> str:
    """Words in the middle of a place, over as many lines and as small as they need to fit it."""
    rows, fitting = fit_words(words, widths, size)
    step = fitting * LEADING
    first = y - step * (len(rows) - 1) / 2 + fitting * 0.35
    return "".join(text(row, x, first + step * at, fitting, **attributes) for at, row in enumerate(rows))


def fit_words(words: str, widths: Sequence[float], size: float) -> tuple[Sequence[str], float]:
    """The rows and the height of their letters: of all ways to break the words, the one with the largest letters.

    A place has a width for one row, for two, for three: a diamond has less room for many.
    """
    ways = [wrap(words, length, break_long_words=False) for length in range(1, len(words) + 1)]
    fitting = [(_height(rows, widths[len(rows) - 1], size), rows) for rows in ways if len(rows) <= len(widths)]
    height, rows = max(fitting, key=lambda way: (way[0], -len(way[1])))
    return rows, height


def _height(rows: Sequence[str], width: float, size: float) -> float:
    return min(size, width / (LETTER * max(map(len, rows))))


def diamond(x: float, y: float, half: float, **attributes: Value) -> str:
    """A square on its corner, a little wider than high."""
    wide, high = half * 1.18, half * 1.04
    corners = f"{x - wide:g},{y:g} {x:g},{y - high:g} {x + wide:g},{y:g} {x:g},{y + high:g}"
    return tag("polygon", points=corners, **attributes)


def octagon(x: float, y: float, half: float, **attributes: Value) -> str:
    """The sensor of a progressive."""
    cut = half * 0.42
    steps = ((-half, -cut), (-cut, -half), (cut, -half), (half, -cut), (half, cut), (cut, half), (-cut, half))
    corners = " ".join(f"{x + dx:g},{y + dy:g}" for dx, dy in (*steps, (-half, cut)))
    return tag("polygon", points=corners, **attributes)


def curved_text(words: str, name: str, path: str, size: float, **attributes: Value) -> str:
    """Text along a path, in the middle of it."""
    along = tag("textPath", escape(words), href=f"#{name}", startOffset="50%", text_anchor="middle")
    line = tag("path", id_=name, d=path, fill="none")
    return line + tag("text", along, font_family=FONT, font_size=f"{size:g}", **attributes)
