"""`python -m tools.language_page docs/language.md` writes the page of the language in which games are written."""

from __future__ import annotations

import sys
from pathlib import Path

from fairfelt.reports.language import INTRODUCTION, sections


def language_page() -> str:
    """All words, rankings, settlements, facts and courses, in Markdown."""
    parts = [
        "# The language of games\n\n",
        f"{INTRODUCTION}\n\n",
        "Tutorials: [how to write a ranking](how-to-write-a-ranking.md), "
        "[how to write a course](how-to-write-a-course.md). A server shows this page at `/language`.\n",
    ]
    for title, words, entries in sections():
        told = f"{words}\n\n" if words else ""
        parts.append(f"\n## {title}\n\n{told}")
        parts += [f"- `{entry.name}`: {entry.sentence} {_code(entry.example)}\n" for entry in entries]
    return "".join(parts)


def _code(text: str) -> str:
    """Python in a typewriter's letters; words as words."""
    return f"`{text}`" if any(sign in text for sign in "(=.|") and " is " not in text else f"{text}."


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(language_page(), encoding="utf-8")
