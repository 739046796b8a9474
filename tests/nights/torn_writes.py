"""Torn writes: what a crash in the middle of a commit may leave of a SQLite database and its write-ahead log.

A commit appends pages to the log (or writes them over a log that has been copied into the database) and flushes it.
Now and then the pages are then copied into the database, in any order, and flushed. A crash keeps what was flushed;
of the rest it keeps the beginning, or anything. The witness of the head is written after the commit, in two slots in
turn: a crash in the commit finds it as it was before, perhaps with one slot spoiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

SECTOR_BYTES = 512
PAGE_BYTES = 4096


@dataclass(frozen=True)
class Files:
    """The bytes of a database, of its write-ahead log, and of the witness of its head."""

    database: bytes
    log: bytes
    witness: bytes

    @classmethod
    def read(cls, file: Path) -> Files:
        """As they stand."""
        beside = (path.read_bytes() if path.exists() else b"" for path in (log_of(file), witness_of(file)))
        return cls(file.read_bytes(), *beside)

    def write(self, file: Path) -> None:
        """Put them down under another name."""
        file.write_bytes(self.database)
        log_of(file).write_bytes(self.log)
        witness_of(file).write_bytes(self.witness)


def log_of(file: Path) -> Path:
    """The write-ahead log of a database."""
    return file.with_name(f"{file.name}-wal")


def witness_of(file: Path) -> Path:
    """What says how far a journal was acknowledged."""
    return file.with_name(f"{file.name}.head")


def tear(before: Files, after: Files, chance: Random) -> Files:
    """One of the states that a crash between the two may leave."""
    if before == after:
        return after
    witness = before.witness if chance.randrange(3) else _spoil(before.witness, chance)
    if before.database != after.database and chance.randrange(2):
        return Files(_mix(before.database, after.database, chance), after.log, witness)
    damage = _cut if chance.randrange(3) else _garble
    return Files(before.database, damage(before.log, after.log, chance), witness)


def _spoil(witness: bytes, chance: Random) -> bytes:
    """One of its two slots is rubbish."""
    half = len(witness) // 2
    rubbish = chance.randbytes(half)
    return rubbish + witness[half:] if chance.randrange(2) else witness[:half] + rubbish


def _cut(before: bytes, after: bytes, chance: Random) -> bytes:
    """The new bytes were written up to some point; behind it stands what stood there."""
    end = chance.randint(_first_difference(before, after), len(after))
    return after[:end] + before[end:]


def _garble(before: bytes, after: bytes, chance: Random) -> bytes:
    """All of it was on the way, and a part of the new bytes is rubbish."""
    start = chance.randint(_first_difference(before, after), max(0, len(after) - 1))
    rubbish = chance.randbytes(min(chance.randint(1, PAGE_BYTES), len(after) - start))
    return after[:start] + rubbish + after[start + len(rubbish) :]


def _mix(before: bytes, after: bytes, chance: Random) -> bytes:
    """Some sectors are new already, and some are not."""
    length = chance.choice((len(before), len(after)))
    sectors = range(0, max(len(before), len(after)), SECTOR_BYTES)
    parts = [chance.choice((before, after))[at : at + SECTOR_BYTES].ljust(SECTOR_BYTES, b"\0") for at in sectors]
    return b"".join(parts)[:length]


def _first_difference(before: bytes, after: bytes) -> int:
    shorter = min(len(before), len(after))
    if before[:shorter] == after[:shorter]:
        return shorter
    return next(at for at in range(shorter) if before[at] != after[at])
