"""fairfelt ledger archive, from the command line, and what the owner of a PostgreSQL has to know."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from fairfelt.cli import main
from fairfelt.ledger.audit import verify
from fairfelt.ledger.store import snapshot
from tests.ledger.bank import Bank
from tests.ledger.desk import log
from tests.support.tampering import tamper

pytestmark = pytest.mark.sqlite_each_time

PAGE = Path(__file__).parents[3] / "docs" / "guarding.md"


def archived_to(place: str) -> int:
    with snapshot(place) as taken:
        return taken.archive.last


def test_the_whole_way(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    with snapshot(journal) as taken:
        folder = taken.archive.folder
    assert main(["ledger", "archive", journal, "--up-to", "600", "--dry-run"]) == 0
    assert capsys.readouterr().out == (
        f"{folder}/events-0000000001-0000000512.jsonl.gz\nEvents 1 to 512 would be moved to these files.\n"
    )
    assert archived_to(journal) == 0
    assert main(["ledger", "archive", journal, "--up-to", "600"]) == 0
    assert f"Events 1 to 512 were moved to {folder}" in capsys.readouterr().out
    assert main(["ledger", "archive", journal, "--up-to", "600"]) == 0
    assert "Nothing is to be moved: events up to 512 were moved before" in capsys.readouterr().out
    assert main(["ledger", "verify", "--chain-only", journal]) == 0
    assert main(["ledger", "replay", journal, "--books-only"]) == 0
    capsys.readouterr()
    next(folder.iterdir()).unlink()
    assert main(["ledger", "verify", "--chain-only", journal]) == 1
    said = capsys.readouterr().err
    assert "events-0000000001-0000000512.jsonl.gz, which holds events 1 to 512, is missing" in said
    assert said.count("\n") == 1


def test_a_day_is_a_day_of_its_zone(journal: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The events of the tests are of November 14 at 22:13 in Greenwich, when it is the 15th in Tokyo."""
    assert f"{datetime.fromtimestamp(log(journal)[0].at_micros / 1_000_000, UTC):%F %R}" == "2023-11-14 22:13"
    assert main(["ledger", "archive", journal, "--before", "2023-11-15", "--zone", "Asia/Tokyo"]) == 0
    assert "Nothing is to be moved" in capsys.readouterr().out
    assert main(["ledger", "archive", journal, "--before", "2023-11-15"]) == 0
    assert "Events 1 to 1,280 were moved" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "either --up-to NUMBER, or --before DAY"),
        (["--up-to", "5", "--before", "2026-01-01"], "either --up-to NUMBER, or --before DAY"),
        (["--up-to", "0"], "--up-to is the number of an event, 1 or more, not 0"),
        (["--before", "yesterday"], "is no day: write it as 2026-01-31"),
        (["--before", "2026-01-01", "--zone", "Nowhere"], "is no day: write it as 2026-01-31"),
    ],
)
def test_wrong_usage_is_a_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "archive", "none.db", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_no_journal_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ledger", "archive", "none.db", "--up-to", "5"]) == 2
    assert "there is no file" in capsys.readouterr().err


@pytest.mark.every_store
@pytest.mark.parametrize("place", ["postgresql"], indirect=True)
def test_the_owner_moves_events_past_the_trigger_and_servers_cannot(
    journal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = make_url(journal)
    schema = str(url.query["options"]).rpartition("=")[2]
    statements = PAGE.read_text().partition("```sql\n")[2].partition("```")[0].replace("SCHEMA_NAME", schema)
    role = f"server_of_{schema}"
    with psycopg.connect(journal, autocommit=True) as owner:
        owner.execute(statements.replace("fairfelt_server", role).encode())
    as_server = url.set(username=role).render_as_string(hide_password=False)
    assert main(["ledger", "archive", as_server, "--up-to", "600"]) == 2
    assert "does not let this user remove events: move them out as the owner" in capsys.readouterr().err
    assert archived_to(journal) == 0
    assert main(["ledger", "archive", journal, "--up-to", "600"]) == 0
    assert archived_to(journal) == 512
    verify(as_server, Bank())
    with psycopg.connect(journal, autocommit=True) as owner, pytest.raises(psycopg.Error, match="only ever added"):
        owner.execute("DELETE FROM events WHERE number = 513")
    tamper(journal, "ALTER TABLE events DISABLE TRIGGER fairfelt_append_only")
    assert main(["ledger", "archive", journal, "--up-to", "1100"]) == 0
    assert archived_to(journal) == 1_024
