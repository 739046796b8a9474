"""Small shoes played out card by card through the course, in plain fractions: the solver must agree to the last one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from fairfelt.engine.courses.blackjack.solution import BlackjackSolution
from fairfelt.engine.exact import Solution, solve, wager_par
from fairfelt.rules import (
    Blackjack,
    BlackjackFacts,
    BlackjackRules,
    Bonus,
    Decide,
    DoublingRule,
    FreeBets,
    Game,
    Over,
    Paytable,
    Surrender,
    Wager,
    blackjack_wagers,
    push_22,
    to,
)
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.blackjack.facts import OnDouble, OnFreeBets, OnHand, TwentyTwo
from fairfelt.rules.courses.blackjack.hand import Hand
from tools.covariances.dealers_22 import covariances_with_22

ORDINARY = BlackjackRules(hits_soft_17=False, most_hands=2)
RULES = {
    "ordinary": ORDINARY,
    "three hands": replace(ORDINARY, most_hands=3, most_ace_hands=3),
    "soft 17, no doubling after splits, surrender": replace(
        ORDINARY, hits_soft_17=True, doubles_after_split=False, surrender=Surrender.FIRST_TWO
    ),
    "no peek, aces played on, to no more hands than others": replace(
        ORDINARY, peeks=False, split_aces_draw=True, most_ace_hands=4
    ),
    "free bets": replace(
        ORDINARY,
        pushes_22=True,
        doubles=DoublingRule.NINE_TO_ELEVEN,
        free=FreeBets(doubles=frozenset({9, 10, 11}), doubles_any_cards=True, splits=frozenset({1, 3, 7})),
    ),
}
RULES |= {
    "given up at any time": replace(
        ORDINARY, doubles_any_cards=True, surrender=Surrender.ANY_TIME, rescues=True, split_aces_draw=True
    ),
    "paid at once": replace(
        ORDINARY,
        natural_wins=True,
        bonuses=(
            Bonus("21 in four", to(2), least_cards=4),
            Bonus("five cards", to(3, 2), least_cards=5, below_21=True),
        ),
        doubles_any_cards=True,
    ),
    "exchanged": replace(ORDINARY, pushes_22=True, surrender=Surrender.FIRST_TWO, zaps=frozenset({13, 16, 17})),
    "exchanged after the peek": replace(ORDINARY, zaps=frozenset({16, 17}), zaps_before_peek=False),
    "doubled again": replace(ORDINARY, doubles_any_cards=True, redoubles=2, wins_with_21=True, rescues=True),
}
SHOES = {"aces": Deck(ranks="A6T", suits="s", copies=6), "low cards": Deck(ranks="37T", suits="s", copies=6)}
"""With one suit there is less to walk through, and suits make no difference to the play."""

Shoe = tuple[int, ...]
Nets = list[Fraction]


def game_of(rules: BlackjackRules, deck: Deck) -> Game:
    """A table with those rules and that shoe."""
    flat = Paytable("flat", {line: 11 for line in TwentyTwo if line})
    wagers = (*blackjack_wagers(rules), push_22("Twenty-two", flat))
    return Game(name="Some Table", summary="21.", deck=deck, course=Blackjack(rules), wagers=wagers)


class PlayedOut:
    """Every card that can come, weighed by how many are left, with the choices of a solution."""

    def __init__(self, game: Game, solution: Solution) -> None:
        assert isinstance(game.course, Blackjack)
        self.game, self.course, self.solution = game, game.course, solution
        self.faces = {game.course.alike(card): card for card in game.deck.cards}
        self._known: dict[tuple[Any, Shoe], Nets] = {}

    def nets(self) -> Nets:
        """The expected result of every wager, the mean square of what all but the last come to together, and the mean
        of that times the last."""
        held = [self.course.alike(card) for card in self.game.deck.cards]
        return self._from(self.course.start(1), tuple(held.count(kind) for kind in self.faces))

    def _from(self, state: Any, shoe: Shoe) -> Nets:
        if (state, shoe) not in self._known:
            self._known[state, shoe] = self._step(state, shoe)
        return self._known[state, shoe]

    def _step(self, state: Any, shoe: Shoe) -> Nets:
        match self.course.next(state):
            case Over():
                settled = list(self._settled(self.course.facts(state, 0), state.hands[0]))
                together = sum(settled[:-1], Fraction(0))
                return [*settled, together**2, together * settled[-1]]
            case Decide() as decide:
                choice = self.solution.chooses(state, decide)
                assert choice in decide.choices
                return self._from(self.course.choose(state, choice), shoe)
        total = [Fraction(0)] * (len(self.game.wagers) + 2)
        for at, (face, left) in enumerate(zip(self.faces.values(), shoe, strict=True)):
            if left:
                after = self._from(self.course.draw(state, face), (*shoe[:at], left - 1, *shoe[at + 1 :]))
                total = [net + Fraction(left, sum(shoe)) * more for net, more in zip(total, after, strict=True)]
        return total

    def _settled(self, facts: BlackjackFacts, hands: tuple[Hand, ...]) -> Iterator[Fraction]:
        for wager in self.game.wagers:
            read, settle = self.course.read_by(wager, facts), wager.settle
            units = 1
            if isinstance(settle, OnDouble) and settle.hand <= len(hands):
                units = 2 ** (hands[settle.hand - 1].again + 1) - 1
            yield units * wager.outcome(read).pay.net if lies(wager, read) else Fraction(0)


def lies(wager: Wager, facts: BlackjackFacts) -> bool:
    """Whether the wager is on the table when the round has ended so."""
    if not isinstance(wager.settle, OnHand | OnDouble | OnFreeBets):
        return True
    end = facts.hand(wager.settle.hand)
    return end is not None and wager.settle.lies_on(end)


SLOW = [("given up at any time", "aces"), ("paid at once", "aces"), ("free bets", "aces")]
SLOW += [(rules, "low cards") for rules in RULES if rules not in ("free bets", "paid at once")]
SLOW += [("ordinary", "aces"), ("three hands", "aces"), ("exchanged after the peek", "aces")]  # much like the others
CASES = [
    pytest.param(rules, shoe, marks=[pytest.mark.heavy] if (rules, shoe) in SLOW else [])
    for rules in RULES
    for shoe in SHOES
    if (rules, shoe) != ("three hands", "low cards")
]
"""Three hands of low cards take half a minute."""


@pytest.mark.parametrize(("rules", "shoe"), CASES)
def test_solver_and_course_agree_to_the_last_fraction(rules: str, shoe: str) -> None:
    deck = replace(SHOES[shoe], copies=8) if rules == "three hands" else SHOES[shoe]  # they take more cards
    game = game_of(RULES[rules], deck)
    solution = solve(game)
    *nets, square, product = PlayedOut(game, solution).nets()
    for wager, net in zip(game.wagers, nets, strict=True):
        sheet = wager_par(solution, wager, wager.paytable)
        assert -sheet.house_edge * (sheet.average_stake or 1) == net, wager.name
    assert sum(nets[:-1]) == -solution.round.house_edge
    variance = solution.round.variance
    assert variance is not None
    assert abs(variance - (square - sum(nets[:-1]) ** 2)) < Fraction(1, 10**10), "right to the digits it is given with"
    assert isinstance(solution, BlackjackSolution)
    assert covariances_with_22(solution) == {("Twenty-two", "flat"): product - sum(nets[:-1]) * nets[-1]}
