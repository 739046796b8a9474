"""What one hub carries: reports and words a second, and how soon a wager in one room is on the display of another.

`python -m benchmarks.hub` measures it; nothing else should run on the machine meanwhile.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

from fairfelt.jackpot import PPM, Level, Terms
from fairfelt.room import DeviceKind
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.rounds import Bet, EndGame, StartGame
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot, SetUpTable
from fairfelt.room.hub.accounts import PROTOCOL
from fairfelt.room.hub.hub_commands import ReportRoom
from fairfelt.room.hub.room import JoinHub, OfferJackpot
from fairfelt.server import Controller, Settings
from fairfelt.server.cards import key_digest
from fairfelt.server.hub import HubClient, HubConnection

from .measure import Row
from .room_server import UNIT, serving

ROOMS = 200
THREADS = 8
SECONDS = 10.0
ROUNDS = 10
JACKPOT = "wide"
LEVELS = (Level("Mega", 10_000 * UNIT, 150_000, 20_000), Level("Major", 1_000 * UNIT, 80_000, 10_000))
TERMS = Terms(
    name="Wide", levels=LEVELS, largest_increment_micros=25 * UNIT, executive_from_micros=5_000 * UNIT
)  # fmt: skip
PLAYED = ("flushes-gone-wild", "Multi-Game Link Progressive", "ML01")


def rows() -> Iterator[Row]:
    """A hub with many rooms, asked as fast as it answers; then two rooms with real lines to it."""
    with tempfile.TemporaryDirectory() as folder:
        place = str(Path(folder) / "hub.db")
        asyncio.run(_tell(Controller(Settings(address=place)), list(_hub())))
        with serving(place, "active") as (server, port):
            for what, asks in (("reports", _Reports), ("words", _Words)):
                before, begun = _cpu_s(server.pid), time.perf_counter()
                count = _ask(port, asks)
                took, busy = time.perf_counter() - begun, _cpu_s(server.pid) - before
                yield Row(f"A hub of {ROOMS} rooms: {what} a second", "1/s", count / took, None, "")
                yield Row(f"  {what} for each second of its processor", "1/s", count / busy, None, "")
            lags = asyncio.run(_lags(port, Path(folder)))
        yield Row(
            "  a wager on the display of another room, half of them after", "s", statistics.median(lags), None, ""
        )
        yield Row("  the slowest", "s", max(lags), None, "2 s")


def _hub() -> Iterator[RoomCommand]:
    yield OpenJackpot(jackpot=JACKPOT, terms=TERMS)
    for room in range(ROOMS + 2):
        name = f"room {room}"
        yield MakeLink(link=name, jackpot=JACKPOT, location=name)
        yield EnrolDevice(device=name, device_kind=DeviceKind.ROOM, link=name, key_sha256=key_digest(_key(room)))
        yield SwitchDevice(device=name, enabled=True)


def _key(room: int) -> str:
    return f"the key of room {room}"


async def _tell(controller: Controller, asked: list[RoomCommand], *, stop: bool = True) -> None:
    await controller.start()
    for each in asked:
        answer = await controller.tell(each)
        assert not answer.refused, answer.body
    if stop:
        await controller.stop()


def _cpu_s(process: int) -> float:
    """What a process has used of the processor."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _ask(port: int, asks: type[_Asker]) -> int:
    """All rooms, over connections that stay, as fast as they are answered; how often that was."""
    askers = [asks(port, range(first, ROOMS, THREADS)) for first in range(THREADS)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    return sum(asker.count for asker in askers)


class _Asker(Thread):
    """Some of the rooms, one after another."""

    def __init__(self, port: int, rooms: range) -> None:
        super().__init__()
        url = f"http://127.0.0.1:{port}"
        self.rooms = [HubClient(url, _key(room), timeout_s=30) for room in rooms]
        self.count = 0

    def run(self) -> None:
        """Until the time is over."""
        end, turn = time.monotonic() + SECONDS, 0
        while time.monotonic() < end:
            turn += 1
            for client in self.rooms:
                self.ask(client, turn)
                self.count += 1

    def ask(self, client: HubClient, turn: int) -> None:
        """One exchange."""
        raise NotImplementedError


class _Reports(_Asker):
    def ask(self, client: HubClient, turn: int) -> None:
        counted = {
            f"{kind}/{level.name}": turn * UNIT * rate // PPM
            for level in LEVELS
            for kind, rate in (("meter", level.rate_ppm), ("reserve", level.reserve_rate_ppm))
        }
        since = f"{turn - 1:064x}" if turn > 1 else ""
        report = ReportRoom(
            protocol=PROTOCOL, up_to=turn, hash=f"{turn:064x}", since=turn - 1, since_hash=since, counted=counted,
            wagers=turn, wagered_micros=turn * UNIT,
        )  # fmt: skip
        client.report(turn, report)


class _Words(_Asker):
    def ask(self, client: HubClient, turn: int) -> None:
        client.word()


async def _lags(port: int, folder: Path) -> list[float]:
    """Two rooms with lines as they are by default: from the start of a game in one to the meter of the other."""
    rooms = [await _joined(port, folder, number) for number in (ROOMS, ROOMS + 1)]
    lines = [
        asyncio.create_task(HubConnection(room, HubClient(f"http://127.0.0.1:{port}", _key(number))).run())
        for room, number in zip(rooms, (ROOMS, ROOMS + 1), strict=True)
    ]
    here, there = rooms
    found = []
    for turn in range(ROUNDS):
        await asyncio.sleep(1.5 + 0.1 * turn)  # wherever in its second each line is
        stood, begun = there.floor.meters(JACKPOT)["Mega"], time.perf_counter()
        await here.ask("keypad", 2 * turn + 1, StartGame(table="T1", bets=(Bet(1, 5 * UNIT),)))
        while there.floor.meters(JACKPOT)["Mega"] == stood:
            await asyncio.sleep(0.005)
        found.append(time.perf_counter() - begun)
        await here.ask("keypad", 2 * turn + 2, EndGame(table="T1"))
    for line in lines:
        line.cancel()
    await asyncio.gather(*lines, return_exceptions=True)
    for room in rooms:
        await room.stop()
    return found


async def _joined(port: int, folder: Path, number: int) -> Controller:
    room = Controller(Settings(address=str(folder / f"room-{number}.db")))
    word = await asyncio.to_thread(HubClient(f"http://127.0.0.1:{port}", _key(number)).word)
    game, wager, paytable = PLAYED
    asked: list[RoomCommand] = [
        OfferJackpot(word=word),
        JoinHub(jackpot=JACKPOT, document="measured"),
        MakeLink(link="pit", jackpot=JACKPOT, location="here"),
        SetUpTable(table="T1", link="pit", game=game, wager=wager, paytable=paytable),
        EnrolDevice(device="keypad", device_kind=DeviceKind.KEYPAD, table="T1", key_sha256=key_digest("keypad")),
        SwitchDevice(device="keypad", enabled=True),
    ]
    await _tell(room, asked, stop=False)
    return room


if __name__ == "__main__":
    for row in rows():
        sys.stdout.write(f"{row.what}: {row.ours:,.2f} {row.unit}\n")
        sys.stdout.flush()
