"""Drafts of the studio: a game as a visitor composes it, and what is shown of it.

Counts of drafts are estimated first and run one at a time in a process with limits, one question per visitor.
python -m fairfelt.web.pages.studio.drafts is that process: JSON in, JSON out.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, get_args

from starlette.requests import Request

from fairfelt import games
from fairfelt.analysis.lint import lint
from fairfelt.engine.answers.numbers import percent_text
from fairfelt.engine.core.price import duration
from fairfelt.engine.estimate import estimate_seconds
from fairfelt.engine.exact import Unsolved, answer_of, estimated_par, solve
from fairfelt.games import read_game_text
from fairfelt.reports.par.par_sheet import estimated_sheet, par_sheet
from fairfelt.reports.placard.placard import placard
from fairfelt.reports.sheet.html import body_html
from fairfelt.rules import BadDefinition, Game, UnknownName, Wager, fingerprint
from fairfelt.rules.json_form.read import game_text, written_place
from fairfelt.rules.json_form.write import line_names, row_names
from fairfelt.runtime.configuration import CACHE_VARIABLE, cache_folder
from fairfelt.web.jobs import Job, JobQueue, Latest, kill_process, limit_process

BLANK: Final[dict[str, Any]] = json.loads((files("fairfelt.web") / "static/studio/blank.json").read_text("utf-8"))
"""The game that a visitor begins with."""
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
        return game_text(self.game)

    @cached_property
    def name(self) -> str:
        """A digest of all that was composed, words included."""
        return sha256(self.text.encode()).hexdigest()[:24]

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.game)


def read_draft(data: Any, version: int = 0) -> Draft:
    """A draft from plain data; raises `BadDefinition` with the place of what is wrong."""
    whole = read_game_text(json.dumps(data))
    shown = whole.variants[version] if 0 <= version < len(whole.variants) else whole
    return Draft(replace(shown, others=()), whole)


class Drafts(Latest[str, Draft]):
    """The latest drafts, by name."""

    def __init__(self, most: int = MOST_DRAFTS) -> None:
        super().__init__(most)

    def keep(self, draft: Draft) -> Draft:
        """The draft, which is found by its name from now on."""
        return self.find(draft.name, lambda: draft)

    def named(self, name: str) -> Draft:
        def gone() -> Draft:
            raise UnknownName("draft", f"{name[:24]}: open it in the studio again", ())

        return self.find(name, gone)


def drafts_of(request: Request) -> Drafts:
    drafts: Drafts = request.app.state.drafts
    return drafts


Json = dict[str, Any]


def look(drafts: Drafts, data: Any, version: int) -> Json:
    """A draft as it can be shown, or what is wrong with it and where."""
    try:
        draft = drafts.keep(read_draft(data, version))
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
MOST_WAITING: Final = 12
MOST_ANSWERS: Final = 100
MOST_KERNEL_BYTES: Final = 200 << 20
"""On disk: every new game compiles its own kernels, and visitors must not fill the room's disk."""
SAMPLED_ROUNDS: Final = 20_000
"""For a game that costs too much to count."""
Kind = Literal["par", "lint"]
Process = subprocess.Popen[str]
WORKER = (sys.executable, "-m", "fairfelt.web.pages.studio.drafts")


Key = tuple[Kind, str]


@dataclass(eq=False)
class Count:
    """One question: the game, the visitors who wait for it, and the process that counts it."""

    kind: Kind
    text: str
    reason: str = ""
    """Why a PAR sheet is sampled and not counted, if so."""
    visitors: set[str] = field(default_factory=set)
    job: Job[Json] = field(init=False)
    process: Process | None = None
    stopped: bool = False


class StudioCounts:
    """Questions about drafts with their answers, counted one at a time."""

    def __init__(
        self,
        *,
        command: Sequence[str] = WORKER,
        most_wall_s: float = MOST_WALL_S,
        estimate: Callable[[Draft], float] = lambda draft: estimate_seconds(draft.game),
    ) -> None:
        self._command, self._most_wall_s, self._estimate = tuple(command), most_wall_s, estimate
        self._counts: OrderedDict[Key, Count] = OrderedDict()
        """The last one asked for at the end."""
        self._queue = JobQueue("studio")
        self._guard = Lock()

    def ask(self, kind: Kind, draft: Draft, visitor: str) -> Json:
        """The answer, its progress, or why there is none. Other counts that only this visitor waits for are stopped."""
        key = (kind, draft.fingerprint if kind == "par" else draft.name)
        with self._guard:
            self._leave(visitor, kind, besides=key)
            known = key in self._counts
        cost = None if known else self._cost(draft)
        sampled = kind == "par" and bool(draft.game.streets)  # any game with decisions can be
        if cost and not (cost["code"] == "cost" and sampled):
            return cost
        with self._guard:
            count = self._counts.get(key)
            if count is None:
                if len(self._waiting()) >= MOST_WAITING:
                    return _refused("busy", "The server is counting for many others: try again in a minute")
                count = self._counts[key] = Count(kind, draft.text, cost["sentence"] if cost else "")
                count.job = self._queue.put(Job(partial(self._run, count)))
            self._counts.move_to_end(key)
            for old in [key for key, each in self._counts.items() if each.job.ready][:-MOST_ANSWERS]:
                del self._counts[old]
            if count.job.ready:
                return count.job.answer
            count.visitors.add(visitor)
        seconds = count.job.seconds
        state = "waiting" if seconds is None else "counting"
        return {"state": state, "seconds": seconds or 0, "ahead": count.job.jobs_before}

    def leave(self, visitor: str) -> None:
        """Stop what only this visitor waited for."""
        with self._guard:
            for kind in get_args(Kind):
                self._leave(visitor, kind, besides=None)

    def close(self) -> None:
        """Stop every count and start nothing more."""
        self._queue.close()
        with self._guard:
            for _, count in self._waiting():
                _stop(count)

    def _waiting(self) -> list[tuple[Key, Count]]:
        """The counts that a visitor waits for."""
        return [(key, count) for key, count in self._counts.items() if not count.job.ready]

    def _leave(self, visitor: str, kind: Kind, besides: Key | None) -> None:
        for key, count in self._waiting():
            if key != besides and count.kind == kind and visitor in count.visitors:
                count.visitors.discard(visitor)
                if not count.visitors:
                    del self._counts[key]
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

    def _run(self, count: Count, job: Job[Json]) -> Json:
        """Count one question in a process of its own."""
        job.begin()
        with self._guard:
            if count.stopped:
                return {}
            process = count.process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                start_new_session=True, env={**os.environ, CACHE_VARIABLE: str(kernel_folder())},
            )  # fmt: skip
        try:
            question = json.dumps({"kind": count.kind, "text": count.text, "reason": count.reason})
            out, _ = process.communicate(question, timeout=self._most_wall_s)
        except subprocess.TimeoutExpired:
            kill_process(process)
            process.communicate()
            return _refused(
                "time",
                f"This took longer than the {int(self._most_wall_s)} seconds that the server gives a visitor. "
                f"Save the game and count it on your own machine: fairfelt {count.kind} game.json",
            )
        empty_if_large(kernel_folder())
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
    count.job.future.cancel()
    if count.process and count.process.poll() is None:
        kill_process(count.process)


# The process.


def count_par(text: str, reason: str = "") -> Json:
    """The PAR sheet as a part of a page, and its first figures; with a reason not to count, a bracket by sampling."""
    game = read_game_text(text)
    if reason:
        sampled = estimated_par(game, reason.rstrip("."), rounds=SAMPLED_ROUNDS)
        low, high = sampled.round.house_edge
        figures = [("House edge of the round, sampled", f"{low:.2%} to {high:.2%}")]
        return {"figures": figures, "html": str(body_html(estimated_sheet(sampled))), "warnings": [reason]}
    answer = answer_of(solve(game))
    par = answer.par
    figures = [("House edge of the round", percent_text(par.headline.house_edge, 4))]
    counted = {sheet.wager: sheet for sheet in reversed(par.wagers)}
    for in_play in (counted[wager.name] for wager in par.game.optional if wager.name in counted):
        figures.append((f"{in_play.wager} {in_play.paytable}".strip(), percent_text(in_play.house_edge, 4)))
    html = str(body_html(par_sheet(par, curve=answer.curve, check=answer.check)))
    return {"figures": figures, "html": html, "warnings": []}


def count_lint(text: str, reason: str = "") -> Json:
    return {"findings": lint([read_game_text(text)]).to_dict()["games"][0]["findings"]}


COUNTS: Mapping[str, Callable[[str, str], Json]] = {"par": count_par, "lint": count_lint}


def main() -> None:
    """Answer one question; what cannot be counted is an answer too."""
    question = json.load(sys.stdin)
    try:
        answer = COUNTS[question["kind"]](question["text"], question["reason"])
    except (Unsolved, BadDefinition) as error:
        answer = {"unsolved": str(error)}
    except MemoryError:
        answer = {"beyond": "memory"}
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    limit_process(MOST_MEMORY_BYTES, MOST_CPU_S)
    main()
