"""Copies of a journal, and journals from copies: verified before and after, whole or not at all."""

from __future__ import annotations

import os
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from os import urandom
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.json import encode

from ..audit import is_export, prepare_process, read_export, read_header, verify, write_export
from ..canonical import parsed
from ..chain import Book, Entry, Head
from ..errors import LedgerCorrupt, LedgerError, LedgerUnavailable, WrongJournal, WrongPassphrase
from ..machine import Bookkeeping
from ..store import Journal, Snapshot, file_of, flush, named, place_of, snapshot, witness_file
from ..store.archive import Archive
from ..store.journal import bring_back
from ..store.place import complaints, is_damage, writing_engine
from ..store.secrets import all_secrets, copy_secrets, sealed_secrets, set_sealed

# Secrets sealed for a copy: readable with a passphrase only, and only as part of the copy they were made for.
#
# The key is derived from the passphrase by scrypt (n, r, p and salt are stored), the cipher is AES-256-GCM, the plain
# text is canonical JSON: a list of texts. What is sealed is bound to the journal and the head of its copy.


FORMAT = "fairfelt-secrets-1"
FEWEST_CHARACTERS = 12
KEY_BYTES, SALT_BYTES, NONCE_BYTES = 32, 16, 12
_COST, _BLOCK, _LANES = 1 << 17, 8, 1
_MOST_COST = 1 << 20
"""A copy that asks for more would have us fill the memory."""


def check_passphrase(text: str) -> str:
    """Refuse a weak passphrase: an attacker who has the copy can guess for any length of time."""
    if len(text) < FEWEST_CHARACTERS:
        raise WrongPassphrase(f"the passphrase has {len(text)} characters: use at least {FEWEST_CHARACTERS}")
    return text


def seal_secrets(texts: Iterable[str], passphrase: str, journal: str, head: Head) -> dict[str, Any]:
    """Texts for a copy that ends with that head, as plain data."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    salt, nonce = urandom(SALT_BYTES), urandom(NONCE_BYTES)
    key = _key(check_passphrase(passphrase), salt, _COST)
    sealed = AESGCM(key).encrypt(nonce, encode(list(texts)), _bound(journal, head))
    return {"format": FORMAT, "n": _COST, "nonce": _shown(nonce), "salt": _shown(salt), "sealed": _shown(sealed)}


def unseal_secrets(sealed: Mapping[str, Any], passphrase: str, journal: str, head: Head) -> list[str]:
    """The texts again; WrongPassphrase if it is another one, or if they were sealed for another copy."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        if sealed["format"] != FORMAT or not 1 < sealed["n"] <= _MOST_COST:
            raise ValueError(f"the format is {sealed['format']!r}, expected {FORMAT}")
        salt, nonce, content = (b64decode(sealed[name], validate=True) for name in ("salt", "nonce", "sealed"))
        plain = AESGCM(_key(passphrase, salt, sealed["n"])).decrypt(nonce, content, _bound(journal, head))
    except InvalidTag:
        raise WrongPassphrase(
            "the secrets of this copy do not open: the passphrase is another one, or they were changed"
        ) from None
    except (KeyError, TypeError, ValueError) as error:
        raise LedgerCorrupt(f"the secrets of this copy are damaged: {error}") from error
    return [str(text) for text in parsed(plain.decode())]


def _key(passphrase: str, salt: bytes, cost: int) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=KEY_BYTES, n=cost, r=_BLOCK, p=_LANES).derive(passphrase.encode())


def _bound(journal: str, head: Head) -> bytes:
    return f"{FORMAT} {head.number} {head.hash} {journal}".encode()


def _shown(content: bytes) -> str:
    return b64encode(content).decode()


CHUNK_ENTRIES = 2_000


def export(address: str | Path, file: Path, *, passphrase: str | None = None) -> Head:
    """Write a journal to a file as JSON Lines; with a passphrase its secrets are in it, sealed."""

    def write(part: Path) -> None:
        with snapshot(address) as taken, part.open("wb") as out:
            write_export(taken, out, sealed=_sealed(taken, passphrase))

    return _whole(file, write)


def backup(address: str | Path, file: Path, *, passphrase: str | None = None) -> Head:
    """A copy of a journal that may be in use: of SQLite a database file, of PostgreSQL an export.

    With a passphrase it carries the secrets, sealed; without one they are left out.
    """
    source = file_of(place_of(address))
    if source is None:
        return export(address, file, passphrase=passphrase)
    with snapshot(address):
        pass  # a file without a journal is refused before anything is written

    def write(part: Path) -> None:
        with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(part)) as copy:
            live.backup(copy)
        place = place_of(part)
        with snapshot(part) as taken:  # a backup is whole by itself, with what was moved out to files
            archived = Archive(taken.connection, place_of(source), taken.journal)
        if archived.last:
            with complaints(place), writing_engine(place, create=False).connect() as connection:
                bring_back(connection, archived.entries())
                connection.commit()
        with closing(sqlite3.connect(part)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")
        with snapshot(part) as taken:
            sealed, last = _sealed(taken, passphrase), taken.head.number
        set_sealed(part, sealed, last)

    return _whole(file, write)


def carries_secrets(file: Path) -> bool:
    """Whether a copy holds secrets that a passphrase opens."""
    with open_copy(file) as copy:
        return copy.sealed is not None


def restore(file: Path, address: str | Path, *, passphrase: str | None = None, leave_out_secrets: bool = False) -> Head:
    """A journal from a backup or an export, in a place that holds none; with its secrets, if the copy carries any."""
    copied = verify(file, Bookkeeping()).head
    secrets = _unsealed(file, copied, passphrase, leave_out_secrets=leave_out_secrets)
    target = file_of(place_of(address))
    if target is None:
        _fill(file, address, secrets)
    elif target.exists():
        raise WrongJournal(f"{target} exists already: move it away, or restore to another place")
    else:
        _whole(target, lambda part: _fill(file, part, secrets), journal=True)
    found = verify(address, Bookkeeping()).head
    if found != copied:
        raise LedgerCorrupt(f"{named(place_of(address))} ends with event {found.number}, expected {copied.number}")
    return found


def try_restore(file: Path, passphrase: str | None) -> Head:
    """The last event of the journal that a copy restores to; it is restored to a place of its own and thrown away."""
    with TemporaryDirectory(prefix="fairfelt-trial-", dir=file.absolute().parent) as folder:
        return restore(file, Path(folder) / "trial.db", passphrase=passphrase)


def tried_backup(address: str | Path, file: Path, passphrase: str | None) -> Head:
    """A backup that was restored once; one that cannot be restored is removed."""
    head = backup(address, file, passphrase=passphrase)
    try:
        found = try_restore(file, passphrase)
        if (found.number, found.hash) != (head.number, head.hash):
            raise LedgerCorrupt(f"{file.name} restores to event {found.number}, and was made of {head.number}")
    except LedgerError:
        file.unlink(missing_ok=True)
        raise
    return head


def tried_backup_apart(address: str | Path, file: Path, passphrase: str | None) -> Head:
    """The same in a process that yields to the server."""
    with ProcessPoolExecutor(1, get_context("spawn"), prepare_process) as pool:
        try:
            return pool.submit(tried_backup, address, file, passphrase).result()
        except BrokenProcessPool as error:
            raise LedgerUnavailable(f"the process that made {file.name} was ended from outside") from error


def _sealed(taken: Snapshot, passphrase: str | None) -> dict[str, Any] | None:
    if passphrase is None:
        return None
    return seal_secrets(all_secrets(taken.connection), passphrase, taken.journal, taken.head)


def _unsealed(file: Path, head: Head, passphrase: str | None, *, leave_out_secrets: bool) -> Sequence[str] | None:
    with open_copy(file) as copy:
        if leave_out_secrets:
            return None
        if copy.sealed is None:
            return list(copy.secrets) or None
        if passphrase is None:
            raise WrongPassphrase(
                "this copy carries secrets: give the passphrase it was made with, or say that they be left out"
            )
        return unseal_secrets(copy.sealed, passphrase, copy.journal, head)


def _whole(file: Path, write: Callable[[Path], None], *, journal: bool = False) -> Head:
    """Let something be written beside the file, verify it, and put it in place in one step.

    A journal is put in place with a new witness of its head. Nothing is ever put over a journal.
    """
    folder, witness = file.absolute().parent, witness_file(place_of(file))
    if not journal and file.exists() and witness and witness.exists():
        raise WrongJournal(f"{file} is a journal itself: write the copy to another place")
    if not folder.is_dir():
        raise WrongJournal(f"there is no folder {file.parent} to write {file.name} to: make it first")
    part = file.absolute().with_name(f".{file.name}.{os.getpid()}.part")
    try:
        write(part)
        part.chmod(0o600)
        head = verify(part, Bookkeeping()).head
        flush(part)
        if journal:
            ours = witness_file(place_of(part))
            assert ours
            assert witness
            ours.replace(witness)
            try:
                os.link(part, file)
            except FileExistsError:
                raise WrongJournal(f"{file} exists already: move it away, or restore to another place") from None
            part.unlink()
        else:
            part.replace(file)
        flush(folder)
    except sqlite3.Error as error:
        if is_damage(error):
            raise LedgerCorrupt(f"the journal is damaged ({error})") from error
        raise WrongJournal(f"{file} cannot be written: {error}") from error
    except OSError as error:
        raise WrongJournal(f"{file} cannot be written: {error.strerror or error}") from error
    finally:
        for left in part.parent.glob(f"{part.name}*"):
            left.unlink()
    return head


def _fill(file: Path, address: str | Path, secrets: Sequence[str] | None) -> None:
    """Write every entry of a copy into a new journal, in one transaction."""
    with open_copy(file) as copy, closing(Journal(place_of(address))) as journal:
        journal.begin(copy.journal)
        book, chunk, last = Book(), list[Entry](), 0
        for entry in copy.entries:
            book.enter(entry)
            chunk.append(entry)
            last = entry.number
            if len(chunk) == CHUNK_ENTRIES:
                journal.add(chunk, {})
                chunk = []
        journal.add(chunk, book.balances)
        copy_secrets(journal.connection, secrets, last)
        journal.commit()


@dataclass(frozen=True)
class Copy:
    """The content of a copy."""

    journal: str
    entries: Iterator[Entry]
    secrets: Iterator[str]
    """Secrets in the clear, in a database file that is not a backup."""
    sealed: Mapping[str, Any] | None


@contextmanager
def open_copy(address: str | Path) -> Iterator[Copy]:
    """A journal, a backup or an export, for reading."""
    file = file_of(place_of(address))
    if file and is_export(file):
        header = read_header(file)
        yield Copy(header.journal, read_export(file), iter(()), header.secrets)
    else:
        with snapshot(address) as taken:
            sealed = sealed_secrets(taken.connection)
            yield Copy(taken.journal, taken.entries(), all_secrets(taken.connection), sealed)
