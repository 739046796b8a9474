"""Finds the journal of a room for a command, or says how one is made."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from .errors import BadInput, complain

if TYPE_CHECKING:
    from fairfelt.room.event import RoomEvent


def check_room(database: str) -> None:
    """Refuse a place that holds no journal, and leave nothing there; a database that is away is waited for."""
    from fairfelt.ledger import LedgerUnavailable, NoJournal
    from fairfelt.ledger.store import shown, snapshot

    try:
        with snapshot(database):
            pass
    except NoJournal as error:
        new = f"fairfelt room found {shown(database)} --name NAME --second NAME"
        raise BadInput(f"{error}; a new room is made with: {new}") from error
    except LedgerUnavailable as error:
        complain(f"WARNING: {error}: the server waits for it")


def check_demonstration(database: str) -> None:
    """Refuse to play a demonstration in the journal of a real room: nothing is written there."""
    from fairfelt.twin.demo import CONSOLE, NOT_ONE

    devices = _devices(database)
    if devices and CONSOLE not in devices:
        raise BadInput(NOT_ONE)


def check_not_founded(database: str) -> None:
    """Refuse a journal that has a room, at once: to start its server takes a while."""
    from fairfelt.server.founding import FOUNDED

    if _devices(database):
        raise BadInput(FOUNDED)


def _devices(database: str) -> list[str]:
    """Every device that was ever enrolled; none where there is no journal yet."""
    from fairfelt.ledger import NoJournal
    from fairfelt.room.commands.devices import DeviceEnrolled

    try:
        return [each["device"] for each in _recorded(database, DeviceEnrolled)]
    except NoJournal:
        return []


def enforces_law(database: str) -> bool:
    """True if the law of a room is enforced, by the last choice on its log.

    While its database is away that is not known: the server closes the floor itself once it has read the log.
    """
    from fairfelt.law import Mode
    from fairfelt.ledger import LedgerUnavailable
    from fairfelt.room.commands.law import LawSet

    try:
        chosen = _recorded(database, LawSet)
    except LedgerUnavailable:
        return False
    return bool(chosen) and chosen[-1]["mode"] == Mode.ENFORCE


def _recorded(database: str, event: type[RoomEvent]) -> list[dict[str, Any]]:
    """The events of one kind on the log of a room: nothing is replayed for it."""
    import json

    from fairfelt.ledger.store import snapshot

    with snapshot(database) as taken:
        found = taken.recorded({str(event.__struct_config__.tag)}, after=0, last=taken.head.number)
        return [json.loads(each.body) for each in found]


def check_folder(database: str) -> None:
    """Refuse a file in a folder that is not there."""
    from fairfelt.ledger.store import file_of, place_of

    file = file_of(place_of(database))
    if file and not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} for a journal: make it first")
    if file and not os.access(file.parent, os.W_OK | os.X_OK):
        raise BadInput(f"this user may not write in the folder {file.parent}: give it the right to, or choose another")
