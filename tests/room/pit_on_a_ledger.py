"""The small room of the tests on an open ledger, with a clock in our hand; it can be closed and opened again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fairfelt.ledger import Command, Ledger, Opening
from fairfelt.room import Floor, Room
from tests.room.floors import Pit, command, keep_secrets

OPENED: list[Ledger[Floor]] = []
"""Closed at the end of a test, so that none looks for its journal when the folder is gone."""


class PitOnALedger(Pit):
    """Set up where the journal is new; otherwise as it was left."""

    def __init__(self, place: Path, now_micros: int) -> None:
        self.place, self.now_micros = place, now_micros
        self.ledger = self._opened()
        self.floor = self.ledger.committed.state
        if not self.floor.tables:
            super().__init__()

    def _opened(self) -> Ledger[Floor]:
        ledger = Opening(address=self.place, machine=Room(), clock=lambda: self.now_micros).activate()
        OPENED.append(ledger)
        keep_secrets(self.place)
        return ledger

    def reopen(self) -> None:
        """As after a restart."""
        self.ledger.close()
        self.ledger = self._opened()

    def ask(self, kind: str, device: str = "console", /, **body: Any) -> Mapping[str, Any]:
        """Send a command under the device's next number."""
        asked = Command(device, self.ledger.next_sequence(device), command(kind, **body), 0)
        answer: Mapping[str, Any] = self.ledger.submit(asked).result().body
        self.floor = self.ledger.committed.state
        return answer
