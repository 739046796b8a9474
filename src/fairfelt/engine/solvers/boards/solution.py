"""A solved showdown with shared cards in streets: what is best at each of them, and what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.solution import StreetByStreetSolution, curve_of
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import Card, format_cards

from ..solver import Keeping, Solver, count_hands
from .problem import fits
from .solver import BoardsResult, pack_boards, prepare_boards, read_boards, solve_boards


class BoardsSolution(StreetByStreetSolution):
    """A showdown with shared cards in streets."""

    def __init__(self, game: Game, result: BoardsResult) -> None:
        self.game = game
        self.result = result
        self.tree = result.problem.tree
        facts = result.problem.rows.facts
        self.endings = tuple(
            Ending(self.tree.paths[path], facts[row], 0, count) for (path, row), count in result.endings.items()
        )

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        problem = self.result.problem
        given = self._given(street, tuple(shared), tuple(cards))
        unit = problem.following[street] * problem.scale
        return [Fraction(int(value), unit) for value in problem.choice_values(street, given)[state]]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        result, hole = self.result, self.game.hole
        if street not in result.problem.early:
            split = ((tuple(hand[hole:]), tuple(hand[:hole])) for hand in hands.tolist())
            values = [result.problem.choice_values(street, self._given(street, *cards))[state] for cards in split]
            return self.tree.best(street, np.array(values))
        return np.asarray(result.best[street][state, result.find(street, hands)])

    def _given(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """The columns that a street decides by; those that are not kept are summed up from the street after it."""
        result, problem = self.result, self.result.problem
        if street in result.sums:
            return result.kept(street, shared, cards)
        if street not in problem.early:
            return result.counted(shared, cards)
        rest = [card for card in self.game.deck.faces if card not in {*shared, *cards}]
        shown = combinations(rest, problem.sizes[street + 1] - problem.sizes[street])
        return np.asarray(np.sum([self._worth(street + 1, (*shared, *more), cards) for more in shown], axis=0))

    def _worth(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """The same with the columns of the street itself."""
        problem, columns = self.result.problem, self._given(street, shared, cards)
        if street < len(problem.columns):
            columns[problem.columns[street]] = problem.choice_values(street, columns).max(axis=1)
        return columns

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """Over every pair beside every visible board at the first decision; empty where their sums are not kept."""
        result, problem = self.result, self.result.problem
        if 0 not in result.sums:
            return ()
        boards, pairs, unit = result.boards(problem.sizes[0]), result.pairs, problem.following[0] * problem.scale
        board, pair = np.nonzero(~(pairs[:, :, None] == boards.hands[:, None, None]).any(axis=(2, 3)))
        shares = problem.weights[0][0][:, problem.needed(0)]
        given = result.sums[0][:, result.find(0, np.hstack((pairs[pair], boards.hands[board])))]
        values = problem.constants[0][0] * problem.following[0] + given.T @ shares.T
        columns = {c.name: values[:, i] / unit for i, c in enumerate(self.game.streets[0].choices)}

        def words(at: int) -> str:
            hand, shown = pairs[pair[at]].tolist(), boards.hands[board[at]].tolist()
            return " and ".join(format_cards(map(Card, cards)) for cards in (hand, shown) if cards)

        return curve_of(columns, boards.weights[board], words)


def _seconds(game: Game) -> float:
    """By the boards and the pairs beside them."""
    return 3.2e-9 * count_hands(game, Cards.COMMUNITY) * comb(len(game.deck) - game.deal.count(Cards.COMMUNITY), 2)


SOLVER = Solver(
    "boards", fits, solve_boards, BoardsSolution, _seconds, prepare_boards, Keeping(pack_boards, read_boards)
)
