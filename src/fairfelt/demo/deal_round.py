"""Real cards for simulated players: a round is dealt, and the hands that its progressive pays are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from fairfelt.room import HandButton, hand_buttons
from fairfelt.rules import MICROS, Choice, Game, Kind, Street
from fairfelt.table import View, play, shuffle
from fairfelt.table.play import Decide

STAKE_MICROS = 10 * MICROS


def stays_in(street: Street, view: View) -> Choice:
    """As one decides who came for the jackpot: no hand is folded."""
    return street.choices[-1]


@dataclass(frozen=True)
class Dealing:
    """A game with one of its progressive wagers and paytables, as a table has it."""

    game: Game
    wager: str
    paytable: str

    @cached_property
    def buttons(self) -> tuple[HandButton, ...]:
        """What can be claimed, best hand first."""
        return hand_buttons(self.game, self.wager, self.paytable)

    def winners(self, bets_micros: Mapping[int, int], chance: Random, decide: Decide = stays_in) -> dict[int, str]:
        """Deal to everybody with the progressive bet; gives the hands that it pays, by seat."""
        game = self._in_play
        stakes = {seat: {**self._opening, self.wager: amount} for seat, amount in sorted(bets_micros.items())}
        settled = play(game, shuffle(game.deck.cards, chance), stakes, decide).settled
        return {
            row.seat: row.outcome.name for row in settled if row.wager == self.wager and row.outcome.name in self._names
        }

    @cached_property
    def _in_play(self) -> Game:
        return self.game.with_paytable(self.wager, self.paytable)

    @cached_property
    def _opening(self) -> dict[str, int]:
        return {bet.name: STAKE_MICROS for bet in self.game.wagers if bet.kind is Kind.OPENING}

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(button.hand for button in self.buttons)
