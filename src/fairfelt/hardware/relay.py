"""What the bridge does for one device: each message becomes a request to the room, each answer a message."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import quote

import msgspec

from fairfelt.formats.reading import FieldError, decode

from .protocol import MESSAGES, PRESSES, CardPresented, Counted, Press, Showing, Status
from .room_api import RoomAnswer, RoomApi, Unreachable

Say = Callable[[str, Mapping[str, Any], bool], Awaitable[None]]
"""Publishes a message of a device: the last part of its topic, what it says, and whether it is a state that stays."""
REFUSED = "urn:fairfelt:refused"
MOST_WAITING = 100
REFRESH_S = 10.0
"""A state is told again after so long, also where nothing changed: whoever hears nothing is cut off."""
OK, MADE, UNAUTHORIZED = 200, 201, 401
_log = logging.getLogger(__name__)


class Relay:
    """Speaks for one device. It keeps nothing that the room or the device would miss: it may end at any moment."""

    def __init__(self, name: str, api: RoomApi, say: Say, clock_micros: Callable[[], int], poll_s: float) -> None:
        self.name, self._api, self._say, self._clock_micros, self._poll_s = name, api, say, clock_micros, poll_s
        self._queue: asyncio.Queue[msgspec.Struct] = asyncio.Queue(MOST_WAITING)
        self._under_way = set[int]()
        self._tokens: tuple[str, ...] = ()
        self._place, self._is_sign, self._next = "", False, 1
        self._online = self._leaves = False
        self._told: tuple[Mapping[str, Any], float] = ({}, 0.0)

    def take(self, part: str, payload: bytes) -> None:
        """A message has come; one that waits for its answer already is not put in again."""
        try:
            message = decode(payload, MESSAGES[part], msgspec.json.Decoder(MESSAGES[part]).decode)
        except FieldError as error:
            _log.warning("%s sent a %s that is none: %s", self.name, part, error)
            return
        if isinstance(message, Press):
            if message.n in self._under_way:
                return
            self._under_way.add(message.n)
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            _log.warning("%s sends faster than the room answers: a message was left for it to send again", self.name)
            self._under_way.discard(getattr(message, "n", 0))

    def leave(self) -> None:
        """Do what is under way, and no more: `asyncio.wait_for` may swallow a cancellation (Python 3.11)."""
        self._leaves = True

    async def work(self) -> None:
        """Carry out message after message."""
        await self._identify()
        while not self._leaves:
            match await self._queue.get():
                case Press() as press:
                    await self._press(press)
                    self._under_way.discard(press.n)
                case CardPresented() as card:
                    await self._sign_in(card)
                case Counted() as counted:
                    await self._compare(counted)
                case Status() as status:
                    await self._hear_status(status)
                case Showing() as shown:
                    await self._api.insist("POST", f"{self._place}/shown", msgspec.to_builtins(shown))

    async def watch(self) -> None:
        """Tell the device how its table or link stands, when that changes and now and then."""
        while not self._leaves:
            await asyncio.sleep(self._poll_s)
            if self._online and self._place:
                try:
                    await self._tell_state()
                except Unreachable as error:
                    _log.warning("%s", error)

    async def _identify(self) -> None:
        """Ask the room which device this is, until it knows."""
        while True:
            answer = await self._api.insist("GET", "/api/device")
            if answer.status == OK:
                break
            _log.error("the room does not take the key of %s: %s", self.name, answer.body.get("detail"))
            await asyncio.sleep(REFRESH_S)
        known = answer.body
        self._is_sign = bool(known["link"]) and not known["table"]
        kind, place = ("links", known["link"]) if self._is_sign else ("tables", known["table"])
        self._place, self._next = f"/api/{kind}/{quote(place, safe='')}", known["next_sequence"]

    async def _press(self, press: Press) -> None:
        if press.do not in PRESSES or self._is_sign:
            says = f"there is no {press.do!r:.40}; there are {', '.join(PRESSES)}"
            return await self._answer(press.n, {"ok": False, "code": "bad_message", "says": says, "next": press.n})
        body = {**press.body, "sequence": press.n}
        answer = await self._api.insist("POST", f"{self._place}/{PRESSES[press.do]}", body, self._tokens)
        if answer.status == OK:
            state = self._seen(answer.body["state"])
            return await self._answer(
                press.n, {"ok": True, "again": answer.body["again"], "next": press.n + 1, **state}
            )
        return await self._answer(press.n, self._refusal(press.n, answer))

    def _refusal(self, n: int, answer: RoomAnswer) -> dict[str, Any]:
        """Why a press was not done, and the number of the next: a refusal of the room's own has used one up."""
        problem = answer.body
        if answer.status == UNAUTHORIZED:
            self._tokens = ()
        following = n + 1 if problem.get("type") == REFUSED else problem.get("expected", n)
        code = problem.get("code") or ("sign_in_required" if answer.status == UNAUTHORIZED else "not_taken")
        return {"ok": False, "code": code, "says": problem.get("detail", ""), "next": following}

    async def _answer(self, n: int, answer: Mapping[str, Any]) -> None:
        self._next = int(answer["next"])
        await self._say("answer", {"n": n, **answer, "at": self._clock_micros()}, False)

    async def _sign_in(self, presented: CardPresented) -> None:
        """A card opens a session beside those that are open; no card ends them all."""
        says = ""
        if presented.card:
            sent = {"card": presented.card, "pin": presented.pin}
            answer = await self._api.insist("POST", "/api/sessions", sent)
            if answer.status == MADE:
                self._tokens = (*self._tokens, answer.body["token"])
            else:
                says = answer.body.get("detail", "") or "this card opens nothing here"
        elif self._tokens:
            await self._api.insist("DELETE", "/api/sessions", tokens=self._tokens)
            self._tokens = ()
        told = {"id": presented.id, "ok": not says, "says": says, "signed_in": len(self._tokens)}
        await self._say("answer", told, False)

    async def _compare(self, counted: Counted) -> None:
        answer = await self._api.insist("POST", f"{self._place}/counted", msgspec.to_builtins(counted))
        if answer.status == OK:
            await self._say("counted", answer.body, False)

    async def _hear_status(self, status: Status) -> None:
        self._online = status.online
        off_ms = (status.at - self._clock_micros()) // 1_000 if status.at else 0
        if not self._is_sign:
            report = {
                "online": status.online, "clock_off_ms": off_ms, "firmware": status.firmware, "sha256": status.sha256,
            }  # fmt: skip
            await self._api.insist("POST", f"{self._place}/hardware", report)
        if status.online:
            await self._identify()
            self._told = ({}, 0.0)
            await self._tell_state()

    async def _tell_state(self) -> None:
        answer = await self._api.ask("GET", self._place)
        if answer.status != OK:
            return
        state, (before, at_s) = self._seen(answer.body), self._told
        now_s = asyncio.get_running_loop().time()
        if state != before or now_s - at_s >= REFRESH_S:
            self._told = (state, now_s)
            told = {**state, "next": self._next, "at": self._clock_micros()}
            await self._say("meters" if self._is_sign else "table", told, True)

    def _seen(self, state: Mapping[str, Any]) -> dict[str, Any]:
        """What of the room's state is for hardware: lamps instead of bets that are lit or locked."""
        if self._is_sign:
            return {name: state[name] for name in ("sequence", "levels", "last_win")}
        lamp = "lit" if state["phase"] == "betting" else "locked"
        kept = ("round", "phase", "live", "bets", "sensed", "quarantined", "meters_micros", "needs")
        return {**{name: state[name] for name in kept}, "lamps": dict.fromkeys(state["bets"], lamp)}
