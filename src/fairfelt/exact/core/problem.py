"""A game with a showdown and one decision, made ready for counting: choices, rows, scaled results."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairfelt.hands import LINE_BITS
from fairfelt.rules import Cards, Choice, Facts, Game, Kind, Showdown

from .rows import Rows, pay_scale, showdown_rows


class Unsolved(NotImplementedError):  # noqa: N818  (it reads as what happened)
    """A game for which there is no exact solver yet, with the reason."""


@dataclass(frozen=True, eq=False)
class Problem:
    """Everything a counting kernel needs to know of a game, in integers."""

    game: Game
    rows: Rows
    scale: int
    """By this all results are multiplied to be whole."""
    choices: tuple[Choice, ...]
    """In ascending order of the bet, so that of equal values the larger bet is taken last."""
    nets: NDArray[np.int64]
    """[choice, row]"""
    extras: NDArray[np.int64]
    """[choice, player's line]: pays on the player's own hand, whatever the dealer has."""
    floors: tuple[int, ...]
    """The least value of the player's hand with which each choice may be made; no less for a larger bet."""

    def allowed(self, values: NDArray[np.int32]) -> NDArray[np.int64]:
        """How many of the choices may be made with each of these hands."""
        return np.asarray(np.searchsorted(self.floors, values, side="right"), np.int64)

    @property
    def showdown(self) -> Showdown:
        """How the hands are compared."""
        assert self.game.showdown
        return self.game.showdown

    def comparison_rows(self, players: NDArray[np.int32], dealers: NDArray[np.int32]) -> NDArray[np.int64]:
        """The row for each of the player's values against each of the dealer's."""
        player, dealer = players[:, None], dealers[None, :]
        compared = 1 + (player > dealer).astype(np.int64) - (player < dealer)
        plays = (dealer >= self.showdown.qualifying_value).astype(np.int64)
        rows = self.rows.index[player >> LINE_BITS, dealer >> LINE_BITS, compared, plays]
        return np.asarray(rows, np.int64)


def showdown_problem(game: Game) -> Problem:
    """Prepare a game; refuse one that needs another solver."""
    _verify_shape(game)
    street = game.streets[0]
    choices = tuple(sorted(street.choices, key=lambda choice: sum(game.stakes({street.name: choice}).values())))
    choices = tuple(sorted(choices, key=lambda choice: not choice.folds))
    rows, scale = showdown_rows(game), pay_scale(game)
    nets = [[_net(game, choice, facts, scale) for facts in rows.facts] for choice in choices]
    lines = range(len(_ranking_lines(game)))
    extras = [[_extra(game, choice, line, scale) for line in lines] for choice in choices]
    floors = _floors(game, choices)
    return Problem(game, rows, scale, choices, np.array(nets, np.int64), np.array(extras, np.int64), floors)


def _verify_shape(game: Game) -> None:
    assert game.showdown
    ranking = game.showdown.ranking
    if len(game.streets) != 1 or game.streets[0].community:
        raise Unsolved(f"{game.title}: showdowns with several decisions or shared cards seen early have no solver yet")
    for wager in game.wagers:
        if wager.is_base and wager.ranking and (wager.ranking is not ranking or wager.on is not Cards.OWN):
            raise Unsolved(f"{game.title}: {wager.name} is paid by another hand than the showdown's; no solver yet")


def _floors(game: Game, choices: tuple[Choice, ...]) -> tuple[int, ...]:
    assert game.showdown
    floors = tuple(game.showdown.least_value(c.holding) if c.holding else 0 for c in choices)
    if list(floors) != sorted(floors):
        raise Unsolved(f"{game.title}: a smaller bet that asks for a better hand has no solver yet")
    return floors


def _ranking_lines(game: Game) -> tuple[object, ...]:
    assert game.showdown
    return game.showdown.ranking.lines


def _net(game: Game, choice: Choice, facts: Facts, scale: int) -> int:
    """Scaled result of the wagers that read the showdown."""
    assert game.showdown
    net = 0
    for name, units in game.stakes({"": choice}).items():
        wager = game.wager(name)
        if wager.ranking is None:
            pay = wager.outcome(facts, game.showdown.ranking).pay
            net += -units * scale if choice.folds else int(units * pay.net * scale)
    return net


def _extra(game: Game, choice: Choice, line: int, scale: int) -> int:
    """Scaled result of the wagers that read the player's own hand."""
    if choice.folds:
        return 0
    bonuses = (wager for wager in game.wagers if wager.kind is Kind.BONUS)
    return sum(int(wager.outcome(Facts(player=line)).pay.net * scale) for wager in bonuses)
