"""The controller: one room's ledger, open or standing by, with everyone who may use it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from math import isfinite

from fairfelt.ledger import (
    GAP,
    Answer,
    Answered,
    Command,
    Committed,
    Ledger,
    LedgerError,
    LedgerUnavailable,
    Malformed,
    Opening,
    SavedProjection,
    Standby,
    open_ledger,
    settle,
)
from fairfelt.ledger.store import Secrets, place_of
from fairfelt.room import SERVER, Floor, Room
from fairfelt.room.command import RoomCommand
from fairfelt.room.commands.closing import CloseFloor, DoubtClock, FindSoftware
from fairfelt.room.commands.paperwork import Filing
from fairfelt.room.commands.people import LockCards
from fairfelt.room.projections.periods import READ_EVERY_S, BackgroundReader, PeriodLog
from fairfelt.room.projections.records import DutyLog, IssuedLog, WinLog
from fairfelt.room.views import LinkDisplay
from fairfelt.runtime.formats import fit_line
from fairfelt.version import __version__

from .cards import CardReader, Pins
from .law_office import MOST_S, LawOffice
from .manifest import Check, Manifest, changed_games, unlawful_line
from .papers import KeptDocument, PaperOffice
from .publishing import Publishing
from .room_view import Progress, RoomView, Settings, Status
from .watching.displays import Displays
from .watching.watch import Surroundings, Watch

RETRY_S = 1.0
VERIFY_EVERY_S = 15.0
"""The interval at which new events are read back and verified."""
STANDS_BY = "this server stands by: another one is active"
_REASONS = {
    Status.FAILING: "the journal cannot be written: nothing is acknowledged until it can be",
    Status.FENCED: "this server lost its hold on the journal: nothing is served until it has taken over again",
}
_log = logging.getLogger(__name__)


class Controller(RoomView):
    """Takes commands to the ledger, and knows the floor as it was last committed."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, "the controller is starting")
        self.cards = CardReader(self, settings.seconds)
        self.wins = WinLog()
        self.duties = DutyLog()
        self.periods = PeriodLog()
        self.law = LawOffice(self._own, settings.clock, plain_http=settings.plain_http)
        self.publishing = Publishing(self._own, settings.address, settings.witnesses)
        self.papers = PaperOffice(
            address=settings.address, clock=settings.clock, read_manifest=settings.read_manifest,
            publishing=self.publishing, wins=self.wins, duties=self.duties, periods=self.periods, days=self.law.days,
            issued=IssuedLog(),
        )  # fmt: skip
        self._displays = Displays(settings.seconds)
        around = Surroundings(self, self.publishing.cosignatures, lambda: self.last_check)
        self.watch = Watch(self._own, self._displays, around, settings, self.periods, self.duties)
        self.last_check: Check | None = None
        self.checked_to: int | None = None
        """The last event that the check which runs has read; None while none runs."""
        self._ledger: Ledger[Floor] | None = None
        self._standby: Standby[Floor] | None = None
        self._pins: Pins | None = None
        self._telling = asyncio.Lock()
        self._software: Manifest | None = None
        self._tried = asyncio.Event()
        """The journal is open, another server has it, or it could not be opened: one of them is known."""
        self._progress = Progress()
        self._doubted = False
        """The log says that the clock is wrong, and it still is."""
        self._check_due = False
        """A day has passed since the start, or since the last look at everything."""

    async def start(self) -> None:
        """Open the journal, or stand by where another server has it; either way the floor is looked at first."""
        self.begin()
        await self._tried.wait()

    def begin(self) -> None:
        """Start without waiting: reading a long journal takes a while, and requests may ask how far it is."""
        kept = (self.law.days.read, self.duties.read, self.wins.read_on, self.publishing.keys.read_on)
        logs, every_s = BackgroundReader(self.periods, *kept), self.settings.watch_every_s
        self._run(
            self.broadcast.run(), self._become_active(), self._read_software(),
            self._again(self._look_every_day, lambda: self.settings.check_every_s),
            self._again(self._look_at_clock, lambda: RETRY_S),
            self._again(self.law.keep, lambda: self.law.wait_s(self.ledger)),
            self._again(logs.read_on, lambda: READ_EVERY_S),
        )  # fmt: skip
        if isfinite(every_s):  # a room that is in use
            self._run(
                self._again(lambda ledger: asyncio.to_thread(ledger.verify_on), lambda: VERIFY_EVERY_S),
                self._again(self.law.examine_single_games, lambda: MOST_S),
                self._again(self.watch.look, lambda: every_s),
                self._again(self.watch.back_up, lambda: every_s),
            )

    async def stop(self) -> None:
        """Finish what has queued, and let the next one have the journal."""
        if self._standby:
            self._standby.stop()
        await super().stop()
        if self._ledger:
            await asyncio.to_thread(self._ledger.close)

    @property
    def ledger(self) -> Ledger[Floor]:
        """The open ledger; a sentence where there is none."""
        if self._ledger is None or self.status not in (Status.ACTIVE, Status.FAILING):
            raise LedgerUnavailable(self.public_reason)
        return self._ledger

    @property
    def status(self) -> Status:
        """How this server stands now; an active one that has lost its journal is none."""
        if self._status is not Status.ACTIVE or self._ledger is None or self._ledger.available:
            return self._status
        if self._ledger.fault:
            self._close(str(self._ledger.fault))
            return self._status
        if self._ledger.is_elsewhere:
            return Status.STANDBY
        return Status.FAILING if self._ledger.held else Status.FENCED

    @property
    def reason(self) -> str:
        """Why it is not active, in a sentence; empty if it is."""
        if lost := _REASONS.get(self.status):
            waits = self._ledger is not None and self._ledger.waits_for_standby
            failure = self._ledger.failure if self._ledger else ""
            why = (lost, failure, "a commit waits for a standby of the database" if waits else "")
            return "; ".join(filter(None, why))
        if self.status is Status.STANDBY:
            return STANDS_BY
        return str(self._progress) if self._status is Status.OPENING else self._reason

    @property
    def public_reason(self) -> str:
        """The same without what the database said."""
        return _REASONS.get(self.status) or super().public_reason

    @property
    def last_floor(self) -> Floor | None:
        """The floor as it was when this server last had the journal, also where it has it no more."""
        return self._ledger.committed.state if self._ledger else None

    @property
    def committed(self) -> Committed[Floor]:
        return self.ledger.committed

    @property
    def out_of_reach(self) -> bool:
        """The journal could not be written when it was last tried; nothing is acknowledged until it can be."""
        return self._status is Status.ACTIVE and self.status is not Status.ACTIVE

    @property
    def pins(self) -> Pins:
        if self._pins is None:
            raise LedgerUnavailable(self.public_reason)
        return self._pins

    async def ask(self, device: str, sequence: int, command: RoomCommand) -> Answer:
        """Carry a command out; the answer is on disk when it comes."""
        if isinstance(command, Filing) and command.secret:
            document = KeptDocument(command.sha256, command.secret)
            if not await asyncio.to_thread(self.papers.is_kept, document):
                raise Malformed("no such document is kept here: send it to POST /api/documents first", "secret")
        ledger, began_s = self.ledger, self.settings.seconds()
        try:
            return await _asked(ledger, Command(device, sequence, command, 0))
        finally:
            now_s = self.settings.seconds()
            self.answered.append((now_s, now_s - began_s))

    async def tell(self, command: RoomCommand) -> Answer:
        """Carry out a command of the controller itself, one after another."""
        return await self._own(self.ledger, command)

    async def check(self) -> Check:
        """Look at chain, books, rules and software now; what is wrong closes the floor."""
        ledger, began_s = self.ledger, self.settings.seconds()
        self._see(0)
        try:
            wrong = await asyncio.to_thread(self._read_all, ledger)
            found = await self._look(ledger, await asyncio.to_thread(self.settings.read_manifest), wrong)
            self.last_check = replace(found, took_s=self.settings.seconds() - began_s)
        finally:
            self.checked_to = None
        return self.last_check

    def _read_all(self, ledger: Ledger[Floor]) -> str:
        """What is wrong with the journal from its first event on; empty if nothing is."""
        try:
            ledger.verify(self._see)
        except LedgerError as error:
            return str(error)
        return ""

    def begin_check(self) -> None:
        """Check in the background, unless a check is running."""
        if self.checked_to is None:
            self._see(0)
            self._run(self.check())

    def _see(self, number: int) -> None:
        self.checked_to = number

    async def _look(self, ledger: Ledger[Floor], found: Manifest, wrong: str = "") -> Check:
        """The look at what runs on a journal; one that was just opened has been read from end to end already."""
        if not wrong:
            floor = ledger.committed.state
            lines = unlawful_line(floor, plain_http=self.settings.plain_http)
            wrong = self._changed(found) or self.settings.foreign_code() or changed_games(floor) or lines
            wrong = wrong or await asyncio.to_thread(self.papers.lost, floor)
            if wrong and not floor.closed:
                await self._own(ledger, CloseFloor(reason=fit_line(wrong)))
        head = ledger.committed.head
        self.last_check = Check(self.settings.clock(), head.number, head.hash, found.digest, wrong)
        (_log.error if wrong else _log.info)("self-check %s", wrong or "passed", extra={"events": head.number})
        return self.last_check

    async def _own(self, ledger: Ledger[Floor], command: RoomCommand) -> Answer:
        """A command of our own: carried to its end even if who asked for it has gone, for its number is used."""

        async def carried() -> Answer:
            async with self._telling:
                return await _asked(ledger, Command(SERVER, ledger.next_sequence(SERVER), command, 0))

        return await asyncio.shield(asyncio.create_task(carried()))

    def _changed(self, found: Manifest) -> str:
        """Changes of the software on the disk since the start, in a sentence."""
        if self._software is None or found.digest == self._software.digest:
            return ""
        names = found.differences(self._software)
        return f"the software on the disk was changed while it ran: {', '.join(names[:3])}{' …' if names[3:] else ''}"

    async def _activated(self, ledger: Ledger[Floor]) -> None:
        """Inspect everything before any request is served."""
        self._pins = await asyncio.to_thread(self._pin_book)
        await self._look_at_clock(ledger)
        self._software = await asyncio.to_thread(self.settings.read_manifest)
        await self._own(ledger, FindSoftware(digest=self._software.digest, version=__version__))
        await self._look(ledger, self._software)
        await self._lock_lost_cards(ledger)
        await self.publishing.begin(ledger)
        await self.law.begin_day(ledger)
        await self.law.review_tables(ledger)
        await self.law.look_at_funds(ledger)
        self._stand(Status.ACTIVE)
        self.broadcast.commit()
        _log.info("active", extra={"journal": ledger.journal, "events": self.head.number})

    async def _lock_lost_cards(self, ledger: Ledger[Floor]) -> None:
        """After a restore without secrets no PIN is right any more: the log says so, and new ones can be set."""
        cards = ledger.committed.state.cards.items()
        usable = {name: card.secret for name, card in cards if not (card.locked or card.withdrawn)}
        known = await asyncio.to_thread(self.pins.known_among, usable.values())
        lost = tuple(name for name, secret in usable.items() if secret not in known)
        if lost:
            await self._own(ledger, LockCards(lost=lost, why="their PINs are missing from the database"))

    async def _become_active(self) -> None:
        """Open the journal or wait for it, and try again whatever the database does meanwhile.

        However it ends, this server is active, or stands by, or holds nothing.
        """
        while True:
            try:
                if ledger := await self._open_or_wait():
                    await self._activated(ledger)
                return
            except (LedgerUnavailable, OSError) as error:
                await self._let_go(str(error))
                await asyncio.sleep(RETRY_S)
            except LedgerError as error:
                await self._let_go(str(error))
                return
            except Exception as error:  # a fault of our own must not keep the journal from a server that has none
                _log.exception("the room could not be opened")
                await self._let_go(f"it could not be opened ({error!r})")
                return
            finally:
                self._tried.set()

    async def _open_or_wait(self) -> Ledger[Floor] | None:
        """The ledger, when our turn has come; nothing if this server was stopped."""
        if self._standby is None:
            is_there = await asyncio.to_thread(self._progress.begin, self.settings.address)
            if is_there or self._status is Status.STARTING:  # else the reason stays that of the last try
                self._stand(Status.OPENING)
            found = await asyncio.to_thread(open_ledger, self._opening())
            if isinstance(found, Ledger):
                self._ledger = found
                return found
            self._standby = found
        self._stand(Status.STANDBY)
        self._tried.set()
        self._pins = await asyncio.to_thread(self._pin_book)  # it hashes once, which nobody should wait for later
        _log.info("standing by")
        self._ledger = await asyncio.to_thread(self._standby.wait_until_active)
        if self._ledger:
            _log.warning("taking over")
        return self._ledger

    async def _read_software(self) -> None:
        """Read all the software once while the journal is opened, or while we stand by: the next look is quick."""
        with suppress(Exception):
            await asyncio.to_thread(self.settings.read_manifest)

    async def _let_go(self, reason: str) -> None:
        """Say why the floor is closed, and let another server have the journal."""
        self._close(reason)
        ledger, self._ledger = self._ledger, None
        if ledger:
            self._standby = None
            await asyncio.to_thread(ledger.close)

    async def _again(self, work: Callable[[Ledger[Floor]], Awaitable[object]], every_s: Callable[[], float]) -> None:
        """Do a part of the server's work again and again, as long as this one is the active one."""
        await self._tried.wait()
        while True:
            wait_s = RETRY_S
            with suppress(LedgerError):
                await work(self.ledger)
                wait_s = every_s()
            await asyncio.sleep(wait_s)

    async def _look_at_clock(self, ledger: Ledger[Floor]) -> None:
        """Close the floor when the clock jumps; when two people have accepted it, events are dated by it again."""
        condition = ledger.clock_condition
        if not condition:
            self._doubted = False
        elif ledger.committed.state.clock_fault:
            self._doubted = True
        elif self._doubted:
            ledger.accept_clock()
        else:
            await self._own(ledger, DoubtClock(why=fit_line(condition)))
            self._doubted = True

    async def _look_every_day(self, ledger: Ledger[Floor]) -> None:
        """Check all every day, and at once where a start from a snapshot has not read the log from its first event."""
        if self._check_due or not ledger.verified.at_micros:
            await self.check()
        self._check_due = True

    def _drawn(self, link: str) -> LinkDisplay | None:
        """The view for displays, remembered until they have shown it; refused while no game can be written down."""
        if self.out_of_reach:
            raise LedgerUnavailable(self.public_reason)
        if drawn := super()._drawn(link):
            self._displays.draw(link, drawn)
        return drawn

    def deliver(self, device: str, link: str, sequence: int) -> None:
        """Record that a display received a state, as proof of what it shows."""
        super().deliver(device, link, sequence)
        self._displays.deliver(device, link, sequence)

    def lose(self, device: str) -> None:
        """Forget a display's connection; what it took last may not have arrived."""
        super().lose(device)
        self._displays.lose(device)

    def _opening(self) -> Opening[Floor]:
        settings, loop = self.settings, asyncio.get_running_loop()
        kept: dict[str, SavedProjection] = {
            "wins": self.wins, "duties": self.duties, "periods": self.periods, "days": self.law.days,
            "keys": self.publishing.keys, "issued": self.papers.issued,
        }  # fmt: skip
        return Opening(
            address=settings.address, machine=Room(), progress=self._progress.reach, clock=settings.clock,
            server=settings.server, on_commit=self._committed, kept=kept,
            deliver=lambda answered: loop.call_soon_threadsafe(self._settle, answered),
        )  # fmt: skip

    def _settle(self, answered: Answered) -> None:
        """Deliver the answers; a device that is ahead of the journal is reported."""
        settle(answered)
        for _, answer in answered:
            if isinstance(answer, Answer) and answer.refused and (body := answer.body).get("reason") == GAP:
                self.watch.gaps[body["device"]] = body["sentence"]

    def _pin_book(self) -> Pins:
        return self._pins or Pins(Secrets(place_of(self.settings.address)), self.settings.hasher)

    def _committed(self, _: Committed[Floor]) -> None:
        self.commits += 1
        self.broadcast.commit()


async def _asked(ledger: Ledger[Floor], command: Command) -> Answer:
    waiting: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    ledger.submit_for(waiting, command)
    return await waiting
