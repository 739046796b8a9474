"""Solved games with several decisions, where what is best depends on the bets made so far."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card, format_cards
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.tree import Tree
from fairfelt.exact.solution import CurvePoint, HandAdvice, Solution, curve_of
from fairfelt.exact.solvers.boards.solver import Revealed, measure
from fairfelt.rules import Facts, Game

from .solver import Walked


class StreetSolution(Solution):
    """A game decided street by street; a state is what the player has bet by then."""

    tree: Tree

    @abstractmethod
    def choice_values(self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card]) -> list[Fraction]:
        """What each choice is worth, as the street lists them."""

    def states(self, street: int) -> int:
        return len(self.tree.arrivals[street])

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """Value the choices of a player who has played best so far; who would not be here has bet the least."""
        at = self.verify_cards(cards, community, dealer)
        street = self.game.streets[at]
        values = self.choice_values(at, self.state(at, cards, community), cards, community)
        return HandAdvice(street.name, tuple((c.name, v) for c, v in zip(street.choices, values, strict=True)))

    def state(self, street: int, cards: Sequence[Card], community: Sequence[Card]) -> int:
        at, state = 0, 0
        while at < street and self.states(street) > 1:
            seen = sum(earlier.community for earlier in self.game.streets[: at + 1])
            hand = np.array([[*cards, *community[:seen]]], np.uint8)
            step = state, int(self.decide(at, hand, state)[0])
            at, state = int(self.tree.leads_to[at][step]), int(self.tree.arrives_as[at][step])
        return state if at == street else 0


class WalkedSolution(StreetSolution):
    """A game against a paytable."""

    def __init__(self, game: Game, walked: Walked) -> None:
        self.game = game
        self.walked = walked
        self.tree = walked.tree
        self.endings = tuple(
            Ending(path, Facts(player=line), line, int(walked.endings[number, line]))
            for number, path in enumerate(self.tree.paths)
            for line in np.flatnonzero(walked.endings[number]).tolist()
        )

    def choice_values(self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card]) -> list[Fraction]:
        walked = self.walked
        values = walked.values[street][walked.classes[street].place([*cards, *shared]), state]
        return [Fraction(int(value), walked.following[street] * walked.scale) for value in values]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        return np.asarray(self.walked.best[street][self.walked.classes[street].places(hands), state])

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        walked, choices = self.walked, self.game.streets[0].choices
        values = walked.values[0][:, 0] / (walked.following[0] * walked.scale)
        columns, classes = {c.name: values[:, i] for i, c in enumerate(choices)}, walked.classes[0]
        return curve_of(columns, classes.weights, lambda at: format_cards(map(Card, classes.hands[at].tolist())))


class RevealedSolution(StreetSolution):
    """A showdown with shared cards in streets."""

    def __init__(self, game: Game, revealed: Revealed) -> None:
        self.game = game
        self.revealed = revealed
        self.tree = revealed.problem.tree
        facts = revealed.problem.rows.facts
        self.endings = tuple(
            Ending(self.tree.paths[path], facts[row], 0, count) for (path, row), count in revealed.endings.items()
        )

    def choice_values(self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card]) -> list[Fraction]:
        problem = self.revealed.problem
        given = self._given(street, tuple(shared), tuple(cards))
        unit = problem.following[street] * problem.scale
        return [Fraction(int(value), unit) for value in problem.choice_values(street, given)[state]]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        revealed, hole = self.revealed, self.game.hole
        if street not in revealed.problem.early:
            split = ((tuple(hand[hole:]), tuple(hand[:hole])) for hand in hands.tolist())
            values = [revealed.problem.choice_values(street, self._given(street, *cards))[state] for cards in split]
            return self.tree.best(street, np.array(values))
        places, exchanges = revealed.boards[street].locate(hands[:, hole:])
        pairs = revealed.pairs.moved[exchanges, revealed.pairs.numbers[hands[:, 0], hands[:, 1]]]
        return np.asarray(revealed.best[street][places, state, pairs])

    def best_of_boards(self, street: int, state: int, first: int, last: int) -> NDArray[np.uint8]:
        """[board, pair]: the best choice beside the representatives of some classes of boards."""
        revealed = self.revealed
        if street in revealed.problem.early:
            return revealed.best[street][first:last, state]
        best = np.zeros((last - first, len(revealed.pairs)), np.uint8)
        measured = measure(revealed, revealed.boards[street].classes.hands[first:last])
        np.put_along_axis(best, measured.live.astype(np.int64), measured.best[:, state], axis=1)
        return best

    def _given(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """The columns that a street decides by; those that are not kept are summed up from the street after it."""
        revealed, problem = self.revealed, self.revealed.problem
        if street in revealed.sums:
            return revealed.kept(street, shared, cards)
        if street not in problem.early:
            return revealed.counted(shared, cards)
        rest = [card for card in self.game.deck.faces if card not in {*shared, *cards}]
        shown = combinations(rest, problem.sizes[street + 1] - problem.sizes[street])
        return np.asarray(np.sum([self._worth(street + 1, (*shared, *more), cards) for more in shown], axis=0))

    def _worth(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """The same with the columns of the street itself."""
        problem, columns = self.revealed.problem, self._given(street, shared, cards)
        if street < len(problem.columns):
            columns[problem.columns[street]] = problem.choice_values(street, columns).max(axis=1)
        return columns

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        problem, hands = self.revealed.problem, self.revealed.pairs.cards.tolist()
        values = np.array([problem.choice_values(0, self.revealed.kept(0, (), tuple(hand)))[0] for hand in hands])
        unit = problem.following[0] * problem.scale
        columns = {c.name: values[:, i] / unit for i, c in enumerate(self.game.streets[0].choices)}
        return curve_of(columns, np.ones(len(hands), np.int64), lambda at: format_cards(map(Card, hands[at])))
