"""A sheet for the terminal, drawn by rich."""

from __future__ import annotations

from io import StringIO
from textwrap import wrap

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text

from . import Block, Column, Facts, Notice, Plot, Row, Section, Sheet, Steps, Table, Words

ACCENT = "bold green"
QUIET = "dim"
PAPER_WIDTH = 100
GAP = 3
"""Spaces between two columns."""


def as_text(sheet: Sheet) -> RenderableType:
    """The whole sheet, pictures left out."""
    heading = Text(sheet.title, style="bold")
    heading.append(f"  {sheet.subtitle}", style="not bold")
    parts: list[RenderableType] = [
        Panel(heading, box=box.HEAVY, style=ACCENT, expand=False),
        *(_section(section) for section in sheet.sections),
    ]
    if sheet.footnotes:
        parts.append(Padding(_pairs(sheet.footnotes, style=QUIET), (1, 0, 0, 0)))
    parts.append(Padding(Text(sheet.foot, style=QUIET), (1, 0, 0, 0)))
    return Group(*parts)


def plain_text(sheet: Sheet, width: int = PAPER_WIDTH) -> str:
    """The sheet without color, for pipes and files."""
    paper = Console(file=StringIO(), width=width, color_system=None)
    with paper.capture() as captured:
        paper.print(as_text(sheet))
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _section(section: Section) -> RenderableType:
    blocks = [_block(block) for block in section.blocks if not isinstance(block, Plot)]
    if section.blocks and not blocks:  # plots alone, of which there are none in text
        return Group()
    spaced = [part for block in blocks for part in (block, Text())][:-1]
    if not section.title:
        return Group(*spaced)
    heading = Text(section.title, style=ACCENT)
    return Padding(Group(heading, *spaced), (1, 0, 0, 0))


def _block(block: Block) -> RenderableType:
    match block:
        case Table():
            drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
            titles = _titles(block)
            for column, title in zip(block.columns, titles, strict=True):
                drawn.add_column(Text(title), justify=column.align, overflow="fold", no_wrap=_is_whole(column))
            for row in block.rows:
                drawn.add_row(*_cells(row), end_section=row is block.rows[-1] and bool(block.totals))
            for row in block.totals:
                drawn.add_row(*_cells(row), style="bold")
            return drawn
        case Facts():
            return _pairs(block.rows)
        case Words():
            return Text(block.text)
        case Steps():
            return _pairs(tuple((f"{n}.", text) for n, text in enumerate(block.items, 1)), style="")
        case Notice():
            lines = Text("\n").join(Text(f"! {item}") for item in block.items)
            return Panel(lines, title=Text(block.title), title_align="left", border_style="bold yellow", box=box.HEAVY)
        case Plot():
            raise AssertionError("a terminal shows no pictures")


def _is_whole(column: Column) -> bool:
    """True if its cells may not break: numbers, and names to be typed."""
    return column.whole or (column.align == "right" and not column.breaks)


def _titles(table: Table) -> list[str]:
    """The titles of a table; where it is wider than paper, those over numbers are broken to the width of these."""
    titles = [column.title for column in table.columns]
    cells = [max((len(cell) for cell in cells), default=0) for cells in zip(*table.rows, *table.totals, strict=True)]
    if not cells or sum(map(max, cells, map(len, titles))) + GAP * (len(titles) - 1) <= PAPER_WIDTH:
        return titles
    return [
        _broken(title, wide) if _is_whole(column) else title
        for column, title, wide in zip(table.columns, titles, cells, strict=True)
    ]


def _broken(title: str, wide: int) -> str:
    """In lines no wider than that, or than its longest word."""
    longest = max(map(len, wrap(title, 1, break_long_words=False, break_on_hyphens=False)), default=1)
    return "\n".join(wrap(title, max(wide, longest), break_on_hyphens=False))


def _cells(row: Row) -> list[Text]:
    return [Text(cell) for cell in row]


def _pairs(rows: tuple[tuple[str, str], ...], style: str = "bold") -> RichTable:
    grid = RichTable.grid(padding=(0, 2))
    grid.add_column(style=style, max_width=32)
    grid.add_column(overflow="fold")
    for name, text in rows:
        grid.add_row(Text(name), Text(text, style="" if style == "bold" else style))
    return grid
