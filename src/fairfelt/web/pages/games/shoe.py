"""The page on counting cards: a form for a bet from a shoe, and what each card is worth and what a counter wins."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.analysis.counting import NotCountable, countable_bets, effects_of_removal, shoe_bet, study_counting
from fairfelt.analysis.counting.ask import find_cards, read_tags, usual_rules
from fairfelt.analysis.counting.counts import count_of
from fairfelt.engine import Progress, Unsolved
from fairfelt.reports.counting import counting_report
from fairfelt.reports.report import Report
from fairfelt.rules import Game, UnknownName
from fairfelt.web.http.request import read_integer

from ..counting import Job, counting_of
from ..documents import FORMS, document, document_name
from ..game_query import BadQuery, game_of
from ..page import page

FIELDS = {
    "decks": ("Decks", ""),
    "cut": ("Cards behind the cut card", ""),
    "players": ("Players", "1"),
    "tags": ("Your tags", "4=-1 5=-1 8=2 9=2"),
    "trigger": ("Bet from a true count of", ""),
    "removed": ("Cards that have gone", "8 9"),
}
"""Names of the fields, and an example or what they say at first."""
LONGEST, SHOES, SEATS = 80, 4_000, 7
MOST = 1_000


@dataclass(frozen=True)
class CountingQuery:
    """What was asked: equal queries have one answer."""

    slug: str
    variant: str
    wager: str
    decks: int
    cut: int | None
    players: int
    tags: str
    trigger: int | None
    removed: str


def counting(request: Request) -> Response:
    """The form, and below it what counting the bet wins."""
    game, fields = game_of(request), request.query_params
    bets = countable_bets(game)
    job = wrong = None
    try:
        if bets and "wager" in fields:
            job = _job(request, game, read_counting(fields, game))
    except BadQuery as error:
        wrong = error
    return page(
        "games/counting.html",
        status=400 if wrong else 200,
        game=game,
        bets=bets,
        names=FIELDS,
        fields={name: fields.get(name, "") for name in (*FIELDS, "wager")},
        job=job,
        wrong=wrong,
        query={name: fields[name] for name in (*FIELDS, "wager") if fields.get(name)},
        waiting=bool(job and not job.ready),
    )


@document(*FORMS)
def counting_document(request: Request) -> Report:
    """The sheet to download."""
    game = game_of(request)
    report = _job(request, game, read_counting(request.query_params, game)).result()
    return replace(report, name=document_name(game, "counting"))


def read_counting(fields: Mapping[str, str], game: Game) -> CountingQuery:
    """Read the form; a `BadQuery` names the field that cannot be read."""
    said = {name: fields.get(name, "").strip()[:LONGEST] for name in (*FIELDS, "wager")}
    try:
        wager = game.wager(said["wager"]).name
    except UnknownName as error:
        raise BadQuery("wager", str(error)) from error
    if wager not in (bets := countable_bets(game)):
        raise BadQuery("wager", f"{wager} cannot be counted: {', '.join(bets) or 'nothing here'} can")
    decks = _whole(said, "decks", 1, MOST)
    if decks is not None and decks not in (counted := game.countable_decks):
        raise BadQuery("decks", f"{decks} is not possible: {game.name} is dealt from {', '.join(map(str, counted))}")
    return CountingQuery(
        game.slug, game.variant, wager, decks or game.deck.copies,
        _whole(said, "cut", 1, MOST), _whole(said, "players", 1, SEATS) or 1,
        said["tags"], _whole(said, "trigger", -MOST, MOST), said["removed"],
    )  # fmt: skip


def _whole(said: Mapping[str, str], name: str, least: int, most: int) -> int | None:
    text = said[name].removeprefix("+")
    if not text:
        return None
    if (found := read_integer(text, least, most)) is None:
        raise BadQuery(name, f"{said[name]!r:.40} is not possible: give a whole number from {least} to {most:,}")
    return found


def _job(request: Request, game: Game, query: CountingQuery) -> Job[Report]:
    def count(executor: Executor, progress: Progress) -> Report:
        dealt = game if query.decks == game.deck.copies else game.with_decks(query.decks)
        try:
            bet = shoe_bet(dealt, query.wager)
            rules = usual_rules(bet, query.cut, query.players)
            own = count_of("yours", read_tags(bet, query.tags), effects_of_removal(bet)) if query.tags else None
            gone = find_cards(bet, query.removed)
            found = study_counting(
                bet, rules, count=own, trigger=query.trigger, shoes=SHOES, removed=gone,
                executor=executor, progress=progress,
            )  # fmt: skip
            return counting_report(found)
        except NotCountable as error:
            raise Unsolved(str(error)) from error

    return counting_of(request).bet(("counting", query), count, solving=game.slug)
