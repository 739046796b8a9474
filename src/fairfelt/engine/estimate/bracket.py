"""A bracket around the value of a game that is too dear to count: a policy below, a player who sees too much above.

At each decision the cards to come are drawn at random many times, and later decisions are made as if all cards up to
the last of them were seen at once. To choose by that is a policy, and its value, sampled with other cards, is a
bound from below. The values themselves are a bound from above: to see cards early, and to choose by the same draws that
are counted, can only seem to help. What is too rare to be met in the sample is added to it at its exact chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.par import Uncounted, WagerPar
from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.build_par import wager_par
from fairfelt.engine.core.endings import Ending, net_result, wager_tables
from fairfelt.engine.core.information_sets import PLACES, Level, offered
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import Path, Tree, tree_of
from fairfelt.engine.courses.counter import is_seen
from fairfelt.engine.estimate.draw import difference_numbers, draws, follow_streets, places_of
from fairfelt.engine.estimate.interval import DEVIATIONS
from fairfelt.engine.solution import CountedRounds
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.settlements import Settlements, settlements_of
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Decide, Draw, Facts, Game, Over, Step, fingerprint
from fairfelt.rules.cards import Card
from fairfelt.rules.hands import Ranking

# Rounds of a course played by looking ahead: what is face down or still in the shoe is drawn at random many times.
#
# A choice is valued by how such rounds would end for a player who knows every card of them: that is a bound from
# above. To take the choice that seems best is a policy, and what it wins is a bound from below.


COURSE_ROUNDS_WAYS: Final = 12
MOST_TRIES: Final = 2_000
"""Cards face down are drawn again where the course would have gone another way."""


@dataclass
class _Past:
    """What one player has seen of a round, step by step."""

    steps: list[Step]
    seen: list[Card | None]
    """[card drawn]: None for one that lies face down."""
    path: Path


class _LookingAhead:
    def __init__(self, game: Game, seed: int) -> None:
        assert game.course
        self.game, self.course, self.source = game, game.course, Random(seed)
        self._nets: dict[tuple[Path, Facts], float] = {}

    def play(self, opened: Path) -> tuple[float, float]:
        """The result of one round, and what it seemed worth at its first decision."""
        order = list(self.game.deck.cards)
        self.source.shuffle(order)
        state: Any = self.course.start(1)
        past, at, seemed = _Past([], [], opened), 0, None
        while not isinstance(step := self.course.next(state), Over):
            if isinstance(step, Draw):
                past.steps.append(step)
                past.seen.append(order[at] if is_seen(step) else None)
                state, at = self.course.draw(state, order[at]), at + 1
            else:
                values = self._values(past, step, opened)
                best = max(range(len(values)), key=lambda choice: (values[choice], choice))
                seemed = values[best] if seemed is None else seemed
                past.steps.append(step)
                past.path = (*past.path, (step.street.name, step.choices[best]))
                state = self.course.choose(state, step.choices[best])
        won = self._net(past.path, state)
        return won, won if seemed is None else seemed

    def _values(self, past: _Past, step: Decide, opened: Path) -> list[float]:
        """What each choice seems worth, later ones made with every card known."""
        totals = [0.0] * len(step.choices)
        for _ in range(COURSE_ROUNDS_WAYS):
            state, order = self._another(past, step, opened)
            for at, choice in enumerate(step.choices):
                path = (*past.path, (step.street.name, choice))
                totals[at] += self._foreseen(self.course.choose(state, choice), order, len(past.seen), path)
        return [total / COURSE_ROUNDS_WAYS for total in totals]

    def _another(self, past: _Past, step: Decide, opened: Path) -> tuple[Any, list[Card]]:
        """A round that would have looked the same up to here: its state, and its cards in order."""
        for _ in range(MOST_TRIES):
            order = self._order(past)
            state = self._replayed(past, step, opened, order)
            if state is not None:
                return state, order
        raise Unsolved(f"{self.game.title}: {step.street.name!r} is hardly ever come to; nothing can be sampled there")

    def _order(self, past: _Past) -> list[Card]:
        rest = list(self.game.deck.cards)
        for card in past.seen:
            if card is not None:
                rest.remove(card)
        self.source.shuffle(rest)
        return [rest.pop() if card is None else card for card in past.seen] + rest

    def _replayed(self, past: _Past, step: Decide, opened: Path, order: list[Card]) -> Any:
        """The state after the same steps with those cards; None if the course would have gone another way."""
        state: Any = self.course.start(1)
        at, choices = 0, iter(past.path[len(opened) :])
        for before in past.steps:
            if self.course.next(state) != before:
                return None
            if isinstance(before, Draw):
                state, at = self.course.draw(state, order[at]), at + 1
            else:
                state = self.course.choose(state, next(choices)[1])
        return state if self.course.next(state) == step else None

    def _foreseen(self, state: Any, order: list[Card], at: int, path: Path) -> float:
        """How the round ends for a player who knows every card."""
        while isinstance(step := self.course.next(state), Draw):
            state, at = self.course.draw(state, order[at]), at + 1
        if isinstance(step, Over):
            return self._net(path, state)
        return max(
            self._foreseen(self.course.choose(state, choice), order, at, (*path, (step.street.name, choice)))
            for choice in step.choices
        )

    def _net(self, path: Path, state: Any) -> float:
        facts = self.course.facts(state, 0)
        if (path, facts) not in self._nets:
            self._nets[path, facts] = float(net_result(self.game, Ending(path, facts, 0, 0))[0])
        return self._nets[path, facts]


# Lines that a sample hardly meets: what they could be worth at most, by their exact chance.


OFTEN_ENOUGH: Final = 5
"""Rounds in which a difference is met before its share of a mean can be trusted."""


def worth_of_rare_lines(
    settlements: Settlements, nets: Sequence[NDArray[np.float64]], times_seen: Sequence[NDArray[np.int64]]
) -> float:
    """The most that differences which were hardly met add to a round: their chance times their pay."""
    worth = 0.0
    for part, (net, seen) in enumerate(zip(nets, times_seen, strict=True)):
        rare = (seen < OFTEN_ENOUGH) & (net.max(axis=0) > 0)
        if rare.any():
            worth += float(net.max(axis=0)[rare] @ _chances(settlements, part)[rare])
    return worth


def _chances(settlements: Settlements, part: int) -> NDArray[np.float64]:
    """[difference]: no more than the chance of all lines of the player's hand with which it can be made."""
    game, showdown, rows = settlements.game, settlements.game.showdown, settlements.rows
    ranking: Ranking
    differences: NDArray[np.integer[Any]]
    if part:
        hand = settlements.hands[part - 1]
        counts = [game.deal.count(place) for place in PLACES if place in hand.on]
        cards = sum(min(count, hand.first) if hand.first else count for count in counts)
        ranking, differences, many = hand.ranking, hand.numbers, len(hand.lines)
    elif showdown and rows:
        cards = game.deal.count(Cards.OWN | showdown.shared)
        ranking, differences, many = showdown.ranking, rows.index, len(rows)
    else:
        return np.ones(1)
    lines = np.array(line_counts(ranking, game.deck, cards), np.float64) / comb(len(game.deck), cards)
    found, by_line = np.zeros(many), differences.reshape(len(lines), -1)
    for line in range(len(lines)):
        found[np.unique(by_line[line][by_line[line] >= 0])] += lines[line]
    return np.minimum(found, 1.0)


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
    fewer, street = max(1, min(rounds, COURSE_ROUNDS)), game.opening_choice
    paths: list[Path] = [((street.name, choice),) for choice in street.choices] if street else [()]
    policies, bounds = [], []
    for path in paths:
        player = _LookingAhead(game, seed)
        played, valued = zip(*(player.play(path) for _ in range(fewer)), strict=True)
        policies.append(_mean(np.array(played)))
        bounds.append(_mean(np.array(valued)))
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
        places = places_of(self._draw(nothing, 1, whole.cards)[:, 0], whole.counts)
        seemed = np.zeros(rounds)

        def decide(street: int, level: Level, here: Any, visible: NDArray[np.uint8], came_from: Any) -> Any:
            values: Any = self._values(visible, level, last)[street][np.arange(len(here)), came_from]
            values = np.where(offered(self.game, street, visible[:, : self.game.hole]), values, -np.inf)
            if street == 0:
                seemed[here] = values.max(axis=1)
            return self.tree.best(street, np.round(values, 6))

        paths = follow_streets(self.tree, self.levels, places, decide)
        seen = np.hstack([places[place][:, :count] for place, count in zip(PLACES, last.counts, strict=True)])
        ends = self._deal(seen, last, whole, ENDINGS)
        numbers = [part.reshape(rounds, ENDINGS) for part in self._endings(ends, whole)]
        won = sum(net[paths[:, None], part] for net, part in zip(self.nets, numbers, strict=True))
        return np.asarray(won).mean(axis=1), seemed

    def _values(self, visible: NDArray[np.uint8], level: Level, last: Level) -> dict[int, NDArray[np.float64]]:
        """[street][round, state, choice]: what choices seem worth, later ones made with the cards of the last."""
        once = level.cards == last.cards
        ways, endings = (1, WAYS * ENDINGS) if once else (WAYS, ENDINGS)
        ahead = self._deal(visible, level, last, ways)
        rounds = self._deal(ahead, last, self._whole, endings)
        numbers = [part.reshape(len(visible), ways, endings) for part in self._endings(rounds, self._whole)]
        for seen, part in zip(self.times_seen, numbers, strict=True):
            seen += np.bincount(part[:, 0, 0], minlength=len(seen))
        worth = (
            np.asarray(sum(net[path][part] for net, part in zip(self.nets, numbers, strict=True)))
            for path in range(len(self.tree.paths))
        )
        paths = np.stack([each.mean(axis=2) for each in worth], axis=2)
        later: dict[int, NDArray[np.float64]] = {len(self.game.streets): paths}
        found: dict[int, NDArray[np.float64]] = {}
        for street in reversed(range(level.streets[0], len(self.game.streets))):
            leads_to, arrives_as = self.tree.leads_to[street], self.tree.arrives_as[street]
            values = np.empty((len(visible), ways, *leads_to.shape))
            for state, choice in np.ndindex(leads_to.shape):
                values[:, :, state, choice] = later[int(leads_to[state, choice])][:, :, arrives_as[state, choice]]
            if street in level.streets:
                found[street] = values.mean(axis=1)
                later[street] = np.repeat(found[street].max(axis=2)[:, None, :], ways, axis=1)
            else:
                later[street] = values.max(axis=3)
        return found

    @property
    def _whole(self) -> Level:
        own, community, dealer = (self.game.deal.count(place) for place in PLACES)
        return Level((own, community, dealer))

    def _deal(self, visible: NDArray[np.uint8], level: Level, then: Level, ways: int) -> NDArray[np.uint8]:
        """[round and way, card]: the visible cards with those up to a later level, drawn at random."""
        more = [b - a for a, b in zip(level.counts, then.counts, strict=True)]
        drawn = self._draw(visible, ways, sum(more)).reshape(len(visible) * ways, sum(more))
        seen = np.repeat(visible, ways, axis=0)
        parts, at, new = [], 0, 0
        for held, added in zip(level.counts, more, strict=True):
            parts += [seen[:, at : at + held], drawn[:, new : new + added]]
            at, new = at + held, new + added
        return np.hstack(parts)

    def _draw(self, visible: NDArray[np.uint8], ways: int, cards: int) -> NDArray[np.uint8]:
        self.seed += 1
        return draws(self.seed, visible, self.deck, ways, cards)

    def _endings(self, rounds: NDArray[np.uint8], whole: Level) -> list[NDArray[np.int64]]:
        """[part][round]: which difference the showdown makes, and each hand that is read."""
        return difference_numbers(self.settlements, places_of(rounds, whole.counts))


# The sheet of a game whose round costs too much to count: side bets exactly, the round in a bracket.


@dataclass(frozen=True)
class EstimatedPar:
    """What is known of a game without counting its rounds."""

    game: Game
    reason: str
    """Why they were not counted, and what that would take."""
    round: Bracket
    wagers: tuple[WagerPar, ...]
    """Bets that no decision changes, counted exactly."""
    uncounted: tuple[Uncounted, ...]

    def to_dict(self) -> dict[str, Any]:
        low, high = self.round.house_edge
        return {
            "game": self.game.slug,
            "name": self.game.name,
            "variant": self.game.variant,
            "fingerprint": fingerprint(self.game),
            "estimated": self.reason,
            "round": {
                "rounds": self.round.rounds,
                "house_edge": {"from": low, "to": high, "certainty": "99% for each end"},
                "policy": {"result": self.round.policy, "standard_error": self.round.policy_error},
                "relaxed": {"result": self.round.relaxed, "standard_error": self.round.relaxed_error},
            },
            "wagers": [sheet.to_dict() for sheet in self.wagers],
            "uncounted": [missing.to_dict() for missing in self.uncounted],
        }


def estimated_par(game: Game, reason: str, *, rounds: int = ROUNDS) -> EstimatedPar:
    """Count what no decision changes, and sample the round."""
    undecided, found, uncounted = CountedRounds(game, ()), [], []
    for wager, table in wager_tables(wager for wager in game.wagers if wager.is_optional):
        try:
            if wager.ranking is None or not wager.survives_fold:
                raise Unsolved(f"{game.title}: {wager.name} goes by the round or by its folds, which are not counted")
            found.append(wager_par(undecided, wager, table))
        except Unsolved as missing:
            uncounted.append(Uncounted(wager.name, table.name, str(missing)))
    return EstimatedPar(game, reason, bracket(core_game(game), rounds=rounds), tuple(found), tuple(uncounted))
