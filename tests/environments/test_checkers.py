"""The checkers of Gymnasium, PettingZoo and OpenSpiel pass for every game of the catalogue."""

from __future__ import annotations

import sys
import warnings

import pytest

from fairfelt import games
from fairfelt.environments import MissingExtra, register, register_openspiel

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
SLUGS = [game.slug for game in games.catalogue()]


@pytest.mark.parametrize("slug", SLUGS)
def test_gymnasium_checks_it(slug: str) -> None:
    from gymnasium.utils.env_checker import check_env

    register()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(f"fairfelt/{slug}-v0").unwrapped)


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_checks_it(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    test = pytest.importorskip("pettingzoo.test", reason="pettingzoo is not installed")
    from fairfelt.environments.several import env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Observation", category=UserWarning)  # it has a mask beside it
        test.api_test(env(slug, seats=min(3, games.find(slug).seats)), num_cycles=20)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("slug", SLUGS)
def test_openspiel_plays_it_at_random(slug: str) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    names = dict(zip(SLUGS, register_openspiel(), strict=True))
    seats = min(2, games.find(slug).seats)
    game = pyspiel.load_game(f"{names[slug]}(seats={seats})")
    assert game.num_players() == seats
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("library", "module", "extra"),
    [("gymnasium", "single", "gym"), ("pettingzoo", "several", "gym"), ("pyspiel", "openspiel", "openspiel")],
)
def test_a_missing_library_is_named(library: str, module: str, extra: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"fairfelt.environments.{module}", raising=False)
    with pytest.raises(MissingExtra, match=rf"{library}, which is not installed here: .*fairfelt\[{extra}\]"):
        __import__(f"fairfelt.environments.{module}")


def test_every_version_of_a_game_can_be_made() -> None:
    register()
    for game in games.catalogue():
        for version in game.variants:
            made = gymnasium.make(f"fairfelt/{game.slug}-v0", variant=version.variant).unwrapped
            assert made.agents.game is version
