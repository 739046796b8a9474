"""Whatever is changed behind the ledger's back is found when the journal is opened, and by the auditor."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from fairfelt.ledger import Command, LedgerCorrupt
from fairfelt.ledger.audit import verify
from fairfelt.ledger.chain import exported
from fairfelt.ledger.store.tables import METADATA
from tests.ledger.bank import Bank, move, moves
from tests.ledger.desk import log, opened
from tests.support.tampering import tamper

OTHER = {
    "refused": "NOT refused",
    "number": "number + 1000000",
    "device_sequence": "device_sequence + 1000000",
    "postings": "replace(replace(postings, '[]', '[[\"x\",0]]'), '[[\"mint\"', '[[\"x\",0],[\"mint\"')",
}
TEXTS = {"device", "kind", "body", "hash", "account", "digest", "answer", "id", "head_hash"}
KEYS = {"events": "number", "balances": "account", "journal": "singleton"}
FIELDS = [
    (table.name, column.name)
    for table in METADATA.sorted_tables
    for column in table.columns
    if table.name in KEYS and column.name != "singleton"
]


@pytest.fixture
def journal(place: str) -> str:
    """A journal with something of everything."""
    with opened(place) as ledger:
        transfers = {"moves": [{"from": "mint", "to": "b", "micros": 3}, {"from": "b", "to": "a", "micros": 2}]}
        commands = [*moves("k1", 4), *moves("k2", 3), move("k2", 9), move("k1", 5, 999, "b"), *moves("k3", 2)]
        for command in [*commands, Command("k3", 3, {"kind": "moves", **transfers}, 0)]:
            ledger.submit(command).result()
    return place


def found(place: str) -> str:
    """What both say; they are of one mind."""
    with pytest.raises(LedgerCorrupt) as opening:
        opened(place)
    with pytest.raises(LedgerCorrupt) as audit:
        verify(place, Bank())
    assert str(opening.value) == str(audit.value)
    return str(audit.value)


@pytest.mark.parametrize(("table", "column"), FIELDS, ids=str)
def test_every_field_counts(journal: str, table: str, column: str) -> None:
    changed = OTHER.get(column) or (f"{column} || 'x'" if column in TEXTS else f"{column} + 1")
    key, row = KEYS[table], Random(f"{table}.{column}").randrange(3)
    if column in ("hash", "digest", "head_hash"):
        changed = f"'0' || substr({column}, 2, 62) || 'x'"
    tamper(
        journal,
        f"UPDATE {table} SET {column} = {changed} WHERE {key} = "
        f"(SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET {row if table != 'journal' else 0})",
    )
    assert found(journal)


@pytest.mark.parametrize("table", ["events", "balances"])
def test_a_removed_row_is_found(journal: str, table: str) -> None:
    key = KEYS[table]
    tamper(journal, f"DELETE FROM {table} WHERE {key} = (SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET 1)")
    assert found(journal)


def test_the_whole_of_an_event_removed_is_found(journal: str) -> None:
    tamper(journal, "DELETE FROM events WHERE number = 3")
    assert found(journal) == "event 3 is missing or out of place: number 4 stands there"


def test_swapped_rows_are_found(journal: str) -> None:
    swaps = [f"UPDATE events SET number = {new} WHERE number = {old}" for old, new in ((2, -2), (3, 2), (-2, 3))]
    tamper(journal, *swaps)
    assert "event 2 was changed, or one before it" in found(journal)


def test_a_cut_tail_is_found(journal: str) -> None:
    last = len(log(journal))
    tamper(journal, f"DELETE FROM events WHERE number = {last}")
    assert "is cut off at event" in found(journal) or f"event {last}" in found(journal)


def test_a_tail_cut_with_care_is_found_against_a_known_head(journal: str) -> None:
    entries = log(journal)
    gone = next(entry for entry in entries if entry.device == "k3")
    left = entries[gone.number - 2]
    held = Counter[str]()
    for entry in entries[: left.number]:
        held.update(dict(entry.postings))
    tamper(
        journal,
        f"DELETE FROM events WHERE number >= {gone.number}",
        f"UPDATE journal SET head_number = {left.number}, head_hash = '{left.hash}'",
        "DELETE FROM balances",
        *(f"INSERT INTO balances VALUES ('{account}', {micros})" for account, micros in held.items()),
    )
    if "://" not in journal:
        assert f"says that event {len(entries)}" in found(journal)
        Path(f"{journal}.head").unlink()
    assert verify(journal, Bank()).head == left.head
    with pytest.raises(LedgerCorrupt, match=f"event {len(entries)} is known: it was cut"):
        verify(journal, Bank(), known=entries[-1].head)


@pytest.mark.parametrize("number", [0, -7, 999])
def test_an_event_beside_the_journal_is_found(journal: str, number: int) -> None:
    columns = [column.name for column in METADATA.tables["events"].columns]
    others = ", ".join(name for name in columns if name not in ("number", "digest"))
    where = 1 if number < 1 else len(log(journal)) + 1
    tamper(journal, f"INSERT INTO events (number, {others}) SELECT {number}, {others} FROM events WHERE number = 1")
    assert found(journal) == f"event {where} is missing or out of place: number {number} stands there"


def test_an_unbalanced_event_is_found_even_with_the_right_hash(journal: str) -> None:
    from fairfelt.ledger.canonical import seal as sealed
    from fairfelt.ledger.chain import genesis, written

    entry = log(journal)[0]
    forged = entry._replace(posted='[["mint",-1],["a",2]]')
    seal = sealed(written(genesis("a journal of the tests").hash, *forged[:4], *forged[5:8]))
    assert exported(forged, "")
    tamper(
        journal,
        f"""UPDATE events SET hash = '{seal}', postings = '[["mint",-1],["a",2]]' WHERE number = 1""",
    )
    assert found(journal) == "event 1 does not balance: its postings sum to 1 millionths, expected 0"
