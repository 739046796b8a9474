"""What every choice comes to by hand and by the rank of one hidden card: what the counts of this folder have in common.

A round is counted once for each card of the dealer's that may be the hidden one in question: any of them is as likely.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import RANKS, Deck
from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT
from fairfelt.exact import Progress
from fairfelt.exact.strategy.short import first_of_lines, threshold_words
from fairfelt.exact.strategy.steps import best_steps
from fairfelt.hands import LINE_BITS
from fairfelt.protection.seen_cards.by_cuts import CountByCuts, WholeCount
from fairfelt.rules import Cards

from .kernel import number_cuts

Whole = NDArray[np.int64]
COLUMNS = RANKS_PER_SUIT + 1
"""The ranks, and the joker as one more."""
JOKER = RANKS_PER_SUIT
RANK_OF = np.array([*(card % RANKS_PER_SUIT for card in range(ALL_CARDS - 1)), JOKER])
"""[card]: its column."""
NUMBERS = 3


@dataclass(frozen=True, eq=False)
class Ranked:
    """Some hands of the player's, each with what is in sight beside it."""

    numbers: Whole
    """[hand, rank, choice, number]: result, square and hit, summed over all that can follow."""
    ways: Whole
    """[hand, rank]: how much that is."""
    weights: Whole
    """[hand]: how many such hands there are."""
    allowed: Whole
    """[hand]: how many of the choices may be made, the smallest bets first."""
    kinds: Whole | None = None
    """[hand]: which of the count's kinds it is, where the player sees nothing beside it."""


@dataclass(frozen=True, eq=False)
class RankCount(WholeCount):
    """A game of which one hidden card may be told by its back; a round counts for all cards that may be that one."""

    @abstractmethod
    def tasks(self, progress: Progress | None = None) -> Sequence[tuple[Any, ...]]:
        """The parts; where all of them need something that takes long, that is counted first."""

    @abstractmethod
    def ranked(self, *task: Any) -> Ranked:
        """One of them."""

    def threshold(self, worth: Whole) -> str:
        """The best rule by hands from some hand on, in words, where hands have kinds. worth: [kind, choice]."""
        raise NotImplementedError(f"{self.game.title}: no rule by the player's hand alone")


@dataclass(frozen=True, eq=False)
class ShowdownCount(CountByCuts, RankCount):
    """A showdown with one decision, of which the dealer's hands are counted by cuts."""

    @property
    def up(self) -> int:
        """The dealer's cards in sight."""
        return self.game.streets[0].dealer

    @property
    def hidden(self) -> int:
        """Those that are not."""
        return self.game.deal.count(Cards.DEALER) - self.up

    @property
    def left(self) -> int:
        """Cards that the player does not hold."""
        return len(self.game.deck) - self.game.hole

    @property
    def rounds(self) -> int:
        in_sight = comb(self.left, self.up)
        return (
            comb(len(self.game.deck), self.game.hole) * in_sight * comb(self.left - self.up, self.hidden) * self.hidden
        )

    @cached_property
    def settled(self) -> Whole:
        """[line, row, choice, number]: result, square and hit."""
        nets = self.problem.nets.T[None] + self.problem.extras.T[:, None]
        return np.stack((nets, nets**2, (nets >= self.scale).astype(np.int64)), axis=-1)

    def kinds_of(self, hands: NDArray[np.uint8]) -> Whole:
        """The kinds of some hands."""
        return np.searchsorted(self.kinds, self.ranking.batch(hands))

    def settle(self, kinds: Whole, below: NDArray[Any], live: Whole, weights: Whole) -> Ranked:
        """Some hands by the dealer's hands below each of their cuts.

        below  [hand, rank, cut]
        live   [hand, rank]       cards that may be the hidden one
        """
        ways = live * comb(self.left - self.up - 1, self.hidden - 1)
        found = np.zeros((len(kinds), COLUMNS, len(self.choices), NUMBERS), np.int64)
        lines = (self.kinds >> LINE_BITS).astype(np.int64)
        number_cuts(kinds, below, ways, self.cuts.rows, self.cuts.counts, lines, self.settled, found)
        allowed = self.problem.allowed(self.kinds)[kinds]
        return Ranked(found, ways, weights, allowed, None if self.up else kinds)

    def threshold(self, worth: Whole) -> str:
        there = worth.any(axis=1)
        seen, each = self.kinds[there].astype(np.int64), list(worth[there].T)
        steps = best_steps(seen, np.ones(len(seen), np.int64), each, self.problem.floors)
        named = [(self.choices[choice], value) for choice, value in steps.starts]
        return threshold_words(named, self.ranking, first_of_lines(seen))


def live_columns(deck: Deck) -> list[int]:
    """The columns that a deck has."""
    ranks = [at for at, letter in enumerate(RANKS) if letter in deck.ranks]
    return [*ranks, JOKER] if deck.jokers else ranks


def live_cards(deck: Deck, hands: NDArray[np.uint8]) -> Whole:
    """[hand, rank]: cards of the deck that a hand does not hold."""
    there = np.bincount(RANK_OF[np.array(deck.faces, np.int64)], minlength=COLUMNS)
    held = (RANK_OF[hands][:, :, None] == np.arange(COLUMNS)).sum(axis=1)
    return np.asarray(there - held, np.int64)
