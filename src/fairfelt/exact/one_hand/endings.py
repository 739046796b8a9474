"""How rounds end that go on from some sights, counted over all cards that are face down, in whole arrays."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.sets import sets_of
from fairfelt.exact.core.levels import Level, hidden
from fairfelt.exact.core.rank_choices import counts_by_ranks
from fairfelt.exact.solvers.general.settlements import Settlements
from fairfelt.exact.solvers.general.source import CountingPlan, counting_plan
from fairfelt.hands import TrackRanking
from fairfelt.rules import Cards

from .by_ranks import hands_by_ranks
from .by_tracks import values_by_tracks
from .statements import read_statements, run

TOGETHER = 1 << 16
"""Rounds that are looked at in one go: as many as stay in a core's own memory."""
MANY_HANDS = 1_000_000
"""With fewer hands of the dealer's, each is looked at."""
Faces = NDArray[np.uint8]
DealerValues = Callable[[Faces], tuple[NDArray[np.int64], NDArray[np.int64]]]
"""Values of the dealer's hands out of the cards that are left, and in how many ways each comes."""


@dataclass(frozen=True, eq=False)
class Turned:
    """Some sights with some of the cards that are turned over: [sight, draw] or [sight, 1], by their names."""

    first: int
    """The number of the first of these sights."""
    cards: dict[str, NDArray[Any]]
    """Or, in the place of the dealer's cards, what they are worth."""
    ways: NDArray[np.int64]
    """[draw]: combinations that are the same draw, fewer than none where others have them too many."""


@dataclass(frozen=True, eq=False)
class EndingsCount:
    """Counts the endings of a game from its last decision on."""

    settlements: Settlements
    level: Level

    @cached_property
    def faces(self) -> Faces:
        """The cards of the deck, each once."""
        return np.array(self.settlements.game.deck.faces, np.uint8)

    @cached_property
    def plan(self) -> CountingPlan:
        """Which cards are turned over, and what is made of them."""
        game = self.settlements.game
        return counting_plan(
            self.settlements, self.level, hidden(game, self.level), left=len(self.faces) - self.level.cards
        )

    @cached_property
    def steps(self) -> list[list[str]]:
        """The names of the cards that are turned over together, one place after the other."""
        places = sorted({place for place, _ in self.plan.loops})
        return [[name for at, name in self.plan.loops if at == place] for place in places]

    @cached_property
    def body(self) -> tuple[ast.stmt, ...]:
        """What is worked out of the cards; refused where only a kernel can."""
        kept = (value for value in self.plan.values if not (self.dealer_values and value.sets == "theirs"))
        return read_statements(tuple(part for value in kept for part in value.statements))

    @cached_property
    def dealer_values(self) -> DealerValues | None:
        """How the dealer's hands are counted by their values, where they need not be dealt one by one."""
        game, down = self.settlements.game, hidden(self.settlements.game, self.level)
        if not game.showdown or self.level.counts[2] or game.deal.count(Cards.COMMUNITY):
            return None
        if any(Cards.DEALER in hand.places for hand in self.settlements.hands):
            return None
        ranking, draws = game.showdown.ranking, sum(group.size for group in down if group.place is Cards.DEALER)
        if isinstance(ranking, TrackRanking) and not ranking.wilds:
            return partial(values_by_tracks, ranking, draws)
        if comb(len(self.faces), draws) > MANY_HANDS and counts_by_ranks(ranking, game.deck, draws):
            return lambda rest: hands_by_ranks(ranking, game.deck, draws).count(rest)
        return None

    @cached_property
    def rounds(self) -> int:
        """Rounds to look at for one sight, without making anything ready."""
        if self.dealer_values:
            return 1
        game = self.settlements.game
        read = game.showdown.shared | Cards.OWN | Cards.DEALER if game.showdown else Cards(0)
        for hand in self.settlements.hands:
            read |= hand.places
        left, ways = len(self.faces) - self.level.cards, 1
        for group in hidden(game, self.level):
            if group.place in read:
                ways *= comb(left, group.size)
                left -= group.size
        return ways

    def count(self, sights: Faces) -> NDArray[np.int64]:
        """[sight, ending]: in how many ways each sight ends so."""
        names, columns, asked = self.plan.seen, len(self.settlements), len(sights)
        for step in self.steps[:-1]:
            sights, names = extended(sights, self.faces, len(step)), (*names, *step)
        tally = np.zeros((len(sights), columns), np.int64)
        for turned in self._turned(sights, names):
            arrays: dict[str, NDArray[Any]] = {**self.plan.tables, **turned.cards}
            run(self.body, arrays)
            some = len(next(iter(turned.cards.values())))
            ending = np.broadcast_to(arrays["ending"], (some, len(turned.ways)))
            numbers = (ending + columns * np.arange(some)[:, None]).ravel()
            found = np.bincount(numbers, _weights(turned.ways, some), some * columns).astype(np.int64)
            tally[turned.first : turned.first + some] += found.reshape(some, columns)
        return np.asarray(tally.reshape(asked, -1, columns).sum(axis=1) * self.plan.factor, np.int64)

    def _turned(self, sights: Faces, names: tuple[str, ...]) -> Iterator[Turned]:
        """All draws of the last place, in parts."""
        seen = {name: sights[:, at : at + 1] for at, name in enumerate(names)}
        if not self.steps:
            yield Turned(0, seen, np.ones(1, np.int64))
        elif self.dealer_values:
            for at, rest in enumerate(rest_of(sights, self.faces)):
                values, ways = self.dealer_values(rest)
                here = {name: cards[at : at + 1] for name, cards in seen.items()}
                yield Turned(at, {**here, "theirs": values[None]}, ways)
        else:
            yield from self._cards_turned(sights, seen)

    def _cards_turned(self, sights: Faces, seen: dict[str, Faces]) -> Iterator[Turned]:
        rest, step = rest_of(sights, self.faces), self.steps[-1]
        places = sets_of(rest.shape[1], len(step))
        many = max(1, TOGETHER // len(places))
        for first in range(0, len(sights), many):
            some = slice(first, first + many)
            held = {name: cards[some] for name, cards in seen.items()}
            for start in range(0, len(places), TOGETHER):
                draws = places[start : start + TOGETHER]
                drawn = {name: rest[some][:, draws[:, at]] for at, name in enumerate(step)}
                yield Turned(first, held | drawn, np.ones(len(draws), np.int64))


def _weights(ways: NDArray[np.int64], sights: int) -> NDArray[np.int64] | None:
    """For each round of some sights; their sums are below 2**53, and exact as numpy makes them."""
    return None if (ways == 1).all() else np.tile(ways, sights)


def rest_of(sights: Faces, faces: Faces) -> Faces:
    """[sight, card]: the cards of a deck that each of some sights leaves."""
    there = (sights[:, :, None] == faces).any(axis=1)
    return np.asarray(np.broadcast_to(faces, there.shape)[~there].reshape(len(sights), -1), np.uint8)


def extended(sights: Faces, faces: Faces, count: int, at: int | None = None) -> Faces:
    """Every sight with every set of so many more cards, put in at a column; those of one sight stand together."""
    at = sights.shape[1] if at is None else at
    rest = rest_of(sights, faces)
    more = rest[:, sets_of(rest.shape[1], count)]
    before = np.broadcast_to(sights[:, None, :], (*more.shape[:2], sights.shape[1]))
    whole = np.concatenate((before[:, :, :at], more, before[:, :, at:]), axis=2)
    return np.ascontiguousarray(whole.reshape(-1, whole.shape[2]))
