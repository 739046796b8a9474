"""What an agent's play costs: regret a round in units of the opening bet, exact where all decisions can be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from math import comb
from numbers import Real
from random import Random
from typing import Any

import numpy as np

from fairfelt.engine.core.problem import has_one_deck
from fairfelt.engine.estimate.interval import Interval, paired_interval
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solver import general_problem
from fairfelt.environments.agents import AgentGame, Observation, Play
from fairfelt.environments.values import ActionValues, value_actions
from fairfelt.rules.cards import Card, sets_of
from fairfelt.table import stacked_deck

ROUNDING = 1e-6
"""Chances in floats may add up to a little more or less than 1."""
MOST_HANDS = 25_000
"""A game whose only decision sees no more different hands is asked about all of them."""

Chances = Mapping[int, Fraction | float]
Agent = Callable[[Observation, dict[str, Any]], int | Chances]
"""Gives an action, or the chance of each, by an observation and "game", "actions" and "action_mask".

A function that gives one action and has the attribute `deterministic`, and any that gives chances, is scored exactly
where that can be; another may choose otherwise when it is asked again.
"""


class BadAgent(ValueError):  # noqa: N818  (it reads as what is the matter)
    """There is no such agent, or it gave what is no action."""


@dataclass(frozen=True)
class Regret:
    """What the best play would have won more than an agent, a round in units of the opening bet."""

    game: str
    regret: Fraction | float
    """Exact, or the mean of the rounds."""
    interval: Interval | None = None
    """Of the rounds; none where it is exact."""
    decisions: int = 0
    """Decisions that the agent made."""
    uncounted: int = 0
    """Those of them whose values nothing counts: they add no regret."""


def find_agent(name: str) -> Agent:
    """`random`, `exact`, or a function of a module that can be imported, as module:function."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    module, colon, function = name.partition(":")
    try:
        found = getattr(import_module(module), function) if colon else None
    except (ImportError, AttributeError) as error:
        raise BadAgent(f"the agent {name} cannot be imported: {error}") from error
    if not callable(found):
        raise BadAgent(f"{name!r} is no agent: give {', '.join(BUILT_IN)} or module:function")
    agent: Agent = found
    return agent


def play_at_random(observation: Observation, info: dict[str, Any]) -> Chances:
    """Every action that is allowed alike."""
    allowed = np.flatnonzero(info["action_mask"]).tolist()
    return dict.fromkeys(allowed, Fraction(1, len(allowed)))


def play_exactly(observation: Observation, info: dict[str, Any]) -> Chances:
    """The best action by its exact value; the first one allowed where nothing counts it."""
    values = info["action_values"]
    return {values.best if values else int(np.flatnonzero(info["action_mask"])[0]): Fraction(1)}


BUILT_IN: Mapping[str, Agent] = {"random": play_at_random, "exact": play_exactly}


def measure_regret(agents: AgentGame, agent: Agent, *, rounds: int, seed: int) -> Regret:
    """The regret of an agent at a game, exact where it can be, else sampled."""
    return exact_regret(agents, agent) or sample_regret(agents, agent, rounds=rounds, seed=seed)


def exact_regret(agents: AgentGame, agent: Agent) -> Regret | None:
    """The mean over every decision there is; None where they are too many, or the agent could choose otherwise."""
    slug = agents.game.slug
    if not agents.game.streets and not agents.game.opening_choice:
        return Regret(slug, Fraction(0))
    costs = list[Fraction]()
    for play, values in all_decisions(agents):
        chances, repeats = ask(agent, play, values)
        if not repeats:
            return None
        costs.append(cost_of(values, chances))
    return Regret(slug, sum(costs, Fraction(0)) / len(costs), decisions=len(costs)) if costs else None


def all_decisions(agents: AgentGame) -> Iterator[tuple[Play, ActionValues]]:
    """Every decision of a game that asks once, each as likely as any other; none of other games and of very large ones.

    Hands that an exchange of suits makes equal are counted once.
    """
    game = agents.game
    if game.opening_choice and not game.streets:
        play = agents.deal(Random(0))
        yield play, ActionValues(play)
    if game.course or len(game.streets) != 1 or game.streets[0].community or game.streets[0].dealer:
        return
    if not has_one_deck(game) or comb(len(game.deck), game.hole) > MOST_HANDS:
        return
    problem, known = general_problem(core_game(game)), dict[int, dict[int, Fraction]]()
    hands = np.array(game.deck.faces, np.uint8)[sets_of(len(game.deck), game.hole)]
    keys = problem.symmetry.keys_of(hands, problem.view.levels[0])
    for hand, key in zip(hands.tolist(), keys.tolist(), strict=True):
        play = agents.deal_order(stacked_deck(game, {1: tuple(map(Card, hand))}))
        if key not in known:
            known[key] = value_actions(play)
        yield play, ActionValues(play, known[key])


def sample_regret(agents: AgentGame, agent: Agent, *, rounds: int, seed: int) -> Regret:
    """The mean over rounds dealt by a seed, in which the agent goes on with what it chose."""
    source, costs, most, made = Random(seed), list[float](), Fraction(0), Counter[bool]()
    for _ in range(rounds):
        play, cost, could_cost = agents.deal(source), Fraction(0), Fraction(0)
        while not play.is_over:
            values = ActionValues(play)
            chances, _ = ask(agent, play, values)
            if len(play.legal) > 1:
                made[bool(values)] += 1
                cost += cost_of(values, chances) if values else 0
                could_cost += max(map(values.regret, values), default=0)
            play = play.act(source.choices(list(chances), [float(chance) for chance in chances.values()])[0])
        costs.append(float(cost))
        most = max(most, could_cost)
    found = np.array(costs)
    interval = paired_interval(found, seed, most=float(most)).cut(least=0.0)
    return Regret(agents.game.slug, float(found.mean()), interval, made.total(), made[False])


def ask(agent: Agent, play: Play, values: ActionValues) -> tuple[Chances, bool]:
    """The chances of the actions that an agent takes, and whether it would give them again."""
    game, actions = play.agents.game, play.agents.actions
    info: dict[str, Any] = {"game": game.slug, "actions": actions, "action_mask": play.mask}
    if agent is play_exactly:
        info["action_values"] = values
    try:
        said = agent(play.observe(play.seat), info)
        chances: Chances = said if isinstance(said, Mapping) else {said: Fraction(1)}
    except Exception as error:
        raise BadAgent(f"the agent failed at {game.title}: {type(error).__name__}: {error}") from error
    if wrong := [action for action in chances if action not in play.legal]:
        allowed = ", ".join(map(str, play.legal))
        raise BadAgent(f"the agent chose action {wrong[0]!r} at {game.title}, where action_mask allows {allowed}")
    likely = [isinstance(chance, Real) and 0 <= chance <= 1 for chance in chances.values()]
    if not all(likely) or abs(float(sum(chances.values())) - 1) > ROUNDING:
        raise BadAgent(f"the agent gave {dict(chances)} at {game.title}: give chances from 0 to 1 that add up to 1")
    return chances, isinstance(said, Mapping) or bool(getattr(agent, "deterministic", False))


def cost_of(values: ActionValues, chances: Chances) -> Fraction:
    """The mean regret of some chances."""
    return sum((Fraction(chance) * values.regret(action) for action, chance in chances.items()), Fraction(0))
