"""Watching: one look after another, with every alarm sent to those who must know."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from threading import Event as Flag

from fairfelt.runtime.http_client import HttpClient, NoAnswer

from .alarm import Alarm, AlarmKind
from .follow import Witness
from .room_client import AGENT, TIMEOUT_S
from .state import Seen

_log = logging.getLogger(__name__)


class Watch:
    """A witness that keeps looking. A temporary problem is reported when it begins and when it is over."""

    def __init__(
        self,
        witness: Witness,
        room: str,
        *,
        told: Callable[[Seen], None],
        alarmed: Callable[[Alarm], None],
        webhook: str = "",
    ) -> None:
        self._witness, self._room, self._webhook = witness, room, webhook
        self._told, self._alarmed = told, alarmed
        self._standing: AlarmKind | None = None
        self._size = -1
        self._stopped = Flag()
        self._http = HttpClient(timeout_s=TIMEOUT_S, headers=AGENT)

    def run(self, *, once: bool, every_s: float) -> int:
        """Look until something is found that stays; gives the exit code."""
        while True:
            alarm = self.step()
            if alarm and (once or not alarm.kind.passes):
                return int(alarm.kind.value)
            if once or self._stopped.wait(every_s):
                return 0

    def stop(self) -> None:
        """Look no more."""
        self._stopped.set()

    def step(self) -> Alarm | None:
        """Look once, and report what changed."""
        try:
            seen = self._witness.look()
        except Alarm as alarm:
            if alarm.kind is not self._standing:
                self._standing = alarm.kind
                self._alarmed(alarm)
                self._post(alarm.kind.word, str(alarm))
            return alarm
        if self._standing:
            self._post("over", f"the room's log is followed again after it was {self._standing.word}")
            self._standing = None
        if seen.signed.checkpoint.size != self._size:
            self._size = seen.signed.checkpoint.size
            self._told(seen)
        return None

    def _post(self, alarm: str, sentence: str) -> None:
        if not self._webhook:
            return
        seen = self._witness.seen
        size = seen.signed.checkpoint.size if seen else None
        body = {"alarm": alarm, "room": self._room, "sentence": sentence, "events_seen": size}
        content = json.dumps({**body, "witness": self._witness.verifier}).encode()
        try:
            answer = self._http.ask("POST", self._webhook, content, {"Content-Type": "application/json"})
        except NoAnswer as error:
            _log.warning("the webhook cannot be told: %s", error)
        else:
            if not 200 <= answer.status < 300:
                _log.warning("the webhook cannot be told: it answers %d", answer.status)
