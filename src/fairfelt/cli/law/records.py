"""fairfelt law records, fairfelt law shuffle: how long records are kept, and whether the shuffle is fair"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report

from .options import On, Profile, law_on
from .room import Journal, floor_of

if TYPE_CHECKING:
    from fairfelt.law import GamingDays
    from fairfelt.ledger.store.snapshot import Snapshot
    from fairfelt.reports.law.room import ArchivedFile
    from fairfelt.reports.report import Report

Shuffles = Annotated[int, Parameter(help="How many decks are shuffled; 3,000 or more.")]
Seed = Annotated[int | None, Parameter(help="Shuffle by a seeded generator, to get the same figures again.")]
LEAST_SHUFFLES, MOST_SHUFFLES = 3_000, 1_000_000


@report
def records(journal: Journal, /, *, profile: Profile = "wa-commercial", on: On = None) -> Report:
    """Show which records of a journal must still be kept, and which may go: the years of the rule, counted.

    The whole journal is verified on the way, with every archived file: one that is missing is named.

    For example:

        fairfelt law records room.db --on 2031-01-01
    """
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.store import snapshot
    from fairfelt.reports.law.room import kept_records, records_report

    law, days = law_on(profile, on), floor_of(journal).jurisdiction.days
    try:
        with snapshot(journal) as taken:
            return records_report(kept_records(law, days, taken, _files(taken, days)), law)
    except LedgerError as error:
        raise BadInput(str(error)) from error


def _files(taken: Snapshot, days: GamingDays) -> list[ArchivedFile]:
    from fairfelt.reports.law.room import ArchivedFile

    found = []
    for part in taken.archive.ranges:
        last = next(iter(taken.entries(after=part.last - 1, limit=1)))
        found.append(ArchivedFile(part.file, part.first, part.last, days.day_of(last.at_micros)))
    return found


@report
def shuffle(*, shuffles: Shuffles = 20_000, seed: Seed = None) -> Report:
    """Test the shuffle of practice tables by chi-square against exact odds: places, pairs, runs, hands, suits and more.

    Without a seed the operating system's generator is tested, which practice uses. The exit code is 1 if a test is
    outside its limits; fair shuffles are one time in a hundred.

    For example:

        fairfelt law shuffle --shuffles 100000
    """
    from random import Random

    from fairfelt.reports.par.checks import shuffle_report
    from fairfelt.table.randomness import run_battery, shuffled_orders

    if not LEAST_SHUFFLES <= shuffles <= MOST_SHUFFLES:
        raise BadInput(f"--shuffles is a number from {LEAST_SHUFFLES:,} to {MOST_SHUFFLES:,}, not {shuffles:,}")
    source = "by the operating system's generator" if seed is None else f"by a generator with seed {seed}"
    with counting("Shuffling"):
        found = run_battery(shuffled_orders(shuffles, None if seed is None else Random(seed)))
    return shuffle_report(found, source)
