"""Courses of play sampled: the same little machine that the table steps, with random cards and the best choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from fairfelt.engine.courses.player import Player
from fairfelt.rules.cards import Card

from .tallies import Tally, TallyCounter

REPORT_EVERY = 1 << 12
"""Rounds between two reports of progress."""


def step_course(player: Player, rounds: int, seed: int, seats: int, tell: Callable[[int], None]) -> Tally:
    """Play rounds one by one; `tell` hears how many are done."""
    source, deck, ends = Random(seed), list(player.game.deck.cards), TallyCounter(player.game)
    for done in range(rounds):
        ends.add(player.round(seats, _shoe(deck, source)))
        if done % REPORT_EVERY == 0:
            tell(done)
    tell(rounds)
    return ends.tally()


def _shoe(deck: list[Card], source: Random) -> Iterator[Card]:
    """Cards in random order, as many as are asked for: Fisher and Yates, one place at a time."""
    size = len(deck)
    for at in range(size):
        drawn = at + source.randrange(size - at)
        deck[at], deck[drawn] = deck[drawn], deck[at]
        yield deck[at]
