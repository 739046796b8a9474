"""Counts a game with shared cards where the dealer's cards are seen, one or both, and perhaps shared ones too."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations, pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.compute.executors import split_by_size, stream_tasks
from fairfelt.exact import Progress, Unsolved, percent_text
from fairfelt.exact.core.endings import Ending, scaled_net
from fairfelt.exact.core.levels import Level
from fairfelt.exact.core.sights import Sights, first_sights, next_sights, symmetry_of
from fairfelt.exact.solvers.boards.problem import HOLE, BoardProblem, board_problem, fits
from fairfelt.hands import POKER
from fairfelt.hands.poker.tables import poker_tables
from fairfelt.protection.figures import Figures
from fairfelt.protection.information import Information
from fairfelt.protection.watch import watched
from fairfelt.rules import Cards, Game

from .kernel import BOARD, NUMBERS, deal_boards, decide_boards

Whole = NDArray[np.int64]
STRETCH = 8
"""Classes of hands in one task."""
BOARD_S, DEALER_S = 1.5e-7, 4e-9
"""What a board takes on one core, and each of the dealer's hands beside it."""
STANDARD = 52


@dataclass(frozen=True, eq=False)
class SeenBoards:
    """A game with shared cards and what is known of it, as the kernel takes it."""

    problem: BoardProblem
    seen: int
    """Cards of the dealer's that are known."""
    sizes: tuple[int, ...]
    """Shared cards that are known at each street."""

    @staticmethod
    def of(core: Game, information: Information) -> SeenBoards | None:
        """None where it has another form."""
        if not _has_form(core, information):
            return None
        try:
            problem = board_problem(core)
        except Unsolved:
            return None
        known = np.cumsum([street.reveals(Cards.COMMUNITY) for street in watched(core, information).streets])
        found = SeenBoards(problem, len(information.dealer), tuple(map(int, known)))
        early = [found.sizes[street] for street in found.early]
        return found if early and all(a < b for a, b in pairwise(early)) else None

    @property
    def early(self) -> range:
        """Streets before the whole board is known."""
        return range(sum(size < BOARD for size in self.sizes))

    @property
    def left(self) -> int:
        """Cards that neither the player nor the one who sees holds or has seen of the dealer's."""
        return STANDARD - HOLE - self.seen

    @cached_property
    def classes(self) -> Sights:
        """Own cards and the dealer's that are seen, up to an exchange of suits."""
        symmetry = symmetry_of(self.problem.game.deck, [self.problem.ranking.tells])
        return next_sights(first_sights(symmetry, Level((HOLE, 0, 0))), Level((HOLE, 0, self.seen)))

    @cached_property
    def ways(self) -> int:
        """Rounds that one hand is dealt, each as often as there are ways to come to its board."""
        steps = [self.sizes[street] for street in self.early] + [BOARD]
        hidden = comb(self.left - BOARD, HOLE - self.seen)
        return comb(self.left, BOARD) * hidden * prod(comb(b, a) for a, b in pairwise(steps))

    @property
    def seconds(self) -> float:
        """About, on one core."""
        classes = comb(STANDARD, HOLE) * comb(STANDARD - HOLE, self.seen) / 14
        dealers = comb(self.left - BOARD, HOLE - self.seen)
        return classes * comb(self.left, BOARD) * (BOARD_S + dealers * DEALER_S)

    @cached_property
    def settled(self) -> Whole:
        """[player's line, cell, path, number]: result, square and hit of a path."""
        problem, core = self.problem, self.problem.game
        nets = np.array(
            [
                [scaled_net(core, Ending(path, facts, 0, 0), problem.scale) for facts in problem.rows.facts]
                for path in problem.tree.paths
            ],
            np.int64,
        )
        numbers = np.stack((nets, nets**2, (nets >= problem.scale).astype(np.int64)), axis=-1)
        there = problem.bands.rows >= 0
        by_cell = numbers[:, np.where(there, problem.bands.rows, 0)] * there[None, :, :, None]
        return np.ascontiguousarray(np.moveaxis(by_cell, 0, 2))

    @cached_property
    def first_columns(self) -> tuple[int, ...]:
        """[street]: where the columns of its states begin, and at last how many columns there are."""
        states = [len(states) for states in self.problem.tree.arrivals[:-1]]
        return tuple(np.cumsum([len(self.problem.tree.paths), *states]).tolist())

    def street(self, at: int) -> Whole:
        """[state, own column and targets]: the choices in ascending order of the bet."""
        tree = self.problem.tree
        leads_to, arrives_as = tree.leads_to[at][:, tree.orders[at]], tree.arrives_as[at][:, tree.orders[at]]
        first = np.array([*self.first_columns[:-1], 0])
        own = self.first_columns[at] + np.arange(len(leads_to))[:, None]
        return np.hstack((own, first[leads_to] + arrives_as)).astype(np.int64)

    def need(self, at: int) -> Whole:
        """Columns that a street or an earlier one asks for, made after it."""
        asked = np.concatenate([self.street(street)[:, 1:].ravel() for street in range(at + 1)])
        own = np.concatenate([self.street(street)[:, 0] for street in range(at + 1)])
        return np.setdiff1d(asked, own).astype(np.int64)

    @cached_property
    def late(self) -> Whole:
        """[street, state, own column and targets]: those with the whole board in sight, the last first; -1 for none."""
        streets = [self.street(at) for at in reversed(range(len(self.early), len(self.sizes)))]
        states, width = (max((street.shape[side] for street in streets), default=1) for side in (0, 1))
        found = np.full((len(streets), states, width), -1, np.int64)
        for at, street in enumerate(streets):
            found[at, : street.shape[0], : street.shape[1]] = street
        return found


def _has_form(core: Game, information: Information) -> bool:
    if information.sorted or information.hands != 1 or not 1 <= len(information.dealer) <= HOLE or not fits(core):
        return False
    if core.showdown is None or core.showdown.ranking is not POKER or len(core.deck) != STANDARD:
        return False
    asks = any(choice.holding for street in core.streets for choice in street.choices)
    return not asks and core.hole == HOLE and core.deal.count(Cards.COMMUNITY) == BOARD


@dataclass(frozen=True)
class SeenResult:
    """What it comes to."""

    figures: Figures
    rules: tuple[ShortRule, ...]
    first: tuple[Fraction, ...]
    """[choice of the first street, in ascending order of the bet]: the share of rounds it is made in."""
    classes: int


def count_seen(
    boards: SeenBoards,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    only: slice = slice(None),
) -> SeenResult:
    """Every class of hands, or only some of them."""
    problem = boards.problem
    sights = boards.classes
    hands, weights = sights.hands[only], sights.weights[only]
    tasks = split_by_size(STRETCH, hands)
    found: dict[int, tuple[Whole, Whole]] = {}
    for done, (at, part) in enumerate(stream_tasks(partial(count_hands, boards), tasks, executor), 1):
        found[at] = part
        if progress:
            progress(done * STRETCH, len(hands), f"{problem.game.title}: {len(hands):,} classes of hands")
    sums = np.concatenate([found[at][0] for at in range(len(tasks))]).astype(object)
    chosen = np.concatenate([found[at][1] for at in range(len(tasks))]).astype(object)
    deals = int(weights.sum())
    mean, square, hits = (Fraction(int(weights.astype(object) @ column), deals * boards.ways) for column in sums.T)
    edge, variance = mean / problem.scale, (square - mean**2) / problem.scale**2
    first = [Fraction(int(column)) for column in weights.astype(object) @ chosen]
    shares = tuple(share / sum(first) for share in first)
    return SeenResult(Figures(edge, hits, variance), (_rule(problem, shares),), shares, len(hands))


def _rule(problem: BoardProblem, shares: Sequence[Fraction]) -> ShortRule:
    street = problem.game.streets[0]
    named = zip(problem.tree.orders[0], shares, strict=False)
    made = [f"{street.choices[choice]} {percent_text(share, 4)}" for choice, share in named if share]
    return ShortRule(street.name, "depends on all that is seen; of all rounds: " + ", ".join(made))


def count_hands(boards: SeenBoards, hands: NDArray[np.uint8]) -> tuple[Whole, Whole]:
    """[hand, number] of the first street's only state, and [hand, choice]: how often each is the best there."""
    sums = np.zeros((len(hands), NUMBERS), np.int64)
    chosen = np.zeros((len(hands), boards.street(0).shape[1] - 1), np.int64)
    for at, hand in enumerate(hands):
        sums[at], chosen[at] = _count_hand(boards, hand)
    return sums, chosen


def _count_hand(boards: SeenBoards, hand: NDArray[np.uint8]) -> tuple[Whole, Whole]:
    tables, left = poker_tables(HOLE + BOARD), boards.left
    deck = np.setdiff1d(np.arange(STANDARD), hand).astype(np.int64)
    binomials = np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(left + 1)], np.int64)
    columns = np.zeros((boards.first_columns[-1], NUMBERS), np.int64)
    last = boards.early[-1]
    need, size = boards.need(last), boards.sizes[last]
    into = np.zeros((comb(left, size), len(need), NUMBERS), np.int64)
    deal_boards(
        hand, deck, tables.card_keys, tables.rows, tables.values, tables.suited, tables.flushes,
        boards.problem.bands.floors, boards.settled, boards.late, need, _parts(BOARD, size), binomials, columns, into,
    )  # fmt: skip
    for at in reversed(boards.early):
        given, given_need, size = into, need, boards.sizes[at]
        smaller = boards.sizes[at - 1] if at else 0
        need = boards.need(at - 1) if at else boards.street(0)[:1, 0]
        into = np.zeros((comb(left, smaller), len(need), NUMBERS), np.int64)
        street = boards.street(at)
        chosen = np.zeros(street.shape[1] - 1, np.int64)
        parts = _parts(size, smaller) if at else np.zeros((1, 0), np.int64)
        decide_boards(given, given_need, left, size, street, need, parts, binomials, columns, into, chosen)
    return into[0, 0], chosen


def _parts(size: int, smaller: int) -> Whole:
    """[part, card]: every way to take so many cards out of more."""
    found = list(combinations(range(size), smaller))
    return np.array(found, np.int64).reshape(len(found), smaller)
