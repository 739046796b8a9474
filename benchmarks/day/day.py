"""Plays the day, and says what it came to."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.displays import Updates, delays_of, watching
from benchmarks.measure import Row
from benchmarks.room_server import serving
from fairfelt.ledger.audit import verify
from fairfelt.room import Room

from .pit import COMMAND, SIGN_IN, DayPit
from .room import DayRoom, set_up
from .use import Samples, Use, look, machine_busy_s
from .watchers import OfficeReader, witness

TABLES = 40
HOURS = 24
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
    witnessed: Sequence[str]
    troubles: Sequence[str]


def play_day(tables: int, hours: float, seconds: float) -> Day:
    """Serve a room, let everybody in, and hold the journal against what was seen."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = folder / "room.db"
        room = set_up(str(place), tables)
        with (
            serving(str(place), "active", **MANY) as (server, port),
            watching(port, room.displays) as told,
            witness(port, room.verifier, folder) as said,
        ):
            pit = DayPit(f"http://127.0.0.1:{port}", room.keys, hours, seconds)
            reader = OfficeReader(port, room.keys.cards[0])
            busy_s, began_s = machine_busy_s() - look(os.getpid()).cpu_s, time.monotonic()
            samples = Samples(server.pid, seconds / hours)
            pit.begin()
            pit.wait()
            samples.stop()
            reader.stop()
            took_s = time.monotonic() - began_s
            others_s = machine_busy_s() - look(os.getpid()).cpu_s - busy_s
            updates = told()
        verified = verify(place, Room())
        unbalanced = [link for link, one in verified.state.jackpots.items() if not one.book.is_balanced]
        troubles = [*pit.troubles, *reader.troubles, *(f"{link}: not balanced" for link in unbalanced)]
        return Day(
            room, pit, samples.taken, reader.took_s, updates, took_s, others_s / took_s, verified.head.number,
            sum(file.stat().st_size for file in folder.glob("room.db*")), said, troubles,
        )  # fmt: skip


def rows() -> Iterator[Row]:
    """A day of forty tables in ten minutes."""
    yield from rows_of(play_day(TABLES, HOURS, SECONDS))


def rows_of(day: Day) -> Iterator[Row]:
    """The figures of a day."""
    answered, tables = day.pit.answered, len(day.room.keys.keypads)
    yield Row(f"A day of {tables} tables: rounds", "rounds", day.pit.rounds, None, "")
    yield Row("  rounds a second", "rounds/s", day.pit.rounds / day.seconds, None, "")
    yield Row("  requests", "requests", len(answered), None, "")
    quarter = len(answered) // 4
    for what, part in (("all day", answered), ("first quarter", answered[:quarter]), ("last", answered[-quarter:])):
        took_s = [one.took_s for one in part if one.kind is COMMAND]
        yield Row(f"  commands of keypads, {what}, half of all under", "ms", quantile(took_s, 0.5) * 1e3, None, "")
        yield Row(f"  commands of keypads, {what}, 99% under", "ms", quantile(took_s, 0.99) * 1e3, None, "50 ms")
    signed_s = [one.took_s for one in answered if one.kind is SIGN_IN]
    yield Row("  signing in with card and PIN, 99% under", "ms", quantile(signed_s, 0.99) * 1e3, None, "")
    yield Row("  pages of the office, half of all under", "ms", quantile(day.pages_s, 0.5) * 1e3, None, "")
    yield Row("  pages of the office, 99% under", "ms", quantile(day.pages_s, 0.99) * 1e3, None, "")
    delays = sorted(_delays(day))
    yield Row(f"  {len(day.told)} displays, half of all updates behind by", "s", quantile(delays, 0.5), None, "1 s")
    yield Row("  slowest of them", "s", quantile(delays, 1.0), None, "1 s")
    yield from _use(day)


def _use(day: Day) -> Iterator[Row]:
    """Hashing a PIN takes 64 MiB for a moment: the least of many looks says what is kept."""
    memory = [use.memory_mib for use in day.samples]
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
    yield Row("  on disk for each event", "bytes", day.database_bytes / day.events, None, "")
    yield Row("  other programs meanwhile took", "cores", day.others_cores, None, "")


def _delays(day: Day) -> Iterator[float]:
    acknowledged = day.pit.acknowledged
    for (link, _), updates in zip(day.room.displays, day.told, strict=True):
        yield from delays_of(acknowledged.get(link, ()), [updates])


def quantile(values: Sequence[float], part: float) -> float:
    """What this part of all values stayed under."""
    return sorted(values)[min(int(len(values) * part), len(values) - 1)] if values else 0.0


def tell(day: Day) -> None:
    """What a table of figures does not hold: refusals, troubles, and the witness's last words."""
    for sentence, times in day.pit.refusals.most_common(8):
        sys.stderr.write(f"{times:6,} times refused: {sentence}\n")
    sys.stderr.write(f"{day.events:,} events verified; witness: {day.witnessed[-1] if day.witnessed else 'nothing'}\n")
    sys.stderr.writelines(f"TROUBLE {trouble}\n" for trouble in day.troubles)
