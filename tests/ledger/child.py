"""Processes for tests that kill: `hold` and `write` write a journal and wait; `crash` kills writers under load."""

from __future__ import annotations

import os
import signal
import sys
from random import Random
from threading import Thread

from fairfelt.ledger import Answer, Command, Ledger, LedgerError, Opening, Standby, open_ledger
from tests.ledger.bank import Bank, State, Ticking, move

DEVICES = 4


def hold(place: str) -> None:
    """Write one command and hold the journal until killed."""
    ledger = Opening(address=place, machine=Bank()).activate()
    ledger.submit(move("k", 1)).result()
    sys.stdout.write("held\n")
    sys.stdout.flush()
    signal.pause()


def write(place: str) -> None:
    """Write two commands of a journal that goes on, and stay until killed."""
    ledger = Opening(address=place, machine=Bank(), clock=Ticking(2_000_000_000_000_000)).activate()
    for sequence in (2, 3):
        ledger.submit(move("k", sequence, sequence)).result()
    sys.stdout.write("written\n")
    sys.stdout.flush()
    signal.pause()


def load(device: int, sequence: int) -> Command:
    """The command a device sends under that number, always the same."""
    return move(f"k{device}", sequence, device + sequence, taker=f"a{sequence % 7}")


def crash(place: str, rounds: int, seed: int) -> None:
    """Fork writers and kill each at a moment nobody chose; print every answer that came back."""
    random, acknowledged = Random(seed), [0] * DEVICES
    for _ in range(rounds):
        for line in _one_life(place, acknowledged, patience=random.randrange(1, 60)):
            device, sequence = map(int, line.split()[:2])
            acknowledged[device] = max(acknowledged[device], sequence)
            sys.stdout.write(f"{line}\n")


def _one_life(place: str, acknowledged: list[int], patience: int) -> list[str]:
    """Answers that a writer gave before it was killed; patience is how many we wait for."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _write_until_killed(place, acknowledged, writing)
    os.close(writing)
    with os.fdopen(reading) as answers:
        lines = [answers.readline() for _ in range(patience)]
        os.kill(child, signal.SIGKILL)
        lines += answers.readlines()
    os.waitpid(child, 0)
    assert all(line.endswith("\n") for line in lines), "a writer ended by itself"
    return [line.strip() for line in lines]


def _write_until_killed(place: str, acknowledged: list[int], out: int) -> None:
    try:
        ledger = _active(place)
        for device in range(DEVICES):
            Thread(target=_client, args=(ledger, device, acknowledged[device], out)).start()
        signal.pause()
    finally:
        os._exit(1)


def _active(place: str) -> Ledger[State]:
    ledger = open_ledger(Opening(address=place, machine=Bank()))
    if isinstance(ledger, Standby):
        found = ledger.wait_until_active()
        assert found, "the journal of a dead writer did not fall free"
        return found
    return ledger


def _client(ledger: Ledger[State], device: int, sequence: int, out: int) -> None:
    """Send one command after another, and say what was acknowledged."""
    try:
        while True:
            sequence += 1
            answer: Answer = ledger.submit(load(device, sequence)).result()
            os.write(out, f"{device} {sequence} {answer.number} {answer.text}\n".encode())
    except LedgerError:
        os._exit(1)


if __name__ == "__main__":
    if sys.argv[1] == "hold":
        hold(sys.argv[2])
    elif sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        crash(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
