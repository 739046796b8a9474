"""Starting in seconds from a saved state: the newest snapshot whose digest stands on the chain."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from .canonical import digest
from .chain import SNAPSHOT, Book, event_place, followed
from .errors import LedgerError
from .machine import Machine, Restorable, S
from .replay import (
    STATE,
    Note,
    Replayed,
    Saved,
    check_machine,
    kept_numbers,
    kept_texts,
    nothing_yet,
    read_note,
    read_saved,
    saved_text,
)
from .store import Snapshot
from .transparency.merkle import read_frontier

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Resumed(Generic[S]):
    """The point where a replay may begin."""

    so_far: Replayed[S]
    kept: Mapping[str, str] = field(default_factory=dict)
    """Texts of what was kept beside the state."""
    warnings: tuple[str, ...] = ()
    """What was found damaged, in sentences."""


def resume(taken: Snapshot, machine: Machine[S]) -> Resumed[S]:
    """The newest snapshot that verifies, or the beginning where there is none."""
    warnings: list[str] = []
    if isinstance(machine, Restorable):
        for number in kept_numbers(taken.connection):
            try:
                found = restored(taken, machine, number)
            except Exception as error:  # what reads a damaged text may fail in any way; older ones are left
                reason = str(error) if isinstance(error, LedgerError | ValueError) else repr(error)
                warnings.append(f"the snapshot after event {number} is not used: {reason}")
                _log.warning(warnings[-1])
                continue
            kept = {name: text for name, text in found[1].items() if name != STATE}
            return Resumed(found[0], kept, tuple(warnings))
    return Resumed(nothing_yet(taken.journal, machine), {}, tuple(warnings))


def restored(taken: Snapshot, machine: Any, number: int) -> tuple[Replayed[Any], dict[str, str]]:
    """Books, state and texts of a snapshot, each with the digest that stands on the chain."""
    texts = kept_texts(taken.connection, number)
    if not texts.get(STATE):
        raise ValueError("its text is missing or damaged")
    note = _note(taken, read_saved(texts[STATE]))
    if note.form != machine.form:
        raise ValueError(f"it is written in the form {note.form!r}, and this program reads {machine.form!r}")
    right = {name: text for name, text in texts.items() if digest(text) == note.digests.get(name)}
    if STATE not in right:
        raise ValueError("it was changed: its digest is not the one on the chain")
    found = replayed_from(right[STATE], machine)
    for name in note.digests.keys() - right.keys():
        _log.warning("the text of %s in the snapshot after event %d is missing or was changed", name, number)
    return found, right


def replayed_from(text: str, machine: Any) -> Replayed[Any]:
    """Books and state of a text, from which a replay goes on; a ValueError if it is not written as it would be."""
    read = read_saved(text)
    state = machine.restore(bytes(read.state).decode())
    book = Book(read.balances, read.devices, read.postings)
    check_machine(machine, state, book.balances)
    found = Replayed(read.journal, read.head, state, book, read_frontier(read.tree))
    if saved_text(machine, found) != text:
        raise ValueError("the state that was read from it is written otherwise")
    return found


def _note(taken: Snapshot, read: Saved) -> Note:
    """The event after the snapshot, which continues the chain from where the snapshot stands."""
    if read.journal != taken.journal:
        raise ValueError(f"it is of the journal {read.journal}")
    where = event_place(read.head.number + 1)
    for entry in followed(taken.entries(after=read.head.number, limit=1), read.head):
        if entry.kind == SNAPSHOT:
            return read_note(entry, where)
    raise ValueError(f"{where} does not speak of it")
