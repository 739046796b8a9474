"""Seconds for complete PAR sheets, warm: kernels compiled, nothing remembered of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fairfelt import games
from fairfelt.cards import Deck
from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.solvers.blackjack.shoe import shoe_of
from fairfelt.exact.solvers.blackjack.strategy import best_strategy
from fairfelt.rules import BlackjackRules

from .measure import Row, best_seconds, count_par

LIMITS = {
    "three-card-poker": 0.5,
    "flushes-gone-wild": 60.0,
    "caribbean-stud": 10.0,
    "four-card-poker": 10.0,
    "i-luv-suits-poker": 10.0,
    "face-up-pai-gow": 90.0,
    "fortune-pai-gow-poker-progressive": 60.0,
    "free-bet-blackjack": 15.0,
    "texas-holdem-bonus": 60.0,
    "ultimate-texas-holdem": 60.0,
}
LIMIT_S = 3.0
ORDINARY, SIX_DECKS = BlackjackRules(hits_soft_17=False), shoe_of(Deck(copies=6))
ANALYSER_S = 0.7
"""What a public composition-dependent analyser takes for these rules on such a machine."""


def rows() -> Iterator[Row]:
    """Every game that has a solver."""
    for game in games.catalogue():
        for version in game.variants:
            limit = LIMITS.get(version.slug, LIMIT_S)
            try:
                seconds = best_seconds(partial(count_par, version), rounds=1, warm_up=limit <= LIMIT_S)
            except Unsolved:
                continue
            yield Row(f"PAR of {version.title}", "s", seconds, limit, f"under {limit:g}")

    seconds = best_seconds(lambda: best_strategy(ORDINARY, SIX_DECKS), rounds=3, warm_up=True)
    yield Row("best play of ordinary blackjack, six decks", "s", seconds, ANALYSER_S, "as a public analyser: 0.7")
