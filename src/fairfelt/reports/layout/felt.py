"""The felt of a game as a drawing: seats around a half-moon, a spot for every wager, the headline rules across it."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from fairfelt.rules import Cards, Game

from .seat import LINE, SeatLayout
from .strokes import Value, curved_text, drawing, label, tag, text

WIDTH, HEIGHT = 1600, 940
EDGE_Y = 46
REACH = (740, 812)
"""From the middle of the dealer's edge to the sides of the felt, and to its far end."""
CENTER_X = WIDTH / 2
MOST_PLACES = 7
"""As many as a table has; a game for fewer shows fewer."""
FELT, DARK_FELT, RAIL, GOLD = "#0d5c3f", "#0a4a33", "#3a2417", "#f2dfa0"
ROOM, DEPTH = 236, 290
"""How wide and how deep a place may be, at the distance of the seats from one another."""
FIRST_ANGLE = 19
PLACE_REACH = (560, 612)
HEADLINE_TOP, HEADLINE_STEP = 236, 44
TURN = 0.72
"""A place is turned less than its seat is around the table: its words stay readable."""


def layout_svg(game: Game, seats: int = 6) -> str:
    """The felt with so many places, as players see it: the dealer's left, and so seat 1, is on the right."""
    count = min(seats, game.seats, MOST_PLACES)
    return drawing(
        WIDTH,
        HEIGHT,
        f"{game.title}: the layout of the table",
        _table(),
        _rack(),
        _title(game),
        *_headlines(game),
        _community(game),
        *_places(game, count),
    )


def _half_moon(grown: int) -> str:
    """The edge of the felt, moved outwards by so much."""
    wide, high = REACH[0] + grown, EDGE_Y - grown
    ends = f"H{CENTER_X + wide:g}A{wide:g} {REACH[1] + 2 * grown:g} 0 0 1 {CENTER_X - wide:g} {high:g}Z"
    return f"M{CENTER_X - wide:g} {high:g}{ends}"


def _table() -> str:
    rail = tag("path", d=_half_moon(36), fill=RAIL)
    felt = tag("path", d=_half_moon(0), fill=FELT)
    return rail + felt + tag("path", d=_half_moon(-14), fill="none", stroke=GOLD, stroke_width=3)


def _rack() -> str:
    """The dealer's tray of chips."""
    colors = ("#f5f5f0", "#b3202c", "#1d7a46", "#1b1b1b", "#6a2c91", "#e2a21b")
    columns = [
        tag("rect", x=f"{CENTER_X - 190 + 64 * at:g}", y=EDGE_Y + 14, width=56, height=66, rx=10, fill=color)
        for at, color in enumerate(colors)
    ]
    board = tag("rect", x=f"{CENTER_X - 206:g}", y=EDGE_Y + 2, width=412, height=90, rx=16, fill=DARK_FELT)
    return board + "".join(columns)


def _title(game: Game) -> str:
    return label(
        game.title.upper(), CENTER_X, 192, widths=(690,), size=56, fill=GOLD, font_weight="800",
        letter_spacing="3",
    )  # fmt: skip


def _headlines(game: Game) -> Iterator[str]:
    """The rules that are written across the felt, each on its own arc."""
    for at, headline in enumerate(game.headlines):
        wide, low = 520 - 20 * at, 70 + 8 * at
        y = HEADLINE_TOP + HEADLINE_STEP * at
        path = f"M{CENTER_X - wide:g} {y}Q{CENTER_X:g} {y + 2 * low} {CENTER_X + wide:g} {y}"
        size = min(34, 2 * wide / (0.6 * len(headline)))
        yield curved_text(headline.upper(), f"headline-{at + 1}", path, size, fill=LINE, letter_spacing="2")


def _community(game: Game) -> str:
    """Places for the shared cards, if there are any."""
    count = game.deal.count(Cards.COMMUNITY)
    if not count:
        return ""
    width, left, top = 66, CENTER_X - 38 * count, 432
    look: dict[str, Value] = {"fill": "none", "stroke": LINE, "stroke_width": 2, "stroke_dasharray": "8 6"}
    return "".join(
        tag("rect", x=f"{left + 76 * at + 5:g}", y=top, width=width, height=92, rx=8, **look) for at in range(count)
    )


def _places(game: Game, count: int) -> Iterator[str]:
    """From the dealer's left, and turned towards who sits there."""
    place = SeatLayout(game)
    scale = min(ROOM / place.width, DEPTH / place.height, 0.8)
    for seat in range(1, count + 1):
        angle = 90.0 if count == 1 else FIRST_ANGLE + (180 - 2 * FIRST_ANGLE) * (seat - 1) / (count - 1)
        x = CENTER_X + PLACE_REACH[0] * cos(radians(angle))
        y = EDGE_Y + PLACE_REACH[1] * sin(radians(angle))
        turned = (angle - 90) * TURN
        move = f"translate({x:g} {y:g}) rotate({turned:g}) scale({scale:g})"
        middle = f"translate({-place.width / 2:g} {-place.height / 2:g})"
        number = text(str(seat), 0, place.height / 2 + 26, 24, fill=GOLD, font_weight="700")
        yield tag("g", tag("g", place.draw(), transform=middle), number, transform=move, class_="place")
