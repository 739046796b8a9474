"""fairfelt drill"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput, NotVerified
from fairfelt.cli.io.passphrase import read_passphrase

if TYPE_CHECKING:
    from fairfelt.configuration import Configuration
    from fairfelt.ledger import Head

File = Annotated[
    Path | None,
    Parameter(
        name="--config",
        help="A configuration file; else the one that FAIRFELT_CONFIG names, else /etc/fairfelt/fairfelt.toml.",
        show_default=False,
    ),
]
FromStore = Annotated[
    bool,
    Parameter(negative=(), show_default=False, help="Fetch the newest backup from the store instead of the folder."),
]


def drill(*, config: File = None, from_store: FromStore = False) -> int:
    """Restore the newest backup beside the room, and compare it with the journal.

    Nothing of the room is changed.

    Journal, folder and passphrase are those of the configuration. The exit code is 1 if the backup is not the room's.

    For example:

        fairfelt drill
        fairfelt drill --config /etc/fairfelt/fairfelt.toml --from-store
    """
    from fairfelt.configuration import read_settings
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.copies.trial_restore import try_restore

    settings = read_settings(config)
    if not settings.database:
        raise BadInput("no journal is named: set database in the configuration, or FAIRFELT_DATABASE")
    passphrase = read_passphrase(settings.backups.passphrase_file, "backups.passphrase_file")
    try:
        with _newest(settings, from_store=from_store) as copy:
            began_s = time.monotonic()
            head = try_restore(copy, passphrase)
            took_s = time.monotonic() - began_s
            behind = _compared(settings.database, head, copy.name)
    except (LedgerError, OSError) as error:
        raise NotVerified(str(error)) from error
    sys.stdout.write(
        f"{copy.name} was restored in {took_s:.1f} seconds: {head.number:,} events, all of them those of the journal, "
        f"which has {behind:,} more by now.\n"
    )
    return 0


@contextmanager
def _newest(settings: Configuration, *, from_store: bool) -> Iterator[Path]:
    """The newest copy, as a file."""
    from fairfelt.cli.operations.outgoing import s3_store
    from fairfelt.controller.watching.backups import copies_among, copies_in

    folder = settings.backups.folder
    if not from_store:
        copies = copies_in(folder) if folder else ()
        if not copies:
            raise BadInput(f"there is no backup in {folder}" if folder else "backups.folder is not set")
        yield copies[-1]
        return
    store = s3_store(settings)
    if store is None:
        raise BadInput("backups.s3_bucket is not set: there is no store")
    names = copies_among(store.names())
    if not names:
        raise BadInput(f"there is no backup in the store {store.bucket}")
    with TemporaryDirectory(prefix="fairfelt-drill-") as place:
        fetched = Path(place) / names[-1]
        store.fetch(names[-1], fetched)
        yield fetched


def _compared(database: str, head: Head, name: str) -> int:
    """How many events the journal has more; NotVerified where the copy is of another history."""
    from fairfelt.ledger.store import snapshot

    with snapshot(database) as taken:
        there = taken.hash_at(head.number) if head.number <= taken.head.number else None
        if there is None:
            raise NotVerified(f"{name} has {head.number:,} events, and the journal only {taken.head.number:,}")
        if there != head.hash:
            raise NotVerified(f"{name} is of another history: event {head.number:,} is not the journal's")
        return taken.head.number - head.number
