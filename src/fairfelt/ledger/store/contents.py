"""Makes a journal's tables, and checks that its database holds them and nothing that acts by itself or hides rows."""

from __future__ import annotations

from itertools import chain

from sqlalchemy import Connection, insert, inspect, select, text

from ..canonical import digest
from ..chain import FORMAT
from ..errors import LedgerCorrupt, WrongJournal
from .archive import Archive
from .secrets import LEFT_OUT, SEALED
from .tables import EVENTS, METADATA, SECRETS, VERSION

LATEST = "0001"
"""The version of the tables that this program makes."""
FORMAT_1_TABLE = "answers"
"""A table that only journals of the previous format have."""
APPEND_ONLY = "fairfelt_append_only"
"""The one trigger that may be there: it refuses to change or remove what was written."""
APPEND_ONLY_BODY = "BEGIN RAISE EXCEPTION 'events are only ever added'; END"
_SHOWN = 3

_SQLITE = text("SELECT type, name FROM sqlite_master WHERE type <> 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'")
_POSTGRESQL = text(
    """
    SELECT CASE relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'view' WHEN 'S' THEN 'sequence' ELSE 'table' END, relname
      FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('v', 'm', 'S', 'f', 'p')
    UNION ALL
    SELECT 'trigger', tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      LEFT JOIN pg_proc ON pg_proc.oid = tgfoid
      WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal
        AND NOT (tgname = :append_only AND tgtype & 2 = 2 AND regexp_replace(btrim(prosrc), '\\s+', ' ', 'g') = :body)
    UNION ALL
    SELECT 'rule', rulename FROM pg_rules WHERE schemaname = current_schema()
    UNION ALL
    SELECT 'policy', policyname FROM pg_policies WHERE schemaname = current_schema()
    """
)
NAMING = '"secret":"'
_NAMED = select(EVENTS.c.number, EVENTS.c.body).where(EVENTS.c.body.like(f"%{NAMING}%")).order_by(EVENTS.c.number)


def make_tables(connection: Connection) -> None:
    """Make the tables in an empty database."""
    if not has_tables(connection):
        METADATA.create_all(connection)
        connection.execute(insert(VERSION).values(version_num=LATEST))
    connection.commit()


def has_tables(connection: Connection) -> bool:
    """Whether a database has the tables of a journal; other tables and those of a newer program are refused."""
    tables = inspect(connection).get_table_names()
    if VERSION.name not in tables:
        if tables:
            raise WrongJournal(f"the database holds other tables ({', '.join(sorted(tables)[:3])}) and no journal")
        return False
    if FORMAT_1_TABLE in tables:
        raise WrongJournal(f"the journal has the format fairfelt-ledger-1 of a trial version: this one reads {FORMAT}")
    versions = connection.execute(select(VERSION.c.version_num)).scalars().all()
    if len(versions) == 1 and versions[0] > LATEST:
        raise WrongJournal(
            f"the journal was written by a newer Fairfelt (tables {versions[0]}, this one knows {LATEST}): update "
            f"this one"
        )
    if versions != [LATEST]:
        shown = ", ".join(map(str, versions)) or "none"
        raise LedgerCorrupt(f"the database says that its tables have the version {shown}, expected {LATEST}")
    return True


def check_contents(connection: Connection) -> None:
    """Refuse a database with tables, views, triggers or rules that no journal has."""
    found, known = set(inspect(connection).get_table_names()), set(METADATA.tables)
    if missing := sorted(known - found):
        raise LedgerCorrupt(f"the database lacks the table {missing[0]}")
    strange = [f"the table {name}" for name in sorted(found - known)]
    strange += sorted(f"the {kind} {name}" for kind, name in _acting(connection))
    if strange:
        more = " …" if strange[_SHOWN:] else ""
        raise LedgerCorrupt(
            f"the database holds what no journal has: {', '.join(strange[:_SHOWN])}{more}; "
            f"find out who put it there, and remove it"
        )


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


def _acting(connection: Connection) -> list[tuple[str, str]]:
    if connection.dialect.name == "sqlite":
        ours = {index.name for table in METADATA.sorted_tables for index in table.indexes}
        return [(kind, name) for kind, name in connection.execute(_SQLITE) if name not in ours]
    words = {"append_only": APPEND_ONLY, "body": APPEND_ONLY_BODY}
    return [(kind, name) for kind, name in connection.execute(_POSTGRESQL, words)]


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
