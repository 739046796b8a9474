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


class Entry(NamedTuple):
    """One event as it stands in the journal."""

    number: int
    at_micros: int
    device: str | None
    device_sequence: int | None
    kind: str
    body: str
    """Canonical JSON."""
    postings: tuple[tuple[str, int], ...]
    answer: Stored | None
    """With the last event of a command."""
    hash: str = ""

    @property
    def head(self) -> Head:
        """The head of a journal that ends here."""
        return Head(self.number, self.hash, self.at_micros)


def genesis(journal: str) -> Head:
    """What the first entry of a journal follows."""
    return Head(0, digest(canonical({"format": FORMAT, "journal": journal})))


def written(entry: Entry, previous: str, *, with_hash: bool = False) -> str:
    """The entry as one line of canonical JSON; its hash is the SHA-256 of the line without the hash."""
    answer, device = entry.answer, entry.device
    answered = "null"
    if answer is not None:
        refused = "true" if answer.refused else "false"
        answered = f'{{"body":{answer.text},"command":"{answer.digest}","refused":{refused}}}'
    postings = ",".join([f"[{quoted(account)},{amount}]" for account, amount in entry.postings])
    sequence = "null" if entry.device_sequence is None else entry.device_sequence
    own = f'"hash":"{entry.hash}",' if with_hash else ""
    return (
        f'{{"answer":{answered},"at_micros":{entry.at_micros},"body":{entry.body},'
        f'"device":{"null" if device is None else quoted(device)},"device_sequence":{sequence},{own}'
        f'"kind":{quoted(entry.kind)},"number":{entry.number},"postings":[{postings}],"previous":"{previous}"}}'
    )


def sealed(entry: Entry, previous: str) -> Entry:
    """The entry with its hash."""
    return entry._replace(hash=digest(written(entry, previous)))


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
        return digest(written(entry, previous))
    except (TypeError, ValueError) as error:
        raise LedgerCorrupt(f"{where} holds what no journal holds: {error}") from error


def check_head(found: Head, known: Head, passed: str) -> None:
    """Hold the end of a journal against a head that is known from elsewhere; passed is the hash at its number."""
    if found.number < known.number:
        raise LedgerCorrupt(f"the journal ends at event {found.number}, but event {known.number} is known: it was cut")
    if passed != known.hash:
        raise LedgerCorrupt(f"event {known.number} is known with hash {known.hash}, but {passed} was found")
