"""The chain, in which every entry's hash covers the hash before it, and the books that the entries add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec import MsgspecError, Raw, Struct
from msgspec.json import Decoder, Encoder

from .canonical import canonical, digest, parsed, seal
from .errors import LedgerCorrupt
from .machine import Posting
from .transparency.merkle import hash_leaf

FORMAT = "fairfelt-ledger-2"
HASH_DIGITS = 64


class Head(NamedTuple):
    """The last entry of a journal."""

    number: int
    hash: str
    at_micros: int = 0


class Stored(NamedTuple):
    """The answer a command got, beside the digest of the command it answers."""

    digest: str
    refused: bool
    text: str
    """The answer as canonical JSON."""


NO_POSTINGS = "[]"
Postings = tuple[Posting, ...]
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
    posted: str
    """The postings as canonical JSON."""
    answer: Stored | None
    """The answer, with the last event of a command."""
    hash: str

    @property
    def postings(self) -> Postings:
        """The postings; a ValueError if they cannot be read."""
        return read_postings(self.posted)

    @property
    def head(self) -> Head:
        return Head(self.number, self.hash, self.at_micros)


class RecordedEvent(NamedTuple):
    """The content of an event and the first account it moved: little enough to read very many of them."""

    number: int
    at_micros: int
    kind: str
    body: str
    """Canonical JSON."""
    account: str | None


def leaf_of(hash_: str) -> bytes:
    """The leaf of an event in the Merkle tree over the journal: it holds the event's hash."""
    try:
        return hash_leaf(bytes.fromhex(hash_))
    except ValueError:
        raise LedgerCorrupt(f"{hash_!r:.80} is no hash of an event") from None


def genesis(journal: str) -> Head:
    """The head that the first entry of a journal follows."""
    return Head(0, digest(canonical({"format": FORMAT, "journal": journal})))


class _Answered(Struct, forbid_unknown_fields=True):
    body: Raw
    command: str
    refused: bool


class _Line(Struct, forbid_unknown_fields=True):
    """An entry in a file, its values left as they are written."""

    answer: _Answered | None
    at_micros: int
    body: Raw
    device: str | None
    device_sequence: int | None
    hash: str
    number: int
    postings: Raw
    previous: str


class _Kind(Struct):
    kind: str


_encode = Encoder().encode
_decode_kind = Decoder(_Kind).decode
_decode = Decoder(_Line).decode
_check_json = Decoder(Raw).decode
read_postings = Decoder(Postings).decode
"""Postings from canonical JSON; a ValueError if it is anything else."""


def postings_text(postings: Sequence[tuple[str, int]]) -> str:
    return _encode(postings).decode()


def device_text(device: str | None) -> str:
    """A device as canonical JSON."""
    return _encode(device).decode()


def written(
    previous: str,
    number: int,
    at_micros: int,
    device: str | None,
    device_sequence: int | None,
    body: str,
    posted: str,
    answer: Stored | None,
    hash_: str = "",
) -> bytes:
    """An entry as one line of canonical JSON; its hash is the SHA-256 of the line without the hash."""
    answered = "null"
    if answer is not None:
        refused = "true" if answer.refused else "false"
        answered = f'{{"body":{answer.text},"command":"{answer.digest}","refused":{refused}}}'
    sequence = "null" if device_sequence is None else device_sequence
    hashed = f'"hash":"{hash_}",' if hash_ else ""
    return (
        f'{{"answer":{answered},"at_micros":{at_micros},"body":{body},"device":{device_text(device)},'
        f'"device_sequence":{sequence},{hashed}"number":{number},"postings":{posted},"previous":"{previous}"}}'
    ).encode()


def exported(entry: Entry, previous: str) -> bytes:
    """The line with the hash, as it stands in an exported file."""
    return written(previous, *entry[:4], *entry[5:])


def sealed_line(entry: Entry, previous: str) -> bytes:
    """The line that is hashed, as a proof carries it."""
    return written(previous, *entry[:4], *entry[5:8])


def read_sealed_line(line: bytes) -> Entry:
    """An entry from the line that is hashed; whatever else the line may be is a ValueError."""
    found = parsed(line.decode())
    if not isinstance(found, dict) or "hash" in found:
        raise ValueError("it is no event without its hash")
    entry, previous = read_line(canonical({**found, "hash": seal(line)}).encode())
    if sealed_line(entry, previous) != line:
        raise ValueError("it is not written the way a journal writes")
    return entry


def read_line(line: bytes) -> tuple[Entry, str]:
    """An entry and the hash it follows, from an exported line; a ValueError says what else the line is."""
    try:
        entry, previous = read_own_line(line)
        texts = (entry.body, entry.answer.text if entry.answer else entry.body)
        plain = all(canonical(parsed(text)) == text for text in texts)
        plain = plain and postings_text(entry.postings) == entry.posted and exported(entry, previous) == line
    except (ValueError, RecursionError) as error:
        raise ValueError(f"cannot be read: {error!s:.200}") from error
    if not plain:
        raise ValueError("is not written the way a journal writes: it was altered")
    return entry, previous


def read_own_line(line: bytes) -> tuple[Entry, str]:
    """The same of a line that this program wrote, quickly: its hash proves that every part is unchanged."""
    try:
        found = _decode(line)
    except MsgspecError as error:
        raise ValueError(str(error)) from error
    answer, body = found.answer, bytes(found.body).decode()
    stored = Stored(answer.command, answer.refused, bytes(answer.body).decode()) if answer else None
    head = found.number, found.at_micros, found.device, found.device_sequence
    entry = Entry(*head, kind_in(body), body, bytes(found.postings).decode(), stored, found.hash)
    return entry, found.previous


def kind_in(body: str | Raw) -> str:
    """The kind of an event by its canonical JSON; a ValueError if it says none."""
    try:
        return _decode_kind(body).kind
    except MsgspecError as error:
        raise ValueError(f"its kind cannot be read: {error}") from error


Place = Callable[[int], str]
"""Names an entry in a complaint."""


def event_place(number: int) -> str:
    """The name of an entry of a database."""
    return f"event {number}"


def followed(entries: Iterable[Entry], head: Head) -> Iterator[Entry]:
    """Each entry after a head, once its number, time, kind and hash have been found right."""
    for entry in entries:
        check_link(entry, head)
        check_kind(entry)
        yield entry
        head = entry.head


def check_link(entry: Entry, head: Head, place: Place = event_place) -> bytes:
    """The leaf of an entry, once its number, time and hash are found to follow a head."""
    found, at_micros, device, sequence, _, body, posted, answer, hash_ = entry
    number = head.number + 1
    if found != number:
        raise LedgerCorrupt(f"{place(number)} is missing or out of place: number {found} stands there")
    try:
        if answer is not None:
            _check_json(answer.text)  # every part is a whole value: none may say what stands in another's place
            if len(answer.digest) != HASH_DIGITS or not answer.digest.isalnum():
                raise ValueError("the digest of its command is not one")
        if type(at_micros) is not int or (sequence is not None and type(sequence) is not int):
            raise ValueError("its time and its number at the device are not numbers")
        sealed = sha256(written(head.hash, number, at_micros, device, sequence, body, posted, answer)).digest()
    except (TypeError, ValueError) as error:
        raise LedgerCorrupt(f"{place(number)} was changed: {error}") from error
    if hash_ != sealed.hex():
        raise LedgerCorrupt(
            f"{place(number)} was changed, or one before it: its hash is {hash_}, expected {sealed.hex()}"
        )
    if at_micros < head.at_micros:
        raise LedgerCorrupt(f"{place(number)} is dated before the one it follows: time never runs back in a journal")
    return hash_leaf(sealed)


def check_kind(entry: Entry, place: Place = event_place) -> None:
    """An entry is filed under the kind that it says, and what it says is a whole value."""
    try:
        kind = kind_in(entry.body)
    except (TypeError, ValueError) as error:
        raise LedgerCorrupt(f"{place(entry.number)} was changed: {error}") from error
    if kind != entry.kind:
        raise LedgerCorrupt(
            f"{place(entry.number)} was changed: it is filed as {entry.kind!r}, which is not what it says"
        )


def check_head(found: Head, known: Head, passed: str) -> None:
    """Hold the end of a journal against a head that is known from elsewhere; passed is the hash at its number."""
    if found.number < known.number:
        raise LedgerCorrupt(f"the journal ends at event {found.number}, but event {known.number} is known: it was cut")
    if passed != known.hash:
        raise LedgerCorrupt(f"event {known.number} is known with hash {known.hash}, but {passed} was found")


OWN = "ledger/"
"""Kinds of the ledger's own events begin with this; a machine neither makes nor replays them."""
GAP = "gap"
"""Why a number was refused: those before it are not in the journal."""
REFUSED, FAULT, NOTHING = "ledger/refused", "ledger/fault", "ledger/nothing"
CLOCK, TAKEOVER, SNAPSHOT = "ledger/clock", "ledger/takeover", "ledger/snapshot"
MOST_MICROS = (1 << 63) - 1
LEAST_MICROS = -MOST_MICROS


class Book:
    """Balances and counts, built up entry by entry; what does not add up is refused."""

    def __init__(
        self, balances: dict[str, int] | None = None, last_by_device: dict[str, int] | None = None, postings: int = 0
    ) -> None:
        self.balances = {} if balances is None else balances
        self.last_by_device = {} if last_by_device is None else last_by_device
        self.postings = postings
        """The number of postings entered."""
        self._open: tuple[str | None, int | None] | None = None

    def copy(self) -> Book:
        other = Book(self.balances.copy(), self.last_by_device.copy(), self.postings)
        other._open = self._open
        return other

    def enter(self, entry: Entry, place: Place = event_place) -> Postings:
        """Take one entry into the books; what it moved."""
        if entry.posted == NO_POSTINGS:
            self._count(entry, place)
            return ()
        excess, balances = 0, self.balances
        try:
            postings = read_postings(entry.posted)
        except (ValueError, TypeError) as error:
            raise LedgerCorrupt(f"{place(entry.number)} was changed: its postings cannot be read ({error})") from error
        for account, amount in postings:
            balances[account] = balances.get(account, 0) + amount
            excess += amount
        if excess:
            where = place(entry.number)
            raise LedgerCorrupt(f"{where} does not balance: its postings sum to {excess} millionths, expected 0")
        self.postings += len(postings)
        self._count(entry, place)
        return postings

    def close(self, where: str) -> None:
        """Check that no command is incomplete at the end."""
        if self._open:
            raise LedgerCorrupt(f"the command of device {self._open[0]} is cut off at {where}: its answer is missing")

    def _count(self, entry: Entry, place: Place) -> None:
        _, _, device, sequence, kind, _, _, answer, _ = entry
        if self._open and self._open != (device, sequence):
            raise LedgerCorrupt(f"{place(entry.number)} stands in the middle of the command of device {self._open[0]}")
        if answer is None:
            self._open = None if kind.startswith(OWN) else (device, sequence)
            return
        self._open = None
        expected = self.last_by_device.get(device or "", 0) + 1
        if device is None or sequence != expected:
            where = place(entry.number)
            raise LedgerCorrupt(f"{where} answers command {sequence} of device {device}, expected {expected}")
        self.last_by_device[device] = expected


def check_equal(found: Mapping[str, int], expected: Mapping[str, int], *, who: str) -> None:
    """Two views of the same money agree to the last millionth."""
    for account in sorted(found.keys() | expected.keys()):
        held, due = found.get(account, 0), expected.get(account, 0)
        if held != due:
            raise LedgerCorrupt(f"{who} {held} millionths in {account}, expected {due}")
