"""Counting for the studio: estimated first, in a process that can be stopped, one question for each visitor."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import Any, Literal

from fairfelt.engine import Unsolved
from fairfelt.engine.core.price import duration
from fairfelt.engine.estimate import estimate_seconds
from fairfelt.rules import Game
from fairfelt.runtime.configuration import CACHE_VARIABLE, cache_folder

from .drafts import Draft
from .limits import (
    GIBIBYTE,
    IDLE_S,
    MOST_ANSWERS,
    MOST_AT_ONCE,
    MOST_KERNEL_BYTES,
    MOST_MEMORY_BYTES,
    MOST_SECONDS,
    MOST_WAITING,
    MOST_WALL_S,
)

Kind = Literal["par", "lint"]
State = Literal["waiting", "counting", "done", "refused"]
Json = dict[str, Any]
Process = subprocess.Popen[str]
WORKER = (sys.executable, "-m", "fairfelt.web.pages.studio.worker")


@dataclass(eq=False)
class Count:
    """One question: the game, who waits for it, and how far it is."""

    kind: Kind
    text: str
    reason: str = ""
    """Why a PAR sheet is sampled and not counted, if so."""
    visitors: set[str] = field(default_factory=set)
    state: State = "waiting"
    begun_s: float = 0.0
    process: Process | None = None
    stopped: bool = False


class StudioCounts:
    """The questions that wait, the one that is counted, and the answers."""

    def __init__(
        self,
        *,
        command: Sequence[str] = WORKER,
        most_wall_s: float = MOST_WALL_S,
        estimate: Callable[[Draft], float] = lambda draft: estimate_seconds(draft.game),
    ) -> None:
        self._command, self._most_wall_s, self._estimate = tuple(command), most_wall_s, estimate
        self._answers: OrderedDict[tuple[Kind, str], Json] = OrderedDict()
        self._open: OrderedDict[tuple[Kind, str], Count] = OrderedDict()
        self._changed = Condition()
        self._threads = 0
        self._closed = False
        self._ready: Process | None = None

    def ask(self, kind: Kind, draft: Draft, visitor: str) -> Json:
        """The answer, or how far it is, or why there is none. What else this visitor waited for is let go."""
        key = (kind, draft.fingerprint if kind == "par" else draft.name)
        with self._changed:
            self._leave(visitor, kind, besides=key)
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
            if key in self._open:
                self._open[key].visitors.add(visitor)
                return self._progress(self._open[key])
        cost = self._cost(draft)
        if cost and (cost["code"] != "cost" or kind == "lint" or not _can_be_sampled(draft.game)):
            return cost
        with self._changed:
            if len(self._open) >= MOST_WAITING:
                return _refused("busy", "The server is counting for many others: try again in a minute")
            count = self._open.setdefault(key, Count(kind, draft.text, cost["sentence"] if cost else ""))
            count.visitors.add(visitor)
            self._changed.notify_all()
            if self._threads < MOST_AT_ONCE and not self._closed:
                self._threads += 1
                Thread(target=self._work, name="studio", daemon=True).start()
            return self._progress(count)

    def leave(self, visitor: str) -> None:
        """Somebody has gone: what only they waited for is stopped."""
        with self._changed:
            for kind in ("par", "lint"):
                self._leave(visitor, kind, besides=None)

    def close(self) -> None:
        """Stop whatever is counted and begin nothing more."""
        with self._changed:
            self._closed = True
            for count in self._open.values():
                _stop(count)
            self._open.clear()
            self._dismiss()
            self._changed.notify_all()

    def _leave(self, visitor: str, kind: str, besides: tuple[Kind, str] | None) -> None:
        for key, count in list(self._open.items()):
            if key != besides and count.kind == kind and visitor in count.visitors:
                count.visitors.discard(visitor)
                if not count.visitors:
                    _stop(count)
                    if count.state == "waiting":
                        del self._open[key]

    def _cost(self, draft: Draft) -> Json | None:
        """Why it is not counted: no solver, or more work than a visitor may ask for."""
        try:
            seconds = self._estimate(draft)
        except Unsolved as error:
            return _refused("unsolved", str(error))
        if seconds > MOST_SECONDS:
            return _refused(
                "cost",
                f"Counting this takes about {duration(seconds)} here, and the server gives a visitor {MOST_SECONDS} "
                "seconds. Save the game and count it on your own machine: fairfelt par game.json --yes",
                seconds=seconds,
            )
        return None

    def _progress(self, count: Count) -> Json:
        ahead = 0
        for other in self._open.values():
            if other is count:
                break
            ahead += 1
        seconds = int(monotonic() - count.begun_s) if count.state == "counting" else 0
        return {"state": count.state, "seconds": seconds, "ahead": ahead}

    def _work(self) -> None:
        """Take one question after the other; when none has come for a while, let the next process go as well."""
        while taken := self._next():
            key, count = taken
            answer = self._run(count)
            empty_if_large(kernel_folder())
            with self._changed:
                self._open.pop(key, None)
                if not count.stopped:
                    self._answers[key] = answer
                    while len(self._answers) > MOST_ANSWERS:
                        self._answers.popitem(last=False)
                if not self._closed:
                    self._ready = self._ready or self._start()

    def _next(self) -> tuple[tuple[Kind, str], Count] | None:
        with self._changed:
            while not self._closed:
                for key, count in self._open.items():
                    if count.state == "waiting":
                        count.state, count.begun_s = "counting", monotonic()
                        return key, count
                if not self._changed.wait(IDLE_S):
                    break
            self._threads -= 1
            self._dismiss()
            return None

    def _start(self) -> Process:
        """A process that has loaded all it needs and waits for its only question."""
        return subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True, env={**os.environ, CACHE_VARIABLE: str(kernel_folder())},
        )  # fmt: skip

    def _dismiss(self) -> None:
        if self._ready:
            _kill(self._ready)
            self._ready.communicate()
            self._ready = None

    def _run(self, count: Count) -> Json:
        with self._changed:
            if count.stopped:
                return {}
            ready, self._ready = self._ready, None
            process = count.process = ready if ready and ready.poll() is None else self._start()
        question = json.dumps({"kind": count.kind, "text": count.text, "reason": count.reason})
        try:
            out, _ = process.communicate(question, timeout=self._most_wall_s)
        except subprocess.TimeoutExpired:
            _kill(process)
            process.communicate()
            return _refused(
                "time",
                f"This took longer than the {int(self._most_wall_s)} seconds that the server gives a visitor. "
                f"Save the game and count it on your own machine: fairfelt {count.kind} game.json",
            )
        return _answer(out, process.returncode)


def kernel_folder() -> Path:
    """Where the processes of the studio keep what they compile, apart from what the room itself uses."""
    return cache_folder() / "studio"


def empty_if_large(folder: Path, most_bytes: int = MOST_KERNEL_BYTES) -> None:
    """Take all kernels away once they are too large together: what is needed again is compiled again."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    if sum(path.stat().st_size for path in files) > most_bytes:
        for path in files:
            path.unlink(missing_ok=True)


def _can_be_sampled(game: Game) -> bool:
    """Whether a bracket around its house edge can be sampled: any game with decisions."""
    return bool(game.streets)


def _answer(out: str, code: int) -> Json:
    """What the process said, or what became of it."""
    with suppress(ValueError):
        found: Json = json.loads(out)
        if "unsolved" in found:
            return _refused("unsolved", str(found["unsolved"]))
        if "beyond" not in found:
            return {"state": "done", **found}
    if code == -signal.SIGXCPU:
        return _refused("time", "This takes more time than the server gives a visitor: count it on your own machine")
    memory = f"{MOST_MEMORY_BYTES // GIBIBYTE} GiB"
    return _refused("memory", f"This needs more than the {memory} that the server gives a visitor, or failed")


def _refused(code: str, sentence: str, **more: Any) -> Json:
    return {"state": "refused", "code": code, "sentence": sentence, **more}


def _stop(count: Count) -> None:
    count.stopped = True
    if count.process and count.process.poll() is None:
        _kill(count.process)


def _kill(process: Process) -> None:
    """The process and all that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
