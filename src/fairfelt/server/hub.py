"""The line from a room to the hub of its shared jackpot: it reports, hears the hub's word, and notices silence."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from fairfelt.ledger import Committed, Head, LedgerError
from fairfelt.ledger.store import snapshot
from fairfelt.room import Floor
from fairfelt.room.hub.accounts import PROTOCOL
from fairfelt.room.hub.hub_commands import ReportRoom
from fairfelt.room.hub.hub_events import HubWord
from fairfelt.room.hub.room import HearHub, LoseHub, OfferJackpot, folded_rules, has_news, is_news, report_of
from fairfelt.room.state.links import FoldedHands
from fairfelt.runtime.formats import fit_line
from fairfelt.runtime.http_client import HttpClient, NoAnswer
from fairfelt.server.controller import Controller
from fairfelt.version import __version__

# A hub over HTTP, as one of its rooms asks it: one connection that is kept, the room's key, no redirects.


TIMEOUT_S = 3.0
ON_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_decode = msgspec.json.Decoder(HubWord).decode


class HubUnreachable(Exception):  # noqa: N818  (it reads as what happened)
    """The hub does not answer, or not as a hub does; whether it took what was sent is not known."""


class HubRefused(Exception):  # noqa: N818  (it reads as what happened)
    """The hub has answered no, and says why."""

    def __init__(self, sentence: str, expected: int | None = None) -> None:
        super().__init__(sentence)
        self.expected = expected
        """The number that it waits for, where the report had another."""


class HubClient:
    """Asks one hub, one thing after another, off the event loop."""

    def __init__(self, url: str, key: str, authority: Path | None = None, timeout_s: float = TIMEOUT_S) -> None:
        """`authority` is the private one that signs the hub's certificate, if it is private."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r:.80} is not the address of a hub: give https://…")
        if parts.scheme == "http" and parts.hostname not in ON_THIS_MACHINE:
            raise ValueError(f"{url!r:.80} would send the room's key in the clear: give https://…")
        agent = {"User-Agent": f"fairfelt-room/{__version__}"}
        self._http = HttpClient(url, key=key, timeout_s=timeout_s, headers=agent, authority=authority, proxies=False)

    def word(self) -> HubWord:
        return self._word(self._ask("GET", f"/api/hub/word?protocol={PROTOCOL}"))

    def report(self, sequence: int, report: ReportRoom) -> HubWord:
        """Send all that was counted and claimed, under a number; returns the hub's word after it."""
        body = {name: value for name, value in msgspec.to_builtins(report).items() if name not in ("kind", "cards")}
        return self._word(self._ask("POST", "/api/hub/report", {"sequence": sequence, **body}))

    def next_sequence(self) -> int:
        """The number that the hub waits for."""
        try:
            return int(json.loads(self._ask("GET", "/api/device"))["next_sequence"])
        except (ValueError, KeyError, TypeError) as error:
            raise HubUnreachable("the hub's answer is not what a hub says") from error

    def close(self) -> None:
        self._http.close()

    def _word(self, answer: bytes) -> HubWord:
        try:
            return _decode(answer)
        except msgspec.MsgspecError as error:
            raise HubUnreachable(f"the hub's answer is not what a hub says ({error})") from error

    def _ask(self, method: str, path: str, body: Any = None) -> bytes:
        try:
            answer = self._http.ask(method, path, body=body)
        except NoAnswer as error:
            raise HubUnreachable(f"the hub does not answer ({error})") from error
        if answer.status == 200:
            return answer.body
        detail = answer.plain.get("detail") or "it does not say why"
        if answer.status >= 500 or answer.status == 429:
            raise HubUnreachable(f"the hub answers {answer.status} ({detail})")
        raise HubRefused(str(detail), answer.plain.get("expected"))


# Keeps a room in touch with its hub: about once a second it reports what is new, or asks what is.


EVERY_S = 1.0
LOST_AFTER_S = 5.0
_log = logging.getLogger(__name__)


class HubConnection:
    """One room's line to one hub. It keeps nothing that must last: what was counted and claimed is on the journal."""

    def __init__(
        self, room: Controller, client: HubClient, every_s: float = EVERY_S, lost_after_s: float = LOST_AFTER_S
    ) -> None:
        """`lost_after_s` is the silence of the hub after which displays say that they are not current."""
        self._room, self._client, self._every_s, self._lost_after_s = room, client, every_s, lost_after_s
        self._number: int | None = None
        """Number of the next report; None until the hub was asked for it."""
        self._known = Head(0, "")
        """The last event that the hub has taken, with its hash on this room's journal."""
        self._told_rules: tuple[FoldedHands, ...] = ()
        """The rules on folded hands that this server sent to the hub."""
        self._heard_s = room.settings.seconds()
        self._busy = threading.Lock()

    async def run(self) -> None:
        try:
            while True:
                try:
                    await self.turn()
                except LedgerError as error:  # the disk is full, say: what is not written now is said again
                    _log.warning("the hub's word was not written", extra={"why": str(error)})
                await asyncio.sleep(self._every_s)
        finally:
            self._client.close()

    async def turn(self) -> None:
        """One exchange, and what follows from it on this room's journal."""
        try:
            committed = self._room.ledger.committed
        except LedgerError:
            return  # another server has the room, and its line
        try:
            word = await asyncio.to_thread(self._exchange, committed)
            self._heard_s = self._room.settings.seconds()
            await self._take(word)
        except HubRefused as error:
            self._number = None  # nor is what the hub knows
            if error.expected is None:
                await self._lose(f"the hub refuses this room: {error}")
        except HubUnreachable as error:
            self._number = None  # whether it was taken is not known
            if self._room.settings.seconds() - self._heard_s >= self._lost_after_s:
                await self._lose(str(error))

    def _exchange(self, committed: Committed[Floor]) -> HubWord:
        """Report, if the hub does not know all or knows more than there is; otherwise only ask."""
        with self._busy:
            jackpot, floor, head = self._jackpot(committed.state), committed.state, committed.head
            rules = folded_rules(floor, jackpot)
            news = bool(jackpot) and (has_news(floor, jackpot) or rules != self._told_rules)
            if self._number is None or not news:
                word = self._client.word()
                if word.protocol != PROTOCOL:
                    raise HubRefused(
                        f"the hub speaks version {word.protocol} of its protocol, and this room version {PROTOCOL}: "
                        "bring both to the same release of the software"
                    )
                if not jackpot or word.retired or not (news or word.up_to > head.number):
                    return word
                self._number = self._client.next_sequence()
                self._known = self._own(word.up_to)
            word = self._client.report(self._number, report_of(floor, jackpot, head, self._known))
            self._number, self._known, self._told_rules = self._number + 1, head, rules
            return word

    def _own(self, number: int) -> Head:
        """An event of this room's journal with its hash; without one where the journal does not go so far."""
        if not number:
            return Head(0, "")
        with snapshot(self._room.settings.address) as taken:
            return Head(number, taken.hash_at(number) or "")

    def _jackpot(self, floor: Floor) -> str:
        """This room's name for the jackpot of its hub; empty before it was joined."""
        return next(iter(floor.hub_lines), "")

    async def _take(self, word: HubWord) -> None:
        """Write down what is new in the hub's word."""
        floor = self._room.floor
        if jackpot := self._jackpot(floor):
            if is_news(floor, jackpot, word):
                answer = await self._room.tell(HearHub(jackpot=jackpot, word=word))
                if answer.refused:
                    await self._lose(f"the hub's word cannot be taken: {answer.body['reason']}")
        elif word.retired:
            return
        elif floor.hub_offer is None or (floor.hub_offer.jackpot, floor.hub_offer.terms) != (word.jackpot, word.terms):
            await self._room.tell(OfferJackpot(word=word))

    async def _lose(self, why: str) -> None:
        """Say on the journal that the room is cut off, and that play stops where it has lasted too long."""
        floor = self._room.floor
        if not (jackpot := self._jackpot(floor)):
            return
        line, now = floor.hub_lines[jackpot], self._room.settings.clock()
        since = line.cut_off_micros or now
        overdue = line.stops_after_s is not None and now - since >= line.stops_after_s * 1_000_000
        stops = overdue or line.retired
        stopped = bool(floor.stopped_without_hub(jackpot))
        if line.current or stops != stopped:
            _log.warning("cut off from the hub", extra={"why": why, "stops": stops})
            await self._room.tell(LoseHub(jackpot=jackpot, why=fit_line(why), stops=stops))
