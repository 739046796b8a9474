"""Solutions that are small and advise from large tables, which lie in a process that ends when nobody asks."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from threading import Lock, Timer
from typing import Any

from fairfelt.cards import Card, format_cards
from fairfelt.exact import HandAdvice, Solution
from fairfelt.rules import Choice, Decide, Game

ANSWERING = (sys.executable, "-W", "ignore", "-m", "fairfelt.advisers.answering")
IDLE_S = 60.0


class Line:
    """The process, begun with a question and ended when none has come for a while."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._process: subprocess.Popen[str] | None = None
        self._end: Timer | None = None
        self._turn = Lock()

    @property
    def is_open(self) -> bool:
        """Whether the process is there."""
        return self._process is not None

    def ask(self, game: Game, **more: Any) -> dict[str, Any]:
        """One question and its answer."""
        question = json.dumps({"slug": game.slug, "variant": game.variant, **more})
        with self._turn:
            if self._end:
                self._end.cancel()
            process = self._begun()
            assert process.stdin and process.stdout, "both are pipes"
            try:
                process.stdin.write(question + "\n")
                process.stdin.flush()
                answer: dict[str, Any] = json.loads(process.stdout.readline())
            except (OSError, ValueError):
                self._close()
                raise RuntimeError(f"the process that advises on {game.title} has ended") from None
            self._end = Timer(self._idle_s, self.close)
            self._end.daemon = True
            self._end.start()
            return answer

    def close(self) -> None:
        """End the process; the next question begins another."""
        with self._turn:
            self._close()

    def stop(self) -> None:
        """End it in the middle of a question: the server ends."""
        if process := self._process:
            process.kill()

    def _begun(self) -> subprocess.Popen[str]:
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(ANSWERING, stdin=pipe, stdout=pipe, text=True)
        return self._process

    def _close(self) -> None:
        if process := self._process:
            self._process = None
            process.kill()
            with suppress(OSError):
                process.communicate()


class AskedApart(Solution):
    """A solution whose advice comes over the line; all else it answers itself."""

    def __init__(self, solution: Solution, line: Line) -> None:
        self.game, self.endings, self.caveat = solution.game, solution.endings, solution.caveat
        self._solution, self._line = solution, line

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        held = [format_cards(some) for some in (cards, community, dealer)]
        found = self._line.ask(self.game, cards=held)
        if "wrong" in found:
            raise ValueError(found["wrong"])
        return HandAdvice(found["street"], tuple((choice, Fraction(value)) for choice, value in found["values"]))

    def can_advise(self, state: Any) -> bool:
        return self._solution.can_advise(state)

    def chooses(self, state: Any, decide: Decide) -> Choice | None:
        return self._solution.chooses(state, decide)
