"""The settings as people read them: an example file with all of them, and a table for the documentation.

`python -m fairfelt.runtime.configuration.example docs/configuration.md` writes the table into the page, as `make docs`.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

from .entries import sections
from .variables import CONFIG_VARIABLE

WIDTH = 100
_TABLE = re.compile(r"(?<=<!-- settings -->\n).*?(?=<!-- end of settings -->)", re.DOTALL)


def example_file() -> str:
    """Every setting with its meaning, its variable and its default, all of them commented out."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield (
        "# Fairfelt's settings. Name this file with " + CONFIG_VARIABLE + ", or put it at /etc/fairfelt/fairfelt.toml."
    )
    yield "# An environment variable overrides a setting, and an option of a command overrides both."
    yield "# Paths are beside this file. Look at what is in force with: fairfelt config show"
    for section in sections():
        yield ""
        if section.name:
            yield f"[{section.name}]"
            yield from _comment(section.meaning)
        for entry in section.entries:
            yield ""
            yield from _comment(f"{entry.meaning} ({entry.variable})")
            yield f"#{entry.name} = {shown_value(entry.default)}"


def _comment(text: str) -> Iterator[str]:
    for line in wrap(" ".join(text.split()), WIDTH):
        yield f"# {line}"


def shown_value(value: Any) -> str:
    """A value as the file has it; what is not set is an empty text or list."""
    if value is None:
        return '""'
    if isinstance(value, tuple):
        return json.dumps([str(one) for one in value], ensure_ascii=False)
    return json.dumps(value if isinstance(value, bool | int | float) else str(value), ensure_ascii=False)


def table() -> str:
    """The settings for a page of the documentation."""
    rows = [
        f"| `{entry.key}` | `{entry.variable}` | {entry.meaning} | `{shown_value(entry.default)}` |"
        for section in sections()
        for entry in section.entries
    ]
    return "\n".join(["", "| setting | variable | meaning | default |", "|---|---|---|---|", *rows, "", ""])


def main(page: Path) -> None:
    """Write the table into a page."""
    page.write_text(_TABLE.sub(lambda _: table(), page.read_text(), count=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
