"""A solved game of setting three hands: how all pairs of hands end, and what each way to set one hand is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.par import DecisionRow, RoundPar
from fairfelt.cards import Card, Deck, format_cards
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.kept_table import Arrays, KeptTable
from fairfelt.exact.core.problem import verify_deck_to_set
from fairfelt.exact.solution import HandAdvice, Solution
from fairfelt.rules import Facts, Game, Result
from fairfelt.rules.courses.seven_cards import BY_THE_HOUSE_WAY, SIZE
from fairfelt.rules.courses.three_hands import SET_THE_HANDS, ThreeHands, ThreeWay

from ..pai_gow.best_setting import best_of_each, best_round
from ..pai_gow.by_class import count_hands_by_class
from ..pai_gow.house_table import HANDS, HouseTable, pack_values
from ..pai_gow.seven_cards import three_classes
from ..pai_gow.solution import nets_of
from .counter import all_options, count_options, house_options
from .settings import values_of


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
    values = values_of(course.way, deck)
    won, lost = count_options(values, house_options(values), deck, executor)
    total = comb(len(deck), SIZE) * comb(len(deck) - SIZE, SIZE)
    assert won.sum() + lost.sum() == total, "every pair of hands is won or lost"
    return ThreeHandsResult(course, deck, total, int(won.sum()))


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
    return values_table(game.course.way, game.deck), best_table(game.course.way, game.deck, *nets_of(game))


def values_table(way: ThreeWay, deck: Deck) -> KeptTable:
    """How the house way sets every class of the deck."""
    return KeptTable(_places_of_values, (way, deck))


def _places_of_values(way: ThreeWay, deck: Deck) -> Arrays:
    values = values_of(way, deck)
    return pack_values(dict(zip(HANDS, values.by_hand, strict=True)), values.classes, len(three_classes()))


def best_table(way: ThreeWay, deck: Deck, win: Fraction, loss: Fraction) -> KeptTable:
    """Pairs of hands that the best setting of every class wins and loses."""
    return KeptTable(_best_of_three, (way, deck, win, loss))


def best_seconds(game: Game) -> float:
    """About what that takes of one core."""
    return 300 * comb(len(game.deck), SIZE) / comb(53, SIZE)


def _best_of_three(way: ThreeWay, deck: Deck, win: Fraction, loss: Fraction) -> Arrays:
    values = values_of(way, deck)
    options = all_options(values)
    # A class that the deck does not have has no settings.
    return best_of_each(np.unique(options.first), *count_options(values, options, deck), win, loss)


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
        counts = count_hands_by_class((face for face in self.deck.faces if face not in cards), three_classes())
        offered = self.course.offered(cards)
        ways = [self.course.setting(cards, choice).values for choice in offered]
        table = HouseTable(values_table(self.course.way, self.deck).arrays)
        named = zip((choice.name for choice in offered), table.worth(counts, ways, *nets_of(self.game)), strict=True)
        return HandAdvice(SET_THE_HANDS.name, tuple(named))

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
