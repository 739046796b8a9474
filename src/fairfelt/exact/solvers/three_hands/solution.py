"""A solved game of setting three hands: how all pairs of hands end, and what each way to set one hand is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.par import DecisionRow, RoundPar
from fairfelt.cards import Card, Deck, format_cards
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.endings import Ending, net_result
from fairfelt.exact.core.kept_table import Arrays, KeptTable
from fairfelt.exact.core.problem import verify_deck_to_set
from fairfelt.exact.solution import HandAdvice, Solution
from fairfelt.rules import Facts, Game, Result
from fairfelt.rules.courses.seven_cards import BY_THE_HOUSE_WAY, SIZE
from fairfelt.rules.courses.three_hands import SET_THE_HANDS, ThreeHands, ThreeWay

from ..pai_gow.best_setting import best_round
from ..pai_gow.solver import PARTS, sets_of_cards
from .best_setting import best_seconds, best_table
from .by_class import count_by_class
from .classes import three_classes
from .kernels import Cells, count_wins
from .settings import cells_of, values_of
from .standing import Standing, pack_values


@dataclass(frozen=True, eq=False)
class ThreeHandsResult:
    """What was counted for a course with some deck."""

    course: ThreeHands
    deck: Deck
    total: int
    won: int


def solve_three_hands(game: Game, executor: Executor | None = None) -> ThreeHandsResult:
    """Count all pairs of hands without a card in common, as `solvers/pai_gow` does: by sets of common cards."""
    course, deck = game.course, game.deck
    assert isinstance(course, ThreeHands)
    verify_deck_to_set(deck)
    work = partial(_with_common, np.array(deck.faces, np.int64), cells_of(values_of(course.way, deck)))
    # With all seven cards in common both hands are the same, and nobody wins.
    tasks = [task for common in range(SIZE) for task in split_evenly(PARTS, *sets_of_cards(deck, common))]
    counted = run_tasks(work, tasks, executor)
    total, won = (sum(part[which] for part in counted) for which in (0, 1))
    total -= comb(len(deck), SIZE)
    assert total == comb(len(deck), SIZE) * comb(len(deck) - SIZE, SIZE), "every pair of hands is counted once"
    return ThreeHandsResult(course, deck, total, won)


def pack_three_hands(result: ThreeHandsResult) -> dict[str, NDArray[Any]]:
    """The counts."""
    return {"stand": np.array([result.total, result.won])}


def read_three_hands(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ThreeHandsResult:
    """The result that was kept."""
    assert isinstance(game.course, ThreeHands)
    total, won = arrays["stand"].tolist()
    return ThreeHandsResult(game.course, game.deck, total, won)


def tables_of_three_hands(game: Game) -> tuple[KeptTable, ...]:
    """How the house way sets every class of the deck, and what the best setting wins."""
    assert isinstance(game.course, ThreeHands)
    return _table_of(game.course.way, game.deck), best_table(game.course.way, game.deck, *nets_of(game))


def _table_of(way: ThreeWay, deck: Deck) -> KeptTable:
    return KeptTable(_places_of_values, (way, deck))


def _places_of_values(way: ThreeWay, deck: Deck) -> Arrays:
    return pack_values(values_of(way, deck))


def _with_common(
    faces: NDArray[np.int64], cells: Cells, hands: NDArray[np.int64], weights: NDArray[np.int64]
) -> tuple[int, int]:
    total, won = count_wins(hands, weights, faces, three_classes().tables, cells)
    sign = -1 if hands.shape[1] % 2 else 1
    return sign * int(total), sign * int(won)


class ThreeHandsSolution(Solution):
    """Both sides set by the house way."""

    by_house_way = True

    def __init__(self, game: Game, found: ThreeHandsResult) -> None:
        self.game = game
        self.course, self.deck = found.course, found.deck
        path = ((SET_THE_HANDS.name, BY_THE_HOUSE_WAY),)
        ways = {Result.WIN: found.won, Result.LOSS: found.total - found.won}
        self.endings = tuple(Ending(path, Facts(result), 0, count) for result, count in ways.items() if count)

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """The house way is taken with every hand."""
        return (DecisionRow(SET_THE_HANDS.name, BY_THE_HOUSE_WAY.name, Fraction(1)),)

    @property
    def rule(self) -> str:
        """How the figures of the round are played, in words."""
        return f"{BY_THE_HOUSE_WAY.name}, always"

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """The exact value of every way to set seven cards, against all hands the dealer can have."""
        self._verify(cards, community, dealer)
        counts = count_by_class(face for face in self.deck.faces if face not in cards)
        total, offered = int(counts.sum()), self.course.offered(cards)
        ways = [self.course.setting(cards, choice).values for choice in offered]
        won = Standing(**_table_of(self.course.way, self.deck).arrays).count_wins(counts, ways)
        nets = [self._nets[Result.WIN] * wins + self._nets[Result.LOSS] * (total - wins) for wins in won]
        named = zip(offered, nets, strict=True)
        return HandAdvice(SET_THE_HANDS.name, tuple((choice.name, net / total) for choice, net in named))

    def plays(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> str:
        return BY_THE_HOUSE_WAY.name

    def _verify(self, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card]) -> None:
        self.game.deck.verify([*cards, *community, *dealer])
        if len(cards) != SIZE or dealer or community:
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(f"{self.game.title} is decided with {SIZE} cards, not with {seen}")

    def best_round(self, limit_s: float = 0.0) -> RoundPar | None:
        table = best_table(self.course.way, self.deck, *nets_of(self.game))
        return best_round(self, table, best_seconds(self.game), limit_s)

    @cached_property
    def _nets(self) -> dict[Result, Fraction]:
        return dict(zip((Result.WIN, Result.LOSS), nets_of(self.game), strict=True))


def nets_of(game: Game) -> tuple[Fraction, Fraction]:
    """What a win and a loss bring."""
    win, loss = (net_result(game, Ending((), Facts(result), 0, 0))[0] for result in (Result.WIN, Result.LOSS))
    return win, loss
