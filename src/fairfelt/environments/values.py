"""What every choice of a round is worth with the cards that its player sees: exact, and counted when looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache

from fairfelt.analysis.advisers import find_adviser
from fairfelt.engine.exact import HandAdvice, Solution, Unsolved, answer
from fairfelt.engine.solution import StreetByStreetSolution
from fairfelt.environments.agents import Play
from fairfelt.rules import Decide, Game
from fairfelt.table import Round


class ActionValues(Mapping[int, Fraction]):
    """The expected result of each legal action in units of the opening bet, with the best play after it.

    Side bets are left out: no decision changes them. Counted when it is first looked at; empty where it cannot be.
    """

    def __init__(self, play: Play, counted: dict[int, Fraction] | None = None) -> None:
        self.play = play
        if counted is not None:
            self._values = counted

    @cached_property
    def _values(self) -> dict[int, Fraction]:
        return value_actions(self.play)

    def __getitem__(self, action: int) -> Fraction:
        return self._values[action]

    def __iter__(self) -> Iterator[int]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        """Equal where the player cannot tell the rounds apart; nothing is counted for it."""
        return isinstance(other, ActionValues) and self._known == other._known

    __hash__ = None  # type: ignore[assignment]

    @property
    def _known(self) -> tuple[Game, str]:
        return self.play.agents.game, self.play.information(self.play.seat or 1)

    @property
    def best(self) -> int:
        """The action of greatest value; of equal ones the last, which bets the most."""
        return max(reversed(self._values), key=self._values.__getitem__)

    def regret(self, action: int) -> Fraction:
        """What the best action is worth more than this one."""
        return max(self.values()) - self[action]

    def __repr__(self) -> str:
        counted = "_values" in vars(self)
        return repr({action: str(value) for action, value in self.items()}) if counted else "<not counted yet>"


def value_actions(play: Play) -> dict[int, Fraction]:
    """The value of each legal action, the larger bet last; none at the end and where nothing counts them."""
    numbers, game = play.agents.numbers, play.agents.game
    if play.is_over:
        return {}
    if play.round.street:
        advice = advise(_adviser(game), play.round)
        return {numbers[name]: value for name, value in advice.values} if advice else {}
    if play.round.phase == "betting":
        return {numbers[name]: value for name, value in _opening_values(game).items()}
    (only,) = play.legal
    return {only: play.act(only).net(play.seat)}


@lru_cache(maxsize=64)
def _adviser(game: Game) -> Solution | None:
    try:
        return find_adviser(game)
    except Unsolved:
        return None


@lru_cache(maxsize=64)
def _opening_values(game: Game) -> dict[str, Fraction]:
    """What each bet that a player may open with is worth before the deal."""
    par = answer(game).par
    return {wager.name: -par.wager(wager.name, wager.paytable.name).house_edge for wager in game.openings}


def advise(solution: Solution | None, round: Round) -> HandAdvice | None:
    """The value of every choice now, with the visible cards and the bets made so far; None where it is not counted."""
    if not solution:
        return None
    if isinstance(solution, StreetByStreetSolution):
        return _with_bets(solution, round)
    street, player = round.street, round.to_act
    assert street and player, "a player is to decide"
    view = round.visible(player.number)
    if not round.run:
        return solution.advise(view.own, view.community, view.dealer)
    if isinstance(round.run.step, Decide) and (values := solution.values_in(round.run.state, round.run.step)):
        return HandAdvice(street.name, tuple(values.items()))
    try:
        advice = solution.advise(view.own, view.community, view.dealer)
    except ValueError:  # the first decision of a course can be asked about, a later one cannot
        return None
    return advice if advice.street == street.name else None


def _with_bets(solution: StreetByStreetSolution, round: Round) -> HandAdvice:
    """By the bets really made: who has strayed from the best play before has another state."""
    street, player, turn = round.street, round.to_act, round.turn
    assert street and player and turn, "a player is to decide"
    view = round.visible(player.number)
    state = solution.tree.arrivals[turn.street].index(tuple(player.choices.items()))
    values = solution.choice_values(turn.street, state, view.own, view.community, view.dealer)
    listed = zip(street.choices, values, strict=True)
    return HandAdvice(street.name, tuple((choice.name, value) for choice, value in listed if choice in round.offered))
