"""Every planted defect still has its place in the program, compiles, and names tests that are there."""

from __future__ import annotations

import pytest

from tests.mutants.planted import ROOT, read_defects

DEFECTS = read_defects()


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_can_be_planted(name: str) -> None:
    defect = DEFECTS[name]
    compile(defect.planted((ROOT / defect.file).read_text("utf-8")), defect.file, "exec")
    for asked in defect.found_by:
        assert asked.startswith("nights ") or (ROOT / asked).exists(), asked
