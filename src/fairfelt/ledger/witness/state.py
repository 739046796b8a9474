"""A witness's memory: its key, the last checkpoint it saw, the books up to there, and evidence."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from fairfelt.ledger import Head
from fairfelt.ledger.book import Book
from fairfelt.ledger.store.witness import write_durably
from fairfelt.ledger.transparency import (
    Frontier,
    KeyType,
    NotProved,
    SignedCheckpoint,
    SignerKey,
    new_signer_key,
    read_frontier,
    read_signed_checkpoint,
    read_signer_key,
)

KEY, SEEN, CHECKPOINT, EVIDENCE = "key", "seen.json", "checkpoint", "evidence"


@dataclass(frozen=True)
class Books:
    """The events replayed so far, up to a checkpoint: where the chain stands, the tree and what the accounts hold."""

    head: Head
    tree: Frontier
    book: Book


@dataclass(frozen=True)
class Seen:
    """The last checkpoint that was found right."""

    signed: SignedCheckpoint
    grew_at_s: int
    """When the log was last seen to grow, since 1970."""
    books: Books | None = field(default=None, compare=False)
    handovers: tuple[Handover, ...] = ()
    """The keys that followed those which this witness was given."""


class Handover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That a key gave way to another, proved on the log by a checkpoint that the old one signed."""

    old: str
    new: str
    number: int
    """The event that says so; the old key signs nothing longer than up to there."""


class _Saved(msgspec.Struct, forbid_unknown_fields=True):
    checkpoint: str
    grew_at_s: int
    books: _SavedBooks | None = None
    handovers: tuple[Handover, ...] = ()


class _SavedBooks(msgspec.Struct, forbid_unknown_fields=True):
    hash: str
    at_micros: int
    tree: str
    balances: dict[str, int]
    devices: dict[str, int]


class StateFolder:
    """A folder that only this witness writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def key(self, name: str = "") -> SignerKey:
        """The witness's own key, made on the first run and readable by nobody else."""
        file = self.folder / KEY
        if file.exists():
            key = read_signer_key(file.read_text().strip())
            if name and name != key.name:
                raise NotProved(f"the witness in {self.folder} is {key.name}: {name} needs a folder of its own")
            return key
        key = new_signer_key(name or f"witness/{os.urandom(6).hex()}", KeyType.COSIGNATURE)
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_durably(file, f"{key.text}\n".encode())
        return key

    def seen(self) -> Seen | None:
        """What was seen last; nothing on the first run. NotProved if the folder was damaged."""
        file = self.folder / SEEN
        try:
            saved = msgspec.json.decode(file.read_bytes(), type=_Saved)
            return Seen(read_signed_checkpoint(saved.checkpoint), saved.grew_at_s, _books(saved.books), saved.handovers)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError, NotProved) as error:
            raise NotProved(f"{file} cannot be read ({error}): restore it, or begin again in another folder") from error

    def save(self, seen: Seen) -> None:
        """Remember what was seen: on disk when this returns, all of it or nothing."""
        written = seen.signed.note.written
        saved = _Saved(written, seen.grew_at_s, _saved(seen.books), seen.handovers)
        write_durably(self.folder / SEEN, msgspec.json.format(msgspec.json.encode(saved), indent=1) + b"\n", 0o644)
        write_durably(self.folder / CHECKPOINT, written.encode(), 0o644)

    def keep_evidence(self, name: str, sentence: str, *notes: str) -> Path:
        """Keep what proves an alarm: the room's own signatures."""
        folder = self.folder / EVIDENCE
        folder.mkdir(exist_ok=True)
        file = folder / f"{name}.txt"
        write_durably(file, "\n".join((f"{sentence}\n", *notes)).encode(), 0o644)
        return file


def _saved(books: Books | None) -> _SavedBooks | None:
    if books is None:
        return None
    head, book = books.head, books.book
    return _SavedBooks(head.hash, head.at_micros, books.tree.text, book.balances, book.last_by_device)


def _books(saved: _SavedBooks | None) -> Books | None:
    if saved is None:
        return None
    tree, book = read_frontier(saved.tree), Book()
    book.balances, book.last_by_device = saved.balances, saved.devices
    return Books(Head(tree.size, saved.hash, saved.at_micros), tree, book)
