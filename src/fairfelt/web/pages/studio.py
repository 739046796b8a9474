"""The studio: compose a game in the browser, see its sheets while composing, and play it at once.

Counts of drafts are estimated first and run one at a time in a process with limits, one question per visitor.
python -m fairfelt.web.pages.studio is that process: JSON in, JSON out.
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
from functools import cache, cached_property, partial
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Final, Literal, get_args

from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from fairfelt import games
from fairfelt.analysis.lint import lint
from fairfelt.engine.answers.numbers import percent_text
from fairfelt.engine.core.price import duration
from fairfelt.engine.estimate import estimate_seconds
from fairfelt.engine.exact import Unsolved, answer_of, estimated_par, solve
from fairfelt.games import read_game_text
from fairfelt.reports.language import language_sheet
from fairfelt.reports.layout import layout_svg, rack_card_svg
from fairfelt.reports.par.par_sheet import estimated_sheet, par_sheet
from fairfelt.reports.placard.placard import placard
from fairfelt.reports.sheet.html import body_html
from fairfelt.rules import BadDefinition, Game, UnknownName, fingerprint
from fairfelt.rules.json_form.read import game_text, written_place
from fairfelt.rules.json_form.write import NotData, is_data, line_names, row_names, write_game
from fairfelt.runtime.configuration import CACHE_VARIABLE, cache_folder
from fairfelt.web.jobs import Job, JobQueue, Latest, kill_process, limit_process
from fairfelt.web.pages.counting import Study, read_game_query
from fairfelt.web.pages.games.game_pages import schema_document
from fairfelt.web.pages.page import page
from fairfelt.web.pages.play import table as practice
from fairfelt.web.pages.play.practice import Moves, Practice, read_sent
from fairfelt.web.pages.play.table import practice_page

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
        found, rows = lint([game], fast=True).to_dict()["games"][0]["findings"], []
        for wager in game.wagers:  # the rows of its paytables, best first, and the lines of its hand
            ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
            names = list(row_names(wager.settle, ranking)), list(line_names(ranking))
            rows.append({"rows": names[0][::-1], "lines": names[1][::-1]})
        return {
            "draft": draft.name,
            "fingerprint": draft.fingerprint,
            "title": game.title,
            "seats": game.seats,
            "placard": str(body_html(placard(game))),
            "findings": found,
            "cost": _cost(draft),
            "claims": _claims(draft),
            "rows": rows,
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
WORKER = (sys.executable, "-m", "fairfelt.web.pages.studio")


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


COUNTS: Mapping[str, Callable[[str, str], Json]] = {
    "par": count_par,
    "lint": lambda text, reason: {"findings": lint([read_game_text(text)]).to_dict()["games"][0]["findings"]},
}


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


SVG = "image/svg+xml"
_language = cache(language_sheet)  # half a second to write


class StudioRequest(Struct):
    """What the page sends; each question needs some of it."""

    game: Any = None
    """As it was composed so far."""
    version: int = 0
    """The version that is shown."""
    kind: Kind = "par"
    draft: str = ""
    visitor: Annotated[str, Meta(max_length=64)] = ""
    """A name that the page made up."""


def studio(request: Request) -> Response:
    return page("studio/studio.html", games=_as_data(), begun=request.query_params.get("like", ""))


@cache
def _as_data() -> tuple[Game, ...]:
    """Games that can be opened: those made of known parts."""
    return tuple(game for game in games.catalogue() if is_data(game))


def language(request: Request) -> Response:
    return page("studio/language.html", sheet=_language())


def begin(request: Request) -> Response:
    """A game to begin from, with the pays that the address says."""
    slug = request.path_params["slug"]
    if slug == "blank":
        return JSONResponse(BLANK)
    try:
        return JSONResponse(write_game(read_game_query(request).game).data)
    except NotData as error:
        raise UnknownName("game of known parts", str(error), ()) from error


async def look_at(request: Request) -> Response:
    """Show a draft, or its fault."""
    sent = await read_sent(request, StudioRequest)
    return JSONResponse(await run_in_threadpool(look, drafts_of(request), sent.game, sent.version))


async def count(request: Request) -> Response:
    """A PAR sheet or all checks of a draft, there or on the way."""
    sent = await read_sent(request, StudioRequest)
    counts: StudioCounts = request.app.state.studio_counts
    draft = drafts_of(request).named(sent.draft)
    return JSONResponse(await run_in_threadpool(counts.ask, sent.kind, draft, sent.visitor))


async def leave(request: Request) -> Response:
    """A visitor closes the page: stop what only this visitor waited for."""
    request.app.state.studio_counts.leave((await read_sent(request, StudioRequest)).visitor)
    return JSONResponse({})


async def as_file(request: Request) -> Response:
    """A draft with all its versions as JSON, to take away."""
    sent = await read_sent(request, StudioRequest)
    try:
        draft = await run_in_threadpool(read_draft, sent.game, sent.version)
        text = await run_in_threadpool(game_text, draft.whole)
    except BadDefinition as error:
        return JSONResponse({"fault": fault_of(error, sent.game, sent.version)})
    return JSONResponse({"text": text, "name": draft.whole.slug.replace("-", "_")})


def drawing(request: Request, draw: Callable[[Game], str]) -> Response:
    """The felt or the rack card of a draft."""
    return Response(draw(_draft_game(request)), media_type=SVG)


# The practice table of a draft: the same table, without a coach. It lies where the cookie of practice is sent.

NO_COACH = "The coach knows games of the catalogue; the studio shows what this one costs a player"


def _draft_game(request: Request) -> Game:
    return drafts_of(request).named(request.path_params["draft"]).game


def _no_coach(request: Request, game: Game) -> Job[Study]:
    """An answer that is there: none."""
    return Job.ended(Unsolved(NO_COACH))


TABLE = Moves("practice", Practice.opened, practice.practice_view, practice.PracticeMove, _draft_game, _no_coach)


def table(request: Request) -> Response:
    name, game = request.path_params["draft"], _draft_game(request)
    base, drawings = f"/play/draft/{name}", f"/studio/drafts/{name}"
    places = {
        "play": base, "school": "", "rules": "/studio", "dealing": "", "base": base, "query": "",
        "rack_card": f"{drawings}/rack-card.svg", "layout": f"{drawings}/felt.svg",
    }  # fmt: skip
    return practice_page(request, "play/table.html", game, places)


ROUTES = [
    Route("/play/draft/{draft}", table),
    *TABLE.routes("/play/draft/{draft}", practice.MOVES),
    Route("/studio", studio),
    Route("/language", language),
    Route("/studio/schema.json", schema_document),
    Route("/studio/begin/{slug}.json", begin),
    Route("/studio/look.json", look_at, methods=["POST"]),
    Route("/studio/count.json", count, methods=["POST"]),
    Route("/studio/leave.json", leave, methods=["POST"]),
    Route("/studio/file.json", as_file, methods=["POST"]),
    Route("/studio/drafts/{draft}/felt.svg", partial(drawing, draw=layout_svg)),
    Route("/studio/drafts/{draft}/rack-card.svg", partial(drawing, draw=rack_card_svg)),
]


if __name__ == "__main__":
    limit_process(MOST_MEMORY_BYTES, MOST_CPU_S)
    main()
