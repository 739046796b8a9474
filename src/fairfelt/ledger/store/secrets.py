"""Texts that the journal names by their digest and must not show: they stand beside it, written once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, insert, select
from sqlalchemy.dialects import postgresql, sqlite

from ..canonical import MOST_SEALED_BYTES, canonical, digest, parsed
from ..errors import LedgerCorrupt, Malformed
from .archive import Archive
from .place import complaints, place_of, writing_engine
from .tables import EVENTS, SECRETS

MOST_CHARACTERS = 1 << 24
"""Maximum length of one text: enough for a document of ten megabytes in Base64."""
SEALED = "sealed"
"""The name of the one row that a backup holds instead of its secrets."""
LEFT_OUT = "left out"
"""The name of a row that says up to which event a restored journal came without its secrets."""

NAMING = '"secret":"'
_NAMED = select(EVENTS.c.number, EVENTS.c.body).where(EVENTS.c.body.like(f"%{NAMING}%")).order_by(EVENTS.c.number)


class Secrets:
    """Stores texts over separate short connections: from any thread, beside the writer of the journal."""

    def __init__(self, place: str | Path | URL) -> None:
        self._place = place_of(place)
        # Each statement is its own transaction: two writers of the same text at once must not be asked to retry.
        self._engine = writing_engine(self._place, create=False).execution_options(isolation_level="AUTOCOMMIT")

    def keep(self, text: str) -> str:
        """Write a text down, once however often it is given; its digest is its name from now on."""
        name = _name(text)
        with complaints(self._place), self._engine.connect() as connection:
            dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
            connection.execute(dialect.insert(SECRETS).on_conflict_do_nothing(), {"digest": name, "text": text})
            _found(connection, name)
            connection.commit()
        return name

    def read(self, name: str) -> str | None:
        """The text with that digest, if it is here and still what it was."""
        with complaints(self._place), self._engine.connect() as connection:
            return _found(connection, name)

    def kept(self, names: Iterable[str]) -> set[str]:
        """Those of the digests whose texts are here, over one connection."""
        with complaints(self._place), self._engine.connect() as connection:
            return {name for name in names if _found(connection, name) is not None}


def all_secrets(connection: Connection) -> Iterator[str]:
    """Every text, each found to be what it was."""
    for name, text in connection.execute(select(SECRETS).order_by(SECRETS.c.digest)):
        if name not in (SEALED, LEFT_OUT):
            yield _checked(name, text)


def sealed_secrets(connection: Connection) -> dict[str, Any] | None:
    """What a backup holds instead of its secrets."""
    text = connection.execute(select(SECRETS.c.text).where(SECRETS.c.digest == SEALED)).scalar_one_or_none()
    if text is None:
        return None
    found = parsed(text)
    if not isinstance(found, dict):
        raise LedgerCorrupt("the sealed secrets of this backup are damaged")
    return found


def set_sealed(file: Path, sealed: Mapping[str, Any] | None, number: int) -> None:
    """Wipe the secrets out of a backup's file, and put what is sealed in their place, or that they are left out."""
    with closing(sqlite3.connect(file)) as copy, copy:
        copy.execute("PRAGMA secure_delete=ON")
        copy.execute("DELETE FROM secrets")
        instead = (LEFT_OUT, str(number)) if sealed is None else (SEALED, canonical(sealed, MOST_SEALED_BYTES))
        copy.execute("INSERT INTO secrets (digest, text) VALUES (?, ?)", instead)


def copy_secrets(connection: Connection, texts: Sequence[str] | None, number: int) -> None:
    """Write texts of another journal, or that what events up to a number name was left out, into the transaction."""
    rows = [(LEFT_OUT, str(number))] if texts is None else [(_name(text), text) for text in texts]
    for name, text in rows:
        connection.execute(insert(SECRETS), {"digest": name, "text": text})


def _found(connection: Connection, name: str) -> str | None:
    text = connection.execute(select(SECRETS.c.text).where(SECRETS.c.digest == name)).scalar_one_or_none()
    return None if text is None else _checked(name, text)


def _checked(name: str, text: str) -> str:
    if digest(text) != name:
        raise LedgerCorrupt(f"the secret {name} was changed: its text has the digest {digest(text)}")
    return text


def _name(text: str) -> str:
    try:
        if 0 < len(text) <= MOST_CHARACTERS and "\0" not in text:
            return digest(text)
    except UnicodeEncodeError:
        pass
    raise Malformed(f"a secret is 1 to {MOST_CHARACTERS:,} whole characters, none of them NUL")


def check_secrets(connection: Connection, archive: Archive) -> None:
    """Every secret is what it was, and those that the log names are here, unless a restore left them out."""
    kept, left_out = set[str](), 0
    for name, kept_text in connection.execute(select(SECRETS)):
        if name == SEALED:
            return
        if name == LEFT_OUT and kept_text.isdigit():
            left_out = int(kept_text)
        elif digest(kept_text) != name:
            raise LedgerCorrupt(f"the secret {name} was changed: its text has the digest {digest(kept_text)}")
        kept.add(name)
    gone = [(number, name) for number, name in _named(connection, archive) if number > left_out and name not in kept]
    if gone:
        number, name = gone[0]
        raise LedgerCorrupt(
            f"the log names {len({name for _, name in gone})} secrets that were removed, the first one {name} "
            f"in event {number}: the PINs that they belong to must be set anew"
        )


def _named(connection: Connection, archive: Archive) -> list[tuple[int, str]]:
    """The secrets that events name, by the convention that they do so under the key "secret"."""
    from msgspec import DecodeError, Struct
    from msgspec.json import Decoder

    class Naming(Struct):
        secret: str = ""

    decode, found = Decoder(Naming).decode, []
    moved_out = ((entry.number, entry.body) for entry in archive.entries() if NAMING in entry.body)
    for number, body in chain(moved_out, map(tuple, connection.execute(_NAMED))):
        try:
            name = decode(body).secret
        except DecodeError:
            continue
        if name:
            found.append((number, name))
    return found
