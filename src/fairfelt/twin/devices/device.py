"""A device of the pit: it numbers its commands, sends one again until it is answered, and remembers every answer."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from random import Random
from typing import Any

from fairfelt.rules import MICROS

from ..agenda import SECOND, Activity
from ..pit import Badge, Pit
from .client import DeviceClient, Drop, Dropped, Reply, RoomUnavailable

OUT_OF_ORDER = "urn:fairfelt:out-of-order"
DONE_NOW, DONE_BEFORE = "sent again, done then", "sent again, the first answer repeated"
REFUSED, ASKED_AGAIN = "sent again, refused", "asked again"
OK, UNAUTHORIZED, FORBIDDEN, TOO_MANY, UNAVAILABLE = 200, 401, 403, 429, 503
WAIT_S = 60.0
"""A device's wait after too many wrong PINs."""


class SignedOut(Exception):  # noqa: N818  (it reads as what happened)
    """The people at a device are not signed in any more: the server has been away."""


class UnexpectedAnswer(Exception):  # noqa: N818  (it reads as what happened)
    """An answer that a room which keeps its word does not give."""


@dataclass(frozen=True)
class CommandResult:
    """The answer to a command."""

    refusal: str
    """The sentence; empty if it was done."""
    state: Mapping[str, Any]


@dataclass
class AnswerLog:
    """Every answer of a device, in eight bytes each: the event, and a digest of its text."""

    first: int
    numbers: array[int] = field(default_factory=lambda: array("Q"))
    digests: array[int] = field(default_factory=lambda: array("Q"))

    def add(self, number: int, text: bytes) -> None:
        """Keep an answer."""
        self.numbers.append(number)
        self.digests.append(short_digest(text))


def short_digest(text: bytes) -> int:
    """A digest that distinguishes two answers; 0 for an empty one."""
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") if text else 0


@dataclass
class Device:
    """Something with a key, on a connection that fails now and then."""

    pit: Pit
    client: DeviceClient
    chance: Random
    name: str = ""
    table: str = ""
    answers: AnswerLog = field(default_factory=lambda: AnswerLog(1))
    drops: list[Drop] = field(default_factory=list)
    """Drops on the way of the command that waits for its answer."""
    cut_until_micros: int = 0

    def identify(self) -> Activity[None]:
        """Ask the room who this is, and which number comes next."""
        reply = yield from self.ask("GET", "/api/device")
        answer = reply.plain
        if reply.status != OK:
            raise RoomUnavailable(f"{self.client.url} does not know a key: {answer.get('detail')}")
        self.name, self.table, self.answers = answer["device"], answer["table"], AnswerLog(answer["next_sequence"])

    def command(self, path: str, body: Mapping[str, Any], tokens: Sequence[str] = ()) -> Activity[CommandResult]:
        """Ask for something under the next number; SignedOut leaves the number free."""
        numbered = {"sequence": self.answers.first + len(self.answers.numbers), **body}
        reply = yield from self._send_until_answered("POST", path, numbered, tokens, self.drops)
        answer, tally = reply.plain, self.pit.tally
        if reply.status == UNAUTHORIZED:
            raise SignedOut(answer["detail"])
        if answer.get("type") == OUT_OF_ORDER or "number" not in answer:
            raise UnexpectedAnswer(f"{self.name}: {path} was answered {reply.status}: {answer.get('detail')}")
        refusal = answer.get("detail", "")
        # the room's own answer inside that of the API, as it was written; nothing where there is none
        self.answers.add(answer["number"], refusal.encode() or reply.body.partition(b'"state":')[2][:-1])
        if refusal:
            tally.refusals[refusal] += 1
            recovery = REFUSED
        else:
            recovery = DONE_BEFORE if answer["again"] else DONE_NOW
            self._check(path, again=answer["again"])
        if self.drops:
            tally.recovered[self.drops[-1], recovery] += 1
        self.drops.clear()
        return CommandResult(refusal, answer.get("state", {}))

    def ask(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> Activity[Reply]:
        """Ask for what changes nothing on the books, until it is answered."""
        drops: list[Drop] = []
        reply = yield from self._send_until_answered(method, path, body, tokens, drops)
        if drops:
            self.pit.tally.recovered[drops[-1], ASKED_AGAIN] += 1
        return reply

    def sign_in(self, badge: Badge, pin: str = "") -> Activity[str]:
        """A token for a person at this device; empty where card and PIN do not open anything."""
        while True:
            reply = yield from self.ask("POST", "/api/sessions", {"card": badge.card, "pin": pin or badge.pin})
            if reply.status != TOO_MANY:
                break
            yield WAIT_S
        if reply.status == FORBIDDEN:
            self.pit.tally.refusals[reply.plain["detail"]] += 1
            return ""
        token: str = reply.plain["token"]
        return token

    def sign_out(self, tokens: Sequence[str]) -> Activity[None]:
        """Let those people go."""
        yield from self.ask("DELETE", "/api/sessions", tokens=tokens)

    def cut(self, seconds: float) -> None:
        """Take it off the network for a while."""
        self.cut_until_micros = self.pit.agenda.now_micros + int(seconds * SECOND)

    def _send_until_answered(
        self, method: str, path: str, body: object, tokens: Sequence[str], drops: list[Drop]
    ) -> Activity[Reply]:
        while True:
            try:
                return self._send(method, path, body, tokens)
            except Dropped as dropped:
                drops.append(dropped.drop)
                self.pit.tally.drops[dropped.drop] += 1
            yield self.pit.habits.try_again_s

    def _send(self, method: str, path: str, body: object, tokens: Sequence[str]) -> Reply:
        if self.pit.agenda.now_micros < self.cut_until_micros:
            self.client.close()
            raise Dropped(Drop.CUT)
        reply = self.client.request(method, path, body, tokens=tokens, lose=self._draw_loss())
        self.pit.tally.count_reply(f"{method} {path}", reply)
        if reply.status == UNAVAILABLE:
            raise Dropped(Drop.SERVER)
        return reply

    def _draw_loss(self) -> Drop | None:
        drawn, lost = self.chance.randrange(MICROS), self.pit.habits.request_lost_ppm
        if drawn < lost:
            return Drop.REQUEST
        return Drop.ANSWER if drawn < lost + self.pit.habits.answer_lost_ppm else None

    def _check(self, path: str, *, again: bool) -> None:
        """A command is done once: it had been done before if, and only if, an answer was lost."""
        sure = Drop.SERVER not in self.drops  # a server that goes away may have done it or not
        if sure and again != (Drop.ANSWER in self.drops):
            how, after = "done before" if again else "new", ", ".join(self.drops) or "nothing"
            self.pit.tally.problems.append(f"{self.name}: {path} was answered as {how} after {after}")
