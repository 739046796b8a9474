"""Steps a second of rounds in arrays, on one core, beside a million; and one round at a time at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import process_time

import numpy as np

from fairfelt import games
from fairfelt.environments.agents import AgentGame
from fairfelt.environments.many import ManySeats

from .measure import ROUNDS, Row

AT_ONCE, STEPS = 16_384, 50
GOAL = 1.0
"""Million steps a second."""
NAMES = ("three-card-poker", "ultimate-texas-holdem", "perfect-pairs")
ONE_BY_ONE = 500


def rows() -> Iterator[Row]:
    """The first action allowed is taken each time; every step gives observations, masks and rewards."""
    for name in NAMES:
        agents = AgentGame(games.find(name))
        yield Row(
            f"{agents.game.title}, {AT_ONCE:,} rounds at once", "million steps/s", speed(agents), GOAL, "1 million"
        )
    agents = AgentGame(games.find(NAMES[0]))
    yield Row(f"{agents.game.title}, one round at the table", "thousand steps/s", speed_alone(agents), None, "")


def core_seconds(work: Callable[[], None]) -> float:
    """The quickest of some rounds in seconds of one core, whoever else is at work; one before them to warm up."""
    seconds = []
    for _ in range(1 + ROUNDS):
        begun = process_time()
        work()
        seconds.append(process_time() - begun)
    return min(seconds[1:])


def speed(agents: AgentGame) -> float:
    env = ManySeats(AT_ONCE, agents)
    _, info = env.reset(seed=1)

    def go() -> None:
        nonlocal info
        for _ in range(STEPS):
            _, _, _, _, info = env.step(np.argmax(info["action_mask"], axis=1))

    return AT_ONCE * STEPS / core_seconds(go) / 1e6


def speed_alone(agents: AgentGame) -> float:
    source = Random(1)

    def go() -> None:
        for _ in range(ONE_BY_ONE):
            play = agents.deal(source)
            play.act(play.legal[0]).observe(1)

    return ONE_BY_ONE / core_seconds(go) / 1e3
