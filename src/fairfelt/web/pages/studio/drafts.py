"""Drafts of the studio: a game as a visitor composes it, what is shown of it, and the blank one to begin with.

Counts of drafts are estimated first and run one at a time in a process with limits, one question per visitor.
python -m fairfelt.web.pages.studio.drafts is that process: JSON in, JSON out.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final, Literal

from starlette.requests import Request

from fairfelt import games
from fairfelt.analysis.lint import lint
from fairfelt.engine.core.price import duration
from fairfelt.engine.estimate import estimate_seconds
from fairfelt.engine.exact import Unsolved
from fairfelt.games import read_game_text
from fairfelt.reports.placard.placard import placard
from fairfelt.reports.sheet.html import body_html
from fairfelt.rules import BadDefinition, Game, UnknownName, Wager, fingerprint
from fairfelt.rules.json_form.read import write_json, written_place
from fairfelt.rules.json_form.write import FORMAT, line_names, row_names, write_game
from fairfelt.runtime.configuration import CACHE_VARIABLE, cache_folder
from fairfelt.web.jobs import FREE, JobQueue, kill_process, limit_process

BLANK: Final[dict[str, Any]] = {
    "format": FORMAT,
    "name": "My game",
    "summary": "Make a better hand than the dealer, three cards each.",
    "headlines": ["Dealer plays with queen high or better"],
    "deal": {"packets": [{"size": 3, "to": ["own"]}, {"size": 3, "to": ["dealer"]}]},
    "showdown": {"ranking": "three_card", "qualify": {"words": "queen high", "least": "Qc 3d 2h"}},
    "streets": [
        {
            "name": "Three cards",
            "choices": [{"name": "fold", "folds": True}, {"name": "Play", "bet": "Play", "times": 1}],
        }
    ],
    "wagers": [
        {
            "name": "Ante",
            "kind": "opening",
            "settle": {"kind": "unless_dealer_qualifies", "settle": "even_money", "pay": "1 to 1"},
        },
        {
            "name": "Play",
            "kind": "raise",
            "settle": {"kind": "unless_dealer_qualifies", "settle": "even_money", "pay": "pushes"},
        },
    ],
}


MOST_SECONDS = 60
"""A game that is estimated to take longer is not counted for a visitor."""
MOST_DRAFTS = 300


@dataclass(frozen=True, eq=False)
class Draft:
    """One state of a composed game: the version that is worked on, and the name by which the server finds it again."""

    game: Game
    """The version that is shown and played; without the others."""
    whole: Game
    """All versions, as they are saved."""

    @cached_property
    def text(self) -> str:
        """The version as JSON."""
        return write_json(write_game(self.game).data)

    @cached_property
    def name(self) -> str:
        """A digest of all that was composed, words included."""
        return sha256(self.text.encode()).hexdigest()[:24]

    @cached_property
    def fingerprint(self) -> str:
        """Of the version."""
        return fingerprint(self.game)


def read_draft(data: Any, version: int = 0) -> Draft:
    """A draft from plain data; raises `BadDefinition` with the place of what is wrong."""
    whole = read_game_text(json.dumps(data))
    shown = whole.variants[version] if 0 <= version < len(whole.variants) else whole
    return Draft(replace(shown, others=()), whole)


class Drafts:
    """All drafts, by name."""

    def __init__(self, most: int = MOST_DRAFTS) -> None:
        self._most = most
        self._drafts: OrderedDict[str, Draft] = OrderedDict()
        self._guard = Lock()

    def keep(self, draft: Draft) -> Draft:
        """The draft, which is found by its name from now on."""
        with self._guard:
            kept = self._drafts.setdefault(draft.name, draft)
            self._drafts.move_to_end(draft.name)
            while len(self._drafts) > self._most:
                self._drafts.popitem(last=False)
            return kept

    def find(self, name: str) -> Draft:
        """The draft of that name."""
        with self._guard:
            if name not in self._drafts:
                raise UnknownName("draft", f"{name[:24]}: open it in the studio again", ())
            self._drafts.move_to_end(name)
            return self._drafts[name]

    def __len__(self) -> int:
        return len(self._drafts)


def drafts_of(request: Request) -> Drafts:
    """The drafts behind the application that was asked."""
    drafts: Drafts = request.app.state.drafts
    return drafts


Json = dict[str, Any]


def look(drafts: Drafts, data: Any, version: int) -> Json:
    """A draft as it can be shown, or what is wrong with it and where."""
    try:
        return _view(drafts.keep(read_draft(data, version)))
    except BadDefinition as error:
        return {"fault": fault_of(error, data, version)}


def fault_of(error: BadDefinition, data: Any, version: int) -> Json:
    """The fault, and the place of the field in the version that is shown."""
    place = list(error.part)
    if place[:1] == ["others"] and len(place) > 1:
        place, at = place[2:], int(place[1]) + 1
    else:
        at = 0
    name = str(data.get("name", "")) if isinstance(data, dict) else ""
    sentence = str(error).removeprefix(f"{name}: ")
    return {"place": place, "path": written_place(tuple(place)), "version": at, "sentence": sentence}


def _view(draft: Draft) -> Json:
    game = draft.game
    found = lint([game], fast=True).to_dict()["games"][0]["findings"]
    return {
        "draft": draft.name,
        "fingerprint": draft.fingerprint,
        "title": game.title,
        "seats": game.seats,
        "placard": str(body_html(placard(game))),
        "findings": found,
        "cost": _cost(draft),
        "claims": _claims(draft),
        "rows": [_rows(draft, wager) for wager in game.wagers],
    }


def _claims(draft: Draft) -> bool:
    """True if it carries figures or approval numbers of a game whose rules it no longer has."""
    if not (draft.game.approvals or draft.game.published):
        return False
    named = (game for first in games.catalogue() for game in first.variants if game.approvals or game.published)
    return draft.fingerprint not in {games.fingerprint_of(game.slug, game.variant) for game in named}


def _cost(draft: Draft) -> Json:
    try:
        seconds = estimate_seconds(draft.game)
    except Unsolved as error:
        return {"sentence": f"{error}.", "possible": False}
    return {"sentence": f"Counting takes about {duration(seconds)}.", "possible": seconds <= MOST_SECONDS}


def _rows(draft: Draft, wager: Wager) -> Json:
    """The names of the rows of the wager's paytables, best first, and of the lines of its hand."""
    ranking = wager.ranking or (draft.game.showdown.ranking if draft.game.showdown else None)
    rows = row_names(wager.settle, ranking)
    return {"rows": list(rows)[::-1], "lines": list(line_names(ranking))[::-1]}


GIBIBYTE: Final = 1 << 30
MOST_WALL_S: Final = 150
"""A count that takes longer than estimated is stopped; a first count also compiles."""
MOST_CPU_S: Final = 4 * MOST_WALL_S
MOST_MEMORY_BYTES: Final = 8 * GIBIBYTE
"""Of address space; much less is used."""
IDLE_S: Final = 180
"""Seconds that a process waits for its question."""
MOST_WAITING: Final = 12
MOST_ANSWERS: Final = 100
MOST_KERNEL_BYTES: Final = 200 << 20
"""On disk: every new game compiles its own kernels, and visitors must not fill the room's disk."""
SAMPLED_ROUNDS: Final = 20_000
"""For a game that costs too much to count."""
Kind = Literal["par", "lint"]
Process = subprocess.Popen[str]
WORKER = (sys.executable, "-m", "fairfelt.web.pages.studio.drafts")


@dataclass(eq=False)
class Count:
    """One question: the game, the visitors who wait for it, and the process that counts it."""

    kind: Kind
    text: str
    reason: str = ""
    """Why a PAR sheet is sampled and not counted, if so."""
    visitors: set[str] = field(default_factory=set)
    future: Future[None] | None = None
    begun_s: float | None = None
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
        self._open: dict[tuple[Kind, str], Count] = {}
        self._queue = JobQueue("studio")
        self._guard = Lock()
        self._closed = False
        self._ready: Process | None = None

    def ask(self, kind: Kind, draft: Draft, visitor: str) -> Json:
        """The answer, its progress, or why there is none. Other counts that only this visitor waits for are stopped."""
        key = (kind, draft.fingerprint if kind == "par" else draft.name)
        with self._guard:
            self._leave(visitor, kind, besides=key)
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
            if key in self._open:
                self._open[key].visitors.add(visitor)
                return self._progress(self._open[key])
        cost = self._cost(draft)
        sampled = kind == "par" and bool(draft.game.streets)  # any game with decisions can be
        if cost and not (cost["code"] == "cost" and sampled):
            return cost
        with self._guard:
            if len(self._open) >= MOST_WAITING or self._closed:
                return _refused("busy", "The server is counting for many others: try again in a minute")
            count = self._open.get(key)
            if count is None:
                count = self._open[key] = Count(kind, draft.text, cost["sentence"] if cost else "")
                count.future = self._queue.put(FREE, partial(self._count, key, count))
            count.visitors.add(visitor)
            return self._progress(count)

    def leave(self, visitor: str) -> None:
        """Stop what only this visitor waited for."""
        with self._guard:
            for kind in ("par", "lint"):
                self._leave(visitor, kind, besides=None)

    def close(self) -> None:
        """Stop every count and start nothing more."""
        with self._guard:
            self._closed = True
            for count in self._open.values():
                _stop(count)
            self._open.clear()
            self._queue.shutdown(wait=False, cancel_futures=True)
            if self._ready:
                kill_process(self._ready)
                self._ready.communicate()
                self._ready = None

    def _leave(self, visitor: str, kind: str, besides: tuple[Kind, str] | None) -> None:
        for key, count in list(self._open.items()):
            if key != besides and count.kind == kind and visitor in count.visitors:
                count.visitors.discard(visitor)
                if not count.visitors:
                    del self._open[key]
                    _stop(count)

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
        seconds = None if count.begun_s is None else int(monotonic() - count.begun_s)
        ahead = len(self._queue.before(count.future)) if count.future else 0
        return {"state": "waiting" if seconds is None else "counting", "seconds": seconds or 0, "ahead": ahead}

    def _count(self, key: tuple[Kind, str], count: Count) -> None:
        """Count one question, keep its answer, and have the next process load while nobody waits."""
        count.begun_s = monotonic()
        answer = self._run(count)
        empty_if_large(kernel_folder())
        with self._guard:
            if not count.stopped:
                self._answers[key] = answer
                del self._open[key]
                while len(self._answers) > MOST_ANSWERS:
                    self._answers.popitem(last=False)
            if not self._closed:
                self._ready = self._ready or self._start()

    def _start(self) -> Process:
        """A process that loads what it needs, waits for its only question, and ends if none comes."""
        return subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True, env={**os.environ, CACHE_VARIABLE: str(kernel_folder())},
        )  # fmt: skip

    def _run(self, count: Count) -> Json:
        with self._guard:
            if count.stopped:
                return {}
            ready, self._ready = self._ready, None
            process = count.process = ready if ready and ready.poll() is None else self._start()
        question = json.dumps({"kind": count.kind, "text": count.text, "reason": count.reason})
        try:
            out, _ = process.communicate(question, timeout=self._most_wall_s)
        except subprocess.TimeoutExpired:
            kill_process(process)
            process.communicate()
            return _refused(
                "time",
                f"This took longer than the {int(self._most_wall_s)} seconds that the server gives a visitor. "
                f"Save the game and count it on your own machine: fairfelt {count.kind} game.json",
            )
        if process is ready and not out and not process.returncode:  # it had just stopped waiting
            return self._run(count)
        return _answer(out, process.returncode)


def kernel_folder() -> Path:
    """The folder of the kernels that studio processes compile; the room has its own."""
    return cache_folder() / "studio"


def empty_if_large(folder: Path, most_bytes: int = MOST_KERNEL_BYTES) -> None:
    """Delete all kernels once they are too large together; what is needed again is compiled again."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    if sum(path.stat().st_size for path in files) > most_bytes:
        for path in files:
            path.unlink(missing_ok=True)


def _answer(out: str, code: int) -> Json:
    """Read the process's answer, or the way it ended."""
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
    if count.future:
        count.future.cancel()
    if count.process and count.process.poll() is None:
        kill_process(count.process)


# The process.


def count_par(text: str, reason: str = "") -> Json:
    """The PAR sheet as a part of a page, and its first figures; with a reason not to count, a bracket by sampling."""
    return _sample(text, reason) if reason else _count(text)


def _sample(text: str, reason: str) -> Json:
    from fairfelt.engine.exact import estimated_par
    from fairfelt.games import read_game_text
    from fairfelt.reports.par.par_sheet import estimated_sheet
    from fairfelt.reports.sheet.html import body_html

    sampled = estimated_par(read_game_text(text), reason.rstrip("."), rounds=SAMPLED_ROUNDS)
    low, high = sampled.round.house_edge
    figures = [("House edge of the round, sampled", f"{low:.2%} to {high:.2%}")]
    return {"figures": figures, "html": str(body_html(estimated_sheet(sampled))), "warnings": [reason]}


def _count(text: str) -> Json:
    from fairfelt.engine.answers.numbers import percent_text
    from fairfelt.engine.exact import answer_of, solve
    from fairfelt.games import read_game_text
    from fairfelt.reports.par.par_sheet import par_sheet
    from fairfelt.reports.sheet.html import body_html

    answer = answer_of(solve(read_game_text(text)))
    par = answer.par
    figures = [("House edge of the round", percent_text(par.headline.house_edge, 4))]
    counted = {sheet.wager: sheet for sheet in reversed(par.wagers)}
    for in_play in (counted[wager.name] for wager in par.game.optional if wager.name in counted):
        figures.append((f"{in_play.wager} {in_play.paytable}".strip(), percent_text(in_play.house_edge, 4)))
    html = str(body_html(par_sheet(par, curve=answer.curve, check=answer.check)))
    return {"figures": figures, "html": html, "warnings": []}


def count_lint(text: str, reason: str = "") -> Json:
    """Everything the linter finds, also what has to be counted."""
    from fairfelt.analysis.lint import lint
    from fairfelt.games import read_game_text

    return {"findings": lint([read_game_text(text)]).to_dict()["games"][0]["findings"]}


COUNTS: Mapping[str, Callable[[str, str], Json]] = {"par": count_par, "lint": count_lint}


def main() -> None:
    """Load what counting needs, wait for the question, answer; what cannot be counted is an answer too."""
    import fairfelt.analysis.lint
    import fairfelt.reports.par.par_sheet  # noqa: F401  (loaded before the question comes)
    from fairfelt.rules import BadDefinition

    asked = sys.stdin.read() if select.select([sys.stdin], [], [], IDLE_S)[0] else ""
    if not asked:
        return
    question = json.loads(asked)
    try:
        answer = COUNTS[question["kind"]](question["text"], question["reason"])
    except (Unsolved, BadDefinition) as error:
        answer = {"unsolved": str(error)}
    except MemoryError:
        answer = {"beyond": "memory"}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    limit_process(MOST_MEMORY_BYTES, MOST_CPU_S)
    main()
