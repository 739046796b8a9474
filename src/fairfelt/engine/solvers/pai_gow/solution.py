"""A solved game of setting hands: how all pairs of hands end, and what each way to set one hand is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.core.endings import Ending, net_result
from fairfelt.engine.core.kept_table import KeptTable
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.rules import Game, PaiGowPoker, Result, SetFacts
from fairfelt.rules.cards import Card, format_cards
from fairfelt.rules.courses.pai_gow import SET_THE_HAND, compare
from fairfelt.rules.courses.seven_cards import BY_THE_HOUSE_WAY

from .best_setting import best_round, best_seconds, best_table
from .by_class import count_hands_by_class
from .flushes import SIZE
from .house_table import HouseTable, tables_of
from .solver import PUSHES, PUSHES_WITH_JOKER, PaiGowCounts, counter_of


@dataclass(frozen=True, eq=False)
class PaiGowResult:
    """What was counted for a course with some deck."""

    course: PaiGowPoker
    counts: PaiGowCounts


def solve_pai_gow(game: Game, executor: Executor | None = None) -> PaiGowResult:
    """Count all pairs of hands; what the bets pay makes no difference to it."""
    assert isinstance(game.course, PaiGowPoker)
    return PaiGowResult(game.course, counter_of(game.course).count(game.deck, executor))


def pack_pai_gow(result: PaiGowResult) -> dict[str, NDArray[Any]]:
    """The counts."""
    counts = result.counts
    return {"stand": np.array([counts.total, counts.won, counts.lost]), "kinds": np.array(counts.kinds)}


def read_pai_gow(game: Game, arrays: Mapping[str, NDArray[Any]]) -> PaiGowResult:
    """The result that was kept."""
    assert isinstance(game.course, PaiGowPoker)
    kinds = tuple(tuple(row) for row in arrays["kinds"].tolist())
    total, won, lost = arrays["stand"].tolist()
    return PaiGowResult(game.course, PaiGowCounts(total, won, lost, kinds))


def tables_of_pai_gow(game: Game) -> tuple[KeptTable, ...]:
    """How the house way sets every class, and what the best setting wins; nothing with the dealer's hand in sight."""
    assert isinstance(game.course, PaiGowPoker)
    tables = tables_of(game.course)
    return (*tables, best_table(game.course, game.deck, *nets_of(game))) if tables else ()


class PaiGowSolution(Solution):
    """Players set by the house way; where the dealer's hand is in sight, as is best against it."""

    def __init__(self, game: Game, found: PaiGowResult) -> None:
        self.game = game
        self.course, self.counts = found.course, found.counts
        self.by_house_way = not self.course.face_up
        path = () if self.course.face_up else ((SET_THE_HAND.name, BY_THE_HOUSE_WAY),)
        self.endings = tuple(Ending(path, facts, 0, ways) for facts, ways in self._facts() if ways)

    def _facts(self) -> Iterator[tuple[SetFacts, int]]:
        counts = self.counts
        yield from ((SetFacts(Result.WIN), counts.won), (SetFacts(Result.LOSS), counts.lost))
        yield SetFacts(Result.TIE), counts.tied
        for mine, row in enumerate(counts.kinds):
            for kind in (PUSHES, PUSHES_WITH_JOKER):
                joker = kind == PUSHES_WITH_JOKER
                yield SetFacts(Result.TIE, theirs=True, joker=joker, mine=bool(mine)), row[kind]

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often the house way is taken; the ways that are best against a hand in sight are not counted apart."""
        return () if self.course.face_up else (DecisionRow(SET_THE_HAND.name, BY_THE_HOUSE_WAY.name, Fraction(1)),)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """The exact value of every way to set seven cards, against the dealer's seven or all they can be."""
        self._verify(cards, community, dealer)
        offered = self.course.offered(cards)
        settings = [self.course.setting(cards, choice) for choice in offered]
        if dealer:
            theirs = self.course.setting(dealer)
            worth = [self._nets[compare(setting, theirs)] for setting in settings]
        else:
            counts = count_hands_by_class(face for face in self.game.deck.faces if face not in cards)
            ways = [(setting.high, setting.low) for setting in settings]
            worth = HouseTable.of(self.course).worth(counts, ways, *nets_of(self.game))
        named = zip((choice.name for choice in offered), worth, strict=True)
        return HandAdvice(SET_THE_HAND.name, tuple(named))

    def plays(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> str:
        return self.advise(cards, community, dealer).best if self.course.face_up else BY_THE_HOUSE_WAY.name

    @property
    def rule(self) -> str:
        """How the figures of the round are played, in words."""
        if self.course.face_up:
            return "a way that wins both hands if there is one, else one that wins a hand"
        return f"{BY_THE_HOUSE_WAY.name}, always"

    def _verify(self, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card]) -> None:
        self.game.deck.verify([*cards, *community, *dealer])
        shown = SIZE if self.course.face_up else 0
        if len(cards) != SIZE or len(dealer) != shown or community:
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            beside = f" with the dealer's {shown}" if shown else ""
            raise ValueError(f"{self.game.title} is decided with {SIZE} cards{beside}, not with {seen}")

    def best_round(self, limit_s: float = 0.0) -> RoundPar | None:
        if not self.by_house_way:
            return None
        table = best_table(self.course, self.game.deck, *nets_of(self.game))
        return best_round(self, table, best_seconds(self.game), limit_s)

    @cached_property
    def _nets(self) -> dict[Result, Fraction]:
        win, loss = nets_of(self.game)
        return {Result.WIN: win, Result.TIE: Fraction(0), Result.LOSS: loss}


def nets_of(game: Game) -> tuple[Fraction, Fraction]:
    """What a hand that wins brings, and what one that loses; a tie or a push brings nothing."""
    win, loss, *ties = (
        net_result(game, Ending((), facts, 0, 0))[0]
        for facts in (*map(SetFacts, (Result.WIN, Result.LOSS, Result.TIE)), SetFacts(Result.TIE, theirs=True))
    )
    assert not any(ties), "a push brings nothing"
    return win, loss
