"""What the law asks of the server: announce the day, count odds, look at the funds. It decides nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

from fairfelt import games
from fairfelt.law import Account, Daybook, Law, LinkedTable
from fairfelt.ledger import Answer, Ledger
from fairfelt.room import Floor
from fairfelt.room.commands import RoomCommand
from fairfelt.room.commands.closing import CloseFloor
from fairfelt.room.commands.law import BeginDay, ReviewTables
from fairfelt.room.commands.set_up import TablePlan
from fairfelt.room.law.ask_law import review
from fairfelt.room.law.paperwork import Transfer, transfer_of
from fairfelt.room.projections.days import DayLog
from fairfelt.rules import UnknownName
from fairfelt.runtime.compute.compile import NoNumba
from fairfelt.runtime.formats import fit_line

from .check import unlawful_line
from .funds import accounts, look_at
from .link_odds import examination
from .transfer_odds import transfer_odds

_log = logging.getLogger(__name__)
Tell = Callable[[Ledger[Floor], RoomCommand], Awaitable[Answer]]
MOST_S = 60.0
"""How often day and funds are looked at, at least."""


class LawOffice:
    """Keeps the room's day, and brings it what takes the entire log or a long count to know."""

    def __init__(self, tell: Tell, clock: Callable[[], int], *, plain_http: bool = False) -> None:
        self._tell, self._clock, self._plain_http = tell, clock, plain_http
        self.days = DayLog()
        self._counting = asyncio.Lock()
        """A request for a count that is under way waits until it is done."""
        self._uncounted = set[str]()
        """Jackpots whose games this server cannot count, each reported once."""

    async def keep(self, ledger: Ledger[Floor]) -> None:
        """The lines, the day, then the jackpots that are not certified for it, then the funds."""
        if not _floor(ledger).jurisdiction.is_set:
            return
        if (wrong := unlawful_line(_floor(ledger), plain_http=self._plain_http)) and not _floor(ledger).closed:
            await self._tell(ledger, CloseFloor(reason=fit_line(wrong)))
        await self.begin_day(ledger)
        for jackpot in _floor(ledger).jackpots:
            with self._as_far_as_it_counts(jackpot):
                await self.examine(ledger, jackpot)
        for transfer in map(transfer_of, _floor(ledger).inherited):
            with self._as_far_as_it_counts(transfer[1]):
                await self.examine_transfer(ledger, transfer)
        await self.look_at_funds(ledger)

    async def begin_day(self, ledger: Ledger[Floor]) -> None:
        """Announce the day to the room, if it has a law and does not know the day yet."""
        jurisdiction = _floor(ledger).jurisdiction
        if not jurisdiction.is_set:
            return
        today = jurisdiction.days.day_of(self._clock())
        if jurisdiction.day is None or today > jurisdiction.day:
            await self._tell(ledger, BeginDay(day=today))

    async def review_tables(self, ledger: Ledger[Floor]) -> None:
        """Have the law asked again where today's program says something else to a table than the log does."""
        if await asyncio.to_thread(review, _floor(ledger)):
            await self._tell(ledger, ReviewTables())

    async def examine_single_games(self, ledger: Ledger[Floor]) -> None:
        """Count how rare the awards of games are that share their jackpot with no other; nobody waits for it."""
        for jackpot in _floor(ledger).jackpots:
            with self._as_far_as_it_counts(jackpot):
                found = await asyncio.to_thread(examination, _floor(ledger), jackpot, one_game=True)
                if found:
                    await self._tell(ledger, found)

    async def examine(self, ledger: Ledger[Floor], jackpot: str, joining: LinkedTable | None = None) -> None:
        """Count what a jackpot's tables have in common, with one that is about to join, unless that was done."""
        async with self._counting:
            found = await asyncio.to_thread(examination, _floor(ledger), jackpot, joining)
            if found:
                await self._tell(ledger, found)

    async def examine_joining(self, ledger: Ledger[Floor], command: TablePlan) -> None:
        """Examine a table as a command describes it; the room reports what is wrong with the command."""
        with suppress(UnknownName, KeyError):
            game, link = games.find(command.game, command.variant), _floor(ledger).links[command.link]
            table = LinkedTable(
                table=command.table,
                game=game,
                wager=game.wager(command.wager).name,
                paytable=command.paytable,
                location=link.location,
                folded_hands_qualify=link.folded_hands.qualify(game, command.wager),
            )
            await self.examine(ledger, link.jackpot, table)
            for transfer in map(transfer_of, _floor(ledger).inherited):
                if transfer[1] == link.jackpot:
                    await self.examine_transfer(ledger, transfer, table)

    async def examine_transfer(
        self, ledger: Ledger[Floor], transfer: Transfer, joining: LinkedTable | None = None
    ) -> None:
        """Count whether an heir is won as often as the jackpot that ends, unless that was done as things stand."""
        found = await asyncio.to_thread(transfer_odds, _floor(ledger), transfer, joining)
        if found:
            await self._tell(ledger, found)

    async def look_at_funds(self, ledger: Ledger[Floor], *, anew: bool = False) -> None:
        """Compare the books with the bank; the room is notified when that changes something, or anew."""
        floor = _floor(ledger)
        law = floor.jurisdiction.law
        if law is None or not (law.find("funds.account") or floor.funds.stop or floor.funds.notices):
            return
        seen = look_at(await self.funds(ledger, law), floor.jurisdiction.mode)
        changed = bool(seen.stops) != bool(floor.funds.stop) or bool(seen.notices) != bool(floor.funds.notices)
        if changed or anew:
            await self._tell(ledger, seen)

    async def funds(self, ledger: Ledger[Floor], law: Law) -> tuple[Account, ...]:
        """How the account of each currency stands under a law and its day."""
        return accounts(_floor(ledger), law, await self.daybook(ledger))

    async def daybook(self, ledger: Ledger[Floor]) -> Daybook:
        """The money of every jackpot, day by day."""
        return (await asyncio.to_thread(self.days.read, ledger)).book

    @contextmanager
    def _as_far_as_it_counts(self, jackpot: str) -> Iterator[None]:
        """A server that cannot count leaves a jackpot unexamined, and does the rest of its work."""
        try:
            yield
        except NoNumba as error:
            if jackpot not in self._uncounted:
                _log.warning("the odds of a jackpot are not known here", extra={"jackpot": jackpot, "why": str(error)})
            self._uncounted.add(jackpot)

    def wait_s(self, ledger: Ledger[Floor]) -> float:
        """Seconds until the next look: when the gaming day ends, or sooner."""
        days, now = _floor(ledger).jurisdiction.days, self._clock()
        return min(MOST_S, max(0.01, (days.end_micros(days.day_of(now)) - now) / 1_000_000))


def _floor(ledger: Ledger[Floor]) -> Floor:
    return ledger.committed.state
