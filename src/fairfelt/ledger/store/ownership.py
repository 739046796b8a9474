"""One writer for one PostgreSQL journal: the session that holds the lock. The lock falls free when the session ends."""

from __future__ import annotations

from sqlalchemy import Connection, text

from .place import KEEP_ALIVE, SILENT_S

_SESSION = {
    **{f"tcp_{name}": str(value) for name, value in KEEP_ALIVE.items()},
    "tcp_user_timeout": f"{SILENT_S}s",
    "idle_session_timeout": f"{SILENT_S}s",
    "idle_in_transaction_session_timeout": f"{SILENT_S}s",
}
"""How PostgreSQL finds out that a writer's machine is gone, or its process stands still; a living one beats."""
_SET = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in _SESSION.items())
_TRY = text(f"SELECT {_SET}, pg_try_advisory_lock(hashtext('fairfelt-ledger'), hashtext(current_schema()))")

_HELD = text(
    "SELECT pg_is_in_recovery() OR EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND objsubid = 2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    " AND classid::bigint = hashtext('fairfelt-ledger')::bigint & 4294967295"
    " AND objid::bigint = hashtext(current_schema())::bigint & 4294967295)"
)
"""A copy of the database that only follows another one does not know who writes there."""


def has_writer(connection: Connection) -> bool:
    """Whether a server writes the journal now; for a file a reader cannot know, and assumes so."""
    return connection.dialect.name != "postgresql" or bool(connection.execute(_HELD).scalar_one())


def take_advisory_lock(connection: Connection) -> bool:
    """Lock the schema's journal for as long as this connection lives.

    The connection that writes is the one that holds the lock: who loses it can no longer write either, and who gets
    it knows that nothing the last holder sent is still under way. PostgreSQL ends it after seconds of silence.
    """
    taken = bool(connection.execute(_TRY).one()[-1])
    connection.commit()
    return taken
