"""Reading along: what offices ask of the log is kept up with it, so that nobody waits until a month is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

from fairfelt.ledger import Ledger
from fairfelt.room import Floor

from .periods import PeriodLog

READ_EVERY_S = 60.0
DAYS_AT_START = 62
"""Days whose reports are read after a start, newest first: this month and the last."""


class BackgroundReader:
    """Asks every log to read on before a user's request needs it."""

    def __init__(self, periods: PeriodLog, *reads: Callable[[Ledger[Floor]], object]) -> None:
        self._periods, self._reads = periods, reads
        self._days = DAYS_AT_START

    async def read_on(self, ledger: Ledger[Floor]) -> None:
        """All that was written since the last time; a step at a time, for who stops the controller waits for one."""
        for read in self._reads:
            await asyncio.to_thread(read, ledger)
        committed = ledger.committed
        days = committed.state.jurisdiction.days
        today = days.day_of(committed.head.at_micros)
        for back in range(self._days):
            begin_micros = days.begin_micros(today - timedelta(back))
            first, _ = await asyncio.to_thread(self._periods.read, ledger, begin_micros, days.begin_micros(today))
            if first == 1:
                break
        self._days = 1
