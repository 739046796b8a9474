"""A bracket around the value of a game that is too dear to count: a policy below, a player who sees too much above.

At each decision the cards to come are drawn at random many times, and later decisions are made as if all cards up to
the last of them were seen at once. Whoever chooses by that has a policy, and its value, sampled with other cards, is a
bound from below. The values themselves are a bound from above: to see cards early, and to choose by the same draws that
are counted, can only seem to help. What is too rare to be met in the sample is added to it at its exact chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.core.levels import PLACES, Level, offered
from fairfelt.exact.core.tree import Tree, tree_of
from fairfelt.exact.solvers.general.settlements import Settlements, settlements_of
from fairfelt.exact.view import View
from fairfelt.rules import Game

from .course_rounds import opening_paths, sample_course
from .draw import draws, line_numbers, showdown_numbers
from .interval import DEVIATIONS
from .rare_lines import worth_of_rare_lines

ROUNDS: Final = 20_000
STEP: Final = 500
COURSE_ROUNDS: Final = 1_000
WAYS: Final = 24
"""Drawn between decisions…"""
ENDINGS: Final = 48
"""…and after the last one, also to value the policy; where there is only one decision, as many as both together."""


@dataclass(frozen=True)
class Bracket:
    """Between which values the best play of a game lies, in units of the first opening bet, by sampling."""

    rounds: int
    policy: float
    """The player's expected result by a policy: no play that is best is worse…"""
    policy_error: float
    """…and its standard error."""
    relaxed: float
    """The expected result of a player who sees cards too early: no real one does better…"""
    relaxed_error: float

    @property
    def house_edge(self) -> tuple[float, float]:
        """The least and the greatest house edge, with 99 in 100 certainty for each end."""
        low, high = self.relaxed + DEVIATIONS * self.relaxed_error, self.policy - DEVIATIONS * self.policy_error
        return -low, -high


def bracket(game: Game, *, rounds: int = ROUNDS, seed: int = 1) -> Bracket:
    """Sample a bracket; the same seed gives the same one."""
    if game.course:
        return _bracket_course(game, rounds, seed)
    sampler = _Sampler(game, seed)
    policy, relaxed = [], []
    for _ in range(0, rounds, STEP):
        played, valued = sampler.play(STEP)
        policy.append(played)
        relaxed.append(valued)
    above, error = _mean(np.concatenate(relaxed))
    rare = worth_of_rare_lines(sampler.settlements, sampler.nets, sampler.times_seen)
    return Bracket(rounds, *_mean(np.concatenate(policy)), above + rare, error)


def _bracket_course(game: Game, rounds: int, seed: int) -> Bracket:
    """A course is played card by card in plain Python: fewer rounds, and the best of the bets to open with."""
    fewer = max(1, min(rounds, COURSE_ROUNDS))
    sampled = [sample_course(game, path, fewer, seed) for path in opening_paths(game)]
    policies, bounds = zip(*((_mean(played), _mean(valued)) for played, valued in sampled), strict=True)
    return Bracket(fewer, *max(policies), *max(bounds))


def _mean(results: NDArray[np.float64]) -> tuple[float, float]:
    return float(results.mean()), float(results.std() / sqrt(len(results)))


class _Sampler:
    """Plays rounds by looking ahead."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.tree: Tree = tree_of(game)
        self.levels = View.of(game).levels
        self.settlements: Settlements = settlements_of(game)
        self.nets = [np.array(part, np.float64) for part in self.settlements.net_parts(self.tree)]
        self.times_seen = [np.zeros(part.shape[1], np.int64) for part in self.nets]
        self.deck = np.array(game.deck.cards, np.uint8)

    def play(self, rounds: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The results of some rounds by the policy, and what the first decision seemed worth."""
        last, whole = self.levels[-1], self._whole
        nothing = np.empty((rounds, 0), np.uint8)
        all_cards = self._draw(nothing, 1, sum(self.game.deal.count(place) for place in PLACES))[:, 0]
        state, at_street = np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
        seemed = np.zeros(rounds)
        for level in self.levels:
            sights = _columns(all_cards, whole, level)
            for street in level.streets:
                here = np.flatnonzero(at_street == street)
                if not len(here):
                    continue
                values = self._values(sights[here], level, last)[street][np.arange(len(here)), state[here]]
                values = np.where(offered(self.game, street, sights[here][:, : self.game.hole]), values, -np.inf)
                chosen = self.tree.best(street, np.round(values, 6))
                if street == 0:
                    seemed[here] = values.max(axis=1)
                came_from = state[here]
                state[here] = self.tree.arrives_as[street][came_from, chosen]
                at_street[here] = self.tree.leads_to[street][came_from, chosen]
        ends = self._deal(_columns(all_cards, whole, last), last, whole, ENDINGS)
        numbers = [part.reshape(rounds, ENDINGS) for part in self._endings(ends, whole)]
        won = sum(net[state[:, None], part] for net, part in zip(self.nets, numbers, strict=True))
        return np.asarray(won).mean(axis=1), seemed

    def _values(self, sights: NDArray[np.uint8], level: Level, last: Level) -> dict[int, NDArray[np.float64]]:
        """[street][sight, state, choice]: what choices seem worth, later decisions made with the last sight seen."""
        once = level.cards == last.cards
        ways, endings = (1, WAYS * ENDINGS) if once else (WAYS, ENDINGS)
        ahead = self._deal(sights, level, last, ways)
        rounds = self._deal(ahead, last, self._whole, endings)
        numbers = [part.reshape(len(sights), ways, endings) for part in self._endings(rounds, self._whole)]
        for seen, part in zip(self.times_seen, numbers, strict=True):
            seen += np.bincount(part[:, 0, 0], minlength=len(seen))
        paths = np.stack([self._worth(path, numbers).mean(axis=2) for path in range(len(self.tree.paths))], axis=2)
        later: dict[int, NDArray[np.float64]] = {len(self.game.streets): paths}
        found: dict[int, NDArray[np.float64]] = {}
        for street in reversed(range(level.streets[0], len(self.game.streets))):
            leads_to, arrives_as = self.tree.leads_to[street], self.tree.arrives_as[street]
            values = np.empty((len(sights), ways, *leads_to.shape))
            for state, choice in np.ndindex(leads_to.shape):
                values[:, :, state, choice] = later[int(leads_to[state, choice])][:, :, arrives_as[state, choice]]
            if street in level.streets:
                found[street] = values.mean(axis=1)
                later[street] = np.repeat(found[street].max(axis=2)[:, None, :], ways, axis=1)
            else:
                later[street] = values.max(axis=3)
        return found

    def _worth(self, path: int, numbers: Sequence[NDArray[np.int64]]) -> NDArray[np.float64]:
        """What rounds that go that way come to."""
        return np.asarray(sum(net[path][part] for net, part in zip(self.nets, numbers, strict=True)))

    @property
    def _whole(self) -> Level:
        own, community, dealer = (self.game.deal.count(place) for place in PLACES)
        return Level((own, community, dealer))

    def _deal(self, sights: NDArray[np.uint8], level: Level, then: Level, ways: int) -> NDArray[np.uint8]:
        """[sight and way, card]: every sight with the cards up to a later level, drawn at random."""
        more = [b - a for a, b in zip(level.counts, then.counts, strict=True)]
        drawn = self._draw(sights, ways, sum(more)).reshape(len(sights) * ways, sum(more))
        seen = np.repeat(sights, ways, axis=0)
        parts, at, new = [], 0, 0
        for held, added in zip(level.counts, more, strict=True):
            parts += [seen[:, at : at + held], drawn[:, new : new + added]]
            at, new = at + held, new + added
        return np.hstack(parts)

    def _draw(self, sights: NDArray[np.uint8], ways: int, cards: int) -> NDArray[np.uint8]:
        self.seed += 1
        return draws(self.seed, sights, self.deck, ways, cards)

    def _endings(self, rounds: NDArray[np.uint8], whole: Level) -> list[NDArray[np.int64]]:
        """[part][round]: which difference the showdown makes, and each hand that is read."""
        places = dict(zip(PLACES, np.split(rounds, np.cumsum(whole.counts)[:-1], axis=1), strict=True))
        read = (
            hand.numbers[line_numbers(hand.ranking, places, hand.on, hand.against, hand.first)]
            for hand in self.settlements.hands
        )
        return [showdown_numbers(self.game, self.settlements.rows, places), *read]


def _columns(rounds: NDArray[np.uint8], whole: Level, level: Level) -> NDArray[np.uint8]:
    """What is seen of whole rounds at a level."""
    edges = np.cumsum((0, *whole.counts))
    return np.hstack([rounds[:, edges[at] : edges[at] + count] for at, count in enumerate(level.counts)])
