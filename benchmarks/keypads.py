"""Eighty keypads that play as fast as they are answered, or at a pace; as little work for the client as can be."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field

from .room_server import TABLES, UNIT, keypad_key, table_name

SEATS = 7
BETS = [{"seat": seat, "amount_micros": 5 * UNIT} for seat in range(1, SEATS + 1)]


@dataclass
class Played:
    """What the keypads saw."""

    rounds: int = 0
    seconds: float = 0.0
    latencies_s: list[float] = field(default_factory=list)
    acknowledged: list[tuple[int, float]] = field(default_factory=list)
    """Events and when they were acknowledged, by the clock that all processes share."""

    @property
    def rate(self) -> float:
        """Rounds a second."""
        return self.rounds / self.seconds

    def quantile_ms(self, part: float) -> float:
        """The latency that this part of all requests stayed under."""
        return sorted(self.latencies_s)[int(len(self.latencies_s) * part)] * 1_000


class Keypad:
    """One connection, kept open."""

    def __init__(self, number: int, played: Played) -> None:
        self.number, self.played = number, played
        self._sequence = 0

    async def play(self, port: int, until_s: float, pause_s: float) -> None:
        """Round after round until the time is over, each beginning at its time if there is a pace."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        self._sequence = await self._next_sequence(reader, writer) - 1
        due_s = time.monotonic() + pause_s * self.number / TABLES
        while time.monotonic() < until_s:
            if pause_s:
                await asyncio.sleep(max(0.0, due_s - time.monotonic()))
                due_s += pause_s
            await self._post(reader, writer, "start", {"bets": BETS})
            await self._post(reader, writer, "end", {})
            self.played.rounds += 1
        writer.close()

    async def _post(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, part: str, body: dict[str, object]
    ) -> None:
        self._sequence += 1
        sent = json.dumps({"sequence": self._sequence, **body}).encode()
        head = f"POST /api/tables/{table_name(self.number)}/{part} HTTP/1.1\r\nContent-Length: {len(sent)}\r\n"
        start_s = time.monotonic()
        writer.write(head.encode() + self._headers() + sent)
        status, answer = await self._answer(reader)
        now_s = time.monotonic()
        assert status == 200, answer
        self.played.latencies_s.append(now_s - start_s)
        number = int(answer[len(b'{"number":') : answer.index(b",")])
        self.played.acknowledged.append((number, now_s))

    async def _next_sequence(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> int:
        writer.write(b"GET /api/device HTTP/1.1\r\n" + self._headers())
        _, answer = await self._answer(reader)
        return int(json.loads(answer)["next_sequence"])

    def _headers(self) -> bytes:
        return (
            b"Host: here\r\nContent-Type: application/json\r\n"
            b"Authorization: Bearer " + keypad_key(self.number).encode() + b"\r\n\r\n"
        )

    async def _answer(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
        return int(head[9:12]), await reader.readexactly(length)


async def play(port: int, seconds: float, *, rounds_a_second: float = 0.0) -> Played:
    """Let all tables play for a while, as fast as they can or at a pace."""
    played, start_s = Played(), time.monotonic()
    pause_s = TABLES / rounds_a_second if rounds_a_second else 0.0
    await asyncio.gather(*(Keypad(n, played).play(port, start_s + seconds, pause_s) for n in range(TABLES)))
    played.seconds = time.monotonic() - start_s
    return played
