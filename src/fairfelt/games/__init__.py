"""The catalogue: one file per game, found by being there, and custom games beside them.

`games.flush_rush` is a game, `games.find("flush-rush")` too, `games.catalogue()` all of them.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from fairfelt.rules import Game, UnknownName, fingerprint

from ._reading import BadGameFile, OwnGames, find_own_games, read_game, read_game_text

__all__ = [
    "BadGameFile", "catalogue", "draft", "find", "fingerprint_of", "own_games", "read_game", "read_game_text",
    "title_of",
]  # fmt: skip

_FILES = tuple(file.name for file in iter_modules(__path__) if not file.name.startswith("_"))
"""The games, by their files; what several games share begins with a line."""


class _Games(ModuleType):
    """This package: a file that was imported is known by the game that it holds."""

    def __setattr__(self, name: str, value: object) -> None:
        super().__setattr__(name, value.game if name in _FILES and isinstance(value, ModuleType) else value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_FILES})


sys.modules[__name__].__class__ = _Games


def _of_the_catalogue() -> dict[str, Game]:
    return {game.slug: game for game in map(__getattr__, _FILES)}


@cache
def own_games() -> OwnGames:
    """The games that folders and installed packages add, read once."""
    return find_own_games(_of_the_catalogue())


def catalogue() -> tuple[Game, ...]:
    """Every game, in the order of the alphabet, one version each; the others are its `variants`."""
    every = {**_of_the_catalogue(), **own_games().games}
    return tuple(every[slug] for slug in sorted(every))


def find(slug: str, variant: str = "") -> Game:
    """The game of that name, spelled as slug or with underscores, in that version or its first."""
    name = slug.strip().lower().replace("_", "-").replace(" ", "-").replace("'", "")
    file = name.replace("-", "_")
    game = __getattr__(file) if file in _FILES else own_games().games.get(name)
    if game is None:
        raise UnknownName("game", slug, tuple(game.slug for game in catalogue()))
    return game[variant] if variant else game


def title_of(slug: str, variant: str = "") -> str:
    """The game's name with its version; as a record has it, where the catalogue has that game no more."""
    try:
        return find(slug, variant).title
    except UnknownName:
        return f"{slug} {variant}".strip()


def draft(name: str, like: str = "") -> str:
    """Python source for a new game that begins as one of the catalogue, or as the smallest there is."""
    from ._drafting import blank_game, draft_game

    if not like:
        return blank_game(name)
    game = find(like)
    if (file := game.slug.replace("-", "_")) not in _FILES:
        raise UnknownName("game of the catalogue", like, tuple(_of_the_catalogue()))
    return draft_game(name, game, import_module(f"{__name__}.{file}"))


@cache
def fingerprint_of(slug: str, variant: str = "") -> str:
    """The fingerprint of a game in that version, worked out once."""
    return fingerprint(find(slug, variant))


def __getattr__(name: str) -> Game:
    """The game of a file, which is imported when it is asked for: all of them take half a second."""
    if name not in _FILES:
        raise AttributeError(str(UnknownName("game", name, tuple(file.replace("_", "-") for file in _FILES))))
    game: Game = import_module(f"{__name__}.{name}").game
    return game
