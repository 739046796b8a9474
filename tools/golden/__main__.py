"""`python -m tools.golden` counts all that ships from nothing and compares it with the golden set, as fractions.

No shipped or kept answer is read. What was counted stays in build/golden under the digest of the counting code: a run
that is stopped goes on where it was. The last line is a table; the exit code is 1 where a figure differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from math import inf
from pathlib import Path
from time import monotonic

from fairfelt.engine.exact import duration
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.runtime.compute.cuda import NoGpu

from .rows import KINDS, Unit, freeze, golden_set
from .run import (
    DIFFERENT,
    EQUAL,
    RESULTS,
    SAMPLED,
    SKIPPED,
    Kept,
    Result,
    count_units,
    foresee_units,
    from_nothing,
    status_of,
)

STATES = (EQUAL, SAMPLED, DIFFERENT, SKIPPED)


def main(words: list[str] | None = None) -> int:
    """Freeze, or count and compare; 1 where a figure differs."""
    parser = argparse.ArgumentParser(prog="python -m tools.golden", description=__doc__)
    parser.add_argument("--only", nargs="+", metavar="GAME", default=[], help="short names, such as red-dog")
    parser.add_argument("--kind", nargs="+", choices=[*KINDS], default=[*KINDS], help="parts of the golden set")
    parser.add_argument("--seconds", type=float, default=inf, help="only what is foretold to take less of one core")
    parser.add_argument("--jobs", type=int, default=usable_cores(), help="processes that count at the same time")
    parser.add_argument("--gpu", action="store_true", help="one after another, on a GPU where it has a kernel")
    parser.add_argument("--again", action="store_true", help="count what this code has counted before, too")
    parser.add_argument("--write", action="store_true", help="freeze what ships now; count nothing")
    asked = parser.parse_args(words)
    if asked.jobs < 1:
        parser.error(f"--jobs is 1 or more, not {asked.jobs}")
    if asked.write:
        for kind in asked.kind:
            found = KINDS[kind].ships()
            freeze(kind, found)
            _tell(f"{kind}: {sum(map(len, found.values()))} rows of {len(found)} units")
        return 0
    units = [unit for kind in asked.kind for unit in golden_set(kind) if not asked.only or unit.slug in asked.only]
    if unknown := set(asked.only) - {unit.slug for unit in units}:
        parser.error(f"the golden set has no row of {', '.join(sorted(unknown))}")
    try:
        return report(run(units, asked.seconds, asked.jobs, gpu=asked.gpu, again=asked.again))
    except NoGpu as reason:
        parser.error(str(reason))


def run(
    units: list[Unit],
    most_s: float,
    jobs: int,
    *,
    folder: Path = RESULTS,
    gpu: bool = False,
    again: bool = False,
) -> list[Result]:
    """Count what is not kept, and say how far that is."""
    kept = Kept(folder)
    results = [] if again else [kept.results[unit] for unit in units if unit in kept.results]
    known = {result.unit for result in results}
    with from_nothing(folder):
        chosen, left = foresee_units((unit for unit in units if unit not in known), most_s)
    results += left
    told_s = duration(sum(chosen.values()))
    _tell(f"{len(known)} units kept, {len(left)} left out, {len(chosen)} to count: {told_s} of a core")
    begun, done_s, done = monotonic(), 0.0, 0

    def told(result: Result) -> None:
        nonlocal done, done_s
        results.append(result)
        if result.rows:
            kept.add(result)
        done, done_s = done + 1, done_s + chosen[result.unit]
        states = Counter(state for state, _ in status_of(result).values())
        counts = ", ".join(f"{states[state]} {state}" for state in STATES if states[state])
        rest = sum(chosen.values()) - done_s
        _tell(
            f"{monotonic() - begun:6.0f} s  {done}/{len(chosen)}, {duration(rest)} of a core left  "
            f"{result.unit}: {counts} ({result.seconds:.1f} s, {chosen[result.unit]:.1f} foretold)"
        )

    count_units(list(chosen), jobs, folder, told, gpu=gpu)
    return results


def report(results: list[Result]) -> int:
    """The table of rows, with everything that differs or was left out; 1 where something differs."""
    table: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for result in sorted(results, key=lambda each: each.unit):
        reasons = dict[str, None]()
        for row, (state, what) in status_of(result).items():
            table[result.unit.kind][state] += 1
            if state == DIFFERENT:
                _say(f"DIFFERS  {result.unit}, {row}: {', '.join(what)}")
            elif state == SKIPPED:
                reasons[what[0]] = None
        for reason in reasons:
            _say(f"skipped  {result.unit}: {reason}")
    _say(f"{'rows':12}" + "".join(f"{state:>11}" for state in STATES))
    for kind, states in table.items():
        _say(f"{kind:12}" + "".join(f"{states[state]:>11}" for state in STATES))
    total = sum(table.values(), Counter())
    _say(f"{'all':12}" + "".join(f"{total[state]:>11}" for state in STATES))
    return int(total[DIFFERENT] > 0)


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
