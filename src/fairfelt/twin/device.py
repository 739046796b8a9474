"""A device of the pit: it numbers its commands and sends one again until it is answered; a controller reads sensors."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from random import Random
from time import perf_counter
from typing import Any

from fairfelt.rules import MICROS
from fairfelt.runtime.http_client import HttpAnswer, HttpClient, NoAnswer
from fairfelt.twin.agenda import Activity
from fairfelt.twin.pit import Badge, Pit

PATIENCE_S = 60.0
"""The wait for an answer, in real time."""
MOST_BYTES = 1 << 26
"""A page of events may be long."""
OUT_OF_ORDER = "urn:fairfelt:out-of-order"
OK, UNAUTHORIZED, FORBIDDEN, TOO_MANY, UNAVAILABLE = 200, 401, 403, 429, 503
WAIT_S = 60.0
"""A device's wait after too many wrong PINs."""


class RoomUnavailable(Exception):  # noqa: N818  (it reads as what happened)
    """No room could be opened or reached, and the sentence that says why."""


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
        self.numbers.append(number)
        self.digests.append(short_digest(text))


def short_digest(text: bytes) -> int:
    """A digest that distinguishes two answers; 0 for an empty one."""
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big") if text else 0


@dataclass
class Device:
    """Something with a key. What is lost on its way is sent again, under the same number."""

    pit: Pit
    key: str
    name: str = ""
    table: str = ""
    answers: AnswerLog = field(default_factory=lambda: AnswerLog(1))
    waits: bool = False
    """Whether a command was sent and not answered yet."""
    sent_again: int = 0
    """Requests that were not answered at first."""

    def identify(self) -> Activity[None]:
        """Ask the room who this is, and which number comes next."""
        reply = yield from self.ask("GET", "/api/device")
        answer = reply.plain
        if reply.status != OK:
            raise RoomUnavailable(f"{self.pit.url} does not know a key: {answer.get('detail')}")
        self.name, self.table, self.answers = answer["device"], answer["table"], AnswerLog(answer["next_sequence"])

    def command(self, path: str, body: Mapping[str, Any], tokens: Sequence[str] = ()) -> Activity[CommandResult]:
        """Ask for something under the next number; SignedOut leaves the number free."""
        numbered = {"sequence": self.answers.first + len(self.answers.numbers), **body}
        self.waits, tally, before = True, self.pit.tally, self.sent_again
        reply = yield from self.ask("POST", path, numbered, tokens)
        answer, self.waits = reply.plain, False
        if reply.status == UNAUTHORIZED:
            raise SignedOut(answer["detail"])
        if answer.get("type") == OUT_OF_ORDER or "number" not in answer:
            raise UnexpectedAnswer(f"{self.name}: {path} was answered {reply.status}: {answer.get('detail')}")
        refusal = answer.get("detail", "")
        # the room's own answer inside that of the API, as it was written; nothing where there is none
        self.answers.add(answer["number"], refusal.encode() or reply.body.partition(b'"state":')[2][:-1])
        if refusal:
            tally.refusals[refusal] += 1
        elif answer["again"] and self.sent_again == before:
            tally.problems.append(f"{self.name}: {path} was answered as done before, and was sent once")
        return CommandResult(refusal, answer.get("state", {}))

    def ask(self, method: str, path: str, body: object = None, tokens: Sequence[str] = ()) -> Activity[HttpAnswer]:
        """Ask until it is answered: the room may be restarted, or taken over by its standby."""
        while True:
            began_s = perf_counter()
            with suppress(NoAnswer):
                answer = self._line.ask(method, path, body=body, tokens=tokens)
                if answer.status != UNAVAILABLE:
                    self.pit.tally.count_reply(f"{method} {path}", perf_counter() - began_s)
                    return answer
            self._line.close()
            self.sent_again += 1
            yield self.pit.habits.try_again_s

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
        yield from self.ask("DELETE", "/api/sessions", tokens=tokens)

    @cached_property
    def _line(self) -> HttpClient:
        return HttpClient(self.pit.url, key=self.key, timeout_s=PATIENCE_S, proxies=False, most_bytes=MOST_BYTES)


REASONS = ("it read a bet through three rounds", "it changed more than twenty times in ten seconds")
"""Why a controller does not believe a sensor, as the reference firmware says it."""
BETTING = "betting"
COUNTERS = ("round", "rounds", "wagers", "wagered_micros")


@dataclass
class TableController:
    """The controller of one table: where it does not believe a sensor, bets are entered by hand."""

    device: Device
    path: str
    chance: Random
    failed: dict[int, int] = field(default_factory=dict)
    """Seats whose sensors are in quarantine, and since when."""
    _counted: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTERS, 0))

    def read(self, bets: Mapping[int, int], state: Mapping[str, Any]) -> Activity[CommandResult]:
        """Report the bets on the felt before a game starts."""
        self.failed = {seat: since for seat, since in self.failed.items() if str(seat) in state["quarantined"]}
        yield from self._test_sensors(bets)
        rows = [{"seat": seat, "amount_micros": amount} for seat, amount in bets.items() if seat not in self.failed]
        result = yield from self.device.command(f"{self.path}/sensed", {"bets": rows})
        if not result.refusal:
            self._note("bets read by a sensor", len(rows))
            self._note("bets by hand, sensor in quarantine", len(bets) - len(rows))
        return result

    def count(self, bets: Mapping[int, int], state: Mapping[str, Any]) -> Activity[None]:
        """A game has started: its own count is compared with the room's."""
        if self._counted["round"]:
            more = {"rounds": 1, "wagers": len(bets), "wagered_micros": sum(bets.values())}
            self._counted = {"round": state["round"], **{name: self._counted[name] + more[name] for name in more}}
        reply = yield from self.device.ask("POST", f"{self.path}/counted", self._counted)
        if reply.status != OK or (self._counted["round"] and reply.plain != self._counted):
            sentence = f"{self.device.name} counted {self._counted}, and the room {reply.plain}"
            self.device.pit.tally.problems.append(sentence)
        self._counted = reply.plain

    def leave(self) -> Activity[None]:
        """Switched off: its last will says so, and bets are entered by hand."""
        yield from self.device.ask("POST", f"{self.path}/hardware", {"online": False, "clock_off_ms": 0})

    def _test_sensors(self, bets: Mapping[int, int]) -> Activity[None]:
        """One of those that read something may have failed."""
        able = [seat for seat in bets if seat not in self.failed]
        if able and self.chance.randrange(MICROS) < self.device.pit.habits.sensor_fails_ppm:
            seat = self.chance.choice(able)
            body = {"seats": [seat], "why": self.chance.choice(REASONS)}
            if not (yield from self.device.command(f"{self.path}/sensors/quarantine", body)).refusal:
                self.failed[seat] = self.device.pit.agenda.now_micros
                self._note("sensor quarantined")

    def _note(self, what: str, times: int = 1) -> None:
        if times:
            self.device.pit.tally.hardware[what] += times
