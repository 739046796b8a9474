"""What each choice is worth to the player whose turn it is, counted exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fairfelt.engine import HandAdvice, Solution
from fairfelt.engine.solution import StreetByStreetSolution
from fairfelt.table import Round


@dataclass(frozen=True)
class Decision:
    """A choice that was made, and what the best one would have gained; nothing is known where nothing is counted."""

    street: str
    choice: str
    best: str = ""
    cost: Fraction | None = None
    """In units of the Ante."""

    @property
    def is_mistake(self) -> bool:
        """Whether another choice was worth more."""
        return bool(self.cost)


def advise(solution: Solution | None, round: Round) -> HandAdvice | None:
    """The value of every choice now, with the cards in sight and the bets made so far; nothing where nobody knows."""
    if not solution:
        return None
    if isinstance(solution, StreetByStreetSolution):
        return _with_bets(solution, round)
    street, player = round.street, round.to_act
    assert street and player, "somebody is to decide"
    view = round.visible(player.number)
    if not round.run:
        return solution.advise(view.own, view.community, view.dealer)
    if not solution.can_advise(round.run.state):
        return None
    try:
        advice = solution.advise(view.own, view.community, view.dealer)
    except ValueError:  # the first decision of a course can be asked about, a later one cannot
        return None
    return advice if advice.street == street.name else None


def _with_bets(solution: StreetByStreetSolution, round: Round) -> HandAdvice:
    """By the bets really made: who has strayed from the best play before has another state."""
    street, player, turn = round.street, round.to_act, round.turn
    assert street and player and turn, "somebody is to decide"
    view = round.visible(player.number)
    state = solution.tree.arrivals[turn.street].index(tuple(player.choices.items()))
    values = solution.choice_values(turn.street, state, view.own, view.community, view.dealer)
    listed = zip(street.choices, values, strict=True)
    return HandAdvice(street.name, tuple((choice.name, value) for choice, value in listed if choice in round.offered))


def judge_choice(solution: Solution | None, round: Round, choice: str) -> Decision:
    """A choice, looked at just before it is made."""
    assert round.street, "somebody is to decide"
    made = next((offered.name for offered in round.offered if offered.name.lower() == choice.lower()), choice)
    advice = advise(solution, round)
    if not advice:
        return Decision(round.street.name, made)
    values = dict(advice.values)
    cost = values[advice.best] - values[made] if made in values else None
    return Decision(round.street.name, made, advice.best, cost)
