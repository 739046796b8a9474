"""Plays some short nights in the real room, on a real journal with a clock that is set, and keeps their exports.

Every command and every event of the room is in one of them: both kinds of controls, a law that binds, one that
advises and none, three currencies, refusals, claims taken back, a clock that went back.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fairfelt.ledger.audit import verify
from fairfelt.ledger.copies.backup import export
from fairfelt.room import Room
from fairfelt.room.registry import COMMANDS
from tests.nights import FaultRates, MemoryDisk, play_night
from tests.room.journals.nights import BY_LAW, WITHOUT_A_LAW, play

FOLDER = Path(__file__).parent
EXPECTED = FOLDER / "expected.json"
SUFFIX = ".jsonl.gz"
BAD_NIGHTS = {"bad-night": False, "bad-night-with-a-law": True}


def main() -> None:
    """Write all of them, and what is expected of each."""
    expected: dict[str, Any] = {}
    asked = Counter[str]()
    with TemporaryDirectory() as folder:
        for name in (*WITHOUT_A_LAW, *BY_LAW):
            asked += _play(name, Path(folder))
            expected[name] = _expect(_keep(name, (Path(folder) / f"{name}.jsonl").read_bytes()), Path(folder))
        for name, lawful in BAD_NIGHTS.items():
            night = play_night(21, MemoryDisk(), tables=3, turns=40, rates=FaultRates(loss=10, late=10), lawful=lawful)
            expected[name] = _expect(_keep(name, b"".join(line + b"\n" for line in night.log)), Path(folder))
    EXPECTED.write_text(json.dumps(expected, indent=1, sort_keys=True) + "\n")
    missing = {str(command.__struct_config__.tag) for command in COMMANDS} - set(asked)
    assert not missing, f"nobody asked for {', '.join(sorted(missing))}"
    sys.stdout.write(f"{len(expected)} journals, {sum(night['events'] for night in expected.values()):,} events\n")


def _play(name: str, folder: Path) -> Counter[str]:
    pit = play(name, str(folder / f"{name}.db"))
    pit.close()
    export(pit.place, folder / f"{name}.jsonl")
    return pit.asked


def _keep(name: str, lines: bytes) -> bytes:
    (FOLDER / f"{name}{SUFFIX}").write_bytes(gzip.compress(lines, mtime=0))
    return lines


def _expect(lines: bytes, folder: Path) -> dict[str, Any]:
    """Where a journal ends, and what its accounts hold."""
    file = folder / "kept.jsonl"
    file.write_bytes(lines)
    replayed = verify(file, Room())
    held = {account: micros for account, micros in replayed.book.balances.items() if micros}
    return {"events": replayed.head.number, "head": replayed.head.hash, "balances": held}


if __name__ == "__main__":
    main()
