"""A pytest plugin that says where the processor's time goes: by folder, and the dearest tests and kernels.

python -m pytest -p tests.support.cpu_times      (make test-times)

Times are those of processes and of their children that have ended: waiting for a browser or another test costs nothing.
A kernel's time is that of compiling it, with all that is compiled for it; the test that needs it first pays.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "build" / "cpu_times"
DEAREST = 40
FOUND_ON_DISK_S = 0.3
"""A kernel that takes less was compiled before."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin anew; a worker adds to what others write."""
    if not hasattr(config, "workerinput"):
        rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)


def pytest_collection_finish() -> None:
    """Note what starting has cost, and time what is compiled from now on."""
    _write({"name": "(starting)", "seconds": _spent_s(), "what": "start"})
    if "numba" in sys.modules:
        _time_kernels()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Time a test with its fixtures."""
    began_s = _spent_s()
    try:
        return (yield)
    finally:
        _write({"name": item.nodeid, "seconds": _spent_s() - began_s, "what": "test"})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the tables."""
    rows = [json.loads(line) for file in FOLDER.glob("*.jsonl") for line in file.read_text().splitlines()]
    terminalreporter.section("processor time")
    for line in list_times(rows):
        terminalreporter.write_line(line)


def list_times(rows: Iterable[dict[str, Any]]) -> list[str]:
    """Return lines: seconds and tests by folder, then the dearest tests, then the dearest kernels."""
    folders: dict[str, list[float]] = defaultdict(list)
    dearest: dict[str, list[tuple[float, str]]] = {"test": [], "kernel": []}
    for row in rows:
        if row["what"] in dearest:
            dearest[row["what"]].append((row["seconds"], row["name"]))
        if row["what"] != "kernel":
            file = row["name"].partition("::")[0].removeprefix("tests/")
            folders[file.partition("/")[0]].append(row["seconds"])
    lines = [f"{sum(each):8.1f} s {len(each):6,}  {name}" for name, each in folders.items()]
    lines = [*sorted(lines, reverse=True), f"{sum(map(sum, folders.values())):8.1f} s         all"]
    for what, times in dearest.items():
        lines += ["", f"dearest {what}s", *(f"{s:8.1f} s  {name}" for s, name in sorted(times, reverse=True)[:DEAREST])]
    return lines


def _spent_s() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _write(row: dict[str, Any]) -> None:
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    with (FOLDER / f"{worker}.jsonl").open("a") as file:
        file.write(f"{json.dumps(row)}\n")


def _time_kernels() -> None:
    """Time each kernel that is compiled because Python calls it, not those that are compiled for it."""
    from numba.core.dispatcher import Dispatcher

    compile_now, depth = Dispatcher.compile, 0

    def compile_timed(kernel: Any, signature: Any) -> Any:
        nonlocal depth
        began_s, depth = time.process_time(), depth + 1
        try:
            return compile_now(kernel, signature)
        finally:
            depth -= 1
            took_s = time.process_time() - began_s
            if not depth and took_s > FOUND_ON_DISK_S:
                name = f"{kernel.py_func.__module__}.{kernel.py_func.__qualname__}"
                _write({"name": name, "seconds": took_s, "what": "kernel"})

    setattr(Dispatcher, "compile", compile_timed)  # noqa: B010  (a method of that class)
