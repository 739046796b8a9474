"""Changing a journal behind the ledger's back."""

from __future__ import annotations

from sqlalchemy import create_engine, text

from fairfelt.ledger.store import place_of


def tamper(place: str, *statements: str) -> None:
    """Carry out statements on a journal's database, whatever its rules say."""
    careless = {"sqlite": "PRAGMA foreign_keys=OFF", "postgresql": "SET session_replication_role = replica"}
    with create_engine(place_of(place)).connect() as connection:
        connection.exec_driver_sql(careless[connection.dialect.name])
        for statement in statements:
            connection.execute(text(statement))
        connection.commit()
