"""Verifying a journal: a database, or an exported file with no database at all."""

from __future__ import annotations

from pathlib import Path

from .chain import Head
from .copies.export import line_place, read_export, read_header
from .machine import Machine, S
from .replay import Audit, Progress, Replayed, replay, replay_snapshot
from .resuming import cut, replay_ranges
from .store import check_contents, check_secrets, check_witness, file_of, place_of, read_witness, snapshot

_SQLITE_MAGIC = b"SQLite format 3\0"


def is_export(address: str | Path) -> bool:
    """Whether this is a file that is not a database."""
    file = file_of(place_of(address))
    if file is None or not file.is_file():
        return False
    with file.open("rb") as source:
        return source.read(len(_SQLITE_MAGIC)) != _SQLITE_MAGIC


def verify(
    address: str | Path,
    machine: Machine[S],
    *,
    known: Head | None = None,
    gently: bool = False,
    progress: Progress | None = None,
    audit: Audit | None = None,
) -> Replayed[S]:
    """Chain, books, answers and machine of a database or an exported file; LedgerCorrupt says what is wrong where.

    A long journal is verified on all cores, at low priority; `progress` receives the number of the last good event.
    """
    if is_export(address):
        file = file_of(place_of(address))
        assert file is not None
        entries, journal = read_export(file), read_header(file).journal
        return replay(entries, journal, machine, known=known, place=line_place, audit=audit)
    place = place_of(address)
    seen = read_witness(place)
    with snapshot(address) as taken:
        check_contents(taken.connection)
        if seen:
            check_witness(seen, taken)
        so_far = None
        for so_far in replay_ranges(cut(taken, machine), gently=gently, audit=audit):
            if progress:
                progress(so_far.head.number)
        return replay_snapshot(taken, machine, known=known, so_far=so_far, progress=progress, audit=audit)


def verify_secrets(address: str | Path) -> None:
    """What the journal names and does not show is here and as it was; an exported file has none of it."""
    if not is_export(address):
        with snapshot(address) as taken:
            check_secrets(taken.connection, taken.archive)
