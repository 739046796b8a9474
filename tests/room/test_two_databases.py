"""One sequence of commands on SQLite and on PostgreSQL: the same hashes, the same balances, the same floor."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fairfelt.ledger import Answer, Command, Committed, check_command
from fairfelt.ledger.audit import write_export
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.store import Journal, place_of, snapshot
from fairfelt.room import Floor, Room
from tests.nights import FaultRates, MemoryDisk, SimulatedClock, play_night
from tests.nights.disk import JOURNAL
from tests.support.postgres import fresh_schema

MOST_IN_GROUP = 30
RESTART_EVERY_GROUPS = 5


def night_of_commands(seed: int) -> list[Command]:
    """What was asked on some night, in the order in which it was carried out, with some of it sent twice."""
    night = play_night(seed, MemoryDisk(), tables=4, turns=60, rates=FaultRates(loss=10))
    sent = {sender.device: sender.sent for sender in night.senders}
    lines = [json.loads(line) for line in night.log[1:]]
    commands = [sent[line["device"]][line["device_sequence"]] for line in lines if line["answer"]]
    chance = Random(seed)
    return [command for command in commands for _ in range(1 + (chance.randrange(10) == 0))]


def groups(commands: list[Command], seed: int) -> Iterator[list[Command]]:
    """The commands in groups of any size: how they are grouped must not matter."""
    chance = Random(seed)
    while commands:
        size = chance.randint(1, MOST_IN_GROUP)
        yield commands[:size]
        commands = commands[size:]


def carried_out(place: str, commands: list[Command], grouping: int) -> tuple[Committed[Floor], list[Answer], bytes]:
    """Run them on that database, with a restart now and then; the end, the answers and the exported log."""
    answers: list[Answer] = []
    clock, engine, journal = SimulatedClock(), None, Journal(place_of(place))
    for number, group in enumerate(groups(commands, grouping)):
        if engine is None or number % RESTART_EVERY_GROUPS == 0:
            journal.close()
            journal = Journal(place_of(place))
            journal.open(new_id=JOURNAL)
            engine = Engine(Room(), journal, clock)
        checked = [check_command(command, engine.machine) for command in group]
        answers += [outcome for outcome in engine.run(checked) if isinstance(outcome, Answer)]
    assert engine is not None
    journal.close()
    out = io.BytesIO()
    with snapshot(place) as taken:
        write_export(taken, out)
    return engine.committed, answers, out.getvalue()


@pytest.mark.parametrize("seed", range(3))
def test_the_same_sequence_gives_the_same_hashes_and_balances(seed: int, server: str, tmp_path: Path) -> None:
    commands = night_of_commands(seed)
    assert len(commands) > 250
    on_sqlite, told_by_sqlite, sqlite_log = carried_out(str(tmp_path / "room.db"), commands, grouping=seed)
    on_postgresql, told_by_postgresql, postgresql_log = carried_out(fresh_schema(server), commands, grouping=seed + 100)
    assert len(told_by_sqlite) == len(commands)
    assert told_by_sqlite == told_by_postgresql
    assert on_sqlite.head.hash == on_postgresql.head.hash
    assert on_sqlite.balances == on_postgresql.balances
    assert on_sqlite.state == on_postgresql.state
    assert sqlite_log == postgresql_log
    assert sum(on_sqlite.balances.values()) == 0
