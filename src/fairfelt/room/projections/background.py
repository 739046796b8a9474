"""Reading along: what offices ask of the log is kept up with it, so that nobody waits until a month is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fairfelt.ledger import Ledger
from fairfelt.room import Floor

from .periods import DAY_MICROS, PeriodLog

READ_EVERY_S = 60.0
DAYS_AT_START = 62
"""Days whose reports are read after a start, newest first: this month and the last."""


class BackgroundReader:
    """Asks every log to read on, long before somebody else does."""

    def __init__(self, periods: PeriodLog, *reads: Callable[[Ledger[Floor]], object]) -> None:
        self._periods, self._reads = periods, reads
        self._days = DAYS_AT_START

    async def read_on(self, ledger: Ledger[Floor]) -> None:
        """All that was written since the last time; a step at a time, for who stops the controller waits for one."""
        for read in self._reads:
            await asyncio.to_thread(read, ledger)
        midnight_micros = ledger.committed.head.at_micros // DAY_MICROS * DAY_MICROS
        for begin_micros in range(midnight_micros, midnight_micros - self._days * DAY_MICROS, -DAY_MICROS):
            first, _ = await asyncio.to_thread(self._periods.read, ledger, begin_micros, midnight_micros)
            if first == 1:
                break
        self._days = 1
