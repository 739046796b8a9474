"""The doctor says what a room needs and its machine does not have."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fairfelt.cli import main
from fairfelt.room.state.alarms import TimeService, TimeState
from fairfelt.runtime.configuration import Configuration
from fairfelt.runtime.configuration.settings import Backups
from fairfelt.server import machine as doctor
from fairfelt.server.machine import GIBIBYTE, Verdict, examine, why_full

HOUR_MICROS = 3_600_000_000


def found(settings: Configuration, time: TimeState = TimeState.SYNCHRONIZED, now_micros: int = 0) -> dict[str, Verdict]:
    looked = examine(settings, read_time=lambda: TimeService(time, "chrony"), now_micros=lambda: now_micros)
    worst: dict[str, Verdict] = {}
    order = list(Verdict)
    for one in looked:
        worst[one.subject] = max(worst.get(one.subject, Verdict.GOOD), one.verdict, key=order.index)
    return worst


def test_the_clock_the_backups_and_the_journal(tmp_path: Path) -> None:
    settings = Configuration(database=str(tmp_path / "room.db"), backups=Backups(folder=tmp_path))
    assert found(settings)["clock"] is Verdict.GOOD
    assert found(settings, TimeState.NOT_SYNCHRONIZED)["clock"] is Verdict.BAD
    assert found(settings)["database"] is Verdict.BAD
    assert found(settings)["backups"] is Verdict.WARNING, "there is none yet"
    copy = tmp_path / "fairfelt-2026-01-01-050000.backup"
    copy.write_bytes(b"")
    os.utime(copy, (0, 0))
    assert found(settings, now_micros=24 * HOUR_MICROS)["backups"] is Verdict.GOOD
    assert found(settings, now_micros=26 * HOUR_MICROS)["backups"] is Verdict.BAD


def test_a_server_that_cannot_count_is_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_version", lambda name: "" if name == doctor.COUNTING else "1.0")
    assert found(Configuration())["libraries"] is Verdict.GOOD
    assert found(Configuration())["counting"] is Verdict.GOOD
    monkeypatch.setattr(doctor, "_version", lambda name: "" if name == "msgspec" else "1.0")
    assert found(Configuration())["libraries"] is Verdict.BAD


def test_a_disk_that_is_nearly_full() -> None:
    folder = Path("/journal")
    assert why_full(folder, (100 * GIBIBYTE, 0, 3 * GIBIBYTE)) == ""
    assert why_full(folder, (10 * GIBIBYTE, 0, GIBIBYTE)) == "", "a tenth of a small disk"
    assert why_full(folder, (100 * GIBIBYTE, 0, GIBIBYTE)).startswith("the disk of /journal has 1.0 GiB left, 1% of it")


def test_nobody_to_alert_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fairfelt.toml"
    file.write_text("")
    assert main(["doctor", "--config", str(file), "--alert"]) == 1
    assert "BAD   alerts: alarms are sent to no one" in capsys.readouterr().out
    (tmp_path / "secret").write_text("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n")
    (tmp_path / "secret").chmod(0o600)
    file.write_text('[alerts]\nwebhooks = ["http://127.0.0.1:1/"]\nwebhook_secret_file = "secret"\n')
    assert main(["doctor", "--config", str(file), "--alert"]) == 1
    assert "BAD   alerts: 127.0.0.1:1 cannot be reached" in capsys.readouterr().out


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fairfelt.toml"
    file.write_text('database = "none.db"\n')
    assert main(["doctor", "--config", str(file)]) == 1
    told = capsys.readouterr()
    assert "BAD   database: there is no file" in told.out
    assert "findings are bad" in told.err
    assert main(["doctor", "--config", str(file), "--json"]) == 1
    assert '"verdict": "bad"' in capsys.readouterr().out
