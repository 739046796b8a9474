"""The requirements page: what is asked, our verdict, and the tests that would fail if it were wrong.

python -m tests.support.requirements [NUMBER ...] runs these tests, keeps the results and writes the page.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).parents[2]
DATA = TOP / "src/fairfelt/law/data/evidence/requirements.toml"
RESULTS = DATA.with_name("results.json")
PAGE = TOP / "docs" / "requirements.md"
VERDICTS = ("met", "partly")

HEAD = """# Requirements

What regulations, rule sheets and test laboratories ask of a table progressive system, in our own words: the clause,
our verdict, and the tests that would fail if it were wrong. `make requirements` runs all of them and writes this
page; `make requirements N=9` runs those of one requirement. `fairfelt law requirements` prints it clause by clause,
with topics of standards whose clauses were not read. This is our own view and no certificate: **Fairfelt is not an
approved system.**
"""


def requirements() -> list[dict[str, Any]]:
    """All of them, from the data."""
    found: list[dict[str, Any]] = tomllib.loads(DATA.read_text("utf-8"))["requirement"]
    return found


def results() -> dict[str, dict[str, Any]]:
    """The last result of each requirement, by its number."""
    found: dict[str, dict[str, Any]] = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    return found


def page() -> str:
    """The page: a summary and a section for each requirement."""
    rows, last = requirements(), results()
    usual = Counter(map(_when, last.values())).most_common(1)[0][0]
    counted = Counter(row["verdict"] for row in rows)
    said = ", ".join(f"{counted[verdict]} {verdict}" for verdict in VERDICTS if counted[verdict])
    summary = (
        f"\n{len(rows)} requirements: {said}. Last run, unless a row says otherwise: {usual}.\n\n"
        "| # | requirement | clause | verdict | last result |\n|---|---|---|---|---|\n"
    )
    lines = (
        f"| [{row['number']}](#{row['number']}) | {row['says']} | {row['clause']} | {row['verdict']} "
        f"| {describe_result(last.get(str(row['number'])), usual)} |\n"
        for row in rows
    )
    return HEAD + summary + "".join(lines) + "".join(map(_section, rows))


def describe_result(result: dict[str, Any] | None, usual: str) -> str:
    """A result in words; the usual time of a run is left out."""
    if result is None:
        return "not run"
    failed = f", {result['failed']} failed" if result["failed"] else ""
    when = "" if _when(result) == usual else f", {_when(result)}"
    return f"{result['passed']} passed{failed}{when}"


def _when(result: dict[str, Any]) -> str:
    return f"{result['on']}, after {result['commit']}"


def _section(row: dict[str, Any]) -> str:
    missing = f"Missing: {row['missing']}\n\n" if "missing" in row else ""
    code = f"Code: {', '.join(f'`{name}`' for name in row['code'])}\n\n" if row["code"] else ""
    tests = "".join(f"- `{name}`\n" for name in row["tests"])
    return f"\n## {row['number']}\n\n{row['says']}\n\n{missing}{code}{tests}"


class Recorder:
    """Collects how each test ended."""

    def __init__(self) -> None:
        self.outcomes: dict[str, list[str]] = defaultdict(list)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.nodeid].append(report.outcome)


def run(numbers: Collection[int]) -> int:
    """Run the tests of these requirements, or of all; keep the results and write the page."""
    rows = [row for row in requirements() if not numbers or row["number"] in numbers]
    recorder = Recorder()
    names = sorted({name for row in rows for name in row["tests"]})
    status = pytest.main(["-q", *names], plugins=[recorder])
    kept = results()
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=TOP, capture_output=True, text=True).stdout
    for row in rows:
        ended = Counter(
            "passed" if set(outcomes) == {"passed"} else "skipped" if "failed" not in outcomes else "failed"
            for test, outcomes in recorder.outcomes.items()
            if any(belongs(test, name) for name in row["tests"])
        )
        kept[str(row["number"])] = {
            "tests": row["tests"], "passed": ended["passed"], "failed": ended["failed"],
            "on": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit.strip(),
        }  # fmt: skip
    ordered = dict(sorted(kept.items(), key=lambda pair: int(pair[0])))
    RESULTS.write_text(json.dumps(ordered, indent=1) + "\n", "utf-8")
    PAGE.write_text(page(), "utf-8")
    return int(status)


def belongs(test: str, name: str) -> bool:
    """Whether a test that ran is one that is named: itself, with parameters, or in a file or folder."""
    return test == name or test.startswith((f"{name}[", f"{name}::", f"{name}/"))


if __name__ == "__main__":
    if sys.argv[1:] == ["--page"]:
        PAGE.write_text(page(), "utf-8")
        sys.exit()
    sys.exit(run({int(word) for word in sys.argv[1:]}))
