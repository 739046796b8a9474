"""Verifying the whole journal while the room runs: one at a time, with how far it has come."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fairfelt.ledger import LedgerError
from fairfelt.ledger.audit import verify
from fairfelt.room import Room
from fairfelt.server import Controller


@dataclass(frozen=True)
class Verified:
    """What one verification found."""

    at_micros: int
    events: int
    head: str
    took_s: float
    wrong: str = ""
    """Empty if every hash, balance and answer is as it was written."""


class Verifying:
    """The verification that runs, and the last one that was done."""

    def __init__(self) -> None:
        self.last: Verified | None = None
        self.seen = 0
        """Up to which event the one that runs has come."""
        self._task: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Whether one is under way."""
        return self._task is not None and not self._task.done()

    def begin(self, controller: Controller) -> None:
        """Start one, unless one runs."""
        if not self.runs:
            self.seen = 0
            self._task = asyncio.create_task(self._verified(controller))

    async def finished(self) -> None:
        """Wait for the one that runs."""
        if self._task:
            await self._task

    async def _verified(self, controller: Controller) -> None:
        """Read the journal as the public verifier does, through the room's rules; what is wrong closes the floor."""
        settings, head = controller.settings, controller.head
        began_s, wrong, events, last = settings.seconds(), "", head.number, head.hash

        def see(number: int) -> None:
            self.seen = number

        try:
            found = await asyncio.to_thread(verify, settings.address, Room(), known=head, gently=True, progress=see)
            events, last = found.head.number, found.head.hash
        except LedgerError as error:
            wrong = str(error)
        self.last = Verified(settings.clock(), events, last, settings.seconds() - began_s, wrong)
        if wrong:
            await controller.check()
