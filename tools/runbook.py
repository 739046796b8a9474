"""The runbook as a page of the documentation: python -m tools.runbook docs/runbook.md"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from fairfelt.server.watching.runbook import runbook

HEAD = """# Runbook

One section for each alarm: what it means, the first look, how to mend it, whom to call. The office shows the same at
*Alarms*; alerts by webhook and mail name the section. `fairfelt drill --alarms` raises each of them once in a room that
is thrown away, and sends it to those who would get it. The text is data: `src/fairfelt/server/watching/runbook.toml`.
"""


def page() -> str:
    """The page, as Markdown."""
    return "\n".join([HEAD, *_sections()])


def _sections() -> Iterator[str]:
    for one in runbook().values():
        yield f"## {one.title}\n"
        yield f"{one.means}\n\n| | |\n|---|---|"
        yield f"| first look | {one.look} |\n| mend | {one.mend} |\n| call | {one.call} |\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page())
