"""Writers killed under load: what was acknowledged is there, once; what was not may be sent again."""

from __future__ import annotations

import subprocess
import sys

from fairfelt.ledger import Opening
from fairfelt.ledger.audit import verify
from tests.ledger.bank import Bank
from tests.ledger.child import DEVICES, load
from tests.ledger.desk import log
from tests.support.heavy import examples

CHILD = (sys.executable, "-m", "tests.ledger.child")
ROUNDS, ROUNDS_ON_POSTGRESQL = examples(3, 100), examples(2, 40)
"""Kills of a writer; a heavy run looks longer."""


def test_nothing_acknowledged_is_lost_or_doubled(place: str) -> None:
    rounds = ROUNDS_ON_POSTGRESQL if place.startswith("postgresql") else ROUNDS
    ran = subprocess.run([*CHILD, "crash", place, str(rounds), "7"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    answers = [line.split(" ", 3) for line in ran.stdout.splitlines()]
    assert len(answers) >= rounds
    Opening(address=place, machine=Bank()).activate().close()
    entries = {entry.number: entry for entry in log(place)}
    for device, sequence, number, text in answers:
        entry = entries[int(number)]
        assert (entry.device, entry.device_sequence) == (f"k{device}", int(sequence))
        assert entry.answer is not None
        assert entry.answer.text == text
    replayed = verify(place, Bank())
    assert replayed.state == expected(replayed.book.last_by_device)


def expected(last_by_device: dict[str, int]) -> dict[str, int]:
    """What the accounts hold if each device's commands were each carried out once."""
    held: dict[str, int] = {}
    for device in range(DEVICES):
        for sequence in range(1, last_by_device[f"k{device}"] + 1):
            body = load(device, sequence).body
            held[body["to"]] = held.get(body["to"], 0) + body["micros"]
    return held | {"mint": -sum(held.values())}
