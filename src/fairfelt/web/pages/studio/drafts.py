"""Drafts of the studio: a game as a visitor composes it, what is shown of it, and the blank one to begin with."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from threading import Lock
from typing import Any, Final

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
