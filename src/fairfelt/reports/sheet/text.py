"""A sheet for the terminal, drawn by rich."""

from __future__ import annotations

from io import StringIO

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text

from .sheet import Block, Facts, Notice, Plot, Row, Section, Sheet, Steps, Table, Words

ACCENT = "bold green"
QUIET = "dim"
PAPER_WIDTH = 100


def as_text(sheet: Sheet) -> RenderableType:
    """The whole sheet, pictures left out."""
    parts: list[RenderableType] = [_title(sheet), *(_section(section) for section in sheet.sections)]
    if sheet.footnotes:
        parts.append(Padding(_pairs(sheet.footnotes, style=QUIET), (1, 0, 0, 0)))
    if sheet.colophon:
        parts.append(Padding(Text(sheet.colophon, style=QUIET), (1, 0, 0, 0)))
    return Group(*parts)


def plain_text(sheet: Sheet, width: int = PAPER_WIDTH) -> str:
    """The sheet without color, for pipes and files."""
    paper = Console(file=StringIO(), width=width, color_system=None)
    with paper.capture() as captured:
        paper.print(as_text(sheet))
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def _title(sheet: Sheet) -> RenderableType:
    heading = Text(sheet.title, style="bold")
    heading.append(f"  {sheet.subtitle}", style="not bold")
    return Panel(heading, box=box.HEAVY, style=ACCENT, expand=False)


def _section(section: Section) -> RenderableType:
    blocks = [_block(block) for block in section.blocks if not isinstance(block, Plot)]
    spaced = [part for block in blocks for part in (block, Text())][:-1]
    if not section.title:
        return Group(*spaced)
    heading = Text(section.title, style=ACCENT)
    return Padding(Group(heading, *spaced), (1, 0, 0, 0))


def _block(block: Block) -> RenderableType:
    match block:
        case Table():
            return _table(block)
        case Facts():
            return _pairs(block.rows)
        case Words():
            return Text(block.text)
        case Steps():
            return _pairs(tuple((f"{n}.", text) for n, text in enumerate(block.items, 1)), style="")
        case Notice():
            return _notice(block)
        case Plot():
            raise AssertionError("a terminal shows no pictures")


def _table(table: Table) -> RichTable:
    drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for column in table.columns:
        whole = column.whole or (column.align == "right" and not column.breaks)
        drawn.add_column(Text(column.title), justify=column.align, overflow="fold", no_wrap=whole)
    for row in table.rows:
        drawn.add_row(*_cells(row), end_section=row is table.rows[-1] and bool(table.totals))
    for row in table.totals:
        drawn.add_row(*_cells(row), style="bold")
    return drawn


def _cells(row: Row) -> list[Text]:
    return [Text(cell) for cell in row]


def _pairs(rows: tuple[tuple[str, str], ...], style: str = "bold") -> RichTable:
    grid = RichTable.grid(padding=(0, 2))
    grid.add_column(style=style, max_width=32)
    grid.add_column(overflow="fold")
    for name, text in rows:
        grid.add_row(Text(name), Text(text, style="" if style == "bold" else style))
    return grid


def _notice(notice: Notice) -> Panel:
    lines = Text("\n").join(Text(f"! {item}") for item in notice.items)
    return Panel(lines, title=Text(notice.title), title_align="left", border_style="bold yellow", box=box.HEAVY)
