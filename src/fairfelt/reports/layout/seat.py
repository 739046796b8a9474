"""One player's place on the felt: a spot for every wager, told by its shape, in the rows in which they are used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from fairfelt.rules import Game, Kind, Opens, Wager

from .strokes import Value, diamond, label, octagon, tag

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
INKS = {Kind.SIDE: "#231a00"}
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
        """Of the whole place."""
        return CELL_WIDTH * max(map(len, self.rows))

    @property
    def height(self) -> int:
        """Of the whole place."""
        return CELL_HEIGHT * len(self.rows)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Every spot, from the dealer's side."""
        return tuple(self._laid_out())

    def _laid_out(self) -> Iterator[Spot]:
        for at, row in enumerate(self.rows):
            left = (self.width - CELL_WIDTH * len(row)) / 2
            for column, wager in enumerate(row):
                x, y = left + CELL_WIDTH * (column + 0.5), CELL_HEIGHT * (at + 0.5)
                yield Spot(wager, _sizes(self.game, wager), x, y)

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
    ink, widths = INKS.get(kind, LINE), WIDTHS.get(kind, ROUND_WIDTHS)
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
