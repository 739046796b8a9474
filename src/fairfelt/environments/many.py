"""Gymnasium, vectorized: many rounds of a dealt game at once, in arrays; games with a course of play one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fairfelt.engine.core.endings import showdown_rows
from fairfelt.engine.core.information_sets import PLACES
from fairfelt.engine.core.tree import Path, tree_of
from fairfelt.engine.estimate.draw import difference_numbers, draws, places_of
from fairfelt.engine.solvers.general.settlements import Settlements, hands_read
from fairfelt.environments.agents import SETTLE, AgentGame, Play
from fairfelt.environments.single import SingleSeat, observation_space
from fairfelt.environments.values import ActionValues
from fairfelt.rules import Choice, Game
from fairfelt.rules.cards import ALL_CARDS, Card
from fairfelt.runtime.compute.jit import njit
from fairfelt.table import stacked_deck
from fairfelt.table.layout import layout_of

Numbers = NDArray[Any]


def make_many(
    num_envs: int, game: Game | str, variant: str = "", bets: tuple[str, ...] = ()
) -> VectorEnv[Any, Any, Any]:
    """So many seats at tables of their own; a round that ends is followed by the next one in the same step."""
    agents = AgentGame.of(game, variant, bets=bets)
    if agents.game.course or agents.game.opening_choice:
        envs = [lambda: SingleSeat(agents.game, bets=agents.bets)] * num_envs
        return SyncVectorEnv(envs, autoreset_mode=AutoresetMode.SAME_STEP)
    return ManySeats(num_envs, agents)


class Standings:
    """Everything that a round of a dealt game can have come to: the street, and the choices that led there.

    They are numbered street by street; those at which the round is over come last.
    """

    def __init__(self, agents: AgentGame) -> None:
        game, tree = agents.game, tree_of(agents.game)
        self.paths = [(at, path) for at, states in enumerate(tree.arrivals) for path in states]
        self.streets = np.array([at for at, _ in self.paths])
        """[standing]: the street, and past the last one that the round is over."""
        self.over = int(np.argmax(self.streets == len(game.streets)))
        """The first of those at which the round is over."""
        self.shown = np.array([[game.hole, *seen] for seen in layout_of(game).revealed])
        """[street, place]: own, community and dealer's cards that are seen; at last all of them."""
        self.after = np.tile(np.arange(len(self.paths))[:, None], len(agents.actions))
        """[standing, action]: where it leads."""
        self.least_values = np.full(self.after.shape, np.iinfo(np.int64).max)
        """[standing, action]: the least value of the own hand that allows it; beyond all values where none does."""
        if not game.streets:
            self.least_values[:, agents.numbers[SETTLE]] = 0
        numbers = {standing: number for number, standing in enumerate(self.paths)}
        for (at, path), (number, choice) in self._choices(game):
            state, here = tree.arrivals[at].index(path), (numbers[at, path], agents.numbers[choice.name])
            then = int(tree.leads_to[at][state, number])
            self.after[here] = numbers[then, tree.arrivals[then][tree.arrives_as[at][state, number]]]
            self.least_values[here] = 0
            if choice.holding and game.showdown:
                self.least_values[here] = game.showdown.least_value(choice.holding)
        staked = [dict.fromkeys(agents.bets, 1) | game.stakes(dict(path)) for _, path in self.paths]
        self.units = np.array([[units.get(wager, 0) for wager in agents.wagers] for units in staked], np.uint8)
        """[standing, wager]: what lies on the table."""

    def _choices(self, game: Game) -> Iterator[tuple[tuple[int, Path], tuple[int, Choice]]]:
        """Every choice of every standing at which there are any, with its number in the street."""
        decisions = (standing for standing in self.paths if standing[0] < len(game.streets))
        return ((standing, each) for standing in decisions for each in enumerate(game.streets[standing[0]].choices))


class Snapshot:
    """The values of the actions of each round as it was: of one that is asked for, and then counted."""

    def __init__(self, env: ManySeats) -> None:
        self._env, self._cards, self._standing = env, env.cards.copy(), env.standing.copy()

    def __len__(self) -> int:
        return len(self._cards)

    def __getitem__(self, at: int) -> ActionValues:
        return ActionValues(self._env.play_of(self._cards[at], int(self._standing[at])))


class ManySeats(VectorEnv[NDArray[np.uint8], NDArray[np.int64], Numbers]):
    """Rounds in arrays: cards drawn, choices followed and bets settled for all of them at once."""

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  (so Gymnasium declares it)

    def __init__(self, num_envs: int, agents: AgentGame) -> None:
        game = agents.game
        self.num_envs, self.agents, self.standings = num_envs, agents, Standings(agents)
        self.single_observation_space = observation_space(agents)
        self.single_action_space = Discrete(len(agents.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._counts = [game.deal.count(place) for place in PLACES]
        self._deck = np.array(game.deck.cards, np.uint8)
        self._faces = np.zeros(ALL_CARDS, np.int64)
        self._faces[list(agents.faces)] = np.arange(len(agents.faces))
        made = [wager for wager in game.wagers if wager.is_base or wager.name in agents.bets]
        rows = showdown_rows(game) if game.showdown else None
        self._settlements = Settlements(game, rows, hands_read(game, made))
        parts = self._settlements.net_parts(tree_of(game), agents.bets)
        self._results = [np.array(part, np.float64) for part in parts]
        self._asks = any(choice.holding for street in game.streets for choice in street.choices)
        self.cards = np.empty((num_envs, sum(self._counts)), np.uint8)
        self.standing = np.zeros(num_envs, np.int64)
        self._values = np.zeros(num_envs, np.int64)
        self._observed = np.zeros((num_envs, len(agents.fields)), np.uint8)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deal to all; of several seeds the first one is that of all."""
        super().reset(seed=seed if seed is None or isinstance(seed, int) else seed[0])
        self._deal(np.arange(self.num_envs))
        return self._observed.copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        chosen = np.asarray(actions, np.int64)
        allowed = self.standings.least_values[self.standing, chosen] <= self._values
        self.standing = np.where(allowed, self.standings.after[self.standing, chosen], self.standing)
        ended = allowed & (self.standing >= self.standings.over)
        over = np.flatnonzero(ended)
        self._observe(np.flatnonzero(allowed))
        rewards, info = np.zeros(self.num_envs), dict[str, Any]()
        if len(over):
            rewards[over] = self._settle(over)
            info = {"final_obs": self._observed.copy(), "_final_obs": ended}
            self._deal(over)
        return self._observed.copy(), rewards, ended, np.zeros(self.num_envs, np.bool_), info | self._info()

    def play_of(self, cards: NDArray[np.uint8], standing: int) -> Play:
        """A round as the table plays it: these cards, and the choices that led to a standing."""
        own, community, dealer = (
            tuple(map(Card, part.tolist())) for part in np.split(cards, np.cumsum(self._counts)[:-1])
        )
        order = stacked_deck(self.agents.game, {1: own}, community=community, dealer=dealer)
        path = self.standings.paths[standing][1]
        return self.agents.replay(order, (self.agents.numbers[choice.name] for _, choice in path))

    def _deal(self, rounds: NDArray[np.int64]) -> None:
        seed, nothing = int(self.np_random.integers(1 << 32)), np.empty((1, 0), np.uint8)
        self.cards[rounds] = draws(seed, nothing, self._deck, len(rounds), self.cards.shape[1])[0]
        self.standing[rounds] = 0
        if self._asks and self.agents.game.showdown:
            own = np.ascontiguousarray(self.cards[rounds, : self._counts[0]])
            self._values[rounds] = self.agents.game.showdown.ranking.batch(own)
        self._observe(rounds)

    def _settle(self, rounds: NDArray[np.int64]) -> NDArray[np.float64]:
        """What each of these rounds comes to."""
        path = self.standing[rounds] - self.standings.over
        numbers = difference_numbers(self._settlements, places_of(self.cards[rounds], self._counts))
        return np.asarray(sum(nets[path, ended] for nets, ended in zip(self._results, numbers, strict=True)))

    def _observe(self, rounds: NDArray[np.int64]) -> None:
        streets = self.standings.streets[self.standing]
        write_observations(
            self._observed, rounds, self.cards, self._faces, np.array(self._counts), len(self.agents.faces),
            self.standings.shown, streets, self.standings.units, self.standing,
        )  # fmt: skip

    def _info(self) -> dict[str, Any]:
        least = self.standings.least_values[self.standing]
        return {"action_mask": (least <= self._values[:, None]).astype(np.int8), "action_values": Snapshot(self)}


@njit(nogil=True, cache=True)
def write_observations(
    observed: Numbers, rounds: Numbers, cards: Numbers, numbers: Numbers, counts: Numbers, faces: int, shown: Numbers,
    streets: Numbers, units: Numbers, standing: Numbers,
) -> None:  # fmt: skip
    """Write rows of observations: cards seen by place, a 1 for the stage, units by wager.

    Each number is at most the copies of a card or the units on a wager, below 2^8 as a byte holds them.

    cards     [round, card]: own, community, dealer's
    numbers   [card]: its number among the faces
    shown     [street, place]: how many are seen
    """
    first_stage = len(counts) * faces
    first_wager = first_stage + len(shown) + 1
    for i in rounds:
        observed[i] = 0
        street, first = streets[i], 0
        for place in range(len(counts)):
            for at in range(first, first + shown[street, place]):
                observed[i, place * faces + numbers[cards[i, at]]] += 1
            first += counts[place]
        observed[i, first_stage + 1 + street] = 1
        for wager in range(units.shape[1]):
            observed[i, first_wager + wager] = units[standing[i], wager]
