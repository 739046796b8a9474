"""How long records are kept: the years of the rule, counted on the events of a journal."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fairfelt.cli import main
from fairfelt.law import GamingDays, keeping, time_zone
from fairfelt.reports.law.funds import records_report
from fairfelt.room.projections.records import ArchivedFile, kept_records
from tests.law.funds.test_funds_of_a_journal import opened
from tests.law.law_days import commercial, laboratory

SPOKANE = GamingDays(time_zone("America/Los_Angeles"), 0)
DAYS = ("2020-01-01", "2021-06-14", "2021-06-15", "2026-06-15")


def journal(*days: str) -> Any:
    """Events at noon of these days."""
    moments = [
        int(datetime.fromisoformat(f"{day}T12:00").replace(tzinfo=SPOKANE.zone).timestamp() * 1e6) for day in days
    ]
    entries = [SimpleNamespace(at_micros=moment) for moment in moments]
    return SimpleNamespace(
        first_since=lambda micros: sum(moment < micros for moment in moments) + 1,
        entries=lambda *, after, limit: entries[after : after + limit],
    )


@pytest.mark.parametrize(
    ("on", "may_go"), [(date(2026, 6, 15), 2), (date(2026, 6, 14), 1), (date(2024, 1, 1), 0), (date(2031, 6, 16), 4)]
)
def test_the_years_are_counted_to_the_day(on: date, may_go: int) -> None:
    """The rule of five years was data, and nothing counted them."""
    found = kept_records(commercial(on), SPOKANE, journal(*DAYS), ())
    assert (found.may_go, found.oldest) == (may_go, date(2020, 1, 1))
    assert found.keeping
    assert found.keeping.years == 5
    assert ("may go; they stay" in found.sentence) == bool(may_go)


def test_without_a_rule_nothing_is_said_to_go() -> None:
    found = kept_records(laboratory(), SPOKANE, journal(*DAYS))
    assert (found.keeping, found.may_go) == (None, 0)
    assert "Nothing is dropped" in found.sentence
    assert "there is none yet" in kept_records(commercial(), SPOKANE, journal()).sentence


@pytest.mark.parametrize("year", [2028, 2029, 2030, 2032])
def test_a_record_may_go_on_the_day_after_the_one_until_which_it_is_kept(year: int) -> None:
    """A record of a leap day was said to be kept until March 1, 2029, and might go on that very day."""
    for day in range(date(year, 2, 25).toordinal(), date(year, 3, 5).toordinal()):
        held = keeping(commercial(date.fromordinal(day)))
        assert held
        for recorded in map(date.fromordinal, range(held.since.toordinal() - 3, held.since.toordinal() + 4)):
            assert held.may_go(recorded) == (recorded < held.since) == (held.on > held.until(recorded))
            assert held.until(recorded) >= date(recorded.year + 5, recorded.month, min(recorded.day, 28))


def test_a_leap_day_is_kept_a_day_longer_and_never_shorter() -> None:
    held = keeping(commercial(date(2029, 3, 1)))
    assert held
    assert (held.since, held.until(held.since)) == (date(2024, 2, 29), date(2029, 3, 1))


def test_every_archived_file_has_the_day_until_which_it_is_kept() -> None:
    files = [ArchivedFile("old.gz", 1, 256, date(2021, 6, 14)), ArchivedFile("new.gz", 257, 512, date(2021, 6, 15))]
    law = commercial(date(2026, 6, 15))
    told = records_report(kept_records(law, SPOKANE, journal(*DAYS), files), law).plain["files"]
    assert [file["status"] for file in told] == ["may go", "kept until Jun 15, 2026"]
    held = keeping(law)
    assert held
    assert held.until(date(2021, 6, 15)) == date(2026, 6, 15)


def test_the_command_reads_a_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = opened(str(tmp_path / "room.db"), mega="USD")
    assert main(["law", "records", place, "--on", "2030-01-01", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["may_go_up_to"] > 0, told["keep_from"], told["files"]) == (True, "2025-01-01", [])
    assert main(["law", "records", place, "--on", "2024-01-01", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["may_go_up_to"] == 0
    assert main(["law", "records", str(tmp_path / "none.db")]) == 2
