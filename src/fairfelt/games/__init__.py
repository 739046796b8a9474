"""The catalogue: one file per game, found by being there.

`games.flush_rush` is a game, `games.find("flush-rush")` too, `games.catalogue()` all of them.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from fairfelt.rules import Game, UnknownName, fingerprint

_CATALOGUE: dict[str, Game] = {}

for _file in iter_modules(__path__):
    if _file.name.startswith("_"):
        continue  # what several games share
    _game = import_module(f"{__name__}.{_file.name}").game
    _CATALOGUE[_game.slug] = globals()[_file.name] = _game


def catalogue() -> tuple[Game, ...]:
    """Every game, in the order of the alphabet, one version each; the others are its `variants`."""
    return tuple(_CATALOGUE[slug] for slug in sorted(_CATALOGUE))


def find(slug: str, variant: str = "") -> Game:
    """The game of that name, spelled as slug or with underscores, in that version or its first."""
    name = slug.strip().lower().replace("_", "-").replace(" ", "-").replace("'", "")
    if name not in _CATALOGUE:
        raise UnknownName("game", slug, tuple(sorted(_CATALOGUE)))
    game = _CATALOGUE[name]
    return game[variant] if variant else game


@cache
def fingerprint_of(slug: str, variant: str = "") -> str:
    """The fingerprint of a game in that version, worked out once."""
    return fingerprint(find(slug, variant))


def __getattr__(name: str) -> Game:
    raise AttributeError(str(UnknownName("game", name, tuple(sorted(_CATALOGUE)))))
