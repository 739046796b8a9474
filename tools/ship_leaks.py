"""`python -m tools.ship_leaks` counts every leak of the catalogue that is missing in the shipped file.

The file is written again after each figure: a run that is stopped goes on where it was, on any machine. `--again GAME`
counts rows that are there once more, and `--take` takes the rows of a file that was written on another machine.
`python -m tools.golden --kind protection` counts rows without writing, and compares.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from fairfelt import games
from fairfelt.analysis.protection import expose
from fairfelt.analysis.protection.figures import Method
from fairfelt.analysis.protection.information import Information
from fairfelt.analysis.protection.leaks.findings import Leak, NotCounted, read_finding, write_finding
from fairfelt.analysis.protection.leaks.house import Question, Result, count_questions, questions
from fairfelt.analysis.protection.leaks.shipped import (
    EXACT_S,
    FILE,
    SAMPLE_S,
    Plain,
    finding_key,
    long_counts,
    read_findings,
    set_aside,
    write_findings,
)
from fairfelt.analysis.protection.leaks.verdict import broken_off, finding_of, fresh_leak, leak_words, with_figures
from fairfelt.analysis.protection.plan import plan_exposure
from fairfelt.analysis.protection.sorting import plan_sorting
from fairfelt.engine.exact import Unsolved
from fairfelt.engine.solve import advisor, core_game
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.shipped_digests import write_digests
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
    parser.add_argument("--exact", type=float, default=EXACT_S, help="seconds of one core that a count may take")
    parser.add_argument("--sample", type=float, default=SAMPLE_S, help="seconds of one core that a sample may take")
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
            rows = _rows(asked.into, asked.again, asked.leaks, unsized=asked.unsized)
            return recount(rows, asked.into, (asked.exact, asked.sample))
        return ship(asked.into, asked.processes, (asked.exact, asked.sample), boards=asked.boards)
    finally:
        if asked.into == FILE:
            write_digests()


def shipped_questions() -> list[Question]:
    """Every leak of every game; and fewer partners than a full table has, of whom somebody may ask."""
    asked = questions(games.catalogue())
    partners = [question for question in asked if question.leak is Leak.PARTNERS]
    fewer = ((each, hands) for each in partners for hands in range(2, each.information.hands))
    return [*asked, *(replace(each, information=Information(hands=hands)) for each, hands in fewer)]


def ship(file: Path, processes: int, limits: tuple[float, float], *, boards: bool = False) -> int:
    """The number of figures whose count broke off."""
    every = {finding_key(q.game, q.leak, q.information): q for q in shipped_questions()}
    every = {key: question for key, question in every.items() if key not in long_counts()}
    kept: Plain = {key: plain for key, plain in read_findings(file).items() if key in every}
    by_boards = {question for question in every.values() if boards and _by_boards(question)}
    left = {
        question: key
        for key, question in every.items()
        if key not in kept or (question in by_boards and kept[key]["interval"])
    }
    begun, broken = monotonic(), 0

    def keep(question: Question, result: Result) -> None:
        nonlocal broken
        if isinstance(result, NotCounted):
            broken += result.broke_off
            told = result.reason
        else:
            kept[left[question]] = write_finding(result)
            write_findings(kept, file)
            told = f"{float(result.edge):+.6%}"
        sys.stderr.write(f"{monotonic() - begun:6.0f} s  {len(kept)}/{len(every)}  {question.words}: {told}\n")
        sys.stderr.flush()

    rest = [question for question in left if question not in by_boards]
    if quick := [question for question in rest if question.leak is not Leak.PARTNERS]:
        count_questions(quick, limits, told=keep, processes=processes)
    for question in (question for question in rest if question.leak is Leak.PARTNERS):
        keep(question, fresh_row(question, limits))
    if long := [question for question in left if question in by_boards]:
        count_questions(long, (BOARDS_S, limits[1]), told=keep)
    for key in (key for key in kept if boards and every[key].leak is Leak.BACKS and kept[key]["variance"] is None):
        kept[key] = _completed(every[key], kept[key], (BOARDS_S, limits[1]))
    write_findings(kept, file)
    return broken


def _completed(question: Question, plain: dict[str, Any], limits: tuple[float, float]) -> dict[str, Any]:
    """Classes that were searched for alone, with the other figures of play by them."""
    with set_aside([finding_key(question.game, question.leak, question.information)]):
        return write_finding(with_figures(question.game, read_finding(plain), limits))


def take(source: Path, file: Path) -> int:
    """Rows that were counted elsewhere, as far as they are of games as they are today; the number that are not."""
    every = {finding_key(q.game, q.leak, q.information) for q in shipped_questions()}
    found = read_findings(source)
    write_findings({**read_findings(file), **{key: found[key] for key in found if key in every}}, file)
    sys.stderr.write(f"{len(every & set(found))} of {len(found)} rows taken\n")
    return len(set(found) - every)


def _rows(file: Path, slugs: list[str], leaks: list[str], *, unsized: bool) -> list[Question]:
    """The rows of a file that are asked for; none that took hours of a core."""
    lies = {key: plain["interval"] for key, plain in read_findings(file).items()}
    kept = {key for key, ends in lies.items() if not unsized or (ends and ends[SIZE : SIZE + 1] in ([], [None]))}
    kept -= long_counts().keys()
    return [
        question
        for question in shipped_questions()
        if question.game.slug in slugs
        and (not leaks or question.leak.name.lower() in leaks)
        and finding_key(question.game, question.leak, question.information) in kept
    ]


def recount(rows: list[Question], file: Path, limits: tuple[float, float]) -> int:
    """Count rows again, one by one, and say of each whether its figures are the same; the number that are not.

    No sample replaces a count.
    """
    differ = 0
    for question in rows:
        begun, key = monotonic(), finding_key(question.game, question.leak, question.information)
        found, kept = fresh_row(question, limits), read_findings(file)
        if isinstance(found, NotCounted):
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


def fresh_row(question: Question, limits: tuple[float, float]) -> Result:
    """What is found now; for partners with the signal that they would show each other."""
    game, leak, information = question.game, question.leak, question.information
    if leak is not Leak.PARTNERS:
        return fresh_leak(game, leak, information, limits)
    try:
        exposed = expose(game, information, exact_s=limits[0], sample_s=limits[1], gains=False, recompute=True)
    except Unsolved as reason:
        return NotCounted(leak_words(leak, information), str(reason))
    except Exception as error:  # one row that fails must not stop the rest
        return broken_off(leak, information, error)
    found, core, sampled = finding_of(leak, exposed), core_game(game), exposed.sampled
    if sampled is None or found.interval is None:
        return found
    signal = best_signal(core, sampled, expected_gains(core, advisor(core), sampled.cards))
    note = signal.words if signal else without_signal(found.interval.moved(-float(found.plain)))
    return replace(found, note=note, signal=signal.to_dict() if signal else None)


def _by_boards(question: Question) -> bool:
    if question.leak not in (Leak.DEALER, Leak.BACKS) or question.game.course:
        return False
    try:
        if question.leak is Leak.BACKS:
            return plan_sorting(question.game, BOARDS_S) > EXACT_S
        return plan_exposure(question.game, question.information, exact_s=BOARDS_S).method is Method.BOARDS
    except Unsolved:
        return False


if __name__ == "__main__":
    sys.exit(min(main(), 1))
