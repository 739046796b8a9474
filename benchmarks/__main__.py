"""Runs all benchmarks in one go: `make bench`."""

from __future__ import annotations

import os
import platform

from . import api, exact, gpu, hands, ledger, simulate
from .measured import print_rows

if __name__ == "__main__":
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print_rows("Hands", hands.rows())
    print_rows("Exact sheets", exact.rows())
    print_rows("Simulation and table", simulate.rows())
    print_rows("On a graphics card", gpu.rows())
    print_rows("Ledger", ledger.rows())
    print_rows("The room over HTTP", api.rows())
