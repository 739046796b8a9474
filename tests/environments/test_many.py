"""Rounds in arrays are the rounds of the table: the same observations, masks, rewards and ends."""

from __future__ import annotations

import numpy as np
import pytest

from fairfelt import games
from fairfelt.environments import register
from fairfelt.environments.agents import AgentGame
from fairfelt.rules import Game

gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
from fairfelt.environments.many import ManySeats, make_many  # noqa: E402

DEALT = [game for game in games.catalogue() if not game.course and not game.opening_choice]
SHAPES = ("three-card-poker", "crazy-4-poker", "ultimate-texas-holdem", "let-it-ride", "dragon-tiger")
"""One decision; a choice that asks for a hand; streets; bets taken back; none, and a shoe."""
ROUNDS = 32


@pytest.mark.parametrize(
    "game",
    [pytest.param(g, id=g.slug, marks=[] if g.slug in SHAPES else [pytest.mark.heavy]) for g in DEALT],
)
def test_they_agree_with_the_table(game: Game) -> None:
    agents = AgentGame(game, bets=tuple(wager.name for wager in game.offered_together[0]))
    env, choices = ManySeats(ROUNDS, agents), np.random.default_rng(3)
    seen, info = env.reset(seed=5)
    ends = 0
    for _ in range(4):
        plays = [values.play for values in info["action_values"]]
        for at, play in enumerate(plays):
            assert (play.observe(1) == seen[at]).all()
            assert (play.mask == info["action_mask"][at]).all()
        actions = choices.integers(len(agents.actions), size=ROUNDS)
        seen, rewards, ended, truncated, info = env.step(actions)
        assert not truncated.any()
        for at, play in enumerate(plays):
            after = play.act(int(actions[at])) if actions[at] in play.legal else play
            assert after.is_over == ended[at]
            assert rewards[at] == pytest.approx(after.reward(1))
            if ended[at]:
                assert (after.observe(1) == info["final_obs"][at]).all()
        ends += int(ended.sum())
    assert ends


def test_seeds_repeat_and_differ() -> None:
    env = make_many(8, "three-card-poker")
    first, _ = env.reset(seed=1)
    again, _ = env.reset(seed=1)
    other, _ = env.reset(seed=2)
    assert (first == again).all()
    assert (first != other).any()


@pytest.mark.parametrize("slug", ["three-card-poker", "classic-blackjack", "commission-baccarat"])
def test_every_kind_of_game_is_made_many_at_once(slug: str) -> None:
    register()
    env = gymnasium.make_vec(f"fairfelt/{slug}-v0", num_envs=3)
    seen, info = env.reset(seed=1)
    for _ in range(5):
        assert seen in env.observation_space
        actions = np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]])
        seen, rewards, _, _, info = env.step(actions)
        assert rewards.shape == (3,)
        assert len(info["action_values"]) == 3
