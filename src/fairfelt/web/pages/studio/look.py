"""What is seen of a draft while it is composed: its placard, what a linter reads off, what its bets can be paid by."""

from __future__ import annotations

from typing import Any

from fairfelt import games
from fairfelt.analysis.lint import lint
from fairfelt.engine import Unsolved
from fairfelt.engine.core.price import duration
from fairfelt.engine.estimate import estimate_seconds
from fairfelt.reports.placard.placard import placard
from fairfelt.reports.sheet.html import body_html
from fairfelt.rules import BadDefinition, Wager
from fairfelt.rules.json_form.bad_part import written_place
from fairfelt.rules.json_form.known_parts import line_names, row_names

from .drafts import Draft, Drafts, read_draft
from .limits import MOST_SECONDS

Json = dict[str, Any]


def look(drafts: Drafts, data: Any, version: int) -> Json:
    """A draft as it can be shown, or what is wrong with it and where."""
    try:
        return _view(drafts.keep(read_draft(data, version)))
    except BadDefinition as error:
        return {"fault": fault_of(error, data, version)}


def fault_of(error: BadDefinition, data: Any, version: int) -> Json:
    """What is wrong, and the place of the field in the version that is shown."""
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
    """Whether it carries figures or approval numbers of a game whose rules it no longer has."""
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
    """What the rows of the wager's paytables are called, best first, and the lines of its hand."""
    ranking = wager.ranking or (draft.game.showdown.ranking if draft.game.showdown else None)
    rows = row_names(wager.settle, ranking)
    return {"rows": list(rows)[::-1], "lines": list(line_names(ranking))[::-1]}
