"""Measures speed part by part: `python -m benchmarks [PART ...]`; `make bench` writes all of it where it is kept."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from . import api, attack, coach, environments, exact, gpu, growth, hands, memory, scaling, simulate, start_up
from .ledger import large, writing
from .markdown import describe_machine, replace_sections, section
from .measure import print_rows

PARTS = {
    "start": ("Start", start_up.rows),
    "coach": ("The coach from the first second", coach.rows),
    "memory": ("Memory of the demonstration", memory.rows),
    "hands": ("Hands", hands.rows),
    "exact": ("Complete PAR sheets", exact.rows),
    "simulate": ("Simulation and table", simulate.rows),
    "environments": ("Environments for learning programs", environments.rows),
    "gpu": ("On a GPU", gpu.rows),
    "growth": ("Growth", growth.rows),
    "ledger": ("Ledger", writing.rows),
    "large": ("A large journal", large.rows),
    "api": ("The room over HTTP", api.rows),
    "attack": ("The room under attack", attack.rows),
    "scaling": ("Takeover and replicas", scaling.rows),
}


def main(words: list[str]) -> None:
    """Measure the parts that are named, or all; in a file that is named, each replaces what stood there of it."""
    parser = ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all if none is given")
    parser.add_argument("--write", type=Path, help="a Markdown file with the marks for the table")
    options = parser.parse_args(words)
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {min(unknown)}; there are {', '.join(PARTS)}")
    print(describe_machine())
    for title, rows in [PARTS[name] for name in options.parts or PARTS]:
        measured = section(print_rows(title, rows()))
        if options.write:
            replace_sections(options.write, {title: measured}, [title for title, _ in PARTS.values()])


if __name__ == "__main__":
    main(sys.argv[1:])
