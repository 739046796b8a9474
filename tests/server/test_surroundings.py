"""Each thing that can go wrong around a room is noticed, and noticed to be over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fairfelt.room import Device, DeviceKind, Floor
from fairfelt.room.state.alarms import LASTING, Alarm, AlarmKind
from fairfelt.room.state.floor import Funds
from fairfelt.server.manifest import Check
from fairfelt.server.watching.runbook import runbook
from fairfelt.server.watching.watch import SLOW_WITHIN_S, UNTAKEN_S, WITNESS_S, Surroundings

NOW_S = 1_800_000_000
SILENT_S = 600.0


class Server:
    """A server whose clocks are in our hand."""

    def __init__(self, folder: Path) -> None:
        self.now_s = 0.0
        self.last_check: Check | None = Check(NOW_S * 1_000_000, 1, "", "")
        self.heard: dict[str, float] = {}
        self.untaken: dict[str, float] = {}
        self.answered: list[tuple[float, float]] = []
        self.broadcast = SimpleNamespace(lag_s=0.0)
        self.witness = SimpleNamespace(name="county")
        self.cosignatures = Signed(self)
        self.settings = SimpleNamespace(
            address=folder / "room.db", seconds=lambda: self.now_s, clock=lambda: int((NOW_S + self.now_s) * 1_000_000),
            certificate=None, backups=None, slow_answer_s=1.0, silent_s=SILENT_S,
        )  # fmt: skip


class Signed:
    """Cosignatures of one listed witness, which signed once."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.at_s = NOW_S

    @property
    def listed(self) -> tuple[Any, ...]:
        return (_hashable(self._server.witness.name),)

    def __iter__(self) -> Any:
        return iter([SimpleNamespace(witness=self.listed[0], at_seconds=self.at_s)])


class _hashable(str):  # noqa: N801
    """A witness that is its name."""

    @property
    def name(self) -> str:
        return str(self)


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    monkeypatch.setattr("fairfelt.server.watching.watch.why_full", lambda folder: "")
    return Server(tmp_path)


def around(server: Server) -> Surroundings:
    cosignatures = cast(Any, server.cosignatures)
    return Surroundings(cast(Any, server), cosignatures, lambda: server.last_check)


def kinds(look: Surroundings, floor: Floor) -> list[AlarmKind]:
    return [kind for kind, _, _ in look(floor)]


def test_all_is_well(server: Server) -> None:
    assert kinds(around(server), Floor()) == []


def test_verification_that_failed_or_is_late(server: Server) -> None:
    look = around(server)
    server.last_check = Check(NOW_S * 1_000_000, 1, "", "", "event 7 was changed")
    assert kinds(look, Floor()) == [AlarmKind.VERIFICATION]
    server.last_check = Check((NOW_S - 27 * 3_600) * 1_000_000, 1, "", "")
    assert kinds(look, Floor()) == [AlarmKind.VERIFICATION]


def test_a_witness_that_is_silent(server: Server) -> None:
    look = around(server)
    server.now_s = WITNESS_S + 1
    assert kinds(look, Floor()) == [AlarmKind.WITNESS_SILENT]
    server.cosignatures.at_s += int(WITNESS_S)
    assert kinds(look, Floor()) == []


def test_meters_money_and_the_disk(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    look = around(server)
    server.broadcast.lag_s = 31.0
    assert kinds(look, Floor()) == [AlarmKind.METERS_LATE]
    server.broadcast.lag_s = 0.0
    assert AlarmKind.DEPOSIT_DUE in kinds(look, replace(Floor(), funds=Funds(stop="$100 short")))
    assert AlarmKind.FLOOR_CLOSED in kinds(look, replace(Floor(), closings=("a fire drill",)))
    monkeypatch.setattr("fairfelt.server.watching.watch.why_full", lambda folder: "nearly full")
    assert kinds(look, Floor()) == [AlarmKind.DISK_FULL]


def test_a_device_that_is_needed_and_silent(server: Server) -> None:
    look = around(server)
    display = Device(kind=DeviceKind.DISPLAY, key_sha256="", link="pit", enabled=True)
    floor = replace(Floor(), devices={"display 1": display})
    server.heard["display 1"] = 0.0
    server.now_s = SILENT_S + 1
    assert kinds(look, floor) == [AlarmKind.DEVICE_SILENT]
    assert kinds(look, replace(floor, devices={"display 1": replace(display, enabled=False)})) == []


def test_a_device_that_is_not_heard_after_a_start(server: Server) -> None:
    """After a power cut a dead display was not missed."""
    look = around(server)
    display = Device(kind=DeviceKind.DISPLAY, key_sha256="", link="pit", enabled=True)
    floor = replace(Floor(), devices={"display 1": display})
    assert kinds(look, floor) == []
    server.now_s = SILENT_S + 1
    assert kinds(look, floor) == [AlarmKind.DEVICE_SILENT]
    assert kinds(look, replace(floor, devices={**floor.devices, "display 2": display})) == [AlarmKind.DEVICE_SILENT]


def test_a_system_that_takes_nothing(server: Server) -> None:
    look = around(server)
    server.untaken["systems.example"] = 0.0
    assert kinds(look, Floor()) == []
    server.now_s = UNTAKEN_S + 1
    assert kinds(look, Floor()) == [AlarmKind.SYSTEM_SILENT]
    server.untaken.clear()
    assert kinds(look, Floor()) == []


@pytest.mark.parametrize(
    ("kind", "about"),
    [
        (AlarmKind.WITNESS_SILENT, "county"),
        (AlarmKind.DEVICE_SILENT, "display 1"), (AlarmKind.SYSTEM_SILENT, "systems.example"),
    ],
)  # fmt: skip
def test_a_restart_ends_no_alarm(server: Server, kind: AlarmKind, about: str) -> None:
    """A server that had just started knew of no claim, witness or device yet, and told everybody that it was over."""
    display = Device(kind=DeviceKind.DISPLAY, key_sha256="", link="pit", enabled=True)
    alarms = {1: Alarm(kind, about, "it is so", 0, True)}
    floor = replace(Floor(), devices={"display 1": display}, alarms=alarms)
    server.cosignatures.at_s = 0
    server.untaken["systems.example"] = 0.0
    look = around(server)
    assert [(found, name) for found, name, _ in look(floor)] == [(kind, about)]
    server.untaken.clear()
    server.heard["display 1"] = 0.0
    server.cosignatures.at_s = NOW_S
    assert kinds(look, floor) == []


def test_every_alarm_has_advice_and_says_whether_it_lasts() -> None:
    assert set(runbook()) >= set(AlarmKind)
    assert AlarmKind.CARDS_LOCKED not in LASTING


def test_answers_that_keypads_wait_for(server: Server) -> None:
    look = around(server)
    server.answered = [(0.0, 0.02)] * 27 + [(0.0, 1.2)] * 2
    assert kinds(look, Floor()) == []
    server.answered += [(0.0, 1.3)]
    ((kind, about, says),) = look(Floor())
    assert (kind, about) == (AlarmKind.ANSWERS_SLOW, "")
    assert says == "3 of the last minute's 30 answers to keypads took longer than 1 s, one of them 1.3 s"
    server.settings.slow_answer_s = 2.0
    assert kinds(look, Floor()) == []
    server.settings.slow_answer_s = 1.0
    server.now_s = SLOW_WITHIN_S + 1
    assert kinds(look, Floor()) == []
