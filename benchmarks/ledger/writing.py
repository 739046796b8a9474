"""Contributions a second: the ledger beside plain grouped inserts of the same facts into the same kind of database.

Ours is everything the ledger does with a command: its form checked, its digest taken, decided, balanced, chained, and
the group committed. The peer is what remains if one leaves all of that out, in the tables one would make for it: an
event, a row for each posting, an answer, each table with its key, ready in memory and inserted by the driver's own call
for many rows (executemany for SQLite, COPY for PostgreSQL). Both commit groups of the same size, durably, in turns on
the same disk; of each the quickest turn counts. A second peer inserts our own rows, which hold all of it in one.

The journal that was written is read as a report of a period reads it, beside reading its entries whole.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec.json import decode

from fairfelt.ledger import Command, Entry, Opening, check_command
from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.ledger import MOST_IN_GROUP
from fairfelt.ledger.store import Journal, Snapshot, place_of, snapshot
from fairfelt.ledger.store.journal import event_rows

from ..measure import Row
from .contributions import SEATS, Contributed, Contributions, commands, postgresql

COMMANDS = 20_000
ROUNDS = 3
GOAL = "0.7 of plain inserts"
PLAIN_TABLES = (
    "CREATE TABLE plain_events (number bigint PRIMARY KEY, at_micros bigint NOT NULL, device text,"
    " device_sequence bigint, kind text NOT NULL, body text NOT NULL, hash varchar(64) NOT NULL)",
    "CREATE TABLE plain_postings (number bigint, line integer, account text NOT NULL, amount_micros bigint NOT NULL,"
    " PRIMARY KEY (number, line)){}",
    "CREATE TABLE plain_answers (device text, sequence bigint, number bigint NOT NULL, digest varchar(64) NOT NULL,"
    " refused boolean NOT NULL, answer text NOT NULL, PRIMARY KEY (device, sequence)){}",
)
_Rows = dict[str, list[tuple[Any, ...]]]


def rows() -> Iterator[Row]:
    """Both databases; one wager to a command, and the seven of a full table."""
    with tempfile.TemporaryDirectory() as folder:
        for seats in (1, SEATS):
            places = (str(Path(folder) / f"{seats}-{turn}.db") for turn in range(4 * ROUNDS))
            yield from _rows("SQLite", seats, places)
    with tempfile.TemporaryDirectory() as folder:
        for seats in (1, SEATS):
            yield from _rows("PostgreSQL", seats, postgresql(Path(folder) / f"{seats}", 4 * ROUNDS))


def _rows(name: str, seats: int, places: Iterator[str]) -> Iterator[Row]:
    asked = commands(COMMANDS, seats)
    gc.collect()
    gc.freeze()  # commands do not lie about by the thousand in a real room
    ways = ("engine", "queue", "plain", "same", "period", "entries")
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    for place in places:
        seconds["engine"].append(_run_engine(place, asked))
        with snapshot(place) as taken:
            seconds["period"].append(_read_period(taken))
            start = time.perf_counter()
            entries = list(taken.entries())
            seconds["entries"].append(time.perf_counter() - start)
        seconds["plain"].append(_insert(next(places), entries, _plain_rows))
        seconds["same"].append(_insert(next(places), entries, _own_rows))
        seconds["queue"].append(_run_ledger(next(places), asked))
    if not seconds["engine"]:
        return
    rates = {way: COMMANDS * seats / min(taken) / 1_000 for way, taken in seconds.items()}
    what = f"{name}, {seats} wager{'s' if seats > 1 else ''} a command"
    unit = "thousand contributions/s"
    yield Row(what, unit, rates["engine"], rates["plain"], GOAL)
    yield Row("  the same through queue and futures", unit, rates["queue"], rates["plain"], "")
    yield Row("  beside inserts of our own rows", unit, rates["engine"], rates["same"], "")
    in_short, whole = (COMMANDS / min(seconds[way]) / 1_000 for way in ("period", "entries"))
    yield Row("  reading a period of that journal", "thousand events/s", in_short, whole, "as quick as whole entries")


def _read_period(taken: Snapshot) -> float:
    """As a report does, at its hardest: every event moved something, and of every one the body is read."""
    start = time.perf_counter()
    taken.moved(after=0, last=taken.head.number)
    kind = str(Contributed.__struct_config__.tag)
    for event in taken.recorded((kind,), after=0, last=taken.head.number):
        decode(event.body)
    return time.perf_counter() - start


def _run_engine(place: str, asked: list[Command]) -> float:
    """Checked, decided, chained and committed in one thread."""
    machine = Contributions()
    with closing(Journal(place_of(place))) as journal:
        journal.open()
        engine = Engine(machine, journal, wall_clock_micros)
        start = time.perf_counter()
        for first in range(0, COMMANDS, MOST_IN_GROUP):
            engine.run([check_command(command, machine) for command in asked[first : first + MOST_IN_GROUP]])
        return time.perf_counter() - start


def _run_ledger(place: str, asked: list[Command]) -> float:
    """The whole way: checked, queued, decided, chained, committed, answered."""
    with Opening(address=place, machine=Contributions()).activate() as ledger:
        start = time.perf_counter()
        waiting = [ledger.submit(command) for command in asked]
        for future in waiting:
            future.result()
        return time.perf_counter() - start


def _own_rows(entries: Sequence[Entry]) -> _Rows:
    return {"events": list(event_rows(entries))}


def _plain_rows(entries: Sequence[Entry]) -> _Rows:
    return {
        "plain_events": [(*entry[:6], entry.hash) for entry in entries],
        "plain_postings": [
            (entry.number, line, *posting) for entry in entries for line, posting in enumerate(entry.postings)
        ],
        "plain_answers": [
            (entry.device, entry.device_sequence, entry.number, *entry.answer) for entry in entries if entry.answer
        ],
    }


def _insert(place: str, entries: list[Entry], make: Any) -> float:
    journal = Journal(place_of(place))
    journal.open()
    sqlite = journal.connection.dialect.name == "sqlite"
    for statement in PLAIN_TABLES:
        journal.connection.exec_driver_sql(statement.format(" WITHOUT ROWID" if sqlite else ""))
    journal.connection.commit()
    insert = _executemany if sqlite else _copy
    ready = [make(entries[first : first + MOST_IN_GROUP]) for first in range(0, len(entries), MOST_IN_GROUP)]
    driver = journal.connection.connection.driver_connection
    start = time.perf_counter()
    for group in ready:
        insert(driver, group)
    seconds = time.perf_counter() - start
    journal.close()
    return seconds


def _executemany(driver: Any, group: _Rows) -> None:
    driver.execute("BEGIN")
    for table, table_rows in group.items():
        marks = ",".join("?" * len(table_rows[0]))
        driver.executemany(f"INSERT INTO {table} VALUES ({marks})", table_rows)
    driver.execute("COMMIT")


def _copy(driver: Any, group: _Rows) -> None:
    with driver.cursor() as cursor:
        for table, table_rows in group.items():
            with cursor.copy(f"COPY {table} FROM STDIN") as copy:
                for row in table_rows:
                    copy.write_row(row)
    driver.commit()
