"""The catalogue as a page: every version of every game, searched, narrowed down and put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.rules import Game

from ..counting import Job, counting_of
from ..forgiving import matches
from ..game_query import plain_query, versions
from ..page import page
from ..study import Study

DECISIONS = {"none": "no decision", "one": "one decision", "several": "several decisions"}
EDGES = {"1": "1% or less", "2": "2% or less", "3": "3% or less", "5": "5% or less"}
ORDERS = {
    "name": "name",
    "approval": "number in the approval letter",
    "edge": "house edge, smallest first",
    "decisions": "decisions, fewest first",
    "cards": "cards in hand, fewest first",
}
LONGEST = 60


@dataclass(frozen=True)
class CatalogueEntry:
    """A game in the catalogue."""

    game: Game
    job: Job[Study]

    @property
    def decisions(self) -> str:
        """How much there is to decide."""
        count = len(self.game.streets)
        return "none" if not count else "one" if count == 1 else "several"

    @property
    def edge(self) -> Fraction | None:
        """The house edge of the best player that is counted, once it is."""
        return self.job.answer.par.headline.house_edge if self.job.solved else None

    @property
    def has_progressive(self) -> bool:
        """Whether a bet of it feeds a meter."""
        return any(wager.feeds_meter for wager in self.game.wagers)

    def mentions(self, words: str) -> bool:
        """Whether every one of the words stands in its name, summary, headlines or bets, give or take a slip."""
        game = self.game
        bets = (wager.name for wager in game.wagers)
        return not words.strip() or matches(words, game.title, game.summary, game.family, *game.headlines, *bets)


_BY: Mapping[str, Callable[[CatalogueEntry], tuple[object, ...]]] = {
    "name": lambda entry: (),
    "approval": lambda entry: (min(entry.game.approvals, default=1000),),
    "edge": lambda entry: (entry.edge is None, entry.edge or 0),
    "decisions": lambda entry: (len(entry.game.streets),),
    "cards": lambda entry: (entry.game.hole == 0, entry.game.hole),
}


def catalogue(request: Request) -> Response:
    """All games, or those that are looked for."""
    counting, query = counting_of(request), request.query_params
    entries = [CatalogueEntry(game, counting.study(plain_query(game), ahead=True)) for game in versions()]
    filters = {name: query.get(name, "")[:LONGEST] for name in ("q", "family", "decisions", "cards", "edge", "order")}
    found = [entry for entry in entries if _is_wanted(entry, filters)]
    order = filters["order"] if filters["order"] in ORDERS else "name"
    return page(
        "games/catalogue.html",
        filters=filters,
        order=order,
        orders=ORDERS,
        families=Counter(entry.game.family for entry in entries),
        hands=sorted({entry.game.hole for entry in entries if entry.game.hole}),
        decisions=DECISIONS,
        edges=EDGES,
        total=len(entries),
        found=sorted(found, key=lambda entry: (*_BY[order](entry), entry.game.name, entry.game.variant)),
        waiting=not all(entry.job.ready for entry in found),
    )


def _is_wanted(entry: CatalogueEntry, filters: Mapping[str, str]) -> bool:
    game, edge = entry.game, entry.edge
    return (
        entry.mentions(filters["q"])
        and filters["family"] in ("", game.family)
        and (filters["decisions"] not in DECISIONS or filters["decisions"] == entry.decisions)
        and filters["cards"] in ("", str(game.hole))
        and (filters["edge"] not in EDGES or (edge is not None and edge * 100 <= int(filters["edge"])))
    )
