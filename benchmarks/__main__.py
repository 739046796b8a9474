"""Runs all benchmarks in one go, and writes their table where it is kept: `make bench`."""

from __future__ import annotations

import sys
from pathlib import Path

from . import api, exact, gpu, growth, hands, ledger, scaling, simulate, start_up
from .kept import machine, put_between_marks, section
from .measured import print_rows

SECTIONS = {
    "Start": start_up.rows,
    "Hands": hands.rows,
    "Complete PAR sheets": exact.rows,
    "Simulation and table": simulate.rows,
    "On a graphics card": gpu.rows,
    "Growth": growth.rows,
    "Ledger": ledger.rows,
    "The room over HTTP": api.rows,
    "Takeover and replicas": scaling.rows,
}


def main(path: str | None) -> None:
    """Measure everything; in a file that is named, the table between the marks is written anew."""
    found = [section(title, print_rows(title, rows())) for title, rows in SECTIONS.items()]
    if path:
        put_between_marks(Path(path), f"{machine()}\n\n" + "\n".join(found))


if __name__ == "__main__":
    print(machine())
    main(sys.argv[1] if len(sys.argv) > 1 else None)
