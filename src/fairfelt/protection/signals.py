"""The simple signal that captures most of what shared hands are worth: one number that fingers can show.

Hands that were sampled are put in bins by their strength. In each bin, what a choice is worth is a straight line over
the number that a signal shows: it is drawn by one half of the sample, and what it brings is measured in the other half.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import RANK_NAMES, RANKS
from fairfelt.cards.classes import RANKS_PER_SUIT
from fairfelt.exact.core.levels import offered
from fairfelt.rules import Cards, Game

from .some_starts import Sampled, reads

BINS = 24
TOPS = range(1, 6)
SUITS = 4
LEAST = 0.05
"""A signal that brings less of the gain is none."""
ORDER = 64
"""More than any of the numbers that hands are put in order by."""


@dataclass(frozen=True)
class Signal:
    """What partners show each other, and how much of the whole gain it brings."""

    shows: str
    captured: float
    """The share of the gain of knowing every card."""
    more_bets: bool
    """Whether a higher number speaks for the larger bet."""

    @property
    def words(self) -> str:
        """A sentence."""
        side = "more" if self.more_bets else "less"
        return (
            f"Show {self.shows}; the higher the number, the {side} you bet. It brings {self.captured:.0%} of the gain."
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {"shows": self.shows, "captured": self.captured, "more_bets": self.more_bets}


def best_signal(game: Game, sampled: Sampled) -> Signal | None:
    """The best of the signals that people can show; none where no signal brings anything to speak of."""
    own, rows = sampled.cards[:, : game.hole], np.arange(sampled.hands)
    base = sampled.values[rows, sampled.plain]
    values = np.where(offered(game, 0, own), sampled.values, base[:, None])  # what may not be done gains nothing
    whole = float((values.max(axis=1) - base).mean())
    if whole <= 0:
        return None
    bins = np.empty(sampled.hands, np.int64)
    bins[np.argsort(_strengths(game, own), kind="stable")] = rows * BINS // sampled.hands
    margins = values.max(axis=1) - values.min(axis=1)
    larger = values[:, -1] - values[:, 0]
    found = []
    for shows, number in _signals(game, sampled.cards).items():
        gain = _gain(values, base, bins, number)
        towards = float(np.cov(number, larger)[0, 1]) if margins.any() else 0.0
        found.append(Signal(shows, min(1.0, max(0.0, gain / whole)), towards > 0))
    best = max(found, key=lambda signal: signal.captured)
    return best if best.captured >= LEAST else None


def _strengths(game: Game, own: NDArray[np.uint8]) -> NDArray[np.int64]:
    """[hand]: numbers in the order of strength; by pairs and ranks where no ranking reads so few cards."""
    ranking = game.showdown.ranking if game.showdown else next(wager.ranking for wager in game.wagers if wager.ranking)
    if reads(ranking, game.hole):
        return np.asarray(ranking.batch(np.ascontiguousarray(own)), np.int64)
    ranks = np.sort(own % RANKS_PER_SUIT, axis=1)[:, ::-1].astype(np.int64)
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=(1, 2))
    return np.asarray(np.column_stack((alike, ranks)) @ ORDER ** np.arange(game.hole, -1, -1), np.int64)


def _gain(
    values: NDArray[np.float64], base: NDArray[np.float64], bins: NDArray[np.int64], number: NDArray[np.int64]
) -> float:
    """What going by a number brings, each half of the sample measured by what the other half has taught."""
    gains, halves = 0.0, np.arange(len(base)) // 2 % 2
    for half, strength in ((half, strength) for half in (0, 1) for strength in range(BINS)):
        here = bins == strength
        learn, test = here & (halves == half), here & (halves != half)
        if not learn.any() or not test.any():
            continue
        known = np.column_stack((np.ones(learn.sum()), number[learn]))
        line = np.linalg.lstsq(known, values[learn] - base[learn, None], rcond=None)[0]
        guess = np.column_stack((np.ones(test.sum()), number[test])) @ line
        best = guess.argmax(axis=1)
        brings = values[test][np.arange(len(best)), best] - base[test]
        gains += float(brings[guess.max(axis=1) > 0].sum())
    return gains / len(base)


def _signals(game: Game, cards: NDArray[np.uint8]) -> dict[str, NDArray[np.int64]]:
    """[signal][hand]: the numbers that partners could show."""
    own, others = cards[:, : game.hole], cards[:, game.hole :]
    ranks, mine = others % RANKS_PER_SUIT, own % RANKS_PER_SUIT
    found: dict[str, NDArray[np.int64]] = {}
    letters = [at for at, letter in enumerate(RANKS) if letter in game.deck.ranks]
    for top in TOPS:
        lowest = letters[-top]
        name = "aces" if top == 1 else f"cards from the {RANK_NAMES[lowest]} up"
        found[f"how many {name} are out"] = (ranks >= lowest).sum(axis=1)
    found[f"how many {RANK_NAMES[letters[0]]}s are out"] = (ranks == letters[0]).sum(axis=1)
    found["how many cards of your ranks are out"] = (ranks[:, :, None] == mine[:, None, :]).any(axis=2).sum(axis=1)
    suits = (own // RANKS_PER_SUIT)[:, :, None] == np.arange(SUITS)[None, None, :]
    longest = suits.sum(axis=1).argmax(axis=1)
    found["how many cards of your longest suit are out"] = (others // RANKS_PER_SUIT == longest[:, None]).sum(axis=1)
    gone = (cards // RANKS_PER_SUIT)[:, :, None] == np.arange(SUITS)[None, None, :]
    found["how many cards are out of the suit that is out most"] = gone.sum(axis=1).max(axis=1)
    found["how many cards are out of the suit that is out least"] = gone.sum(axis=1).min(axis=1)
    of_rank = (cards % RANKS_PER_SUIT)[:, :, None] == np.arange(RANKS_PER_SUIT)[None, None, :]
    found["how many ranks are wholly out"] = (of_rank.sum(axis=1) == SUITS).sum(axis=1)
    if game.streets[0].reveals(Cards.DEALER):
        found["how many cards of the up card's rank are out"] = (ranks[:, 1:] == ranks[:, :1]).sum(axis=1)
    return {name: np.asarray(number, np.int64) for name, number in found.items()}
