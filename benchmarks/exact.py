"""Seconds for complete PAR sheets, warm: kernels compiled, nothing remembered of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from fairfelt import games
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.courses.blackjack.strategy import best_plan, up_cards
from fairfelt.rules import BlackjackRules
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.blackjack.hand import shoe_of

from .measure import Row, best_seconds, count_par

LIMITS = {
    "flushes-gone-wild": 5.0,
    "caribbean-stud": 1.5,
    "four-card-poker": 1.5,
    "i-luv-suits-poker": 1.5,
    "face-up-pai-gow": 8.0,
    "fortune-pai-gow-poker-progressive": 8.0,
    "free-bet-blackjack": 2.0,
    "texas-holdem-bonus": 6.0,
    "ultimate-texas-holdem": 6.0,
    "straight-edge-poker": 0.4,
    "solitaire-stud": 0.4,
    "flush-rush": 0.4,
}
"""What we aim for on two cores."""
LIMIT_S = 3.0
LONG_S = 5.0
"""What takes so long is counted once."""
ORDINARY, SIX_DECKS = BlackjackRules(hits_soft_17=False), shoe_of(Deck(copies=6))
ANALYSER_S = 0.7
"""What a public composition-dependent analyser takes for these rules on such a machine."""


def rows() -> Iterator[Row]:
    """Every game that has a solver."""
    for game in games.catalogue():
        for version in game.variants:
            limit = LIMITS.get(version.slug, LIMIT_S)
            try:
                seconds = best_seconds(partial(count_par, version), rounds=1, warm_up=limit < LONG_S)
            except Unsolved:
                continue
            yield Row(f"PAR of {version.title}", "s", seconds, limit, f"under {limit:g}")

    seconds = best_seconds(
        lambda: [best_plan(ORDINARY, SIX_DECKS, up) for up in up_cards(SIX_DECKS)], rounds=3, warm_up=True
    )
    yield Row("best play of ordinary blackjack, six decks", "s", seconds, ANALYSER_S, "as a public analyser: 0.7")
