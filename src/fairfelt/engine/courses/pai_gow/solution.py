"""Solved games of setting hands: how all pairs of hands end, and what each way to set one hand is worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.core.endings import Ending, net_result
from fairfelt.engine.core.kept_table import Arrays, KeptTable
from fairfelt.engine.core.problem import verify_deck_to_set
from fairfelt.engine.solution import HandAdvice, Solution, round_of
from fairfelt.engine.solvers.solver import Keeping, Solver
from fairfelt.rules import Facts, Game, PaiGowPoker, Result, SetFacts
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.courses.pai_gow import BY_THE_HOUSE_WAY, SettingCourse, compare
from fairfelt.rules.hands import Ranking

from .completions import count_hands_by_class
from .set_hands import PUSHES, PUSHES_WITH_JOKER, SetHands, Sums, set_hands
from .settings import HANDS, classes_of_course, first_best, house_table, value_ways
from .seven_cards import SIZE

HOUSE_WAY_S, FACE_UP_S, THREE_HANDS_S = 16, 50, 65
"""What all pairs of hands of a full deck with a joker take, about, on one core."""
BEST_OF_TWO_S, BEST_OF_THREE_S = 45, 85
"""The same in every setting of the player's."""


@dataclass(frozen=True)
class PaiGowCounts:
    """How all pairs of hands stand, the player's and the dealer's."""

    total: int
    won: int
    lost: int
    kinds: tuple[tuple[int, ...], ...]
    """[the player's hand is such that the dealer's would push, kind of the dealer's hand]."""

    @property
    def tied(self) -> int:
        """Pairs in which each side wins a hand; not those in which the dealer's hand pushes."""
        pushed = sum(sum(row[PUSHES:]) for row in self.kinds)
        return self.total - self.won - self.lost - pushed


def solve_pai_gow(game: Game, executor: Executor | None = None) -> PaiGowCounts:
    """Count all pairs of hands; what the bets pay makes no difference to it."""
    course = _course_of(game)
    verify_deck_to_set(game.deck)
    hands = set_hands(course, game.deck)
    return counts_of(
        hands, hands.count(hands.staircases if course.face_up else hands.house, executor), hands.counts > 0
    )


def counts_of(hands: SetHands, sums: Sums, taken: NDArray[np.bool_]) -> PaiGowCounts:
    """The pairs in which the player's hand is of some classes."""
    pairs, rows = hands.counts * comb(len(hands.deck) - SIZE, SIZE), []
    for mine in (False, True):
        some = taken & ((hands.kind > 0) == mine)
        pushed = sums.pushed[some].sum(axis=0).tolist()[PUSHES:]
        rows.append((int(pairs[some].sum()) - sum(pushed), *pushed))
    return PaiGowCounts(sum(map(sum, rows)), int(sums.won[taken].sum()), int(sums.lost[taken].sum()), tuple(rows))


def _course_of(game: Game) -> SettingCourse:
    assert isinstance(game.course, SettingCourse)
    return game.course


def pack_pai_gow(counts: PaiGowCounts) -> dict[str, NDArray[Any]]:
    return {"stand": np.array([counts.total, counts.won, counts.lost]), "kinds": np.array(counts.kinds)}


def read_pai_gow(game: Game, arrays: Mapping[str, NDArray[Any]]) -> PaiGowCounts:
    kinds = tuple(tuple(row) for row in arrays["kinds"].tolist())
    total, won, lost = arrays["stand"].tolist()
    return PaiGowCounts(total, won, lost, kinds)


def tables_of_pai_gow(game: Game) -> tuple[KeptTable, ...]:
    """How the house way sets every class, and what the best setting wins; nothing with the dealer's hand face up."""
    course = _course_of(game)
    return () if course.face_up else (house_table(course, game.deck), _best_table(game))


def _best_table(game: Game) -> KeptTable:
    """Pairs of hands that the best setting of every class wins and loses."""
    course = _course_of(game)
    return KeptTable(_best_of_each, (course, game.deck, *nets_of(game), *filter(None, course.rankings)))


def _best_of_each(course: SettingCourse, deck: Deck, win: Fraction, loss: Fraction, *_: Ranking) -> Arrays:
    """Pairs won and lost by the best setting of each class, the first of equal ones: nothing of the dealer's is seen.

    Hands of one class have the same ranks, and the same flush if they have one; a way to set hands goes by these.
    """
    hands = set_hands(course, deck)
    sums, scale = hands.count(hands.best), lcm(win.denominator, loss.denominator)
    net = int(win * scale) * sums.won + int(loss * scale) * sums.lost
    # A class that the deck does not have has no settings.
    best = first_best(np.unique(hands.best.first), net)
    return {"best": np.array([sums.won[best].sum(), sums.lost[best].sum()])}


def seconds(game: Game) -> float:
    """All pairs of hands of seven; more where the dealer's hand is seen first, or more hands are set."""
    course = _course_of(game)
    of_deck = THREE_HANDS_S if course.hands_set == len(HANDS) else FACE_UP_S if course.face_up else HOUSE_WAY_S
    return of_deck * comb(len(game.deck), SIZE) / comb(53, SIZE)


def best_seconds(game: Game) -> float:
    """About what the best setting takes of one core; nothing where the dealer's hand is face up."""
    course = _course_of(game)
    of_deck = BEST_OF_THREE_S if course.hands_set == len(HANDS) else BEST_OF_TWO_S
    return 0.0 if course.face_up else 5 + of_deck * comb(len(game.deck), SIZE) / comb(53, SIZE)


class PaiGowSolution(Solution):
    """Players set by the house way; where the dealer's hand is face up, as is best against it."""

    def __init__(self, game: Game, counts: PaiGowCounts) -> None:
        self.game, self.course, self.counts = game, _course_of(game), counts
        self.street, self.by_house_way = self.course.streets[0].name, not self.course.face_up
        self.best_table = _best_table(game)
        path = ((self.street, BY_THE_HOUSE_WAY),) if self.by_house_way else ()
        self.endings = tuple(Ending(path, facts, 0, ways) for facts, ways in self._facts() if ways)

    def _facts(self) -> Iterator[tuple[Facts, int]]:
        counts, facts_of = self.counts, SetFacts if isinstance(self.course, PaiGowPoker) else Facts
        yield from ((facts_of(Result.WIN), counts.won), (facts_of(Result.LOSS), counts.lost))
        yield facts_of(Result.TIE), counts.tied
        for mine, row in enumerate(counts.kinds):
            for kind in (PUSHES, PUSHES_WITH_JOKER):
                joker = kind == PUSHES_WITH_JOKER
                yield SetFacts(Result.TIE, theirs=True, joker=joker, mine=bool(mine)), row[kind]

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often the house way is taken; what is best against a hand that is face up is not counted apart."""
        return (DecisionRow(self.street, BY_THE_HOUSE_WAY.name, Fraction(1)),) if self.by_house_way else ()

    def plays(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> str:
        return BY_THE_HOUSE_WAY.name if self.by_house_way else self.advise(cards, community, dealer).best

    @property
    def rule(self) -> str:
        """How the figures of the round are played, in words."""
        if self.by_house_way:
            return f"{BY_THE_HOUSE_WAY.name}, always"
        return "a way that wins both hands if there is one, else one that wins a hand"

    def verify(self, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card]) -> None:
        """Refuse cards with which nothing is decided."""
        shown = 0 if self.by_house_way else SIZE
        fits = len(cards) == SIZE and len(dealer) == shown and not community
        wanted = f"with {SIZE} cards" + (f" with the dealer's {shown}" if shown else "")
        self.verify_decided(cards, community, dealer, fits=fits, wanted=wanted)

    def best_round(self, limit_s: float = 0.0) -> RoundPar | None:
        """The round of a player who sets every hand as is best; None where that is not kept and takes too long."""
        if not self.by_house_way or (best_seconds(self.game) > limit_s and not self.best_table.is_kept):
            return None
        played, (won, lost) = self.round, self.best_table.arrays["best"].tolist()
        win, loss = nets_of(self.game)
        results = {win: won, Fraction(0): played.total - won - lost, loss: lost}
        return round_of({net: ways for net, ways in results.items() if ways}, played.average_wager)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """The exact value of every way to set seven cards, against the dealer's seven or all they can be."""
        self.verify(cards, community, dealer)
        offered, deck = self.course.offered(cards), self.game.deck
        nets = nets_of(self.game)
        settings = [self.course.setting(cards, way) for way in offered]
        if dealer:
            net_of = {Result.WIN: nets[0], Result.TIE: Fraction(0), Result.LOSS: nets[1]}
            worth = [net_of[compare(mine, self.course.setting(dealer))] for mine in settings]
        else:
            rest = (face for face in deck.faces if face not in cards)
            counts = count_hands_by_class(rest, classes_of_course(self.course))
            worth = value_ways(self.course, deck, counts, [mine.values for mine in settings], *nets)
        named = zip((choice.name for choice in offered), worth, strict=True)
        return HandAdvice(self.street, tuple(named))


def nets_of(game: Game) -> tuple[Fraction, Fraction]:
    """What a hand that wins brings, and what one that loses; a tie or a push brings nothing."""
    win, loss, *ties = (
        net_result(game, Ending((), facts, 0, 0))[0]
        for facts in (*map(SetFacts, (Result.WIN, Result.LOSS, Result.TIE)), SetFacts(Result.TIE, theirs=True))
    )
    assert not any(ties), "a push brings nothing"
    return win, loss


SOLVER = Solver(
    "pai gow",
    lambda game: isinstance(game.course, SettingCourse),
    solve_pai_gow,
    PaiGowSolution,
    seconds=seconds,
    prepare=lambda game: verify_deck_to_set(game.deck),
    keeping=Keeping(pack_pai_gow, read_pai_gow, ships=True),
    tables=tables_of_pai_gow,
    best_seconds=best_seconds,
)
