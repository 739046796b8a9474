"""The cores that a process may use."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

COUNT = "from fairfelt.runtime.compute.cores import usable_cores; print(usable_cores())"


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system cannot pin a process")
def test_a_pinned_process_counts_only_its_cores() -> None:
    """Estimates and threads went by all cores of the machine, also in a container that has a few of them."""
    first = min(os.sched_getaffinity(0))
    pinned = subprocess.run(
        [sys.executable, "-c", f"import os; os.sched_setaffinity(0, {{{first}}}); {COUNT}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert pinned.stdout == "1\n"
