"""A journal of millions of events: how long it takes to open and to verify, and what memory that needs.

It is made by writing rows in bulk with a right chain, as the ledger would have written them.
"""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from fairfelt.ledger import Command, Opening
from fairfelt.ledger.canonical import canonical, seal
from fairfelt.ledger.canonical import digest as digest_of
from fairfelt.ledger.chain import (
    NO_POSTINGS,
    SNAPSHOT,
    Book,
    Entry,
    Head,
    Stored,
    genesis,
    leaf_of,
    postings_text,
    written,
)
from fairfelt.ledger.replay import STATE, Replayed, keep_texts, saved_text
from fairfelt.ledger.store import Journal, place_of
from fairfelt.ledger.transparency.merkle import Frontier, Growth
from fairfelt.room import Room
from fairfelt.room.commands.rounds import Bet, EndGame, StartGame

from ..measure import Row
from ..room_server import TABLES, UNIT, set_up, table_name
from .contributions import SEATS, Contributed, Contributions, Shown, commands, postgresql

SNAPSHOT_EVERY = 20_000
EVENTS = 10_000_000 + SNAPSHOT_EVERY - 1
"""As many as possible after the last snapshot."""
VERIFIED_EVENTS = 200_000
CHUNK = 5_000
OPEN_GOAL_S = 5.0
VERIFY_GOAL = 20


def make_journal(place: str, events: int) -> None:
    """Write a journal of so many events, with its snapshots."""
    machine, round_ = Contributions(), commands(1, SEATS)[0].body
    kind, body = str(Contributed.__struct_config__.tag), canonical(Contributed(round_.link, round_.seats))
    postings = machine.decide({}, commands(1, SEATS)[0]).events[0].postings
    digest, tables = seal(canonical(round_).encode()), [command.device for command in commands(40, SEATS)]
    posted = postings_text(postings)
    book, at_micros = Book(), 1_700_000_000_000_000
    with closing(Journal(place_of(place))) as journal:
        journal.begin("large")
        head, chunk, growth = genesis("large"), list[Entry](), Growth(Frontier())
        while head.number < events:
            number = head.number + 1
            at_micros += 1_000
            if number % SNAPSHOT_EVERY == 0:
                standing = Replayed("large", head, dict(book.balances), book, growth.frontier)
                texts = {STATE: saved_text(machine, standing)}
                digests = {name: digest_of(text) for name, text in texts.items()}
                said = {"number": head.number, "form": machine.form, "digests": digests}
                note = canonical({"kind": SNAPSHOT, **said})
                entry = _entry(head, at_micros, None, None, SNAPSHOT, note, NO_POSTINGS, None)
                keep_texts(journal.connection, head.number, texts)
            else:
                device = tables[number % len(tables)]
                sequence = book.last_by_device.get(device, 0) + 1
                meters = book.balances.get("meter/Mega", 0), book.balances.get("meter/Minor", 0)
                answer = Stored(digest, False, canonical(Shown(*meters)))
                entry = _entry(head, at_micros, device, sequence, kind, body, posted, answer)
            book.enter(entry)
            growth.extend([leaf_of(entry.hash)])
            chunk.append(entry)
            head = entry.head
            if len(chunk) == CHUNK or number == events:
                journal.add(chunk, book.balances)
                journal.commit()
                chunk = []


def _entry(
    head: Head,
    at_micros: int,
    device: str | None,
    sequence: int | None,
    kind: str,
    body: str,
    posted: str,
    answer: Stored | None,
) -> Entry:
    number = head.number + 1
    line = written(head.hash, number, at_micros, device, sequence, body, posted, answer)
    return Entry(number, at_micros, device, sequence, kind, body, posted, answer, seal(line))


def rows() -> Iterator[Row]:
    """Opening and verifying on both databases."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _rows("SQLite", (str(Path(folder) / f"{name}.db") for name in ("large", "small", "room")))
    with tempfile.TemporaryDirectory() as folder:
        yield from _rows("PostgreSQL", postgresql(Path(folder) / "server", 3))


def _rows(name: str, places: Iterator[str]) -> Iterator[Row]:
    for place in places:
        make_journal(place, EVENTS)
        words = [sys.executable, "-m", "benchmarks.ledger.large", place]
        ran = subprocess.run(words, capture_output=True, text=True, check=True)
        seconds, mebibytes = map(float, ran.stdout.split())
        what = f"Opening {EVENTS / 1e6:g} million events, {name}"
        yield Row(what, "s", seconds, OPEN_GOAL_S, "under 5 s")
        yield Row("  memory of that process", "MiB", mebibytes, None, "")
        yield from _verify(next(places), next(places))


def _verify(place: str, room: str) -> Iterator[Row]:
    make_journal(place, VERIFIED_EVENTS)
    play_rounds(room, VERIFIED_EVENTS)
    for whose, address in {"small": place, "room": room}.items():
        words = [sys.executable, "-m", "benchmarks.ledger.verifying", whose, address]
        ran = subprocess.run(words, capture_output=True, text=True, check=True)
        events, seconds, cpu_s = map(float, ran.stdout.split())
        what = "  verifying a room's log" if whose == "room" else "  verifying"
        yield Row(
            f"{what} from the first event on", "thousand events/s", events / seconds / 1_000, VERIFY_GOAL, "20 or more"
        )
        yield Row("  time of all cores for each event", "µs", cpu_s / events * 1e6, None, "")


def play_rounds(place: str, events: int) -> None:
    """A room's own log: rounds of seven wagers at eighty tables."""
    asyncio.run(set_up(place))
    bets = tuple(Bet(seat=seat + 1, amount_micros=5 * UNIT) for seat in range(SEATS))
    with Opening(address=place, machine=Room(), snapshot_every=SNAPSHOT_EVERY).activate() as ledger:
        sequence = 0
        while ledger.committed.head.number < events:
            sequence += 2
            waiting = []
            for number in range(TABLES):
                table, device = table_name(number), f"keypad {number}"
                for at, body in enumerate((StartGame(table=table, bets=bets), EndGame(table=table))):
                    waiting.append(ledger.submit(Command(device, sequence - 1 + at, body, 0)))
            for future in waiting:
                assert not future.result().refused


def main(place: str) -> None:
    """Open a journal in a process of its own and say how long that took and how much memory."""
    start = time.perf_counter()
    with Opening(address=place, machine=Contributions(), snapshot_every=0).activate() as ledger:
        seconds = time.perf_counter() - start
        assert ledger.committed.head.number
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


if __name__ == "__main__":
    if len(sys.argv) == 3:
        make_journal(sys.argv[1], int(sys.argv[2]))
    else:
        main(sys.argv[1])
