"""fairfelt twin"""

from __future__ import annotations

import logging
import os
from contextlib import ExitStack
from math import inf
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryDirectory
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import text_of
from fairfelt.cli.io.errors import BadInput, check_range
from fairfelt.cli.io.output import counting, report
from fairfelt.reports.report import Report

Tables = Annotated[int, Parameter(help="Number of tables.")]
Room = Annotated[
    str, Parameter(name="--database", help="Journal to play on, new or a twin's; default: a temporary one.")
]
MOST_HOURS = 24 * 366
IN_MEMORY = Path("/dev/shm")
ROOM_BYTES = 4 << 30
"""Memory for a long run; with less of it free, the temporary journal goes to the disk."""
MOST_NIGHTS = 100_000


@report
def twin(
    *,
    tables: Tables = 5,
    hours: Annotated[float, Parameter(help="Hours to simulate.")] = 1.0,
    speed: Annotated[float | None, Parameter(help="Times real time; default: as fast as it goes.")] = None,
    seed: Annotated[int, Parameter(help="Seed of the pit.")] = 1,
    habits: Annotated[Path | None, Parameter(help="TOML file of how the pit behaves.")] = None,
    database: Room = "",
    faults: Annotated[
        str,
        Parameter(
            help="Play a night of a hub, two rooms and all around them instead, simulated in one process, with these "
            "faults: all, none, or some of network, processes, disk, clock."
        ),
    ] = "",
    nights: Annotated[int, Parameter(help="Number of nights with --faults, seed after seed.")] = 1,
) -> Report:
    """Play a simulated pit through the real API: players, dealers, mistakes, claims.

    At the end the journal is verified and compared with every answer that was received; the exit code is 1 if
    anything is wrong.

    For example:

        fairfelt twin --tables 6 --hours 720
        fairfelt twin --tables 3 --hours 8 --speed 60 --seed 7
        fairfelt twin --seed 7 --faults all
    """
    from fairfelt.twin.twin import MOST_TABLES

    check_range("--tables", tables, 1, MOST_TABLES)
    if not 0 < hours <= MOST_HOURS:
        most = f"at most {MOST_HOURS:,}, which is a year"
        raise BadInput(f"--hours {hours:g} is not possible: give more than 0 and {most}")
    if speed is not None and not 0 < speed < inf:
        raise BadInput(f"--speed {speed:g} is not possible: give how many times as fast as real time, above 0")
    if seed < 0:
        raise BadInput(f"--seed {seed} is negative: give 0 or more")
    logging.getLogger().addHandler(logging.NullHandler())  # what there is to say is in the report
    if faults:
        check_range("--nights", nights, 1, MOST_NIGHTS)
        return _play_nights(range(seed, seed + nights), faults)
    from fairfelt.runtime.formats import read_toml
    from fairfelt.twin.pit import Habits
    from fairfelt.twin.twin import RunOptions, Twin, twin_report

    behavior = read_toml(text_of(habits) if habits else "", Habits)
    options = RunOptions(hours=hours, seed=seed, speed=speed, habits=behavior)
    with counting("Playing the pit") as progress, ExitStack() as kept:

        def watch(twin: Twin) -> None:
            tally, all_s = twin.pit.tally, hours * 3_600
            paid = f"{tally.awards:,} of {tally.claims:,} jackpots paid"
            progress(round(all_s - twin.pit.left_s), round(all_s), f"{tally.rounds:,} rounds, {paid}")

        place = database or str(Path(kept.enter_context(_temporary())) / "twin.db")
        played = Twin(options, place, tables, watch)
        played.play()
    return twin_report(played)


def _play_nights(seeds: range, faults: str) -> Report:
    from fairfelt.twin.night import night_report, play
    from fairfelt.twin.world import KINDS

    kinds = {"all": tuple(KINDS), "none": ()}.get(faults, tuple(faults.split(",")))
    if unknown := [kind for kind in kinds if kind not in KINDS]:
        raise BadInput(f"--faults {unknown[0]} is not known: give all, none, or some of {', '.join(KINDS)}")
    return night_report([play(seed, kinds) for seed in seeds], kinds)


def _temporary() -> TemporaryDirectory[str]:
    """In memory where the system has a place for that: a journal that nobody keeps need not wait for a disk."""
    in_memory = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) and disk_usage(IN_MEMORY).free > ROOM_BYTES
    return TemporaryDirectory(prefix="fairfelt-", dir=IN_MEMORY if in_memory else None)
