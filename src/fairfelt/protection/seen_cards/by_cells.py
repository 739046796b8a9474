"""All but one or two of the dealer's cards known, where suits matter only with many cards of one.

Beside known cards, one suit at most can still decide the dealer's hand; cards of the other suits count by their ranks.
So the player's hands are counted by their ranks, in that suit and beside it, as if suits did not matter to them. Those
with many cards of one suit are taken away again where their ranks alone stand, and added where they stand with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import RANKS_PER_SUIT
from fairfelt.compute.executors import local_threads, split_by_size, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.core.rank_choices import choices_of_ranks, copies, counts_by_ranks, dealt, ranks_of
from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .cell_kernel import HandsByRanks, SuitedHands, count_known
from .count import SeenPart, Whole, part_of
from .known_cards import KnownCards, known_cards
from .settle import Pays

MOST_HIDDEN = 2
STRETCH = 100
"""Sets of known cards in one task."""
SUITS = 4
SET_S = (0.0, 1e-2, 5e-2)
"""[hidden cards]: what a set takes on one core, about."""


@dataclass(frozen=True, eq=False)
class CellCount(KnownCards):
    """Every set of known cards, up to an exchange of suits, with the player's hands by their ranks."""

    @staticmethod
    def of(core: Game, information: Information) -> CellCount | None:
        """None where the game has another form, or where two suits might decide."""
        known = known_cards(core, information)
        if known is None or core.deck.jokers or len(core.deck.suits) != SUITS:
            return None
        found = CellCount(core, known)
        if not 1 <= found.hidden <= MOST_HIDDEN:
            return None
        suited, hole, dealer = found.ranking.suited_from, core.hole, found.dealer
        by_ranks = all(counts_by_ranks(found.ranking, core.deck, cards) for cards in (hole, dealer))
        return found if by_ranks and 2 * (suited - found.hidden) > known and suited <= hole <= suited + 1 else None

    @property
    def seconds(self) -> float:
        return comb(len(self.game.deck), self.known) / 20 * SET_S[self.hidden]

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.classes(self.game.hole).hands))

    @cached_property
    def alone(self) -> HandsByRanks:
        """The player's hands by their ranks, where no suit can decide the dealer's."""
        ranks = choices_of_ranks(self.game.deck, self.game.hole, SUITS)
        none = np.zeros(len(ranks), np.int64)
        return HandsByRanks(none, ranks.astype(np.int64), none + self.game.hole, self._kinds_by_ranks(ranks))

    @cached_property
    def beside(self) -> HandsByRanks:
        """The same where a suit can: the player's ranks of it, and the others."""
        hole, parts = self.game.hole, []
        for size in range(hole + 1):
            held, others = self._beside_suit(size)
            ranks = np.hstack((held, others))
            suits = np.hstack((np.zeros_like(held), 1 + copies(others)))
            many = size >= self.ranking.suited_from
            kinds = self._kinds(dealt(ranks, suits)) if many else self._kinds_by_ranks(np.sort(ranks, axis=1))
            padded = np.hstack((others, np.zeros_like(held)))
            parts.append((_masks(held), padded, np.full(len(held), hole - size, np.int64), kinds))
        return HandsByRanks(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    @cached_property
    def suited(self) -> SuitedHands:
        """The player's hands with many cards of one suit, and with one other card or none."""
        parts = []
        for size in range(self.ranking.suited_from, self.game.hole + 1):
            held, others = self._beside_suit(size)
            ranks = np.hstack((held, others))
            kinds = self._kinds(dealt(ranks, np.hstack((np.zeros_like(held), 1 + copies(others)))))
            other = others[:, 0] if others.shape[1] else np.full(len(held), -1, np.int64)
            parts.append((_masks(held), other, kinds, self._kinds_by_ranks(np.sort(ranks, axis=1))))
        return SuitedHands(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    def _beside_suit(self, size: int) -> tuple[Whole, Whole]:
        """So many ranks of a suit, with all choices of the ranks of the other cards."""
        found = list(combinations(ranks_of(self.game.deck), size))
        held = np.array(found, np.int64).reshape(len(found), size)
        others = choices_of_ranks(self.game.deck, self.game.hole - size, SUITS - 1).astype(np.int64)
        return np.repeat(held, len(others), axis=0), np.tile(others, (len(held), 1))

    def _kinds_by_ranks(self, ranks: NDArray[np.integer]) -> Whole:
        """Of hands without many cards of one suit; the ranks are ascending."""
        return self._kinds(dealt(ranks, np.arange(ranks.shape[1]) % SUITS))

    def _kinds(self, hands: NDArray[np.uint8]) -> Whole:
        return np.searchsorted(self.kinds, self.ranking.batch(hands)).astype(np.int64)

    @cached_property
    def asked(self) -> Pays:
        """What every hand is asked, by the player's kind."""
        places = np.where(self.cuts.places < 0, 0, self.cuts.places)
        return Pays(
            places, self.cuts.rows, self.cuts.counts, self.lines, self.allowed, self.problem.nets, self.problem.extras
        )

    def parts(self, executor: Executor | None, progress: Progress | None) -> Iterator[SeenPart]:
        sets = self.classes(self.known)
        _ = self.alone, self.beside, self.suited, self.asked  # made once, before the threads begin
        weights, suits = self.shared(sets.hands, sets.weights)
        there = np.flatnonzero(weights + suits.sum(axis=1))
        tasks = split_by_size(STRETCH, sets.hands[there], weights[there], suits[there])
        for done, (_, totals) in enumerate(stream_tasks(self.count_sets, tasks, local_threads(executor)), 1):
            if progress:
                progress(done, len(tasks), f"{self.game.title}: {len(sets):,} classes of known cards")
            yield part_of(self.problem, totals)

    @property
    def decides_from(self) -> int:
        """So many known cards of a suit can decide the dealer's hand with the hidden ones."""
        return self.ranking.suited_from - self.hidden

    def shared(self, known: NDArray[np.uint8], weights: Whole) -> tuple[Whole, Whole]:
        """[set] and [set, suit]: weights of which the first of all sets that are alike has all, and the others none.

        Where no suit can decide the dealer's hand, sets of the same ranks are alike to hands by their ranks, and to
        hands of one suit if they hold the same cards of it.
        """
        ranks, suits = known.astype(np.int64) % RANKS_PER_SUIT, known // RANKS_PER_SUIT
        masks = np.stack([((1 << ranks) * (suits == suit)).sum(axis=1) for suit in range(SUITS)], axis=1)
        live = np.bitwise_count(masks) >= self.decides_from
        keys = ((SUITS + 1) ** ranks).sum(axis=1)
        keys = np.where(live.any(axis=1), -1 - np.arange(len(keys)), keys)
        _, first, of_set = np.unique(keys, return_index=True, return_inverse=True)
        by_ranks = np.zeros(len(known), np.int64)
        np.add.at(by_ranks, first[of_set], weights)
        of_suit = (of_set[:, None] << RANKS_PER_SUIT | masks).ravel()
        _, first, of_suit = np.unique(of_suit, return_index=True, return_inverse=True)
        by_suit = np.zeros(masks.size, np.int64)
        np.add.at(by_suit, first[of_suit], np.where(live, 0, weights[:, None]).ravel())
        return by_ranks, by_suit.reshape(masks.shape)

    def count_sets(self, known: NDArray[np.uint8], weights: Whole, suits: Whole) -> Whole:
        """[choice, player's line, row]: rounds with these known cards, by the weights of `shared`."""
        faces = np.array(sorted(self.game.deck.faces), np.uint8)
        rest = np.stack([np.setdiff1d(faces, cards) for cards in known])
        places = np.array(list(combinations(range(rest.shape[1]), self.hidden)), np.int64)
        hands = np.concatenate((np.repeat(known[:, None, :], len(places), axis=1), rest[:, places]), axis=2)
        values = self.ranking.batch(hands.reshape(-1, self.dealer).astype(np.uint8))
        codes = np.searchsorted(self.dealer_kinds, values).reshape(len(known), len(places))
        totals = np.zeros((len(self.choices), int(self.lines.max()) + 1, self.problem.nets.shape[1]), np.int64)
        count_known(
            known, rest.astype(np.int64), places, codes, weights, suits, self.decides_from, len(self.dealer_kinds),
            self.following, self.alone, self.beside, self.suited, self.asked, totals,
        )  # fmt: skip
        return totals


def _masks(ranks: Whole) -> Whole:
    return np.asarray((1 << ranks).sum(axis=1), np.int64)
