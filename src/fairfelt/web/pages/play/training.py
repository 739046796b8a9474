"""Hands to train: a deal whose first decision is close, found among many shuffles."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import perf_counter

from fairfelt.exact import Solution
from fairfelt.table import DealCards, Round

from .coach import advise
from .commitment import Shuffle
from .players import play_until

CLOSE = Fraction(1, 10)
"""In units of the Ante: the second-best choice costs no more than that."""
MOST_TRIES = 60
PATIENCE_S = 0.15
"""After that the closest deal so far is taken: nobody should wait for a hand."""


def pick_close(round: Round, seat: int, solution: Solution, clock: Callable[[], float] = perf_counter) -> Shuffle:
    """A shuffle that leads the seat to a close decision, or to the closest that was found in time."""
    until = clock() + PATIENCE_S
    closest, least = Shuffle.fresh(round.game.deck), None
    for _ in range(MOST_TRIES):
        shuffle = Shuffle.fresh(round.game.deck)
        gap = _gap(round.apply(DealCards(shuffle.order)), seat, solution)
        if gap is not None and (least is None or gap < least):
            closest, least = shuffle, gap
        if (least is not None and least <= CLOSE) or clock() > until:
            break
    return closest


def _gap(round: Round, seat: int, solution: Solution) -> Fraction | None:
    """Between the best choice and the second-best that is worth less; nothing where nobody decides."""
    round = play_until(round, solution, until=seat)
    advice = advise(solution, round) if round.choices(seat) else None
    if not advice:
        return None
    values = sorted({value for _, value in advice.values}, reverse=True)
    return values[0] - values[1] if len(values) > 1 else None
