"""PettingZoo: a game for several seats, each an agent; they act when the table asks them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

import numpy as np

from fairfelt.environments.agents import AgentGame, MissingExtra, Play
from fairfelt.environments.values import ActionValues
from fairfelt.rules import Game

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ModuleNotFoundError as error:
    raise MissingExtra("pettingzoo", "gym") from error

from fairfelt.environments.single import observation_space


def env(game: Game | str, variant: str = "", *, seats: int = 2, bets: tuple[str, ...] = ()) -> Any:
    """A table with several seats, with complaints about calls out of order."""
    return OrderEnforcingWrapper(SeveralSeats(AgentGame.of(game, variant, seats=seats, bets=bets)))


class SeveralSeats(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """Seats that are asked one after another; all are paid when the round is settled.

    An observation holds "observation" and "action_mask"; an action that is not allowed is refused with a sentence.
    """

    metadata: dict[str, Any] = {"name": "fairfelt_v0", "render_modes": [], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, agents: AgentGame, render_mode: str | None = None) -> None:
        super().__init__()
        self.game, self.render_mode = agents, render_mode
        self.possible_agents = [name_of(seat) for seat in range(1, agents.seats + 1)]
        mask = Box(0, 1, (len(agents.actions),), np.int8)
        self._observations = Dict({"observation": observation_space(agents), "action_mask": mask})
        self._actions = {name: Discrete(len(agents.actions)) for name in self.possible_agents}
        self.play: Play | None = None
        self._random: Random = SystemRandom()

    def observation_space(self, agent: str) -> Dict:
        return self._observations

    def action_space(self, agent: str) -> Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._show(self.game.deal(self._random))

    def observe(self, agent: str) -> dict[str, Any]:
        assert self.play, "asked after reset"
        seat = self.possible_agents.index(agent) + 1
        acts = not self.play.is_over and self.play.seat == seat
        mask = self.play.mask if acts else np.zeros(len(self.game.actions), np.int8)
        return {"observation": self.play.observe(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert self.play and action is not None, "an agent that is asked chooses"
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._show(self.play.act(int(action)))
        self._accumulate_rewards()

    def _show(self, play: Play) -> None:
        self.play = play
        if play.is_over:
            self.rewards = {name_of(seat): play.reward(seat) for seat in range(1, self.game.seats + 1)}
            self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {agent: dict[str, Any]() for agent in self.agents}
        self.agent_selection = self.possible_agents[(play.seat or 1) - 1]
        self.infos[self.agent_selection] = {"action_values": ActionValues(play)}


def name_of(seat: int) -> str:
    """The agent of a seat, from the dealer's left."""
    return f"seat_{seat}"
