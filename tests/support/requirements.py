"""The requirements page, written from its data: python -m tests.support.requirements docs/requirements.md"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TOP = Path(__file__).parents[2]
DATA = TOP / "docs" / "requirements.toml"
STATES = ("met", "partly", "not")


def requirements() -> list[dict[str, Any]]:
    """All of them, as they are written down."""
    found: list[dict[str, Any]] = tomllib.loads(DATA.read_text("utf-8"))["requirement"]
    return found


def page() -> str:
    """The page with a row for each."""
    rows = requirements()
    counted = Counter(row["state"] for row in rows)
    said = ", ".join(f"{counted[state]} {state if state != 'not' else 'not met'}" for state in STATES if counted[state])
    return (
        "# Requirements\n\n"
        "What regulations, rule sheets and test laboratories ask of a table progressive system, in our own words, and\n"
        "where it is met. The page is written from `requirements.toml`; a test looks that all files and tests that it\n"
        "names is there. It is our own view and no certificate: **Fairfelt is not an approved system.**\n\n"
        f"{len(rows)} requirements: {said}.\n\n"
        "| # | requirement | state | where | what is missing |\n|---|---|---|---|---|\n" + "".join(map(_row, rows))
    )


def _row(row: dict[str, Any]) -> str:
    cells: Sequence[str] = (
        str(row["number"]), row["says"], row["state"], "<br>".join(f"`{name}`" for name in row["where"]),
        row.get("why", ""),
    )  # fmt: skip
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
