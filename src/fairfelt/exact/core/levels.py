"""What a player has in sight from the deal to the last decision: levels, each with more cards than the one before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Cards, Game

PLACES: Final = (Cards.OWN, Cards.COMMUNITY, Cards.DEALER)
"""Where cards lie; the cards of a sight stand in this order."""
Counts = tuple[int, int, int]


@dataclass(frozen=True)
class Level:
    """So many cards of each place in sight, and the streets that are decided with them."""

    counts: Counts
    streets: tuple[int, ...] = ()

    @property
    def cards(self) -> int:
        """All of them."""
        return sum(self.counts)

    def added(self, then: Level) -> tuple[int, int]:
        """The place at which a later level has more, and how many; one place only from one level to the next."""
        more = [b - a for a, b in zip(self.counts, then.counts, strict=True)]
        place = next(place for place, count in enumerate(more) if count)
        return place, more[place]


def levels_of(game: Game) -> tuple[Level, ...]:
    """From the player's own cards to the cards in sight at the last decision."""
    counts = [game.hole, 0, 0]
    levels = [Level((game.hole, 0, 0))]
    for at, street in enumerate(game.streets):
        for place in (1, 2):
            if more := street.reveals(PLACES[place]):
                counts[place] += more
                levels.append(Level((counts[0], counts[1], counts[2])))
        last = levels.pop()
        levels.append(Level(last.counts, (*last.streets, at)))
    return tuple(levels)


def hidden(game: Game, level: Level) -> Counts:
    """The cards of each place that are still face down there."""
    own, community, dealer = (game.deal.count(place) - seen for place, seen in zip(PLACES, level.counts, strict=True))
    return own, community, dealer


def following(game: Game, levels: tuple[Level, ...]) -> tuple[int, ...]:
    """[level]: the combinations of all cards that are turned over after it."""
    ways = [ways_to_turn(len(game.deck) - levels[-1].cards, hidden(game, levels[-1]))]
    for now, then in pairwise(reversed(levels)):
        ways.append(ways[-1] * comb(len(game.deck) - then.cards, now.cards - then.cards))
    return tuple(reversed(ways))


def ways_to_turn(left: int, counts: Counts) -> int:
    """Combinations of so many cards for each place, from so many that are left."""
    return prod(comb(left - sum(counts[:at]), count) for at, count in enumerate(counts))


def offered(game: Game, street: int, own: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """[hand, choice]: which choices of a street may be made with each of the player's hands, one a row."""
    choices = game.streets[street].choices
    may = np.ones((len(own), len(choices)), np.bool_)
    for at, choice in enumerate(choices):
        if choice.holding and game.showdown:
            values = game.showdown.ranking.batch(np.ascontiguousarray(own))
            may[:, at] = values >= game.showdown.least_value(choice.holding)
    return may


def reads(cards: Cards) -> Iterator[int]:
    """The numbers of the places in a set of them."""
    return (number for number, place in enumerate(PLACES) if place in cards)
