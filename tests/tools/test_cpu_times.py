"""The table of processor time: tests are added up by folder, and kernels are listed beside them, not on top."""

from __future__ import annotations

from tests.support.cpu_times import list_times


def test_times_are_added_up_by_folder() -> None:
    rows = [
        {"what": "start", "name": "(starting)", "seconds": 5.0},
        {"what": "test", "name": "tests/web/pages/test_a.py::test_one", "seconds": 1.5},
        {"what": "test", "name": "tests/web/test_b.py::test_two[x::y]", "seconds": 2.0},
        {"what": "test", "name": "tests/test_top.py::test_three", "seconds": 0.25},
        {"what": "kernel", "name": "fairfelt.engine.a.count", "seconds": 1.0},
    ]
    lines = list_times(rows)
    assert lines[:5] == [
        "     5.0 s      1  (starting)",
        "     3.5 s      2  web",
        "     0.2 s      1  test_top.py",
        "     8.8 s         all",
        "",
    ]
    assert lines[lines.index("dearest tests") + 1] == "     2.0 s  tests/web/test_b.py::test_two[x::y]"
    assert lines[lines.index("dearest kernels") + 1] == "     1.0 s  fairfelt.engine.a.count"
