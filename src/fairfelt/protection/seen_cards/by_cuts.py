"""What every count of a whole game says of itself; and showdowns, of which the dealer's hands are counted by cuts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.core.cuts import Cuts, cuts_of
from fairfelt.exact.core.problem import Problem, showdown_problem
from fairfelt.hands import Ranking
from fairfelt.rules import Choice, Game


@dataclass(frozen=True, eq=False)
class WholeCount(ABC):
    """All rounds of a game with one decision, counted in parts."""

    game: Game

    @property
    @abstractmethod
    def scale(self) -> int:
        """By this all results are multiplied to be whole."""

    @property
    @abstractmethod
    def choices(self) -> tuple[Choice, ...]:
        """In ascending order of the bet."""

    @property
    @abstractmethod
    def seconds(self) -> float:
        """About, on one core."""

    @property
    @abstractmethod
    def rounds(self) -> int:
        """All ways to deal, those told apart that the count tells apart: what the parts add up to."""


@dataclass(frozen=True, eq=False)
class CountByCuts(WholeCount):
    """A showdown."""

    @cached_property
    def problem(self) -> Problem:
        """The game in integers."""
        return showdown_problem(self.game)

    @property
    def ranking(self) -> Ranking:
        """By which hands are compared."""
        return self.problem.showdown.ranking

    @property
    def scale(self) -> int:
        return self.problem.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.problem.choices

    @cached_property
    @abstractmethod
    def kinds(self) -> NDArray[np.int32]:
        """What the player's hands can be worth, ascending."""

    @cached_property
    @abstractmethod
    def dealer_kinds(self) -> NDArray[np.int32]:
        """The same of the dealer's."""

    @cached_property
    def cuts(self) -> Cuts:
        """Where the dealer's kinds begin to settle otherwise."""
        return cuts_of(self.problem, self.kinds, self.dealer_kinds)
