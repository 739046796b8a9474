"""Changing a journal behind the ledger's back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from sqlalchemy import create_engine, text

from fairfelt.ledger.canonical import seal
from fairfelt.ledger.chain import genesis, written
from fairfelt.ledger.store import Witness, place_of, snapshot, witness_file


def tamper(place: str | Path, *statements: str) -> None:
    """Carry out statements on a journal's database, whatever its rules say."""
    careless = {"sqlite": "PRAGMA foreign_keys=OFF", "postgresql": "SET session_replication_role = replica"}
    with create_engine(place_of(place)).connect() as connection:
        connection.exec_driver_sql(careless[connection.dialect.name])
        for statement in statements:
            connection.execute(text(statement))
        connection.commit()


def rewrite(place: str | Path, old: str, new: str) -> None:
    """Change what events say, and every hash from there to the head: a chain that is right, and is another one."""
    with snapshot(place) as taken:
        entries, hash_ = list(taken.entries()), genesis(taken.journal).hash
    rows = []
    for entry in entries:
        entry = entry._replace(body=entry.body.replace(old, new))
        hash_ = seal(written(hash_, *entry[:4], *entry[5:8]))
        rows.append({"number": entry.number, "body": entry.body, "hash": hash_})
    assert hash_ != entries[-1].hash, f"no event says {old}"
    with create_engine(place_of(place)).begin() as connection:
        connection.execute(text("UPDATE events SET body = :body, hash = :hash WHERE number = :number"), rows)
        connection.execute(text("UPDATE journal SET head_hash = :hash"), {"hash": hash_})


def forge_witness(place: str | Path) -> None:
    """Have the witness beside a journal say what the journal says now, as who may write both would."""
    file = witness_file(place_of(place))
    if file:
        with snapshot(place) as taken:
            Witness(file).renew(taken.journal, taken.head)


def cut(place: str | Path, last: int) -> None:
    """Take the end of a journal away with care: every hash, balance and count is right."""
    with snapshot(place) as taken:
        left = list(taken.entries(limit=last))
    balances = Counter[str]()
    for entry in left:
        for account, amount_micros in entry.postings:
            balances[account] += amount_micros
    tamper(
        place,
        f"DELETE FROM events WHERE number > {last}",
        f"UPDATE journal SET head_number = {last}, head_hash = '{left[-1].hash}'",
        "DELETE FROM balances",
        *(f"INSERT INTO balances VALUES ('{account}', {micros})" for account, micros in balances.items()),
    )
