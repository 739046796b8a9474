"""What does not belong into a journal's database is found when it is opened and by the auditor; so are lost secrets."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from fairfelt.cli import main
from fairfelt.ledger import Command, LedgerCorrupt, Secrets
from fairfelt.ledger.audit import verify, verify_secrets
from fairfelt.ledger.copies.backup import backup, restore
from tests.ledger.bank import Bank, move
from tests.ledger.desk import opened
from tests.support.postgres import fresh_schema
from tests.support.tampering import tamper

PAGE = Path(__file__).parents[3] / "docs" / "guarding.md"
TRIGGERS = {
    "sqlite": ("CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM secrets; END",),
    "postgresql": (
        "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE TRIGGER t AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION f()",
    ),
}


class Naming(Bank):
    """A bank whose refusals name a secret."""

    def decide(self, state, command):  # type: ignore[no-untyped-def]
        from fairfelt.ledger import Decision, Event

        if command.kind == "name":
            return Decision(state, (Event({"kind": "named", "secret": command.body["secret"]}),), {})
        return super().decide(state, command)


@pytest.fixture
def journal(place: str) -> str:
    with opened(place) as ledger:
        ledger.submit(move("k", 1)).result()
    return place


def database(place: str) -> str:
    return "postgresql" if place.startswith("postgresql") else "sqlite"


def refused(place: str, sentence: str) -> None:
    with pytest.raises(LedgerCorrupt, match=sentence):
        verify(place, Bank())
    with pytest.raises(LedgerCorrupt, match=sentence):
        opened(place)


def test_a_trigger_is_found(journal: str) -> None:
    tamper(journal, *TRIGGERS[database(journal)])
    refused(journal, "holds what no journal has: the trigger t")


@pytest.mark.parametrize("what", ["VIEW x AS SELECT * FROM events", "TABLE x (a integer)"])
def test_a_view_and_a_table_are_found(journal: str, what: str) -> None:
    tamper(journal, f"CREATE {what}")
    refused(journal, f"the {what.split()[0].lower()} x")


def test_a_missing_table_is_found(journal: str) -> None:
    tamper(journal, "DROP TABLE secrets")
    refused(journal, "lacks the table secrets")


def test_a_second_version_row_is_found(journal: str) -> None:
    tamper(journal, "INSERT INTO alembic_version VALUES ('0')")
    with pytest.raises(LedgerCorrupt):
        verify(journal, Bank())


def test_rules_and_policies_are_found(server: str) -> None:
    place = fresh_schema(server)
    opened(place).close()
    tamper(place, "CREATE RULE r AS ON DELETE TO events DO INSTEAD NOTHING")
    refused(place, "the rule r")
    tamper(place, "DROP RULE r ON events", "CREATE POLICY p ON events USING (number > 1)")
    refused(place, "the policy p")


def named(place: str) -> str:
    """A secret that the log names."""
    with opened(place) as ledger:
        ledger.submit(move("j", 1)).result()
    name = Secrets(place).keep("a text")
    from fairfelt.ledger import Opening

    with Opening(address=place, machine=Naming()).activate() as ledger:
        ledger.submit(Command("n", 1, {"kind": "name", "secret": name}, 0)).result()
    return name


def test_secrets_that_were_changed_or_removed_are_reported(place: str) -> None:
    name = named(place)
    assert main(["ledger", "verify", "--chain-only", place]) == 0
    for statement, sentence in (
        ("UPDATE secrets SET text = 'another'", f"the secret {name} was changed"),
        ("DELETE FROM secrets", f"names 1 secrets that were removed, the first one {name} in event 2"),
    ):
        tamper(place, statement)
        with pytest.raises(LedgerCorrupt, match=sentence):
            verify_secrets(place)
        assert main(["ledger", "verify", "--chain-only", place]) == 1


def test_secrets_that_a_restore_left_out_are_not_taken_for_stolen(place: str, tmp_path: Path) -> None:
    named(place)
    backup(place, tmp_path / "copy")
    restore(tmp_path / "copy", tmp_path / "there.db")
    verify_secrets(tmp_path / "there.db")


def sql_of_the_page(schema: str, role: str) -> str:
    """What the documentation tells to run."""
    sql = PAGE.read_text().partition("```sql\n")[2].partition("```")[0]
    return sql.replace("SCHEMA_NAME", schema).replace("fairfelt_server", role)


def test_a_role_that_only_adds_can_serve_and_cannot_change(server: str) -> None:
    place = fresh_schema(server)
    with opened(place) as ledger:
        ledger.submit(move("k", 1)).result()
    schema = place.rpartition("search_path%3D")[2]
    role = f"server_of_{schema}"
    with psycopg.connect(server, autocommit=True, options=f"-csearch_path={schema}") as owner:
        owner.execute(sql_of_the_page(schema, role))
        with pytest.raises(psycopg.errors.RaiseException, match="only ever added"):
            owner.execute("DELETE FROM events")
    serving = make_url(place).set(username=role).render_as_string(hide_password=False)
    with opened(serving) as ledger:
        ledger.submit(move("k", 2)).result()
        Secrets(serving).keep("a text")
    assert verify(serving, Bank()).head.number == 2
    with psycopg.connect(server, user=role, autocommit=True, options=f"-csearch_path={schema}") as thief:
        for statement in (
            "UPDATE events SET body = ''",
            "DELETE FROM events",
            "TRUNCATE events",
            "DELETE FROM secrets",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                thief.execute(statement)


def test_the_one_trigger_with_another_body_is_found(server: str) -> None:
    place = fresh_schema(server)
    opened(place).close()
    tamper(
        place,
        "CREATE FUNCTION fairfelt_append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE TRIGGER fairfelt_append_only BEFORE DELETE ON events EXECUTE FUNCTION fairfelt_append_only()",
    )
    refused(place, "the trigger fairfelt_append_only")
