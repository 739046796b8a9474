"""Seven cards set in three hands against a house way: how all pairs of hands end, and what each way to set is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.kept_table import Arrays, KeptTable
from fairfelt.engine.core.problem import verify_deck_to_set
from fairfelt.engine.solution import HandAdvice
from fairfelt.rules import Facts, Game, Result
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.courses.pai_gow import BY_THE_HOUSE_WAY, SIZE
from fairfelt.rules.courses.three_hands import SET_THE_HANDS, ThreeHands, ThreeWay

from .pai_gow.by_class import count_hands_by_class
from .pai_gow.house_table import HouseTable, values_table
from .pai_gow.set_hands import set_hands
from .pai_gow.seven_cards import three_classes
from .pai_gow.solution import SettingSolution, best_of_each, nets_of
from .solver import Keeping, Solver


@dataclass(frozen=True, eq=False)
class ThreeHandsResult:
    """What was counted for a course with some deck."""

    course: ThreeHands
    deck: Deck
    total: int
    won: int


def solve_three_hands(game: Game, executor: Executor | None = None) -> ThreeHandsResult:
    """Count all pairs of hands without a card in common."""
    course, deck = game.course, game.deck
    assert isinstance(course, ThreeHands)
    verify_deck_to_set(deck)
    pairs = set_hands(course, deck).play(executor=executor)
    assert (pairs.won + pairs.lost == pairs.all).all(), "every pair of hands is won or lost"
    return ThreeHandsResult(course, deck, int(pairs.all.sum()), int(pairs.won.sum()))


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
    return values_table(game.course.way, game.deck), _best_table(game)


def _best_table(game: Game) -> KeptTable:
    """Pairs of hands that the best setting of every class wins and loses."""
    assert isinstance(game.course, ThreeHands)
    return KeptTable(_best_of_three, (game.course.way, game.deck, *nets_of(game)))


def _best_of_three(way: ThreeWay, deck: Deck, win: Fraction, loss: Fraction) -> Arrays:
    return best_of_each(ThreeHands(way), deck, win, loss)


def _seconds(game: Game) -> float:
    """All pairs of hands of seven."""
    return 115 * comb(len(game.deck), SIZE) / comb(53, SIZE)


def best_seconds(game: Game) -> float:
    """About what the best setting takes of one core."""
    return 90 * comb(len(game.deck), SIZE) / comb(53, SIZE)


class ThreeHandsSolution(SettingSolution):
    """Both sides set by the house way."""

    by_house_way = True
    course: ThreeHands

    def __init__(self, game: Game, found: ThreeHandsResult) -> None:
        self.game, self.street = game, SET_THE_HANDS.name
        self.course, self.deck = found.course, found.deck
        self.best_table, self.best_seconds = _best_table(game), best_seconds(game)
        path = ((SET_THE_HANDS.name, BY_THE_HOUSE_WAY),)
        ways = {Result.WIN: found.won, Result.LOSS: found.total - found.won}
        self.endings = tuple(Ending(path, Facts(result), 0, count) for result, count in ways.items() if count)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """The exact value of every way to set seven cards, against all hands the dealer can have."""
        self.verify(cards, community, dealer)
        counts = count_hands_by_class((face for face in self.deck.faces if face not in cards), three_classes())
        offered = self.course.offered(cards)
        ways = [self.course.setting(cards, choice).values for choice in offered]
        table = HouseTable(values_table(self.course.way, self.deck).arrays)
        named = zip((choice.name for choice in offered), table.worth(counts, ways, *nets_of(self.game)), strict=True)
        return HandAdvice(SET_THE_HANDS.name, tuple(named))


SOLVER = Solver(
    "three hands",
    lambda game: isinstance(game.course, ThreeHands),
    solve_three_hands,
    ThreeHandsSolution,
    seconds=_seconds,
    prepare=lambda game: verify_deck_to_set(game.deck),
    keeping=Keeping(pack_three_hands, read_three_hands, ships=True),
    tables=tables_of_three_hands,
    best_seconds=best_seconds,
)
