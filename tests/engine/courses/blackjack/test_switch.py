"""Two hands with an exchange: small shoes played out card by card, and the solver agrees to the last fraction."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from fairfelt import games
from fairfelt.engine.courses.blackjack.count import to_ten_digits
from fairfelt.engine.exact import Solution, percent_text, solve, wager_par
from fairfelt.rules import EVEN, BlackjackRules, BlackjackSwitch, Decide, Game, Over, Result, switch_wagers
from fairfelt.rules.cards import Deck, parse_cards
from tests.engine.courses.blackjack.test_played_out import lies
from tests.support.heavy import first_few

NO_SPLITS = BlackjackRules(hits_soft_17=True, pushes_22=True, natural=EVEN, most_hands=1, most_ace_hands=1)
SPLITS = replace(NO_SPLITS, most_hands=2, most_ace_hands=2)
HIGH = Deck(ranks="A9T", suits="s", copies=5)
LOW = Deck(ranks="A6T", suits="s", copies=8)
COURSES = {
    "as published": (BlackjackSwitch(NO_SPLITS), HIGH),
    "switched naturals": (BlackjackSwitch(NO_SPLITS, switched_natural=True), HIGH),
    "no hole card": (BlackjackSwitch(replace(NO_SPLITS, peeks=False)), HIGH),
    "splits": (BlackjackSwitch(SPLITS), Deck(ranks="9T", suits="s", copies=9)),
    "low cards": (BlackjackSwitch(NO_SPLITS), LOW),
}
CASES = first_few(COURSES, 1)


def game_of(course: BlackjackSwitch, deck: Deck) -> Game:
    """A table with those rules and that shoe."""
    wagers = switch_wagers(course.rules)
    return Game(name="Some Table", summary="21, twice.", deck=deck, course=course, wagers=wagers)


class PlayedOut:
    """Every card that can come, with the choices of a solution."""

    def __init__(self, game: Game, solution: Solution) -> None:
        assert isinstance(game.course, BlackjackSwitch)
        self.game, self.course, self.solution = game, game.course, solution
        self.faces = {game.course.alike(card): card for card in game.deck.cards}
        self._known: dict[Any, list[Fraction]] = {}

    def nets(self) -> list[Fraction]:
        """The expected result of every wager, and the mean square of what all come to together."""
        held = [self.course.alike(card) for card in self.game.deck.cards]
        return self._from(self.course.start(1), tuple(held.count(kind) for kind in self.faces))

    def _from(self, state: Any, shoe: tuple[int, ...]) -> list[Fraction]:
        if (state, shoe) not in self._known:
            self._known[state, shoe] = self._step(state, shoe)
        return self._known[state, shoe]

    def _step(self, state: Any, shoe: tuple[int, ...]) -> list[Fraction]:
        match self.course.next(state):
            case Over():
                facts = self.course.facts(state, 0)
                read = [(wager, self.course.read_by(wager, facts)) for wager in self.game.wagers]
                nets = [wager.outcome(end).pay.net if lies(wager, end) else Fraction(0) for wager, end in read]
                return [*nets, sum(nets, Fraction(0)) ** 2]
            case Decide() as decide:
                choice = self.solution.chooses(state, decide)
                assert choice in decide.choices
                return self._from(self.course.choose(state, choice), shoe)
        total = [Fraction(0)] * (len(self.game.wagers) + 1)
        for at, (face, left) in enumerate(zip(self.faces.values(), shoe, strict=True)):
            if left:
                after = self._from(self.course.draw(state, face), (*shoe[:at], left - 1, *shoe[at + 1 :]))
                total = [net + Fraction(left, sum(shoe)) * more for net, more in zip(total, after, strict=True)]
        return total


@pytest.mark.parametrize("name", CASES)
def test_solver_and_course_agree_to_the_last_fraction(name: str) -> None:
    game = game_of(*COURSES[name])
    solution = solve(game)
    *nets, square = PlayedOut(game, solution).nets()
    for wager, net in zip(game.wagers, nets, strict=True):
        sheet = wager_par(solution, wager, wager.paytable)
        assert -sheet.house_edge * (sheet.average_stake or 1) == net, wager.name
    assert sum(nets) == -solution.round.house_edge
    assert solution.round.variance == to_ten_digits(square - sum(nets) ** 2)
    asked = sum(row.frequency for row in solution.decisions)
    assert 0 < asked < 1


def test_a_dealers_natural_comes_before_the_exchange() -> None:
    """A natural that the best layout would break up still pushes against the dealer's."""
    game = game_of(*COURSES["as published"])
    state = game.course.start(1)  # type: ignore[union-attr]
    for card in parse_cards("As Ts As Ts 9s Ts"):
        state = game.course.draw(state, card)  # type: ignore[union-attr]
    assert game.course.next(state) == Over()  # type: ignore[union-attr]
    first, second = game.course.facts(state, 0).hands  # type: ignore[union-attr]
    assert (first.result, second.result) == (Result.TIE, Result.LOSS)


def test_the_values_of_a_choice_are_told() -> None:
    solution = solve(game_of(*COURSES["as published"]))
    advice = solution.advise(parse_cards("Ts 9s 9s Ts"), dealer=parse_cards("9s"))
    assert [name for name, _ in advice.values] == ["keep", "switch"]
    assert advice.best == "switch", "ten-ten and nine-nine are worth more than two nineteens"
    with pytest.raises(ValueError, match="two first cards that differ"):
        solution.advise(parse_cards("Ts Ts 9s 9s"), dealer=parse_cards("9s"))


@pytest.mark.heavy
def test_six_decks() -> None:
    """Counted once at full size; the edge of one hand is half of it."""
    solution = solve(games.blackjack_switch)
    assert percent_text(solution.round.house_edge / 2, 2) == "0.54%"
    assert solution.round.variance == Fraction(3693450501, 1250000000), "a standard deviation of 1.7189 bets"
    assert [percent_text(row.frequency, 1) for row in solution.decisions] == ["35.6%", "34.0%"]
