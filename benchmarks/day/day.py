"""Plays the day, and says what it came to."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from benchmarks.displays import Updates, delays_of, watching
from benchmarks.measure import Row
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import snapshot
from fairfelt.room import Room
from fairfelt.twin.cast import Device, compare

from .faults import EVERY_S, Faults, served_with_faults
from .pit import DayPit
from .room import DayRoom, set_up
from .use import MIB, Samples, Use, look, machine_busy_s
from .watchers import OfficeReader, Witnessed, witness

TABLES = 40
HOURS = 24
HOUR_S = 3_600
SECONDS = 600.0
MANY = {"FAIRFELT_LIMITS_CONNECTIONS_PER_ADDRESS": "500"}


@dataclass(frozen=True)
class Day:
    """All that was seen of a day."""

    room: DayRoom
    pit: DayPit
    samples: Sequence[Use]
    """One each hour of the day."""
    pages_s: Sequence[float]
    told: Updates
    seconds: float
    others_cores: float
    """Of the machine, what programs took that were none of ours."""
    events: int
    database_bytes: int
    grown_events: int
    """Of them, those of the day itself."""
    grown_bytes: int
    witnessed: Witnessed
    troubles: Sequence[str]
    faults: Faults | None


@dataclass(frozen=True)
class Cores:
    """Which processors the server has, and which its clients; none named where they share all."""

    server: frozenset[int] = frozenset()
    clients: frozenset[int] = frozenset()

    @property
    def processes(self) -> int:
        """How many play the tables: displays, office and witness want some too."""
        return max(1, len(self.clients or os.sched_getaffinity(0)) - 2)


def play_day(
    tables: int, hours: float, seconds: float, cores: Cores = Cores(), faults_seed: int | None = None,  # noqa: B008
) -> Day:  # fmt: skip
    """Serve a room, let everybody in, and hold the journal against what was seen; with a seed, on a bad day."""
    if cores.clients:
        os.sched_setaffinity(0, cores.clients)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = folder / "room.db"
        room = set_up(str(place), tables)
        before = verify(place, Room()).head.number, _size(place)
        named = ",".join(map(str, sorted(cores.server)))
        with (
            served_with_faults(str(place), named, **MANY) as (served, line),
            watching(port := served.port if faults_seed is None else line.port, room.displays) as updated,
            witness(port, room.verifier, folder) as witnessed,
        ):
            pit = DayPit(f"http://127.0.0.1:{port}", room.cards, tables, hours, seconds, cores.processes)
            reader = OfficeReader(port, room.cards[0])
            busy_s, began_s = machine_busy_s() - look(os.getpid()).cpu_s, time.monotonic()
            samples = Samples(lambda: served.process.pid, seconds / hours)
            faults = None
            if faults_seed is not None:
                faults = Faults(served, line, EVERY_S * seconds / (hours * HOUR_S), faults_seed)
                faults.start()
            pit.play()
            if faults:
                faults.stop()
            samples.stop()
            reader.stop()
            took_s = time.monotonic() - began_s
            others_s = machine_busy_s() - look(os.getpid()).cpu_s - busy_s
            updates = updated()
        verified = verify(place, Room())
        with snapshot(place) as taken:
            told = [SimpleNamespace(name=name, answers=log) for name, log in pit.answers.items()]
            lost = compare(cast("list[Device]", told), taken.entries(limit=taken.head.number))
        unbalanced = [link for link, one in verified.state.jackpots.items() if not one.book.is_balanced]
        troubles = [*pit.troubles, *reader.troubles, *lost, *(f"{link}: not balanced" for link in unbalanced)]
        events, size = verified.head.number, _size(place)
        return Day(
            room, pit, samples.taken, reader.took_s, updates, took_s, others_s / took_s, events, size,
            events - before[0], size - before[1], witnessed, troubles, faults,
        )  # fmt: skip


def _size(place: Path) -> int:
    """Of a journal with what lies beside it, in bytes."""
    return sum(file.stat().st_size for file in place.parent.glob(f"{place.name}*"))


def rows() -> Iterator[Row]:
    """A day of forty tables in ten minutes."""
    yield from rows_of(play_day(TABLES, HOURS, SECONDS))


def rows_of(day: Day) -> Iterator[Row]:
    """The figures of a day."""
    answered, tables = day.pit.answered, len(day.room.displays)
    yield Row(f"A day of {tables} tables: rounds", "rounds", day.pit.rounds, None, "")
    yield Row("  rounds a second", "rounds/s", day.pit.rounds / day.seconds, None, "")
    yield Row("  requests", "requests", len(answered), None, "")
    yield Row("  the slowest table was done after its time by", "s", max(0.0, day.pit.late_s), None, "")
    quarter = len(answered) // 4
    for what, part in (("all day", answered), ("first quarter", answered[:quarter]), ("last", answered[-quarter:])):
        took_s = [one.took_s for one in part if one.is_press]
        yield Row(f"  presses at tables, {what}, half of all under", "ms", quantile(took_s, 0.5) * 1e3, None, "")
        yield Row(f"  presses at tables, {what}, 99% under", "ms", quantile(took_s, 0.99) * 1e3, None, "50 ms")
    if faults := day.faults:
        for kind, times in sorted(faults.counts.items()):
            yield Row(f"  the server or its line: {kind}", "times", times, None, "")
        took_s = [one.took_s for one in answered
                  if one.is_press and not faults.disturbed(one.at_s - one.took_s, one.at_s)]  # fmt: skip
        yield Row("  presses while nothing was wrong, 99% under", "ms", quantile(took_s, 0.99) * 1e3, None, "50 ms")
    for kind in sorted({one.kind for one in answered}):
        yield from _kind(f"{kind}", [one.took_s for one in answered if one.kind == kind])
    yield from _kind("pages of the office", day.pages_s)
    delays = _delays(day)
    yield Row(f"  {len(day.told)} displays, half of all updates behind by", "s", quantile(delays, 0.5), None, "1 s")
    yield Row("  99% of them", "s", quantile(delays, 0.99), None, "1 s")
    yield Row("  slowest of them", "s", quantile(delays, 1.0), None, "1 s")
    lags = day.witnessed.lags_of(event for events in day.pit.acknowledged.values() for event in events)
    yield Row("  the witness, half of its cosignatures behind by", "s", quantile(lags, 0.5), None, "")
    yield Row("  slowest of them", "s", quantile(lags, 1.0), None, "")
    yield from _use(day)


def _kind(what: str, took_s: Sequence[float]) -> Iterator[Row]:
    yield Row(f"  {what}, {len(took_s):,} times, half of all under", "ms", quantile(took_s, 0.5) * 1e3, None, "")
    yield Row(f"  {what}, 99% under", "ms", quantile(took_s, 0.99) * 1e3, None, "")


def _use(day: Day) -> Iterator[Row]:
    """Hashing a PIN takes 64 MiB for a moment: the least of many looks says what is kept."""
    memory = [use.memory_mib for use in day.samples]
    yield Row("  memory of the server at the start", "MiB", memory[0], None, "")
    for hour in sorted({1, len(memory) // 4, len(memory) // 2, len(memory) * 3 // 4, len(memory) - 1}):
        yield Row(f"  memory of the server after hour {hour}", "MiB", memory[hour], None, "flat")
    half = len(memory) // 2
    yield Row(
        "  least of the second half, beside the first",
        "MiB",
        min(memory[half:]),
        min(memory[1:half] or memory),
        "as much",
    )
    first, last = day.samples[1], day.samples[-1]
    yield Row("  open files after hour 1", "files", first.files, None, "")
    yield Row("  open files at the end", "files", last.files, first.files, "no more")
    yield Row("  threads at the end", "threads", last.threads, first.threads, "no more")
    yield Row("  processor of the server", "cores", (last.cpu_s - day.samples[0].cpu_s) / day.seconds, None, "")
    yield Row("  processor of the tables' own play", "cores", day.pit.cpu_s / day.seconds, None, "")
    yield Row("  the journal grew by", "events", day.grown_events, None, "")
    yield Row("  the journal grew by", "MiB", day.grown_bytes / MIB, None, "")
    yield Row("  on disk for each event", "bytes", day.database_bytes / day.events, None, "")
    yield Row("  other programs meanwhile took", "cores", day.others_cores, None, "")


def _delays(day: Day) -> list[float]:
    acknowledged = day.pit.acknowledged
    shown = zip(day.room.displays, day.told, strict=True)
    return [delay for (link, _), updates in shown for delay in delays_of(acknowledged.get(link, ()), [updates])]


def quantile(values: Sequence[float], part: float) -> float:
    """What this part of all values stayed under."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else 0.0


def tell(day: Day) -> None:
    """What a table of figures does not hold: refusals, troubles, and the witness's last words."""
    said = day.witnessed.said
    for sentence, times in day.pit.refusals.most_common(8):
        sys.stderr.write(f"{times:6,} times refused: {sentence}\n")
    sys.stderr.write(f"{day.events:,} events verified; witness: {said[-1] if said else 'nothing'}\n")
    sys.stderr.writelines(f"TROUBLE {trouble}\n" for trouble in day.troubles)
