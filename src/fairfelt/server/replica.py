"""A replica: it follows the journal of a room that another server writes, for displays to look at."""

from __future__ import annotations

import asyncio
import logging

from fairfelt.ledger import Committed, Follower, LedgerError, LedgerUnavailable
from fairfelt.room import Floor, Room

from .room_view import RoomView, Settings, Status

POLL_S = 0.25
STALE_S = 5.0
"""A state is hidden after this long without a comparison with the journal."""
ONLY_SHOWS = "this server only shows the room to displays: send this to the active one"
_log = logging.getLogger(__name__)


class Replica(RoomView):
    """Knows the floor as it was last read. It takes no commands, and never becomes the active one."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, "this server is reading the journal")
        self._follower = Follower(settings.address, Room())
        self._read: Committed[Floor] | None = None
        self._read_at_s = settings.seconds()

    async def start(self) -> None:
        """Read on for as long as this server is here."""
        self._run(self.broadcast.run(), self._follow(), self._grow_old())

    @property
    def committed(self) -> Committed[Floor]:
        """The room as it was last read, unless that is too long ago."""
        if self._read is None or self.status is not Status.REPLICA:
            raise LedgerUnavailable(self.public_reason)
        if self.age_s > STALE_S:
            why = "was last read" if self._follower.has_writer else "had its last server"
            raise LedgerUnavailable(f"the journal {why} {self.age_s:.0f} seconds ago: this is not current")
        return self._read

    @property
    def last_floor(self) -> Floor | None:
        """The floor as it was last read."""
        return self._read.state if self._read else None

    @property
    def age_s(self) -> float:
        """Since the state was last held against the journal."""
        return self.settings.seconds() - self._read_at_s

    async def _follow(self) -> None:
        while await self._read_on():
            await asyncio.sleep(POLL_S)

    async def _grow_old(self) -> None:
        """Let those go who watch what is not current, also while the journal keeps us waiting."""
        while True:
            await asyncio.sleep(STALE_S / 2)
            if self.age_s > STALE_S:
                self.broadcast.commit()

    async def _read_on(self) -> bool:
        """Read what is new; whether there is any use in trying again.

        What no server writes is not current either: no game can start, and displays say so.
        """
        began_s = self.settings.seconds()
        try:
            read = await asyncio.to_thread(self._follower.poll)
        except LedgerUnavailable as error:
            _log.warning("the journal is out of reach", extra={"reason": str(error)})
            return True
        except LedgerError as error:
            self._close(str(error))
            self.broadcast.commit()
            return False
        if not self._follower.has_writer:
            _log.warning("no server writes the journal")
            return True
        if self._read is None:
            self._stand(Status.REPLICA)
            _log.info("showing", extra={"events": read.head.number})
        if self._read is None or read.head != self._read.head:
            self.commits += 1
            self.broadcast.commit()
        self._read, self._read_at_s = read, began_s
        return True
