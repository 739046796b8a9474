"""Golden texts: every state, choice, card and payment of a few rounds of each game."""

from __future__ import annotations

from pathlib import Path

from fairfelt import games
from fairfelt.rules import Game
from fairfelt.table import playthrough
from tests.support.heavy import every_game

FOLDER = Path(__file__).parent.parent / "playthroughs"
GAMES = [variant for game in games.catalogue() for variant in game.variants]


def golden(game: Game) -> Path:
    return FOLDER / f"{'-'.join(filter(None, (game.slug, game.variant)))}.txt"


@every_game
def test_nothing_has_changed(game: Game) -> None:
    """If a change is meant, write the text anew: fairfelt playthrough GAME --write."""
    assert playthrough(game) == golden(game).read_text()


@every_game
def test_every_wager_choice_and_envy_is_told(game: Game) -> None:
    text = playthrough(game)
    for wager in game.wagers:
        assert f", {wager.name}: " in text
    for choice in (choice for street in game.streets for choice in street.choices):
        assert f"chooses {choice}" in text
    assert (": envy for the " in text) is any(table.envy for wager in game.wagers for table in wager.paytables)


def test_no_text_is_left_over() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden(game).name for game in GAMES}


def test_a_seed_decides_everything() -> None:
    game = GAMES[0]
    assert playthrough(game, seed=2) == playthrough(game, seed=2) != playthrough(game)
