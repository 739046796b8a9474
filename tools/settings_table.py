"""`python -m tools.settings_table docs/configuration.md` writes the table of all settings into a page."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from fairfelt.runtime.configuration.settings import entries, shown_value

_TABLE = re.compile(r"(?<=<!-- settings -->\n).*?(?=<!-- end of settings -->)", re.DOTALL)


def table() -> str:
    """The settings for a page of the documentation."""
    rows = [f"| `{entry.key}` | {entry.meaning} | `{shown_value(entry.default)}` |" for entry in entries()]
    return "\n".join(["", "| setting | meaning | default |", "|---|---|---|", *rows, "", ""])


def main(page: Path) -> None:
    """Write the table into a page."""
    page.write_text(_TABLE.sub(lambda _: table(), page.read_text(), count=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
