"""A spark: a week of figures as the path of a small picture, 100 wide and 30 high."""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT, EDGE = 100, 30, 2


def spark_line(figures: Sequence[float]) -> str:
    """The path from the first figure to the last; nothing for fewer than two."""
    if len(figures) < 2:
        return ""
    least, most = min(figures), max(figures)
    scale = (HEIGHT - 2 * EDGE) / (most - least or 1)
    step = WIDTH / (len(figures) - 1)
    points = (
        f"{number * step:.1f} {HEIGHT - EDGE - (each - least) * scale:.1f}" for number, each in enumerate(figures)
    )
    return "M" + " L".join(points)
