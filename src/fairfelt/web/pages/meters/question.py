"""A question about a meter: a bet, terms of a jackpot for it, what stands on its meters, the pace of the room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from fairfelt import games
from fairfelt.jackpot import Terms
from fairfelt.meters import Case, Pace, Prospect, Standing, Tax
from fairfelt.rules import Game, Kind

from .meter_reports import solved_for

SEPARATOR = "|"


class Bet(NamedTuple):
    """A progressive wager with one of its paytables."""

    wager: str
    paytable: str

    @property
    def key(self) -> str:
        """As a form sends it."""
        return SEPARATOR.join(self)

    @property
    def words(self) -> str:
        """As people read it."""
        return f"{self.wager}, {self.paytable}"


@dataclass(frozen=True)
class Question:
    """All that the mathematics goes by; equal questions have one answer."""

    slug: str
    variant: str
    bet: Bet
    terms: Terms
    meters: tuple[tuple[str, Fraction], ...]
    stake: Fraction
    others: int
    tax: Tax
    pace: Pace

    @property
    def game(self) -> Game:
        """The game it is about."""
        return games.find(self.slug, self.variant)

    @property
    def solving(self) -> str:
        """The game that has to be solved for the bet, if any."""
        return solved_for(self.game, self.bet.wager)

    def case(self, bet: Prospect) -> Case:
        """The question with its bet in numbers."""
        return Case(
            game=self.game, prospect=bet, terms=self.terms, others=self.others, standing=Standing(dict(self.meters)),
            pace=self.pace,
        )  # fmt: skip


def bets_of(game: Game) -> tuple[Bet, ...]:
    """Every bet of a game that wins a share of a meter; those that are counted at once come first."""
    wagers = [wager for wager in game.wagers if wager.kind is Kind.PROGRESSIVE]
    at_once = sorted(wagers, key=lambda wager: bool(solved_for(game, wager.name)))
    found = (Bet(wager.name, table.name) for wager in at_once for table in wager.paytables)
    return tuple(bet for bet in found if levels_of(game, bet))


def levels_of(game: Game, bet: Bet) -> tuple[str, ...]:
    """The levels a bet can win, from its best hand down."""
    return tuple(dict.fromkeys(_levels(game, bet)))


def _levels(game: Game, bet: Bet) -> Iterator[str]:
    for _, pay in sorted(game.paytable(bet.wager, bet.paytable).pays.items(), reverse=True):
        if pay.level:
            yield pay.level
