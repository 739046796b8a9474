"""`python -m tools.ship_leaks` counts every leak of the catalogue that is missing in the shipped file.

The file is written again after each figure: a run that is stopped goes on where it was, on any machine. `--again GAME`
counts rows that are there once more, and `--take` takes the rows of a file that was written on another machine.
`python -m tools.golden --kind protection` counts rows without writing, and compares.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from fairfelt import games
from fairfelt.analysis.protection.exposure import expose
from fairfelt.analysis.protection.findings import (
    FILE,
    SHIPPED_EXACT_S,
    SHIPPED_SAMPLE_S,
    Leak,
    Limits,
    Plain,
    Question,
    UncountedLeak,
    long_counts,
    read_finding,
    read_findings,
    set_aside,
    write_finding,
)
from fairfelt.analysis.protection.house import Result, count_questions, finding_of, fresh_leak, questions, with_figures
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.protection.sorting import plan_sorting
from fairfelt.engine.exact import Unsolved
from fairfelt.engine.solve import advisor, core_game
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.runtime.configuration import write_whole
from fairfelt.shipped_digests import write_digests
from tools import exposed_boards, exposed_pai_gow
from tools.exposed_boards import boards_of
from tools.exposed_pai_gow import ExposedDealer
from tools.signals import best_signal, expected_gains, without_signal

FIGURES = ("information", "edge", "plain", "interval", "hit_frequency", "variance")
"""Of a row, what must come out again; newer code may tell words and rules better."""
SIZE = 2
"""Where the size of a sample stands in its interval."""
BOARDS_S = 10_000.0
"""What is counted board by board takes an hour of one core, and all cores together."""


def main(words: list[str] | None = None) -> int:
    """Count what is missing; tell each figure in a line."""
    parser = argparse.ArgumentParser(prog="python -m tools.ship_leaks", description=__doc__)
    parser.add_argument("--processes", type=int, default=usable_cores(), help="figures counted at the same time")
    parser.add_argument("--into", type=Path, default=FILE, help="the file; what it holds is not counted again")
    parser.add_argument(
        "--exact", type=float, default=SHIPPED_EXACT_S, help="seconds of one core that a count may take"
    )
    parser.add_argument(
        "--sample", type=float, default=SHIPPED_SAMPLE_S, help="seconds of one core that a sample may take"
    )
    parser.add_argument(
        "--boards", action="store_true", help="count what goes board by board, and long sortings: hours of a core"
    )
    parser.add_argument("--again", nargs="+", metavar="GAME", default=[], help="count the rows of these games again")
    parser.add_argument("--leaks", nargs="+", metavar="LEAK", default=[], help="with --again: only these")
    parser.add_argument("--unsized", action="store_true", help="with --again: only samples whose size was not kept")
    parser.add_argument("--take", type=Path, metavar="FILE", help="take the rows of another such file")
    asked = parser.parse_args(words)
    try:
        if asked.take:
            return take(asked.take, asked.into)
        if asked.again:
            rows = _rows(asked.into, asked.again, asked.leaks, (asked.exact, asked.sample), unsized=asked.unsized)
            return recount(rows, asked.into)
        return ship(asked.into, asked.processes, (asked.exact, asked.sample), boards=asked.boards)
    finally:
        if asked.into == FILE:
            write_digests()


def write_findings(findings: Plain, file: Path) -> None:
    """Write them all; the same findings make the same file."""
    content = json.dumps(findings, sort_keys=True, indent=0).encode()
    write_whole(file, gzip.compress(content, mtime=0))


def shipped_questions(limits: Limits) -> list[Question]:
    """Every leak of every game; and fewer partners than a full table has, of whom somebody may ask."""
    asked = questions(games.catalogue(), limits)
    partners = [question for question in asked if question.leak is Leak.PARTNERS]
    fewer = ((each, hands) for each in partners for hands in range(2, each.information.hands))
    return [*asked, *(replace(each, information=Information(hands=hands)) for each, hands in fewer)]


def ship(file: Path, processes: int, limits: Limits, *, boards: bool = False) -> int:
    """The number of figures whose count broke off."""
    every = {question.key: question for question in shipped_questions(limits)}
    every = {key: question for key, question in every.items() if key not in long_counts()}
    kept: Plain = {key: plain for key, plain in read_findings(file).items() if key in every}
    by_boards = {question for question in every.values() if boards and _by_boards(question)}
    left = [
        question
        for key, question in every.items()
        if key not in kept or (question in by_boards and kept[key]["interval"])
    ]
    begun, broken = monotonic(), 0

    def keep(question: Question, result: Result) -> None:
        nonlocal broken
        if isinstance(result, UncountedLeak):
            broken += result.broke_off
            told = result.reason
        else:
            kept[question.key] = write_finding(result)
            write_findings(kept, file)
            told = f"{float(result.edge):+.6%}"
        sys.stderr.write(f"{monotonic() - begun:6.0f} s  {len(kept)}/{len(every)}  {question.words}: {told}\n")
        sys.stderr.flush()

    rest = [question for question in left if question not in by_boards]
    alone = [question for question in rest if question.leak is Leak.PARTNERS or ExposedDealer.of(question)]
    if quick := [question for question in rest if question not in alone]:
        count_questions(quick, told=keep, processes=processes)
    for question in alone:
        keep(question, fresh_row(question))
    for question in (question for question in left if question in by_boards):
        keep(question, fresh_row(replace(question, limits=(BOARDS_S, limits[1]))))
    for key in (key for key in kept if boards and every[key].leak is Leak.BACKS and kept[key]["variance"] is None):
        kept[key] = _completed(replace(every[key], limits=(BOARDS_S, limits[1])), kept[key])
    write_findings(kept, file)
    return broken


def _completed(question: Question, plain: dict[str, Any]) -> dict[str, Any]:
    """Classes that were searched for alone, with the other figures of play by them."""
    with set_aside([question.key]):
        return write_finding(with_figures(question, read_finding(plain)))


def take(source: Path, file: Path) -> int:
    """Rows that were counted elsewhere, as far as they are of games as they are today; the number that are not."""
    every = {question.key for question in shipped_questions((0.0, 0.0))}
    found = read_findings(source)
    write_findings({**read_findings(file), **{key: found[key] for key in found if key in every}}, file)
    sys.stderr.write(f"{len(every & set(found))} of {len(found)} rows taken\n")
    return len(set(found) - every)


def _rows(file: Path, slugs: list[str], leaks: list[str], limits: Limits, *, unsized: bool) -> list[Question]:
    """The rows of a file that are asked for; none that took hours of a core."""
    lies = {key: plain["interval"] for key, plain in read_findings(file).items()}
    kept = {key for key, ends in lies.items() if not unsized or (ends and ends[SIZE : SIZE + 1] in ([], [None]))}
    kept -= long_counts().keys()
    return [
        question
        for question in shipped_questions(limits)
        if question.game.slug in slugs and (not leaks or question.leak.name.lower() in leaks) and question.key in kept
    ]


def recount(rows: list[Question], file: Path) -> int:
    """Count rows again, one by one, and say of each whether its figures are the same; the number that are not.

    No sample replaces a count.
    """
    differ = 0
    for question in rows:
        begun, key = monotonic(), question.key
        found, kept = fresh_row(question), read_findings(file)
        if isinstance(found, UncountedLeak):
            told = f"not counted: {found.reason}"
        else:
            plain, before = json.loads(json.dumps(write_finding(found))), kept[key]
            changed = [name for name in FIGURES if plain[name] != before[name]]
            differ += bool(changed)
            told = f"differs in {', '.join(changed)}" if changed else "the same figures"
            if before["interval"] or not plain["interval"]:
                write_findings({**kept, key: plain}, file)
        sys.stderr.write(f"{monotonic() - begun:6.0f} s  {question.words}: {told}\n")
        sys.stderr.flush()
    return differ


def fresh_row(question: Question) -> Result:
    """What is found now; for partners with the signal that they would show each other."""
    game, (exact_s, sample_s) = question.game, question.limits
    if boards := boards_of(question):
        return exposed_boards.count_leak(question, boards)
    if dealer := ExposedDealer.of(question):
        return exposed_pai_gow.count_leak(question, dealer)
    if question.leak is not Leak.PARTNERS:
        return fresh_leak(question)
    try:
        exposed = expose(game, question.information, exact_s=exact_s, sample_s=sample_s, gains=False, recompute=True)
    except Unsolved as reason:
        return question.refused(reason)
    except Exception as error:  # one row that fails must not stop the rest
        return question.broken_off(error)
    found, core, sampled = finding_of(question.leak, exposed), core_game(game), exposed.sampled
    if sampled is None or found.interval is None:
        return found
    signal = best_signal(core, sampled, expected_gains(core, advisor(core), sampled.cards))
    note = signal.words if signal else without_signal(found.interval.moved(-float(found.plain)))
    return replace(found, note=note, signal=signal.to_dict() if signal else None)


def _by_boards(question: Question) -> bool:
    if boards_of(replace(question, limits=(BOARDS_S, 0.0))):
        return True
    try:
        return question.leak is Leak.BACKS and plan_sorting(question.game, BOARDS_S) > SHIPPED_EXACT_S
    except Unsolved:
        return False


if __name__ == "__main__":
    sys.exit(min(main(), 1))
