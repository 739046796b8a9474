"""Every planted defect still has its place in the program, compiles, and names tests that are there."""

from __future__ import annotations

import pytest

from tests.mutants.__main__ import read_results
from tests.mutants.planted import ROOT, read_defects

DEFECTS = read_defects()


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_can_be_planted(name: str) -> None:
    defect = DEFECTS[name]
    file, text = defect.place()
    compile(text, str(file), "exec")
    for asked in defect.found_by:
        assert asked.startswith(("nights ", "twin ")) or (ROOT / asked).exists(), asked


def test_a_hundred_are_planted_and_most_were_found() -> None:
    results = read_results()
    assert len(DEFECTS) >= 100
    assert set(results) <= set(DEFECTS)
    assert sum("**nobody**" not in row for row in results.values()) >= 95
