"""The content of a sheet, which text, HTML, PDF and CSV draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar

from fairfelt.version import imprint

Row = tuple[str, ...]
T = TypeVar("T")


def given(parts: Iterable[T | None]) -> tuple[T, ...]:
    """The parts that are not None."""
    return tuple(part for part in parts if part is not None)


@dataclass(frozen=True)
class Column:
    """A column of a table. Numbers stand to the right; long ones may break, and names to be typed may not."""

    title: str
    align: Literal["left", "right"] = "left"
    breaks: bool = False
    whole: bool = False
    pages: bool = False
    """Whether cells name sections of the sheet: a PDF adds the page."""


@dataclass(frozen=True)
class Table:
    """Rows under columns; totals are set apart at the foot."""

    kind: ClassVar = "table"
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    totals: tuple[Row, ...] = ()
    folded: str = ""
    """On a screen, the words to open it by; without them it is open."""


@dataclass(frozen=True, init=False)
class Facts:
    """Names and what goes with them, one a line; None is left out."""

    kind: ClassVar = "facts"
    rows: tuple[tuple[str, str], ...]

    def __init__(self, *rows: tuple[str, str] | None) -> None:
        vars(self).update(rows=given(rows))


@dataclass(frozen=True)
class Words:
    """A paragraph."""

    kind: ClassVar = "words"
    text: str


@dataclass(frozen=True, init=False)
class Steps:
    """Sentences in the order in which things happen, numbered."""

    kind: ClassVar = "steps"
    items: tuple[str, ...]

    def __init__(self, *items: str) -> None:
        vars(self).update(items=items)


@dataclass(frozen=True, init=False)
class Notice:
    """Sentences nobody must overlook, in a box."""

    kind: ClassVar = "notice"
    title: str
    items: tuple[str, ...]

    def __init__(self, title: str, *items: str) -> None:
        vars(self).update(title=title, items=items)


@dataclass(frozen=True)
class Plot:
    """A picture for paper and screen; drawn only when asked, and left out of plain text."""

    kind: ClassVar = "plot"
    title: str
    alt: str
    """The picture in words, for who cannot see it."""
    draw: Callable[[], str]
    """Gives SVG."""
    small: bool = False
    """Only as large as a code that is scanned must be."""
    wide: bool = False
    """As wide as the page."""


Block = Table | Facts | Words | Steps | Notice | Plot


@dataclass(frozen=True, init=False)
class Section:
    """A heading and what stands under it; None is left out."""

    title: str
    blocks: tuple[Block, ...]

    def __init__(self, title: str, *blocks: Block | None) -> None:
        vars(self).update(title=title, blocks=given(blocks))


@dataclass(frozen=True, init=False)
class Sheet:
    """A document: its name, what kind of document it is, and its sections; None is left out."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footnotes: tuple[tuple[str, str], ...]
    """Terms and their definitions."""
    colophon: str
    """Of what the sheet was made."""

    def __init__(
        self,
        title: str,
        subtitle: str,
        *sections: Section | None,
        footnotes: tuple[tuple[str, str], ...] = (),
        colophon: str = "",
    ) -> None:
        vars(self).update(
            title=title, subtitle=subtitle, sections=given(sections), footnotes=footnotes, colophon=colophon
        )

    def with_sections(self, *sections: Section) -> Sheet:
        """The same document with these sections and no others."""
        return Sheet(self.title, self.subtitle, *sections, footnotes=self.footnotes, colophon=self.colophon)

    @property
    def sentences(self) -> Iterator[tuple[str, str]]:
        """All that is said in words, each piece with the title of its section; a row of a table is one piece."""
        for section in self.sections:
            for block in section.blocks:
                yield from ((section.title, said) for said in _said(block))

    @property
    def foot(self) -> str:
        """The last line: of what the sheet was made, and by which software."""
        return f"{self.colophon} {imprint()}".strip()


def _said(block: Block) -> Iterator[str]:
    match block:
        case Table():
            yield from (" ".join(filter(None, row)) for row in (*block.rows, *block.totals))
        case Facts():
            yield from (f"{name}: {value}" for name, value in block.rows)
        case Words():
            yield block.text
        case Steps() | Notice():
            yield from block.items


BLANK = "_" * 32
"""A line to write on."""


def blanks(*names: str) -> Facts:
    """Lines that are filled in by hand."""
    return Facts(*((name, BLANK) for name in names))


def right(*titles: str) -> tuple[Column, ...]:
    """Columns of numbers."""
    return tuple(Column(title, align="right") for title in titles)


def num(title: str) -> Column:
    """One column of numbers."""
    return Column(title, align="right")


def table(
    values: Iterable[T], *columns: tuple[str | Column, Callable[[T], object]], totals: tuple[Row, ...] = ()
) -> Table:
    """A row for each value; a column is its title and what it says of a value. None leaves the cell blank."""
    heads = tuple(Column(title) if isinstance(title, str) else title for title, _ in columns)
    return Table(heads, tuple(tuple(_cell(say(value)) for _, say in columns) for value in values), totals)


def _cell(said: object) -> str:
    """Integers get their commas."""
    return "" if said is None else f"{said:,}" if isinstance(said, int) else str(said)
