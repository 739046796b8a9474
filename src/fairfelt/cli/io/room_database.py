"""Where a command finds a room: the journal is there, or a sentence says how one is made."""

from __future__ import annotations

import os

from .errors import BadInput


def check_room(database: str) -> None:
    """Refuse a place that holds no journal, and leave nothing there."""
    from fairfelt.ledger import LedgerError, NoJournal
    from fairfelt.ledger.store import shown, snapshot

    try:
        with snapshot(database):
            pass
    except NoJournal as error:
        new = f"fairfelt room found {shown(database)} --name NAME --second NAME"
        raise BadInput(f"{error}; a new room is made with: {new}") from error
    except LedgerError as error:
        raise BadInput(str(error)) from error


def enforces_law(database: str) -> bool:
    """Whether the law of a room is enforced, by the last choice of one on its log: nothing is replayed for it."""
    import json

    from fairfelt.law import Mode
    from fairfelt.ledger.store import snapshot
    from fairfelt.room.events.law import LawSet

    kinds = {str(LawSet.__struct_config__.tag)}
    with snapshot(database) as taken:
        chosen = [each.body for each in taken.recorded(kinds, after=0, last=taken.head.number)]
    return bool(chosen) and json.loads(chosen[-1])["mode"] == Mode.ENFORCE


def check_folder(database: str) -> None:
    """Refuse a file in a folder that is not there."""
    from fairfelt.ledger import WrongJournal
    from fairfelt.ledger.store import file_of, place_of

    try:
        file = file_of(place_of(database))
    except WrongJournal as error:
        raise BadInput(str(error)) from error
    if file and not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} for a journal: make it first")
    if file and not os.access(file.parent, os.W_OK | os.X_OK):
        raise BadInput(f"this user may not write in the folder {file.parent}: give it the right to, or choose another")
