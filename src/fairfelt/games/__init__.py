"""The catalogue: one file per game, found by being there, and the games of one's own beside them.

`games.flush_rush` is a game, `games.find("flush-rush")` too, `games.catalogue()` all of them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from fairfelt.rules import Game, UnknownName, fingerprint

from ._own import OwnGames, find_own_games
from ._reading import BadGameFile, read_game, read_game_text

__all__ = [
    "BadGameFile",
    "catalogue",
    "draft",
    "find",
    "fingerprint_of",
    "own_games",
    "read_game",
    "read_game_text",
    "title_of",
]

_CATALOGUE: dict[str, Game] = {}
_MODULES: dict[str, ModuleType] = {}

for _file in iter_modules(__path__):
    if _file.name.startswith("_"):
        continue  # what several games share
    _module = import_module(f"{__name__}.{_file.name}")
    _game = globals()[_file.name] = _module.game
    _CATALOGUE[_game.slug], _MODULES[_game.slug] = _game, _module


@cache
def own_games() -> OwnGames:
    """The games that folders and installed packages add, read once."""
    return find_own_games(_CATALOGUE)


def catalogue() -> tuple[Game, ...]:
    """Every game, in the order of the alphabet, one version each; the others are its `variants`."""
    every = {**_CATALOGUE, **own_games().games}
    return tuple(every[slug] for slug in sorted(every))


def find(slug: str, variant: str = "") -> Game:
    """The game of that name, spelled as slug or with underscores, in that version or its first."""
    name = slug.strip().lower().replace("_", "-").replace(" ", "-").replace("'", "")
    game = _CATALOGUE.get(name) or own_games().games.get(name)
    if game is None:
        raise UnknownName("game", slug, tuple(game.slug for game in catalogue()))
    return game[variant] if variant else game


def title_of(slug: str, variant: str = "") -> str:
    """The game's name with its version; as a record has it, where the catalogue has that game no more."""
    try:
        return find(slug, variant).title
    except UnknownName:
        return f"{slug} {variant}".strip()


def draft(name: str, like: str) -> str:
    """Python source for a new game that begins as one of the catalogue."""
    from ._drafting import draft_game

    game = find(like)
    if game.slug not in _MODULES:
        raise UnknownName("game of the catalogue", like, tuple(sorted(_MODULES)))
    return draft_game(name, game, _MODULES[game.slug])


@cache
def fingerprint_of(slug: str, variant: str = "") -> str:
    """The fingerprint of a game in that version, worked out once."""
    return fingerprint(find(slug, variant))


def __getattr__(name: str) -> Game:
    raise AttributeError(str(UnknownName("game", name, tuple(sorted(_CATALOGUE)))))
