"""Drafts: games that somebody composes, as values in memory, the oldest given up when there are too many."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from threading import Lock
from typing import Any

from starlette.requests import Request

from fairfelt.games import read_game_text
from fairfelt.rules import Game, UnknownName, fingerprint
from fairfelt.rules.json_form.text import write_json
from fairfelt.rules.json_form.write import write_game

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
