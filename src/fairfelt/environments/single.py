"""Gymnasium: a game for one agent, a round an episode."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.environments.agents import AgentGame, MissingExtra, Observation, Play
from fairfelt.environments.values import ActionValues
from fairfelt.rules import Game

try:
    import gymnasium
    from gymnasium.envs.registration import EnvSpec, registry
    from gymnasium.spaces import Box, Discrete
except ModuleNotFoundError as error:
    raise MissingExtra("gymnasium", "gym") from error

__all__ = ["SingleSeat", "observation_space", "registry", "spec_of"]

SEEDS = 1 << 63


def spec_of(slug: str) -> EnvSpec:
    """How Gymnasium makes a game of the catalogue: the keywords `variant` and `bets` can be added."""
    return EnvSpec(
        id=f"fairfelt/{slug}-v0",
        entry_point="fairfelt.environments.single:SingleSeat",
        vector_entry_point="fairfelt.environments.many:make_many",
        kwargs={"game": slug},
    )


def observation_space(agents: AgentGame) -> Box:
    """Counts of cards, where the round stands, and units on each wager, as `AgentGame.fields` names them."""
    return Box(np.zeros_like(agents.limits), agents.limits, dtype=np.uint8)


class SingleSeat(gymnasium.Env[Observation, int]):
    """One seat at a table. The reward is what the round comes to, in units of the opening bet.

    `info` holds "action_mask" and "action_values". An action that is not allowed changes nothing.
    """

    def __init__(self, game: Game | str, variant: str = "", bets: tuple[str, ...] = ()) -> None:
        self.agents = AgentGame.of(game, variant, bets=bets)
        self.observation_space = observation_space(self.agents)  # type: ignore[assignment]
        self.action_space = Discrete(len(self.agents.actions))  # type: ignore[assignment]
        self.play: Play | None = None

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.play = self.agents.deal(Random(int(self.np_random.integers(SEEDS))))
        return self.play.observe(1), self._info(self.play)

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self.play is None or self.play.is_over:
            raise gymnasium.error.ResetNeeded("there is no round to act in: call reset first")
        if action in self.play.legal:
            self.play = self.play.act(int(action))
        return self.play.observe(1), self.play.reward(1), self.play.is_over, False, self._info(self.play)

    def _info(self, play: Play) -> dict[str, NDArray[np.int8] | ActionValues]:
        return {"action_mask": play.mask, "action_values": ActionValues(play)}
