"""Real cards for simulated players: a round is dealt, and the hands that its progressive pays are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from fairfelt.room import LABELS, Controls, Press, Progressive
from fairfelt.rules import MICROS, Choice, Street
from fairfelt.table import View, play, shuffle
from fairfelt.table.play import Decide

STAKE_MICROS = 10 * MICROS


def stay_in(street: Street, view: View) -> Choice:
    """Decide as players do who came for the jackpot: no hand is folded."""
    return street.choices[-1]


def deal_round(
    table: Progressive, bets_micros: Mapping[int, int], chance: Random, decide: Decide = stay_in
) -> dict[int, str]:
    """Deal to everybody with the progressive bet; gives the hands that it pays, by seat."""
    game, opening = table.game_in_play, {bet.name: STAKE_MICROS for bet in table.game.openings}
    stakes = {seat: {**opening, table.wager: amount} for seat, amount in sorted(bets_micros.items())}
    settled = play(game, shuffle(game.deck.cards, chance), stakes, decide).settled
    paid = {button.hand for button in table.buttons}
    return {row.seat: row.outcome.name for row in settled if row.wager == table.wager and row.outcome.name in paid}


def finishing_press(controls: Controls, live: Sequence[str]) -> Press | None:
    """The live button that leads to the end of a game; none where a new one may start, or nothing is live."""
    labels = LABELS[controls]
    presses = (Press.END, Press.CONFIRM, Press.KEY_ON, Press.KEY_OFF)
    return next((press for press in presses if labels.get(press) in live), None)
