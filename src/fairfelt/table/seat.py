"""One player: bets, choices and visible cards; whose turn it is; and the refusal of an operation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from fairfelt.rules import Choice, Street
from fairfelt.rules.cards import Card


class RoundError(ValueError):
    """An operation the rules do not allow now, with the sentence that says why. The round is as it was."""


Foul = Literal["returned", "forfeited"]


class Seat(NamedTuple):
    """A seat that is played."""

    number: int
    """1 is on the dealer's far left."""
    ante_micros: int
    """The first opening bet, by which all others are measured; 0 for a player who bets on the own hand only."""
    stakes_micros: Mapping[str, int]
    """All that is bet, by wager; 0 for a bet taken back."""
    choices: Mapping[str, Choice]
    """By the street's name."""
    folded: bool = False
    foul: Foul | None = None
    """The fate of its wagers, if the hand was declared foul."""

    def choosing(self, street: Street, choice: Choice) -> Seat:
        """The seat after a decision."""
        stakes_micros = dict(self.stakes_micros)
        if choice.bet:
            before_micros = stakes_micros.get(choice.bet, 0)
            stakes_micros[choice.bet] = before_micros + choice.times * self.ante_micros
        if choice.takes_back:
            stakes_micros[choice.takes_back] = 0
        choices = {**self.choices, street.name: choice}
        return Seat(self.number, self.ante_micros, stakes_micros, choices, folded=choice.folds)

    def skips(self, street: Street) -> bool:
        """True if there is nothing left to decide there."""
        return (
            self.folded
            or self.foul is not None
            or not self.ante_micros
            or (street.unless_bet != "" and street.unless_bet in self.stakes_micros)
        )


class Option(NamedTuple):
    """A choice a player may make now, and what it puts on the table."""

    choice: Choice
    size_micros: int


class View(NamedTuple):
    """The cards that one player sees: those held and those turned over."""

    seat: int
    own: tuple[Card, ...]
    community: tuple[Card, ...]
    dealer: tuple[Card, ...]


Phase = Literal["betting", "deciding", "settling", "settled"]


class Turn(NamedTuple):
    """The decision under way: a street and a seat, by their places in the game and in the round."""

    street: int
    seat: int


def next_turn(streets: Sequence[Street], seats: Sequence[Seat], street: int = 0, seat: int = 0) -> Turn | None:
    """The first decision from there on, clockwise and street by street; None when all are made."""
    for at in range(street, len(streets)):
        for place in range(seat, len(seats)):
            if not seats[place].skips(streets[at]):
                return Turn(at, place)
        seat = 0
    return None
