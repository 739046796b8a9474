"""A witness's memory: its key, the last checkpoint it saw, the books up to there, and evidence."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

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


class Handover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """That a key gave way to another, proved on the log by a checkpoint that the old one signed."""

    old: str
    new: str
    number: int
    """The event that says so; the old key signs nothing longer than up to there."""


class Books(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The events replayed so far, up to a checkpoint: where the chain stands, the tree and what the accounts hold."""

    hash: str
    at_micros: int
    tree: str
    """The frontier, as text."""
    balances: dict[str, int]
    devices: dict[str, int]
    """The number of the last command of each."""


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last checkpoint that was found right."""

    checkpoint: str
    """The note, with this witness's cosignature."""
    grew_at_s: int
    """When the log was last seen to grow, since 1970."""
    books: Books | None = None
    handovers: tuple[Handover, ...] = ()
    """The keys that followed those which this witness was given."""

    @property
    def signed(self) -> SignedCheckpoint:
        """The checkpoint, read; NotProved if it was damaged."""
        return read_signed_checkpoint(self.checkpoint)


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
            seen = msgspec.json.decode(file.read_bytes(), type=Seen)
            read_signed_checkpoint(seen.checkpoint)
            read_frontier(seen.books.tree if seen.books else Frontier().text)
            return seen
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError, NotProved) as error:
            raise NotProved(f"{file} cannot be read ({error}): restore it, or begin again in another folder") from error

    def save(self, seen: Seen) -> None:
        """Remember what was seen: on disk when this returns, all of it or nothing."""
        content = msgspec.json.format(msgspec.json.encode(seen), indent=1) + b"\n"
        write_durably(self.folder / SEEN, content, 0o644)
        write_durably(self.folder / CHECKPOINT, seen.checkpoint.encode(), 0o644)

    def keep_evidence(self, name: str, sentence: str, *notes: str) -> Path:
        """Keep what proves an alarm: the room's own signatures."""
        folder = self.folder / EVIDENCE
        folder.mkdir(exist_ok=True)
        file = folder / f"{name}.txt"
        write_durably(file, "\n".join((f"{sentence}\n", *notes)).encode(), 0o644)
        return file
