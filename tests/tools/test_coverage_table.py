"""The table of coverage: wings add up, and kernels that Python does not execute are no lines."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tools.coverage_table import count_by_wing, draw_page

ROOT = Path(__file__).parents[2]


def test_lines_are_added_up_by_wing() -> None:
    counted = {"a/one.py": (10, 9), "a/b/two.py": (30, 30), "c/three.py": (0, 0), "version.py": (10, 6)}
    found = {
        "files": {
            f"src/fairfelt/{name}": {"summary": {"num_statements": lines, "covered_lines": run}}
            for name, (lines, run) in counted.items()
        }
    }
    lines, executed = count_by_wing(found)
    assert (lines["a"], executed["a"], lines["fairfelt"]) == (40, 39, 10)
    page = draw_page(lines, executed, "0123")
    assert "| a | 40 | 39 | 97.5% |" in page
    assert "| c | 0 | 0 | 100.0% |" in page
    assert "| **all** | 50 | 45 | 90.0% |" in page
    assert "commit 0123" in page


def test_kernels_are_left_out_and_nothing_else_is() -> None:
    report = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["coverage"]["report"]
    kernel = re.compile(report["exclude_also"][0])
    assert kernel.search("@njit(nogil=True, cache=True)")
    assert not kernel.search("def njit_all():")
    assert len(report["exclude_also"]) == 3
