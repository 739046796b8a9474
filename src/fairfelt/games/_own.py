"""Games of one's own beside the catalogue: in the folders that FAIRFELT_GAMES names, and in installed packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import entry_points

from fairfelt.rules import Game
from fairfelt.runtime.configuration import game_folders
from fairfelt.runtime.configuration.reading import GROUP, are_games_offered

from ._reading import ENDINGS, BadGameFile, read_game


@dataclass(frozen=True)
class OwnGames:
    """The games that were found, by their slugs, and a sentence for each that could not be read."""

    games: Mapping[str, Game]
    faults: tuple[str, ...]


def find_own_games(taken: Mapping[str, Game]) -> OwnGames:
    """Read them all. One that cannot be read, or has a name that is taken, leaves the others where they are."""
    found: dict[str, Game] = {}
    faults: list[str] = []
    for place, game in (*_in_folders(), *_in_packages()):
        if isinstance(game, str):
            faults.append(game)
        elif game.slug in taken or game.slug in found:
            faults.append(f"{place}: there is a game called {game.name} already; give yours another name")
        else:
            found[game.slug] = game
    return OwnGames(found, tuple(faults))


def _in_folders() -> Iterator[tuple[str, Game | str]]:
    for folder in game_folders():
        if not folder.is_dir():
            yield str(folder), f"{folder}: FAIRFELT_GAMES names it, and there is no such folder"
            continue
        for file in sorted(folder.iterdir()):
            if file.suffix in ENDINGS and not file.name.startswith("_"):
                try:
                    yield str(file), read_game(file)
                except BadGameFile as error:
                    yield str(file), str(error)


def _in_packages() -> Iterator[tuple[str, Game | str]]:
    if not are_games_offered():
        return

    for entry in entry_points(group=GROUP):
        place = f"{entry.value} (of {entry.dist.name if entry.dist else 'an installed package'})"
        try:
            game = entry.load()
        except Exception as error:  # whatever a stranger's package does, the other games are there
            yield place, f"{place}: {error or type(error).__name__}"
            continue
        yield place, game if isinstance(game, Game) else f"{place}: this is a {type(game).__name__}, not a Game(…)"
