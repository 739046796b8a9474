"""The chain: every entry's hash covers the hash before it, so nothing can change, vanish or trade places unseen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from .canonical import canonical, digest, quoted
from .errors import LedgerCorrupt

FORMAT = "fairfelt-ledger-1"


class Head(NamedTuple):
    """Where a journal stands: its last entry."""

    number: int
    hash: str
    at_micros: int = 0


class Stored(NamedTuple):
    """The answer a command got, beside the digest of the command it answers."""

    digest: str
    refused: bool
    text: str
    """The answer as canonical JSON."""


Postings = tuple[tuple[str, int], ...]
"""Accounts and millionths."""


class Entry(NamedTuple):
    """One event as it stands in the journal."""

    number: int
    at_micros: int
    device: str | None
    device_sequence: int | None
    kind: str
    body: str
    """Canonical JSON."""
    postings: Postings
    answer: Stored | None
    """With the last event of a command."""
    hash: str

    @property
    def head(self) -> Head:
        """The head of a journal that ends here."""
        return Head(self.number, self.hash, self.at_micros)


def genesis(journal: str) -> Head:
    """What the first entry of a journal follows."""
    return Head(0, digest(canonical({"format": FORMAT, "journal": journal})))


def written(
    previous: str,
    number: int,
    at_micros: int,
    device: str | None,
    device_sequence: int | None,
    kind: str,
    body: str,
    postings: Postings,
    answer: Stored | None,
    hash_field: str = "",
) -> str:
    """An entry as one line of canonical JSON; its hash is the SHA-256 of the line without the hash.

    The same text as canonical() would give, put together from parts that are canonical already.
    """
    answered = "null"
    if answer is not None:
        command, refused, text = answer
        answered = f'{{"body":{text},"command":"{command}","refused":{"true" if refused else "false"}}}'
    pairs = ",".join([f"[{quoted(account)},{amount}]" for account, amount in postings])
    return (
        f'{{"answer":{answered},"at_micros":{at_micros},"body":{body},'
        f'"device":{"null" if device is None else quoted(device)},'
        f'"device_sequence":{"null" if device_sequence is None else device_sequence},{hash_field}'
        f'"kind":{quoted(kind)},"number":{number},"postings":[{pairs}],"previous":"{previous}"}}'
    )


def exported(entry: Entry, previous: str) -> str:
    """The line with the hash, as it stands in an exported file."""
    return written(previous, *entry[:8], f'"hash":"{entry.hash}",')


def event_place(number: int) -> str:
    """How an entry of a database is named in a complaint."""
    return f"event {number}"


def followed(
    entries: Iterable[Entry], journal: str, *, place: Callable[[int], str] = event_place
) -> Iterator[tuple[Entry, Head]]:
    """Each entry with the head it follows, once its number, time and hash have been found right."""
    head = genesis(journal)
    for entry in entries:
        where = place(head.number + 1)
        if entry.number != head.number + 1:
            raise LedgerCorrupt(f"{where} is missing or out of place: number {entry.number} stands there")
        expected = _hash(entry, head.hash, where)
        if entry.hash != expected:
            raise LedgerCorrupt(f"{where} was changed, or one before it: its hash is {entry.hash}, expected {expected}")
        if entry.at_micros < head.at_micros:
            raise LedgerCorrupt(f"{where} is dated before the one it follows: time never runs back in a journal")
        yield entry, head
        head = entry.head


def _hash(entry: Entry, previous: str, where: str) -> str:
    try:
        return digest(written(previous, *entry[:8]))
    except (TypeError, ValueError) as error:
        raise LedgerCorrupt(f"{where} holds what no journal holds: {error}") from error


def check_head(found: Head, known: Head, passed: str) -> None:
    """Hold the end of a journal against a head that is known from elsewhere; passed is the hash at its number."""
    if found.number < known.number:
        raise LedgerCorrupt(f"the journal ends at event {found.number}, but event {known.number} is known: it was cut")
    if passed != known.hash:
        raise LedgerCorrupt(f"event {known.number} is known with hash {known.hash}, but {passed} was found")
