"""Two hands over a cross: the solver finds what every deal looked at finds, and advice is what a sum by hand gives."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from fairfelt import games
from fairfelt.engine.core.endings import Ending, net_result
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.courses import cross as by_hands
from fairfelt.engine.courses import solution as by_course
from fairfelt.engine.courses.cross import CrossResult, CrossSolution, path_of
from fairfelt.engine.solve import core_game, solver_of
from fairfelt.rules import Cross, Decide, Draw, Game, Over
from fairfelt.rules.cards import Card, Deck, format_cards, parse_cards
from fairfelt.rules.courses.cross import CrossFacts, CrossState
from fairfelt.rules.hands import THREE_CARD

GAME = games.find("criss-cross-poker")
COURSE = GAME.course
assert isinstance(COURSE, Cross)


def small(deck: Deck, most_times: int) -> Game:
    """The game with few cards and sizes of bets, where one pair is no good and hands are folded."""
    assert isinstance(COURSE, Cross)
    lines = [COURSE.ranking.line(name) for name in ("pair of sixes to tens", "pair of jacks or better")]
    wagers = tuple(
        replace(
            wager,
            paytables=tuple(
                replace(table, pays={line: pay for line, pay in table.pays.items() if line not in lines})
                for table in wager.paytables
            ),
        )
        for wager in GAME.wagers
        if wager.is_base
    )
    poor = replace(GAME, course=Cross(COURSE.ranking, most_times), wagers=wagers)
    return core_game(poor.with_deck(deck))


@dataclass
class ByHand:
    """Every deal looked at one after the other, with the best choices by the same words as the rules."""

    game: Game
    nets: dict[tuple[tuple[int, ...], CrossFacts], Fraction] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.game.deck.cards

    def play(self, hole: tuple[Card, ...], cross: tuple[Card, ...], bets: tuple[int, ...]) -> list[Fraction]:
        """The results of all deals that begin so, under best play; of equal choices the larger bet."""
        assert isinstance(self.game.course, Cross)
        sizes = range(1, self.game.course.most_times + 1)
        lost = -Fraction(2 + sum(bets))
        folded = [lost] * self._deals(len(cross))
        tried = [folded, *(self._bet(hole, cross, (*bets, times)) for times in sizes)]
        return max(reversed(tried), key=sum)

    def _bet(self, hole: tuple[Card, ...], cross: tuple[Card, ...], bets: tuple[int, ...]) -> list[Fraction]:
        left = [card for card in self.cards if card not in (*hole, *cross)]
        if len(bets) == 3:
            return [self._net(hole, (*cross, card), bets) for card in left]
        arms = combinations(left, 2)
        return [net for arm in arms for net in self.play(hole, (*cross, *arm), bets)]

    def _deals(self, shown: int) -> int:
        left = len(self.cards) - 2 - shown
        return comb(left, 2) * self._deals(shown + 2) if shown < 4 else left

    def _net(self, hole: tuple[Card, ...], cross: tuple[Card, ...], bets: tuple[int, ...]) -> Fraction:
        assert isinstance(self.game.course, Cross)
        facts = self.game.course.facts(CrossState((hole,), cross, 3), 0)
        if (bets, facts) not in self.nets:
            self.nets[bets, facts] = net_result(self.game, Ending(path_of(self.game, *bets), facts, 0, 0))[0]
        return self.nets[bets, facts]


@pytest.mark.parametrize(
    ("deck", "most_times"),
    [
        pytest.param(Deck("2468", "cd"), 1, id="one size"),
        pytest.param(Deck("2468", "cd"), 3, id="three sizes", marks=pytest.mark.heavy),
        pytest.param(Deck("479", "cdh"), 2, id="three suits", marks=pytest.mark.heavy),
    ],
)
def test_the_solver_finds_what_looking_at_every_deal_finds(deck: Deck, most_times: int) -> None:
    game = small(deck, most_times)
    found = by_hands.SOLVER.solution(game, by_hands.SOLVER.solve(game, None))
    by_hand = ByHand(game)
    nets = [net for hole in combinations(deck.cards, 2) for net in by_hand.play(hole, (), ())]
    assert found.total == len(nets)
    assert dict(found.round.results) == Counter(nets)
    folds = [row.frequency for row in found.decisions if row.choice == "fold"]
    assert 0 < max(folds) < 1


@pytest.mark.heavy
def test_solver_and_course_agree_to_the_last_fraction() -> None:
    """The course walked card by card, in every order of the cards."""
    game = small(Deck("2346789", "c"), 1)
    one = by_hands.SOLVER.solution(game, by_hands.SOLVER.solve(game, None))
    other = by_course.SOLVER.solution(game, by_course.SOLVER.solve(game, None))
    assert one.round.house_edge == other.round.house_edge
    assert one.round.variance == other.round.variance
    assert one.decisions == other.decisions


def test_advice_before_the_middle_card_is_a_sum_over_it() -> None:
    hole, cross = parse_cards("Jc 9d"), parse_cards("Jh 3s 9c 2d")
    found = _unsolved().plays_after(path_of(GAME, 1, 3), hole, cross)
    values = dict(_unsolved()._advice(path_of(GAME, 1, 3), hole, cross).values)
    assert isinstance(COURSE, Cross)
    for times, name in enumerate(("fold", "Middle", "Middle 2x", "Middle 3x")):
        net, left = Fraction(0), [card for card in GAME.deck.cards if card not in (*hole, *cross)]
        for middle in left:
            facts = COURSE.facts(CrossState((hole,), (*cross, middle), 3), 0)
            net += net_result(core_game(GAME), Ending(path_of(GAME, 1, 3, times), facts, 0, 0))[0]
        assert values[name] == net / len(left)
    assert found == "Middle 3x", "a pair of jacks across is a win already"


def test_cards_that_decide_nothing_are_told() -> None:
    with pytest.raises(ValueError, match="is decided with 2 cards of one's own and 0, 2 or 4 of the cross"):
        _unsolved().advise(parse_cards("Jc 9d"), parse_cards("Jh"))


def test_what_the_kernel_does_not_count_is_left_to_the_course() -> None:
    two = GAME.with_decks(2)
    assert solver_of(core_game(GAME)) is by_hands.SOLVER
    with pytest.raises(Unsolved, match="from one deck without jokers"):
        by_hands.SOLVER.prepare(core_game(two))


def test_who_folds_is_not_asked_again_and_the_cross_is_shown_all_the_same() -> None:
    assert isinstance(COURSE, Cross)
    state, cards, asked = COURSE.start(2), iter(GAME.deck.cards), []
    while not isinstance(step := COURSE.next(state), Over):
        if isinstance(step, Draw):
            state = COURSE.draw(state, next(cards))
            continue
        assert isinstance(step, Decide)
        asked.append((step.street.name, step.player))
        state = COURSE.choose(state, step.choices[0 if asked[-1] in (("Across", 0), ("Down", 1)) else 1])
    assert asked == [("Across", 0), ("Across", 1), ("Down", 1)]
    assert len(state.cross) == 5
    assert isinstance(COURSE.facts(state, 1), CrossFacts)


def test_a_cross_says_what_it_cannot_be() -> None:
    with pytest.raises(ValueError, match="cannot read a hand of 5 cards"):
        Cross(THREE_CARD)
    with pytest.raises(ValueError, match="give 1 or more"):
        Cross(most_times=0)


@pytest.mark.heavy
def test_the_full_game() -> None:
    """No figure is published: this is what the solver counted when it agreed with the course on small decks."""
    solution = CrossSolution(GAME, by_hands.SOLVER.solve(core_game(GAME), None))
    assert solution.total == 1326 * 1225 * 1128 * 46
    assert solution.round.house_edge == Fraction(579091, 6689228)
    folded = {format_cards(map(Card, hand)) for hand in hands_folded(solution)}
    assert len(folded) == 6, "unsuited cards of two ranks up to five: the first rule of published strategies"
    assert all(set(words) & set("2345") and not set(words) & set("6789TJQKA") for words in folded)


def hands_folded(solution: CrossSolution) -> list[list[int]]:
    """Classes of hole cards that are folded at once."""
    best = solution.result.values.argmax(axis=1)
    return [hand.tolist() for hand, choice in zip(solution.classes.hands, best, strict=True) if choice == 0]


def _unsolved() -> CrossSolution:
    """Advice once cards of the cross are in sight needs no count."""
    assert isinstance(COURSE, Cross)
    most, lines = COURSE.most_times + 1, len(COURSE.ranking.lines) + 1
    counted = np.zeros((most, most, most, lines, lines), np.int64)
    return CrossSolution(core_game(GAME), CrossResult(counted, np.zeros((169, most), np.int64)))
