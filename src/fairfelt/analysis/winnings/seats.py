"""Seats of a table win and lose together: how much, by the pairs of seats in rounds that were dealt.

Players who look at the same cards are alike by rule. Elsewhere the covariance of two seats is sampled: rounds are dealt
to two seats, both with the best strategy, and compared with the exact variance of one. What was found for the catalogue
comes with the package by the fingerprint of the game; `python -m tools.ship_seats` samples what is missing.
"""

from __future__ import annotations

import json
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any

from fairfelt.engine.exact import Progress
from fairfelt.rules import Game, fingerprint
from fairfelt.shipped_digests import is_as_shipped

FILE = Path(__file__).with_name("seats.json")
ROUNDS, STEPPED_ROUNDS = 400_000, 20_000
"""Rounds that are sampled; where they are played step by step, fewer."""
CERTAIN = 2.58
"""Standard errors that hold 99 in 100."""
PLACES = 4
"""Decimals to which a correlation is printed, and reckoned with."""
Bets = dict[str, float]
"""Correlations by the name of the bet and its paytable; the game itself is THE_ROUND."""
THE_ROUND = ""


@dataclass(frozen=True)
class SeatsTogether:
    """How the results of any two seats in a round go together."""

    correlation: float
    rounds: int = 0
    """Dealt to find it; none where the rules say it."""

    @property
    def error(self) -> float:
        """By how much it may be off, with 99 in 100 certainty."""
        return CERTAIN * sqrt((1 + self.correlation**2) / self.rounds) if self.rounds else 0.0

    def crowd(self, players: int) -> Fraction:
        """A round of so many seats varies as if their bets came in blocks of this many, each won or lost as one."""
        if abs(self.correlation) <= self.error:
            return Fraction(1)
        printed = Fraction(round(self.correlation * 10**PLACES), 10**PLACES)
        return max(Fraction(1, 2), 1 + (players - 1) * printed)


ALIKE = SeatsTogether(1.0)
"""All look at the same cards, and bet the same."""


def seats_together(game: Game, wager: str = "", paytable: str = "") -> SeatsTogether | None:
    """Of the game itself or one of its bets: by rule, or as it comes with the package; None where neither says it."""
    if shares_all_cards(game):
        return ALIKE
    known = shipped_seats().get(fingerprint(game), {"rounds": 0, "bets": {}})
    found = known["bets"].get(bet_key(wager, paytable or game.wager(wager).paytable.name) if wager else THE_ROUND)
    return None if found is None else SeatsTogether(found, known["rounds"])


def shares_all_cards(game: Game) -> bool:
    """Whether a further player takes no cards: everybody bets on the same ones."""
    return game.course is not None and game.course.most_cards(1) == game.course.most_cards(2)


def found_together(
    game: Game, wager: str, paytable: str, *, executor: Executor | None = None, progress: Progress | None = None
) -> SeatsTogether | None:
    """The same, sampled now."""
    found = sample_seats(game, executor=executor, progress=progress)
    correlation = found.get(bet_key(wager, paytable) if wager else THE_ROUND)
    return None if correlation is None else SeatsTogether(correlation, ROUNDS)


def sample_seats(
    game: Game, rounds: int = ROUNDS, *, executor: Executor | None = None, progress: Progress | None = None
) -> Bets:
    """The game itself, and each of its bets by each paytable that fixes what it pays."""
    from fairfelt.engine.simulation import simulate

    found = simulate(game, rounds=rounds, seed=1, seats=2, executor=executor, progress=progress)
    return {
        bet_key(each.wager, each.paytable) if at else THE_ROUND: round(each.seat_correlation, 4)
        for at, each in enumerate(found.wagers)
        if each.seat_correlation is not None
    }


def bet_key(wager: str, paytable: str) -> str:
    """The name of a bet and its paytable."""
    return f"{wager}: {paytable}"


@lru_cache(maxsize=1)
def shipped_seats() -> dict[str, dict[str, Any]]:
    """By the fingerprint of a game with the paytables in play."""
    found: dict[str, dict[str, Any]] = json.loads(FILE.read_text()) if is_as_shipped(FILE) else {}
    return found
