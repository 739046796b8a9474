"""The felt, the rack card and the playing cards as SVG drawings without style sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, hypot, radians, sin
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from fairfelt.reports.sheet.english import capital, colophon, listed, times
from fairfelt.reports.sheet.html import render
from fairfelt.rules import Cards, Game, Kind, Opens, Wager
from fairfelt.rules.cards import RANKS, SUIT_NAMES, Card
from fairfelt.rules.outcomes import settlement_rows

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


BACK = "back"


def card_sprite(faces: Iterable[Card]) -> str:
    """Every card and the back as symbols, to be shown by their names: "As", "Td", "*", "back"."""
    known = [
        (str(face), RANKS[face.rank].replace("T", "10"), "" if face.is_joker else SUIT_NAMES[face.suit])
        for face in faces
    ]
    return render("cards.svg", faces=known, back=BACK, font=FONT)


CELL_WIDTH, CELL_HEIGHT = 108, 100
HALF = 43
MOST_IN_A_ROW = 3
LINE = "#f4efdc"
FILLS = {
    Kind.OPENING: "#8f1d2c",
    Kind.RAISE: "#174a7c",
    Kind.SIDE: "#f2c230",
    Kind.PROGRESSIVE: "#5b2a86",
}
SPOT_INKS = {Kind.SIDE: "#231a00"}
ROUND_WIDTHS = (72, 68, 60)
WIDTHS = {Kind.SIDE: (84, 66, 50), Kind.PROGRESSIVE: (76, 72, 66)}
"""Room for one line of words, for two, for three."""


@dataclass(frozen=True)
class Spot:
    """Where the chips of one wager go."""

    wager: Wager
    sizes: str
    """How large the bet is, if that is given: "1x", "= Ante"."""
    x: float
    y: float


@dataclass(frozen=True, eq=False)
class SeatLayout:
    """The spots of one player: what is optional nearest to the dealer, what is raised nearest to the player."""

    game: Game

    @cached_property
    def rows(self) -> tuple[tuple[Wager, ...], ...]:
        """From the dealer's side."""
        kinds = (self.game.optional, self.game.openings, self.game.raises)
        return tuple(row for wagers in kinds for row in _rows(wagers))

    @property
    def width(self) -> int:
        return CELL_WIDTH * max(map(len, self.rows))

    @property
    def height(self) -> int:
        return CELL_HEIGHT * len(self.rows)

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every spot, from the dealer's side."""
        return tuple(
            Spot(
                wager, _sizes(self.game, wager),
                x=(self.width - CELL_WIDTH * len(row)) / 2 + CELL_WIDTH * (column + 0.5), y=CELL_HEIGHT * (at + 0.5),
            )
            for at, row in enumerate(self.rows)
            for column, wager in enumerate(row)
        )  # fmt: skip

    def draw(self) -> str:
        """All spots, each in a group that names its wager."""
        return "".join(_spot(spot) for spot in self.spots)


def _rows(wagers: Sequence[Wager]) -> Iterator[tuple[Wager, ...]]:
    """Rows of nearly equal length, none too long."""
    count = -(-len(wagers) // MOST_IN_A_ROW)
    for at in range(count):
        yield tuple(wagers[at * len(wagers) // count : (at + 1) * len(wagers) // count])


def _sizes(game: Game, wager: Wager) -> str:
    unit = game.wagers[0]
    if wager.kind is Kind.RAISE:
        sizes = game.raise_sizes(wager)
        return f"{sizes[0]}x" if len(sizes) == 1 else f"{sizes[0]}–{sizes[-1]}x"
    equal = wager.kind is Kind.OPENING and wager is not unit and game.opens is Opens.ALL
    return f"= {unit.name}" if equal else ""


def _spot(spot: Spot) -> str:
    kind = spot.wager.kind
    ink, widths = SPOT_INKS.get(kind, LINE), WIDTHS.get(kind, ROUND_WIDTHS)
    name = label(
        spot.wager.name.upper(), spot.x, spot.y - (8 if spot.sizes else 0), widths=widths, size=19, fill=ink,
        font_weight="700",
    )  # fmt: skip
    sizes = label(spot.sizes, spot.x, spot.y + 21, widths=(52,), size=14, fill=ink) if spot.sizes else ""
    return tag(
        "g",
        _outline(spot),
        name,
        sizes,
        class_=f"spot {kind.name.lower()}",
        data_wager=spot.wager.name,
        data_x=f"{spot.x:g}",
        data_y=f"{spot.y:g}",
    )


def _outline(spot: Spot) -> str:
    """A circle for what is bet first, a dashed one for a raise, a diamond for a side bet, a sensor for a meter."""
    look: dict[str, Value] = {"class_": "outline", "fill": FILLS[spot.wager.kind], "stroke": LINE, "stroke_width": 4}
    match spot.wager.kind:
        case Kind.SIDE:
            return diamond(spot.x, spot.y, HALF, **look)
        case Kind.PROGRESSIVE:
            return octagon(spot.x, spot.y, HALF, **look)
        case Kind.RAISE:
            return tag("circle", cx=f"{spot.x:g}", cy=f"{spot.y:g}", r=HALF, stroke_dasharray="9 6", **look)
    return tag("circle", cx=f"{spot.x:g}", cy=f"{spot.y:g}", r=HALF, **look)


FELT_WIDTH, FELT_HEIGHT = 1600, 940
EDGE_Y = 46
REACH = (740, 812)
"""From the middle of the dealer's edge to the sides of the felt, and to its far end."""
CENTER_X = FELT_WIDTH / 2
MOST_PLACES = 7
"""As many as a table has; a game for fewer shows fewer."""
FELT, DARK_FELT, RAIL, GOLD = "#0d5c3f", "#0a4a33", "#3a2417", "#f2dfa0"
ROOM, DEPTH = 236, 290
"""How wide and how deep a place may be, at the distance of the seats from one another."""
FIRST_ANGLE = 19
PLACE_REACH = (560, 612)
HEADLINE_TOP, HEADLINE_STEP = 236, 44
CAPITAL, SPACING = 0.62, 2
"""The width of a capital in a wide face, by its size, and the blank after it: words longer than their arc are cut."""
TURN = 0.72
"""A place is turned less than its seat is around the table: its words stay readable."""


def layout_svg(game: Game, seats: int = 6) -> str:
    """The felt with up to `seats` places, as players see it: seat 1, at the dealer's left, is on the right."""
    count = min(seats, game.seats, MOST_PLACES)
    return drawing(
        FELT_WIDTH,
        FELT_HEIGHT,
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
    place, scale = _seat_layout(game)
    # Between the seats at either end, which stand as high as the first lines.
    clear = PLACE_REACH[0] * cos(radians(FIRST_ANGLE)) - hypot(place.width, place.height) * scale / 2
    for at, headline in enumerate(game.headlines):
        wide, low = min(clear, 520) - 20 * at, 70 + 8 * at
        y = HEADLINE_TOP + HEADLINE_STEP * at
        path = f"M{CENTER_X - wide:g} {y}Q{CENTER_X:g} {y + 2 * low} {CENTER_X + wide:g} {y}"
        size = min(34, (2 * wide / len(headline) - SPACING) / CAPITAL)
        yield curved_text(headline.upper(), f"headline-{at + 1}", path, size, fill=LINE, letter_spacing=str(SPACING))


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
    place, scale = _seat_layout(game)
    for seat in range(1, count + 1):
        angle = 90.0 if count == 1 else FIRST_ANGLE + (180 - 2 * FIRST_ANGLE) * (seat - 1) / (count - 1)
        x = CENTER_X + PLACE_REACH[0] * cos(radians(angle))
        y = EDGE_Y + PLACE_REACH[1] * sin(radians(angle))
        turned = (angle - 90) * TURN
        move = f"translate({x:g} {y:g}) rotate({turned:g}) scale({scale:g})"
        middle = f"translate({-place.width / 2:g} {-place.height / 2:g})"
        number = text(str(seat), 0, place.height / 2 + 26, 24, fill=GOLD, font_weight="700")
        yield tag("g", tag("g", place.draw(), transform=middle), number, transform=move, class_="place")


def _seat_layout(game: Game) -> tuple[SeatLayout, float]:
    """The spots of a seat, and by what they are scaled to fit."""
    place = SeatLayout(game)
    return place, min(ROOM / place.width, DEPTH / place.height, 0.8)


RACK_WIDTH, MARGIN = 560, 34
ROW, HEADING, GAP = 25, 30, 16
HEAD_HEIGHT = 112
PAPER, INK, QUIET, GREEN, RULE = "#fffdf6", "#1b211e", "#56615b", "#0c5f3f", "#d9d4c2"
FINGERPRINT_DIGITS = 16


def rack_card_svg(game: Game) -> str:
    drawn, y = list(_head(game)), HEAD_HEIGHT
    for wager in game.wagers:
        rows = paying_rows(game, wager)
        drawn += _entry(wager, bet_size(game, wager), rows, y)
        y += 2 * HEADING - 6 + ROW * len(rows) + GAP
    height = y + 48
    foot = text(colophon(game, what="Drawn", digits=FINGERPRINT_DIGITS), RACK_WIDTH / 2, height - 24, 11, fill=QUIET)
    return drawing(RACK_WIDTH, height, f"{game.title}: rack card", _rack_paper(height), *drawn, foot)


def bet_size(game: Game, wager: Wager) -> str:
    """How large the bet is and when it is made, in a few words."""
    unit = game.unit
    match wager.kind:
        case Kind.OPENING:
            if game.opens is Opens.ONE:
                return f"before the deal, one of {listed([opening.name for opening in game.openings], 'or')}"
            return "before the deal" if wager.name == unit else f"before the deal, equal to the {unit}"
        case Kind.RAISE:
            return f"at a decision, {times(game.raise_sizes(wager), unit)}"
        case Kind.BONUS:
            return f"bonus: paid on the {unit}"
        case Kind.SIDE:
            return "optional, before the deal"
        case Kind.PROGRESSIVE:
            return "optional, before the deal; feeds a meter"


def paying_rows(game: Game, wager: Wager) -> tuple[tuple[str, str], ...]:
    """What the paytable in play pays, the best first; what loses is left out."""
    rows = settlement_rows(game, replace(wager, paytables=(wager.paytable,)))
    pays = [(capital(row.when), row.pays[wager.paytable.name]) for row in rows]
    return tuple((when, pay.words) for when, pay in pays if pay.wins or pay.words == "pushes")


def _rack_paper(height: int) -> str:
    whole = tag("rect", width=RACK_WIDTH, height=height, rx=22, fill=PAPER, stroke=GREEN, stroke_width=4)
    return whole + tag("path", d=f"M2 24a22 22 0 0 1 22-22h{RACK_WIDTH - 48}a22 22 0 0 1 22 22v70H2Z", fill=GREEN)


def _head(game: Game) -> Iterator[str]:
    wide = (RACK_WIDTH - 2 * MARGIN,)
    yield label(game.title.upper(), RACK_WIDTH / 2, 36, widths=wide, size=30, fill=PAPER, font_weight="800")
    if game.headlines:
        yield label(" · ".join(game.headlines), RACK_WIDTH / 2, 70, widths=wide, size=16, fill=PAPER)


def _entry(wager: Wager, size: str, rows: Iterable[tuple[str, str]], top: int) -> Iterator[str]:
    """One wager on the card: its size and what it pays."""
    left, right = MARGIN, RACK_WIDTH - MARGIN
    y = top + HEADING - 8
    yield text(wager.name, left, y, 20, text_anchor="start", fill=GREEN, font_weight="700")
    if wager.paytable.name:
        yield text(f"paytable {wager.paytable.name}", right, y, 13, text_anchor="end", fill=QUIET)
    yield text(size, left, y + 20, 13, text_anchor="start", fill=QUIET)
    for when, pays in rows:
        y += ROW
        yield text(when, left, y + 22, 15, text_anchor="start", fill=INK)
        yield text(pays, right, y + 22, 15, text_anchor="end", fill=INK, font_weight="600")
        yield tag("path", d=f"M{left} {y + 29}H{right}", stroke=RULE)
