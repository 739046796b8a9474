"""The firmware of a table controller at a real broker: under Python, and under MicroPython's Unix port where it is.

`FAIRFELT_MICROPYTHON` names one that is not on the path; docs/hardware.md says how to build it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Timer
from typing import Any

import msgspec
import pytest

from fairfelt.room.commands.devices import RestoreSensors
from fairfelt.runtime.formats import convert
from fairfelt.server.hardware.room_api import BridgeSettings
from fairfelt.server.machine import PrivateAuthority
from tests.server.hardware.broker import FOUND, MISSING, mosquitto
from tests.server.hardware.controller import PATIENCE_S
from tests.server.hardware.pit import KEY, bridged
from tests.server.hub.sites import wait_until
from tests.web.card_room import UNIT, CardRoom

pytestmark = [pytest.mark.skipif(not FOUND, reason=MISSING), pytest.mark.xdist_group("broker")]
FIRMWARE = Path(__file__).parents[3] / "firmware"
MICROPYTHON = os.environ.get("FAIRFELT_MICROPYTHON") or shutil.which("micropython")
NO_MICROPYTHON = "no MicroPython: install micropython, or name one by FAIRFELT_MICROPYTHON (docs/hardware.md)"
FIRMWARE_VERSION = "1.5"
HEAP = "256k"
"""As little as a board has: its words are half as long."""
Interpreter = Sequence[str]


@pytest.fixture(
    params=[
        pytest.param([sys.executable], id="python"),
        pytest.param(
            [MICROPYTHON or "", "-X", f"heapsize={HEAP}"],
            id="micropython",
            marks=pytest.mark.skipif(not MICROPYTHON, reason=NO_MICROPYTHON),
        ),
    ]
)
def interpreter(request: pytest.FixtureRequest) -> Interpreter:
    """What runs the firmware."""
    found: Interpreter = request.param
    return found


class Desk:
    """The firmware on a desk: lines in, lines out."""

    def __init__(self, interpreter: Interpreter, config: Path) -> None:
        words = [*interpreter, str(FIRMWARE / "main.py"), str(config)]
        self.running = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=FIRMWARE, text=True)
        self._patience = Timer(PATIENCE_S, self.running.kill)
        self._patience.start()

    def end(self) -> None:
        """Cut the power."""
        self._patience.cancel()
        self.running.kill()
        self.running.wait(PATIENCE_S)

    def do(self, *lines: str) -> None:
        """Put bets on sensors, press buttons."""
        assert self.running.stdin
        self.running.stdin.write("".join(f"{line}\n" for line in lines))
        self.running.stdin.flush()

    def says(self, words: str) -> str:
        """The first line from now on with these words."""
        assert self.running.stdout
        return next(line for line in self.running.stdout if words in line)

    def shows(self, **like: Any) -> Mapping[str, Any]:
        """The first state from now on with these values."""
        assert self.running.stdout
        for line in self.running.stdout:
            if line.startswith("{") and like.items() <= (shown := json.loads(line)).items():
                found: Mapping[str, Any] = shown
                return found
        raise AssertionError(f"it never showed {like}")


@contextmanager
def on_a_desk(interpreter: Interpreter, settings: BridgeSettings, folder: Path, **more: Any) -> Iterator[Desk]:
    """The firmware with its configuration and what it keeps in a folder."""
    config = folder / "config.json"
    broker = settings.broker
    at = {"host": broker.host, "port": broker.port, "device": "t1", "key": KEY, "board": "bench"}
    way = {"authority": broker.authority} if broker.tls else {"plain": True}
    config.write_text(json.dumps({**at, **way, "store": str(folder / "store.json"), **more}))
    desk = Desk(interpreter, config)
    try:
        yield desk
    finally:
        desk.end()


def test_a_round_at_the_sensors_is_counted_by_both_and_a_stuck_sensor_plays_by_hand(
    pit: tuple[CardRoom, BridgeSettings], tmp_path: Path, interpreter: Interpreter
) -> None:
    room, settings = pit
    with bridged(settings), on_a_desk(interpreter, settings, tmp_path) as desk:
        began = desk.shows(phase="betting", current=True)
        desk.do(f"sensor 2 {UNIT}", f"sensor 4 {5 * UNIT}")
        desk.shows(lamps={"2": "lit", "4": "lit"}, waiting=False)
        for more in range(1, 4):
            desk.do("press start")
            shown = desk.shows(phase="playing", lamps={"2": "locked", "4": "locked"}, waiting=False)
            assert shown["round"] == began["round"] + more
            desk.do("sensor 2 0")  # the chip of seat 2 is taken off; seat 4 is stuck
            desk.do("press end")
            desk.shows(phase="betting", lamps={"4": "lit"} if more < 3 else {}, waiting=False)
            desk.do(f"sensor 2 {UNIT}")
        shown = desk.shows(lamps={"2": "lit"}, quarantined={"4": "it read a bet through three rounds"})
        table = room.controller.floor.tables["T1"]
        assert table.quarantined == {4: "it read a bet through three rounds"}
        assert shown["counted"] == {
            "round": table.round, "rounds": table.round, "wagers": table.bets_counted,
            "wagered_micros": table.wagered_micros,
        }  # fmt: skip
        assert [alarm for alarm in room.controller.floor.alarms.values() if "it read" in alarm.says] == []
        room.tell(RestoreSensors(table="T1", seats=(4,), note="a new one", cards=("E-1",)))


def test_a_press_outlives_a_power_cut(
    pit: tuple[CardRoom, BridgeSettings], tmp_path: Path, interpreter: Interpreter
) -> None:
    room, settings = pit
    with bridged(settings) as bridge:
        with on_a_desk(interpreter, settings, tmp_path) as desk:
            rounds = desk.shows(phase="betting", current=True, waiting=False)["round"]
            bridge.kill()
            desk.do("press start")
            desk.shows(waiting=True)
        bridge.start()
        with on_a_desk(interpreter, settings, tmp_path) as desk:
            desk.shows(phase="playing", round=rounds + 1, waiting=False)
            desk.do("press end")
            desk.shows(phase="betting", waiting=False)
    assert room.controller.floor.tables["T1"].round == rounds + 1


def test_a_card_at_the_reader_signs_in_and_out_whatever_the_bridge_does(
    pit: tuple[CardRoom, BridgeSettings], tmp_path: Path, interpreter: Interpreter
) -> None:
    _, settings = pit
    with bridged(settings) as bridge, on_a_desk(interpreter, settings, tmp_path) as desk:
        desk.shows(phase="betting", current=True, waiting=False)
        desk.do("card S-1 1111")
        desk.shows(card="Card or PIN incorrect", signed_in=0, card_waits=False)
        desk.do("card S-1 3579")
        desk.shows(card="", signed_in=1, card_waits=False)
        desk.do("card")
        desk.shows(signed_in=0, card_waits=False)
        bridge.kill()
        desk.do("card E-1 2468")
        desk.shows(card_waits=True)
        bridge.start()
        desk.shows(card="", signed_in=1, card_waits=False)
        desk.do('press void {"why": "a misdeal"}')
        assert "sign in" not in desk.shows(waiting=True)["says"]
        assert "MISDEAL cannot be pressed now" in desk.shows(waiting=False)["says"]
        assert "2468" not in (tmp_path / "store.json").read_text(), "no PIN is kept"
        desk.do("card")
        desk.shows(signed_in=0, card_waits=False)


def test_a_controller_and_the_bridge_meet_at_a_broker_with_tls_and_the_room_knows_the_program(
    pit: tuple[CardRoom, BridgeSettings], tmp_path: Path, interpreter: Interpreter
) -> None:
    """Sockets with TLS have no `recv` under MicroPython, so no controller could have come in."""
    room, settings = pit
    with mosquitto(tmp_path) as (_, port):
        broker = {"host": "localhost", "port": port, "tls": True, "authority": str(tmp_path / "tls" / "authority.pem")}
        secure = convert({**msgspec.to_builtins(settings), "broker": broker}, BridgeSettings)
        with bridged(secure), on_a_desk(interpreter, secure, tmp_path) as desk:
            desk.shows(phase="betting", current=True, waiting=False)
            wait_until(
                lambda: room.controller.floor.devices["controller T1"].firmware == FIRMWARE_VERSION,
                "the program is known",
            )
            found = room.controller.floor.devices["controller T1"]
        other = PrivateAuthority(tmp_path / "other")
        other.begin("Somebody else")
        with on_a_desk(interpreter, secure, tmp_path, authority=str(other.own.certificate)) as desk:
            assert "no TLS with the broker" in desk.says("no broker")
    files = sorted(FIRMWARE.glob("*.py"))
    lines = "".join(f"{sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files)
    assert (found.firmware, found.firmware_sha256) == (FIRMWARE_VERSION, sha256(lines.encode()).hexdigest())
