"""A device of the pit: it numbers its commands, sends one again until it is answered, and remembers every answer."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import Any

from fairfelt.rules import MICROS
from fairfelt.twin.people.habits import Habits
from fairfelt.twin.report.tally import Seen

from ..agenda import SECOND, Agenda, Doing
from .connection import Drop, Dropped, Line, Reply
from .server import NotServed

OUT_OF_ORDER = "urn:fairfelt:out-of-order"
DONE_NOW, DONE_BEFORE = "sent again, done then", "sent again, the first answer repeated"
REFUSED, ASKED_AGAIN = "sent again, refused", "asked again"
OK, UNAUTHORIZED, FORBIDDEN, TOO_MANY, UNAVAILABLE = 200, 401, 403, 429, 503
WAIT_S = 60.0
"""After too many wrong PINs at one device."""


class SignedOut(Exception):  # noqa: N818  (it reads as what happened)
    """The people at a device are not signed in any more: the server has been away."""


class Unexpected(Exception):  # noqa: N818  (it reads as what happened)
    """An answer that a room which keeps its word does not give."""


@dataclass(frozen=True)
class Badge:
    """Somebody's card with its PIN."""

    card: str
    pin: str
    role: str


@dataclass(frozen=True)
class Told:
    """The answer to a command."""

    refused: str
    """The sentence; empty if it was done."""
    state: Mapping[str, Any]


@dataclass
class Heard:
    """Every answer of a device, in eight bytes each: the event, and a digest of what was said."""

    first: int
    numbers: array[int] = field(default_factory=lambda: array("Q"))
    digests: array[int] = field(default_factory=lambda: array("Q"))

    def hears(self, number: int, text: bytes) -> None:
        """Keep an answer."""
        self.numbers.append(number)
        self.digests.append(short_digest(text))


def short_digest(text: bytes) -> int:
    """Enough to tell two answers apart; 0 for no words at all."""
    if not text:
        return 0
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


@dataclass
class Device:
    """Something with a key, on a line that fails now and then."""

    line: Line
    agenda: Agenda
    habits: Habits
    chance: Random
    seen: Seen
    name: str = ""
    table: str = ""
    heard: Heard = field(default_factory=lambda: Heard(1))
    drops: list[Drop] = field(default_factory=list)
    """On the way of the command that waits for its answer."""
    cut_until_micros: int = 0

    def meet(self) -> Doing[None]:
        """Ask the room who this is, and which number comes next."""
        reply = yield from self.ask("GET", "/api/device")
        told = reply.plain
        if reply.status != OK:
            raise NotServed(f"{self.line.url} does not know a key: {told.get('detail')}")
        self.name, self.table, self.heard = told["device"], told["table"], Heard(told["next_sequence"])

    def command(self, path: str, body: Mapping[str, Any], tokens: Sequence[str] = ()) -> Doing[Told]:
        """Ask for something under the next number; SignedOut leaves the number free."""
        sent = {"sequence": self.heard.first + len(self.heard.numbers), **body}
        reply = yield from self._until_answered("POST", path, sent, tokens, self.drops)
        told = reply.plain
        if reply.status == UNAUTHORIZED:
            raise SignedOut(told["detail"])
        if told.get("type") == OUT_OF_ORDER or "number" not in told:
            raise Unexpected(f"{self.name}: {path} was answered {reply.status}: {told.get('detail')}")
        refused = told.get("detail", "")
        self.heard.hears(told["number"], refused.encode() if refused else state_text(reply.body))
        if refused:
            self.seen.refusals[refused] += 1
            self._recovered(REFUSED)
        else:
            self._recovered(DONE_BEFORE if told["again"] else DONE_NOW)
            self._check(path, again=told["again"])
        self.drops.clear()
        return Told(refused, told.get("state", {}))

    def ask(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> Doing[Reply]:
        """Ask for what changes nothing on the books, until it is answered."""
        drops: list[Drop] = []
        reply = yield from self._until_answered(method, path, body, tokens, drops)
        if drops:
            self.seen.recovered[drops[-1], ASKED_AGAIN] += 1
        return reply

    def sign_in(self, badge: Badge, pin: str = "") -> Doing[str]:
        """A token for somebody at this device; empty where card and PIN do not open anything."""
        while True:
            reply = yield from self.ask("POST", "/api/sessions", {"card": badge.card, "pin": pin or badge.pin})
            if reply.status != TOO_MANY:
                break
            yield WAIT_S
        if reply.status == FORBIDDEN:
            self.seen.refusals[reply.plain["detail"]] += 1
            return ""
        token: str = reply.plain["token"]
        return token

    def sign_out(self, tokens: Sequence[str]) -> Doing[None]:
        """Let those people go."""
        yield from self.ask("DELETE", "/api/sessions", tokens=tokens)

    def _until_answered(
        self, method: str, path: str, body: object, tokens: Sequence[str], drops: list[Drop]
    ) -> Doing[Reply]:
        while True:
            try:
                return self._tried(method, path, body, tokens)
            except Dropped as dropped:
                drops.append(dropped.drop)
                self.seen.drops[dropped.drop] += 1
            yield self.habits.try_again_s

    def _tried(self, method: str, path: str, body: object, tokens: Sequence[str]) -> Reply:
        if self.agenda.clock.now_micros < self.cut_until_micros:
            self.line.close()
            raise Dropped(Drop.CUT)
        reply = self.line.ask(method, path, body, tokens=tokens, lose=self._fate())
        self.seen.answered(f"{method} {path}", reply)
        if reply.status == UNAVAILABLE:
            raise Dropped(Drop.SERVER)
        return reply

    def _fate(self) -> Drop | None:
        drawn, lost = self.chance.randrange(MICROS), self.habits.request_lost_ppm
        if drawn < lost:
            return Drop.REQUEST
        return Drop.ANSWER if drawn < lost + self.habits.answer_lost_ppm else None

    def _recovered(self, how: str) -> None:
        if self.drops:
            self.seen.recovered[self.drops[-1], how] += 1

    def _check(self, path: str, *, again: bool) -> None:
        """A command is done once: it had been done before if, and only if, an answer was lost."""
        sure = Drop.SERVER not in self.drops  # a server that goes away may have done it or not
        if sure and again != (Drop.ANSWER in self.drops):
            said, after = "done before" if again else "new", ", ".join(self.drops) or "nothing"
            self.seen.wrong.append(f"{self.name}: {path} was answered as {said} after {after}")

    def cut(self, seconds: float) -> None:
        """Take it off the network for a while."""
        self.cut_until_micros = self.agenda.clock.now_micros + int(seconds * SECOND)


def state_text(body: bytes) -> bytes:
    """The room's own answer inside that of the API, as it was written; nothing where there is none."""
    return body.partition(b'"state":')[2][:-1]
