"""A win carried to a hand of blackjack: small shoes played out, and the solver agrees to the last fraction."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from fairfelt import games
from fairfelt.engine.courses.blackjack.count import to_ten_digits
from fairfelt.engine.exact import Solution, percent_text, solve, wager_par
from fairfelt.rules import BlackjackRules, Decide, Game, Over
from fairfelt.rules.cards import Deck, parse_cards
from fairfelt.rules.courses.blackjack.facts import BetOnHand, BlackjackFacts
from fairfelt.rules.courses.blackjack.variants import TAKE, CarriedWin, carried_wagers
from tests.engine.courses.blackjack.test_played_out import lies
from tests.support.heavy import IS_HEAVY_RUN

REAL = games.house_money
SMALL = Deck(ranks="A9T", suits="hs", copies=3 if IS_HEAVY_RUN else 2)
RULES = {
    "no splits": BlackjackRules(hits_soft_17=True, most_hands=1, most_ace_hands=1),
    "splits": BlackjackRules(hits_soft_17=False, most_hands=2),
}


def game_of(rules: BlackjackRules, deck: Deck = SMALL) -> Game:
    """The real bet with other rules and another shoe."""
    assert isinstance(REAL.course, CarriedWin)
    wagers = (REAL.wagers[0], *carried_wagers(rules))
    return replace(REAL, deck=deck, decks=(), course=replace(REAL.course, rules=rules), wagers=wagers, published=())


class PlayedOut:
    """Every card that can come, with the choices of a solution."""

    def __init__(self, game: Game, solution: Solution) -> None:
        assert isinstance(game.course, CarriedWin)
        self.game, self.course, self.solution = game, game.course, solution
        self.faces = game.deck.faces
        self._known: dict[Any, list[Fraction]] = {}

    def nets(self) -> list[Fraction]:
        """The expected result of every wager in units of the first one, and the mean square of all together."""
        held = [sum(card == face for card in self.game.deck.cards) for face in self.faces]
        return self._from(self.course.start(1), tuple(held))

    def _from(self, state: Any, shoe: tuple[int, ...]) -> list[Fraction]:
        if (state, shoe) not in self._known:
            self._known[state, shoe] = self._step(state, shoe)
        return self._known[state, shoe]

    def _step(self, state: Any, shoe: tuple[int, ...]) -> list[Fraction]:
        match self.course.next(state):
            case Over():
                return self._settled(state)
            case Decide() as decide:
                choice = self.solution.chooses(state, decide)
                assert choice in decide.choices
                assert decide.street in self.course.streets
                return self._from(self.course.choose(state, choice), shoe)
        total = [Fraction(0)] * (len(self.game.wagers) + 1)
        for at, (face, left) in enumerate(zip(self.faces, shoe, strict=True)):
            if left:
                after = self._from(self.course.draw(state, face), (*shoe[:at], left - 1, *shoe[at + 1 :]))
                total = [net + Fraction(left, sum(shoe)) * more for net, more in zip(total, after, strict=True)]
        return total

    def _settled(self, state: Any) -> list[Fraction]:
        stake, facts = (state.stakes or (0,))[0], self.course.facts(state, 0)
        first, *others = self.game.wagers
        nets = [first.outcome(replace(facts, player=state.lines[0])).pay.net]
        for wager in others:
            assert isinstance(wager.settle, BetOnHand)
            read = self.course.read_by(wager, facts)
            nets.append(stake * wager.outcome(read).pay.net if stake and lies(wager, read) else Fraction(0))
        return [*nets, sum(nets, Fraction(0)) ** 2]


@pytest.mark.parametrize("name", [pytest.param("splits", marks=[pytest.mark.heavy]), "no splits"])
def test_solver_and_course_agree_to_the_last_fraction(name: str) -> None:
    game = game_of(RULES[name])
    solution = solve(game)
    *nets, square = PlayedOut(game, solution).nets()
    for wager, net in zip(game.wagers, nets, strict=True):
        sheet = wager_par(solution, wager, wager.paytable)
        assert -sheet.house_edge * (sheet.average_stake or 1) == net, wager.name
    assert sum(nets) == -solution.round.house_edge
    assert solution.round.variance == to_ten_digits(square - sum(nets) ** 2)


@pytest.mark.heavy
def test_the_offer_to_carry_is_most_of_the_value() -> None:
    solution = solve(REAL)
    taken = wager_par(solution, REAL.wagers[0], REAL.wagers[0].paytable)
    assert percent_text(taken.house_edge, 2) == "26.49%", "a player who always takes the win"
    assert percent_text(solution.round.house_edge, 2) == "2.64%"
    assert solution.round.variance == Fraction(76742445501, 10**10), "a standard deviation of 2.7702 bets"
    assert sum(row.frequency for row in solution.decisions) < 1 - taken.outcome("no paying hand").probability


@pytest.mark.heavy
def test_a_natural_is_carried_to_and_a_bad_hand_is_not() -> None:
    solution = solve(REAL)
    natural = solution.advise(parse_cards("As Ks"), dealer=parse_cards("9h"))
    assert dict(natural.values) == {TAKE.name: Fraction(9), "Carried 10x": Fraction(9 + 15)}
    assert solution.advise(parse_cards("9s 8h"), dealer=parse_cards("Ah")).best == TAKE.name
    with pytest.raises(ValueError, match="two cards that win"):
        solution.advise(parse_cards("2s 9h"), dealer=parse_cards("Ah"))


def test_a_dealers_natural_ends_the_round_before_everybody_has_answered() -> None:
    """Once the facts of a second player who had won something to carry could not be told."""
    assert isinstance(REAL.course, CarriedWin)
    state: Any = REAL.course.start(2)
    for card in parse_cards("8c 9d Ad Th 9h Ks"):
        state = REAL.course.draw(state, card)
    assert isinstance(REAL.course.next(state), Over)
    assert [REAL.course.facts(state, player) for player in range(2)] == [BlackjackFacts(), BlackjackFacts()]
