"""Counts units from nothing, in several processes, keeps what was counted, and compares it with the golden set."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from time import process_time

from fairfelt import shipped_digests
from fairfelt.analysis.protection import findings, house
from fairfelt.analysis.winnings.covariance import shipped_covariances, shipped_seats
from fairfelt.engine.answers.key import PACKAGE, meaning_of, shipped_code
from fairfelt.engine.exact import Unsolved
from fairfelt.engine.solve import forget
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.runtime.compute.cuda import Gpu
from fairfelt.runtime.configuration import CACHE_VARIABLE

from .rows import KINDS, Figures, Rows, Skipped, Unit, golden_set, plain_rows

RESULTS = Path(__file__).parents[2] / "build" / "golden"
"""Ignored: what was counted, and what the counting code itself keeps between two questions."""
NOT_COUNTING = {"cli", "jackpot", "law", "ledger", "reports", "room", "server", "twin", "web"}
"""Wings of the package whose code decides no figure; any other may."""
EQUAL, DIFFERENT, SAMPLED, SKIPPED = "equal", "different", "sampled", "skipped"


@dataclass(frozen=True)
class Result:
    """What became of a unit."""

    unit: Unit
    rows: Rows = field(default_factory=dict)
    seconds: float = 0.0
    """Of all cores together."""
    reason: str = ""
    """Why it was not counted."""
    broke: bool = False
    """Whether counting it failed, which is no answer to be kept."""


@contextmanager
def from_nothing(folder: Path | None = None) -> Iterator[None]:
    """Nothing that ships is known.

    With a folder nothing that was kept elsewhere is known either: what is counted meanwhile is kept below that folder.
    """
    before, known = os.environ.get(CACHE_VARIABLE), shipped_digests._is_as_shipped
    try:
        if folder:
            (folder / "cache").mkdir(parents=True, exist_ok=True)
            os.environ[CACHE_VARIABLE] = str(folder / "cache")
        setattr(shipped_digests, "_is_as_shipped", lambda *_: False)  # noqa: B010  (a function of that module)
        _forget_shipped()
        yield
    finally:
        os.environ.pop(CACHE_VARIABLE, None)
        if before is not None:
            os.environ[CACHE_VARIABLE] = before
        setattr(shipped_digests, "_is_as_shipped", known)  # noqa: B010
        _forget_shipped()


def _forget_shipped() -> None:
    forget()
    for read in (shipped_code, findings._read_shipped, shipped_seats, shipped_covariances):
        read.cache_clear()


@cache
def counting_digest() -> str:
    """Of all code that may decide a figure, whatever its comments and layout."""
    digest = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*.py")):
        name = file.relative_to(PACKAGE).as_posix()
        if name.split("/")[0] not in NOT_COUNTING and file != Path(shipped_digests.__file__):
            digest.update(f"{name} {meaning_of(file.read_text())}".encode())
    return digest.hexdigest()[:20]


def compare(before: Figures, now: Figures) -> tuple[str, tuple[str, ...]]:
    """Whether a row came out again, and the figures that did not.

    Where one of the two is a sample, both may be true as long as their intervals meet.
    """
    changed = tuple(name for name in {**before, **now} if before.get(name) != now.get(name))
    if not changed:
        return EQUAL, ()
    if not (before.get("sampled") or now.get("sampled")):
        return DIFFERENT, changed
    (low, high), (other_low, other_high) = _interval(before), _interval(now)
    if low <= other_high and other_low <= high and "plain" not in changed:
        return SAMPLED, ()
    return DIFFERENT, changed


def _interval(row: Figures) -> tuple[float, float]:
    """A count is an interval without length; after the ends may stand the size, seed and error of a sample."""
    low, high, *_ = row.get("interval") or (float(Fraction(row["edge"])),) * 2
    return low, high


def compare_rows(before: Rows, now: Rows) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Every row of a unit; one that is missing, or new, differs."""
    return {name: compare(before.get(name, {"row": "none"}), now.get(name, {})) for name in {**before, **now}}


class Kept:
    """Results of this code on disk, one line for each."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / f"{counting_digest()}.jsonl"
        self.results: dict[Unit, Result] = {}
        for line in self.file.read_text().splitlines() if self.file.exists() else ():
            with suppress(ValueError):  # a line that was not written to its end
                asked, rows, seconds = json.loads(line)
                self.results[Unit(*asked)] = Result(Unit(*asked), rows, seconds)

    def add(self, result: Result) -> None:
        """Keep what was counted."""
        self.results[result.unit] = result
        unit = result.unit
        line = json.dumps([[unit.kind, unit.slug, unit.variant, unit.name], result.rows, round(result.seconds, 2)])
        with self.file.open("a") as file:
            file.write(f"{line}\n")


def foresee_units(units: Iterable[Unit], most_s: float) -> tuple[dict[Unit, float], list[Result]]:
    """What each unit will take, the cheapest first, as far as that is below a limit; and those left out, with why."""
    chosen, left = dict[Unit, float](), list[Result]()
    for unit in units:
        try:
            seconds = KINDS[unit.kind].seconds(unit)
        except (Skipped, Unsolved) as reason:
            left.append(Result(unit, reason=str(reason)))
            continue
        if seconds <= most_s:
            chosen[unit] = seconds
        else:
            left.append(Result(unit, reason=f"about {seconds:,.0f} s of a core are foretold"))
    return dict(sorted(chosen.items(), key=lambda pair: pair[1])), left


def count_unit(unit: Unit, executor: Executor | None = None) -> Result:
    """One unit; a count that breaks off stops no other."""
    begun = process_time()
    try:
        rows = plain_rows(KINDS[unit.kind].count(unit, executor))
    except (Skipped, Unsolved) as reason:
        return Result(unit, seconds=process_time() - begun, reason=str(reason))
    except Exception as error:
        broken = f"counting broke off ({type(error).__name__}: {error})"
        return Result(unit, seconds=process_time() - begun, reason=broken, broke=True)
    return Result(unit, rows, process_time() - begun)


def groups(units: Iterable[Unit]) -> list[list[Unit]]:
    """A sheet and the published figures of a version follow each other in one process, which solves it once."""
    found: dict[tuple[str, ...], list[Unit]] = {}
    for unit in units:
        kind = "par" if unit.kind == "figures" else unit.kind
        found.setdefault((kind, unit.slug, unit.variant, unit.name), []).append(unit)
    return list(found.values())


def count_units(
    units: Sequence[Unit],
    jobs: int,
    folder: Path,
    told: Callable[[Result], None],
    *,
    gpu: bool = False,
) -> None:
    """Count them all, the cheapest first, and tell each as it is there."""
    if gpu or jobs == 1:
        with from_nothing(folder), Gpu() if gpu else ThreadPoolExecutor(usable_cores()) as executor:
            for group in groups(units):
                forget()
                for unit in group:
                    told(count_unit(unit, executor))
        return
    with house._workers(jobs) as pool:
        futures = {pool.submit(_count_there, group, folder): group for group in groups(units)}
        for future in as_completed(futures):
            for result in _results_of(future, futures[future]):
                told(result)


def _results_of(future: Future[list[Result]], group: list[Unit]) -> list[Result]:
    """What was counted; a process that the system ends takes the others with it."""
    try:
        return future.result()
    except BrokenProcessPool:
        reason = "a process was ended, perhaps for want of memory: run it again with fewer --jobs"
        return [Result(unit, reason=reason, broke=True) for unit in group]


def _count_there(group: list[Unit], folder: Path) -> list[Result]:
    """In a worker process, which has threads of its own."""
    with from_nothing(folder):
        return [count_unit(unit, house._threads[0]) for unit in group]


def status_of(result: Result) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Every golden row of a unit: equal, different, sampled or skipped."""
    before = golden_set(result.unit.kind)[result.unit]
    if result.broke:
        return dict.fromkeys(before, (DIFFERENT, (result.reason,)))
    if not result.rows:
        return dict.fromkeys(before, (SKIPPED, (result.reason,)))
    return compare_rows(before, result.rows)
