"""A jackpot of a room, read from its journal: the floor by replay, the pace by the rounds that were started."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fairfelt.cli.io.errors import BadInput
from fairfelt.rules import UnknownName

if TYPE_CHECKING:
    from fairfelt.meters import Case
    from fairfelt.room import Floor

STARTED = "game started"


def read_room(journal: str, jackpot: str, *, others: int = 0) -> Case:
    """The jackpot of that name as it stands in the journal, which may be in use."""
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.audit import verify
    from fairfelt.meters import MeterError
    from fairfelt.reports.meter.live_case import live_case, observed
    from fairfelt.room import Room

    try:
        floor = verify(journal, Room()).state
        return live_case(floor, jackpot, observed(_rounds(journal, floor, jackpot)), others=others)
    except (LedgerError, MeterError, UnknownName) as error:
        raise BadInput(str(error)) from error


def _rounds(journal: str, floor: Floor, jackpot: str) -> Iterator[tuple[int, list[int]]]:
    """When each round began that fed the jackpot, and with which wagers."""
    from fairfelt.ledger.store import snapshot

    tables = {name for name, table in floor.tables.items() if floor.links[table.link].jackpot == jackpot}
    with snapshot(journal) as taken:
        for entry in taken.entries(kinds=(STARTED,)):
            body = json.loads(entry.body)
            if body["table"] in tables:
                yield entry.at_micros, list(dict(body["bets"]).values())
