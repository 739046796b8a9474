"""The map of the floor: where each table stands, what it does, and how somebody arranges it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from fairfelt.room import Floor, Phase, Table
from fairfelt.room.commands.set_up import MAP_COLUMNS, MAP_ROWS, ArrangeTables
from fairfelt.room.state.table import Spot
from fairfelt.web.desk import Ask, Desk, Form, Outcome, Paper, Task
from fairfelt.web.http.request import number_in

from ..office import titles

SQUARE = 100
LINE = 19
"""Letters that fit in the width of a square."""
STATES = {
    "pending": "Pending",
    "closed": "Closed",
    "playing": "Dealing",
    "open": "Open",
}


@dataclass(frozen=True)
class MapTable:
    """A table on the map."""

    name: str
    game: str
    spot: Spot
    state: str

    @property
    def x(self) -> int:
        """The left of its square."""
        return (self.spot.column - 1) * SQUARE

    @property
    def y(self) -> int:
        """The top of its square."""
        return (self.spot.row - 1) * SQUARE

    @property
    def game_lines(self) -> list[str]:
        """The game's title on one line or two."""
        return wrap(self.game, LINE, max_lines=2, placeholder="…")

    @property
    def words(self) -> str:
        """What it does."""
        return STATES[self.state]


def table_state(table: Table) -> str:
    """What the map shows of a table."""
    if table.is_pending:
        return "pending"
    if table.closed:
        return "closed"
    return "open" if table.phase is Phase.BETTING else "playing"


def map_of(floor: Floor) -> tuple[MapTable, ...]:
    """Every table that stands; those that nobody has placed take the free squares in order."""
    standing = {name: table for name, table in floor.tables.items() if not table.retired}
    taken = {table.spot for table in standing.values() if table.spot}
    free = (spot for spot in _squares() if spot not in taken)
    names = titles(floor)
    return tuple(
        MapTable(name, names[name], spot, table_state(table))
        for name, table in standing.items()
        if (spot := table.spot or next(free, None))
    )


def _squares() -> Iterator[Spot]:
    """The left half row by row, then the right one: a small room stays a small map."""
    halves = range(1, MAP_COLUMNS // 2 + 1), range(MAP_COLUMNS // 2 + 1, MAP_COLUMNS + 1)
    return (Spot(column, row) for half in halves for row in range(1, MAP_ROWS + 1) for column in half)


def size_of(tables: tuple[MapTable, ...], *, whole: bool = False) -> tuple[int, int]:
    """Width and height of the map: all of it, or as much as tables stand on."""
    columns = MAP_COLUMNS if whole else max((table.spot.column for table in tables), default=1)
    rows = MAP_ROWS if whole else max((table.spot.row for table in tables), default=1)
    return columns * SQUARE, rows * SQUARE


PAPER = Paper(
    title="Arrange floor map",
    lead="Drag a table, or choose it and press the arrow keys. Without a mouse, type its column and row. "
    "The map shows managers where tables stand; play is not affected.",
    button="Save layout",
    back="/manager",
)


async def _also(desk: Desk, form: Form) -> Mapping[str, Any]:
    tables = map_of(desk.floor)
    return {
        "tables": tables, "size": size_of(tables, whole=True), "columns": MAP_COLUMNS, "rows": MAP_ROWS,
        "square": SQUARE,
    }  # fmt: skip


async def _arrange(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Outcome:
    spots = []
    for place, table in enumerate(map_of(desk.floor)):
        column, row = (number_in(form.get(f"{part}-{place}")) for part in ("column", "row"))
        for part, number, most in (("column", column, MAP_COLUMNS), ("row", row, MAP_ROWS)):
            if not 1 <= number <= most:
                form.mistake(f"{part}-{place}", f"from 1 to {most}")
        spots.append({"table": table.name, "column": column, "row": row})
    return await ask({"spots": spots})


TASKS = [
    Task("/manager/floor/map", ArrangeTables, PAPER, do=_arrange, also=_also, template="manager/floor_map.html"),
]
