"""Writes tests/coverage.md from what `make coverage` has counted; fails where the tests execute too few lines."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from fairfelt.version import commit

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "tests" / "coverage.md"
LEAST_PERCENT = 90
HEAD = """# Coverage

Lines of `src/` that `make test` executes, compiled kernels apart: Python does not execute those. `make coverage` counts
them and fails below {least}%. Servers that tests start isolated (`python -I`) are not counted.

| wing | lines | executed | |
|---|---|---|---|
"""


def main() -> int:
    """Write the page; 1 where the source is covered too little."""
    lines, executed = count_by_wing(json.loads(Path(sys.argv[1]).read_text("utf-8")))
    PAGE.write_text(draw_page(lines, executed, commit()), "utf-8")
    covered = percent(executed.total(), lines.total())
    sys.stdout.write(PAGE.read_text("utf-8"))
    if covered < LEAST_PERCENT:
        sys.stderr.write(f"{covered:.1f}% of the source is executed by the tests: fewer than {LEAST_PERCENT}%\n")
        return 1
    return 0


def count_by_wing(found: dict[str, Any]) -> tuple[Counter[str], Counter[str]]:
    """Return lines, and executed lines, by the folder below src/fairfelt; files beside the folders are one wing."""
    lines, executed = Counter[str](), Counter[str]()
    for name, file in found["files"].items():
        _, _, below = name.replace("\\", "/").partition("src/fairfelt/")
        wing = below.partition("/")[0] if "/" in below else "fairfelt"
        lines[wing] += file["summary"]["num_statements"]
        executed[wing] += file["summary"]["covered_lines"]
    return lines, executed


def draw_page(lines: Counter[str], executed: Counter[str], made_of: str) -> str:
    """Return the page: a row for each wing, and one for all."""
    rows = [(wing, lines[wing], executed[wing]) for wing in sorted(lines)]
    rows.append(("**all**", lines.total(), executed.total()))
    table = "".join(f"| {wing} | {n:,} | {run:,} | {percent(run, n):.1f}% |\n" for wing, n, run in rows)
    return HEAD.format(least=LEAST_PERCENT) + table + f"\nCounted at commit {made_of}.\n"


def percent(part: int, whole: int) -> float:
    """Return a share in percent; of nothing, all."""
    return 100 * part / whole if whole else 100.0


if __name__ == "__main__":
    sys.exit(main())
