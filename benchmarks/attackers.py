"""Visitors who mean harm, in a process of their own: `python -m benchmarks.attackers PORT`.

A thousand connections that never finish a header, forty readers of PDFs, one header without an end, each from an
address of its own. It says when all are at it, and goes on until its input ends; then it writes down what it came to.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import Counter
from contextlib import suppress

SLOW, READERS = 1_000, 40
SLOW_ADDRESS, READER_ADDRESS, ENDLESS_ADDRESS = "127.0.0.2", "127.0.0.3", "127.0.0.4"
PAPERS = ("rules.pdf", "dealing.pdf")


async def connect(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A line from an address."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def be_slow(port: int, done: Counter[str]) -> None:
    """Begin a header and never end it; whoever is hung up on comes back."""
    while True:
        with suppress(OSError):
            reader, writer = await connect(port, SLOW_ADDRESS)
            writer.write(b"GET / HTTP/1.1\r\nx-slow: ")
            done["slow connections"] += 1
            await reader.read()
            writer.close()
        await asyncio.sleep(1.0)


async def read_papers(port: int, slugs: list[str], done: Counter[str]) -> None:
    """One paper after another."""
    number = 0
    while True:
        number += 1
        path = f"/games/{slugs[number % len(slugs)]}/{PAPERS[number % len(PAPERS)]}"
        with suppress(OSError, asyncio.IncompleteReadError, ValueError):
            reader, writer = await connect(port, READER_ADDRESS)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode())
            answer = await reader.read()
            done[f"papers answered {answer[9:12].decode()}"] += 1
            writer.close()
        await asyncio.sleep(0.05)


async def never_end(port: int, done: Counter[str]) -> None:
    """One header, as long as it is taken."""
    while True:
        with suppress(OSError):
            _, writer = await connect(port, ENDLESS_ADDRESS)
            writer.write(b"GET / HTTP/1.1\r\nx-endless: ")
            while True:
                writer.write(b"x" * 65_536)
                await writer.drain()
                done["bytes of one header"] += 65_536
        await asyncio.sleep(0.1)


async def attack(port: int) -> None:
    """All at once, until the input ends."""
    from fairfelt import games

    os.nice(10)  # they would be on machines of their own
    slugs, done = [game.slug for game in games.catalogue()], Counter[str]()
    work = [be_slow(port, done) for _ in range(SLOW)]
    work += [read_papers(port, slugs[shift:] + slugs[:shift], done) for shift in range(READERS)]
    tasks = list(map(asyncio.create_task, [*work, never_end(port, done)]))
    while done["slow connections"] < SLOW:
        await asyncio.sleep(0.1)
    sys.stdout.write("at it\n")
    sys.stdout.flush()
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    for task in tasks:
        task.cancel()
    json.dump(done, sys.stdout)


if __name__ == "__main__":
    asyncio.run(attack(int(sys.argv[1])))
