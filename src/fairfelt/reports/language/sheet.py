"""The language as a sheet for screens and paper, and as the page of the documentation.

`python -m fairfelt.reports.language.sheet docs/language.md` writes the page; `make docs` does.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from fairfelt.reports.sheet.sheet import Block, Column, Section, Sheet, Table, Words

from .entries import Entry, sections

INTRODUCTION = (
    "Every word of the language in which a game is written, with an example each. "
    "In Python all of them come from fairfelt.rules, fairfelt.hands and fairfelt.cards."
)
COLUMNS = (Column("Word", whole=True), Column("What it says", breaks=True), Column("Example", breaks=True))


def language_sheet() -> Sheet:
    """All words, rankings, settlements, facts and courses."""
    return Sheet(
        title="The language of games",
        subtitle="Every word, with an example",
        sections=(
            Section("", (Words(INTRODUCTION),)),
            *(Section(title, tuple(_blocks(words, entries))) for title, words, entries in sections()),
        ),
    )


def _blocks(words: str, entries: tuple[Entry, ...]) -> Iterator[Block]:
    if words:
        yield Words(words.replace("`", ""))
    yield Table(COLUMNS, tuple((entry.name, entry.sentence.replace("`", ""), entry.example) for entry in entries))


def language_page() -> str:
    """The same in Markdown."""
    parts = [
        "# The language of games\n\n",
        f"{INTRODUCTION}\n\n",
        "Tutorials: [how to write a ranking](how-to-write-a-ranking.md), "
        "[how to write a course](how-to-write-a-course.md). A server shows this page at `/language`.\n",
    ]
    for title, words, entries in sections():
        told = f"{words}\n\n" if words else ""
        parts.append(f"\n## {title}\n\n{told}| word | what it says | example |\n|---|---|---|\n")
        parts += [f"| `{entry.name}` | {_cell(entry.sentence)} | {_code(entry.example)} |\n" for entry in entries]
    return "".join(parts)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _code(text: str) -> str:
    """Python in a typewriter's letters; words as words."""
    return f"`{_cell(text)}`" if any(sign in text for sign in "(=.|") and " is " not in text else _cell(text)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(language_page(), encoding="utf-8")
