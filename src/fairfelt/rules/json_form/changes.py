"""What another reading of a sheet changes, as data: fields of the game and fields of its wagers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..game import Game


@dataclass(frozen=True, eq=False)
class Change:
    """Puts other values into a game."""

    game: Mapping[str, Any]
    """Fields of the game."""
    wagers: Mapping[str, Mapping[str, Any]]
    """Fields of wagers, by the wagers' names."""

    def __call__(self, game: Game) -> Game:
        for name, fields in self.wagers.items():
            game = game.with_wager(name, **fields)
        return replace(game, **self.game)
