"""Drills: bets that won, or hands to call, at tables dealt at random by the game's own rules."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import zip_longest
from random import Random, SystemRandom
from time import perf_counter
from typing import Literal

from fairfelt.rules import Game
from fairfelt.table import DealCards, PlaceBets, Round, Settle, WagerSettlement
from fairfelt.web.pages.play.practice import place_usual_bets, play_until
from fairfelt.web.pages.play.school.marks import CENT_MICROS, RACK_CENTS, bets_to_settle, due_micros, right_call
from fairfelt.web.pages.play.views import player_value, ranking_of

DrillKind = Literal["pay", "call"]
QUESTIONS = 20
DRILL_S = 60
"""Twenty in a minute is the pace that schools ask of a dealer who auditions."""
TRIES = 240
PATIENCE_S = 0.6
"""After that what was found is asked: a course that is slow to deal makes nobody wait."""
TIMES = (1, 2, 3, 5, 7)
"""How much of the usual bet a player may make: sevens are hard to multiply."""


@dataclass(frozen=True)
class Question:
    """A table where all cards are out, and the bet or the hand that is asked for."""

    round: Round
    bet: WagerSettlement


def questions(game: Game, kind: DrillKind, source: Random | None = None) -> tuple[Question, ...]:
    """As many as a drill has. What pays rarely is asked as often as what pays every other round."""
    source = source or SystemRandom()
    if kind == "call" and not ranking_of(game):
        return ()
    found = defaultdict[tuple[str, str], list[Question]](list)
    until = perf_counter() + PATIENCE_S
    for at in range(TRIES):
        if perf_counter() > until and sum(map(len, found.values())) >= QUESTIONS:
            break
        round = _dealt(game, at, source)
        seat = round.seats[0]
        for bet in bets_to_settle(round.apply(Settle()), seat.number):
            if kind == "pay" and right_call(bet) == "pay" and due_micros(bet) % (RACK_CENTS[-1] * CENT_MICROS) == 0:
                found[bet.wager, bet.outcome.name].append(Question(round, bet))
            elif kind == "call" and bet.wager in seat.stakes_micros and not seat.folded:
                value = player_value(round, seat.number) or 0
                found["", str(value >> 20)].append(Question(round, bet))
                break
    in_turn = [each for row in zip_longest(*found.values()) for each in row if each]
    asked = in_turn[:QUESTIONS]
    source.shuffle(asked)
    return tuple(asked)


def _dealt(game: Game, number: int, source: Random) -> Round:
    """One player who stays in, before the settlement."""
    usual = place_usual_bets(Round(game), range(1, 2), number).seats[0].stakes_micros
    times = source.choice(TIMES)
    round = Round(game).apply(PlaceBets(1, {wager: micros * times for wager, micros in usual.items()}))
    return play_until(round.apply(DealCards.shuffled(game.deck, source)), None)
