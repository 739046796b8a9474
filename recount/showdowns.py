"""Showdowns with one decision at full size: a player's own cards against a dealer of whom one card may be known.

For every hand of the player the dealer's worse, equal and better hands are counted, whether they qualify or not. No
hand of the dealer is compared with one of the player: dealer's hands are added one by one from the worst up, and a
table says how many of them hold each set of cards. Those without any of the player's cards are then, by inclusion and
exclusion, the sum over all subsets of these, with changing signs.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, cached_property
from math import comb

import numpy as np
from numba import njit

from .cards import JOKER, Card
from .streets import CELLS, State, StreetGame
from .tables import BINOMIALS, Numbers, all_hands, like_hands, numbers_of, value_all


@njit(cache=True)
def count_below(
    own: Numbers, limits: Numbers, row: Numbers, hands: Numbers, order: Numbers, values: Numbers, known: int, cards: int
) -> Numbers:
    """[own hand, up card]: the dealer's hands below the limit of that hand; without a known card all are in column 0.

    Both are taken from the worst up, own hands as they stand in the row. The table counts the added hands by every set
    of cards that they hold.
    """
    size, held = hands.shape[1], own.shape[1]
    first = np.zeros(size + 2, np.int64)
    for many in range(size + 1):
        first[many + 1] = first[many] + BINOMIALS[cards, many]
    table = np.zeros(first[size + 1], np.int32)
    found = np.zeros((len(own), cards if known else 1), np.int64)
    added = 0
    for at in row:
        while added < len(order) and values[order[added]] < limits[at]:
            for subset in range(1 << size):
                number = many = 0
                for place in range(size):
                    if subset >> place & 1:
                        many += 1
                        number += BINOMIALS[hands[order[added], place], many]
                table[first[many] + number] += 1
            added += 1
        for up in range(found.shape[1]):
            if known and (own[at] == up).any():
                continue
            for subset in range(1 << held):
                number = many = taken = 0
                waits = known
                for place in range(held):
                    if subset >> place & 1:
                        if waits and up < own[at, place]:
                            many, waits = many + 1, 0
                            if many <= size:
                                number += BINOMIALS[up, many]
                        many, taken = many + 1, taken + 1
                        if many <= size:
                            number += BINOMIALS[own[at, place], many]
                if waits:
                    many += 1
                    if many <= size:
                        number += BINOMIALS[up, many]
                if many <= size:
                    found[at, up] += (1 - 2 * (taken & 1)) * table[first[many] + number]
    return found


def count_cells(
    own: Numbers, value: Numbers, hands: Numbers, values: Numbers, least: int, whole: int, known: int, cards: int
) -> Numbers:
    """[own hand, up card, cell]: how many of all the dealer's hands, of one who does not play first, end so."""
    row, order = np.argsort(value, kind="stable"), np.argsort(values, kind="stable")
    worse = count_below(own, value, row, hands, order, values, known, cards)
    no_better = count_below(own, value + 1, row, hands, order, values, known, cards)
    idle = count_below(own, np.full_like(value, least), row, hands, order, values, known, cards)
    found = np.zeros((*worse.shape, CELLS), np.int64)
    found[:, :, 2], found[:, :, 5] = np.minimum(worse, idle), worse - np.minimum(worse, idle)
    found[:, :, 1] = np.minimum(no_better, idle) - found[:, :, 2]
    found[:, :, 4] = no_better - worse - found[:, :, 1]
    found[:, :, 0] = idle - np.minimum(no_better, idle)
    found[:, :, 3] = whole - no_better - found[:, :, 0]
    if known:
        found[np.arange(len(own))[:, None], own] = 0  # no card of the player's is the up card
    return found


class FullShowdown:
    """A game of streets with one decision, no shared cards and a ranking that knows no suit from another."""

    def __init__(self, game: StreetGame) -> None:
        self.game = game
        (self.street,) = self.game.streets or [{"choices": [{"name": "wait"}]}]
        self.known, self.jokers = self.street.get("dealer", 0), game.deck.count(JOKER)

    @staticmethod
    def knows(game: StreetGame) -> bool:
        """Whether a game is one of one decision, no shared cards, and hands small enough."""
        known = sum(street.get("dealer", 0) for street in game.streets)
        return bool(game.ranking) and len(game.streets) < 2 and known < 2 and not game.community and game.dealer < 7

    @cached_property
    def like(self) -> list[tuple[tuple[Card, ...], int]]:
        """The player's hands, one of all that are alike, and how many these are."""
        return list(like_hands(self.game.own, self.jokers))

    @cached_property
    def cells(self) -> Numbers:
        """[own hand, up card, cell]: how many hands the dealer has."""
        game, cards = self.game, 52 + self.jokers
        assert game.ranking
        mine, theirs = [game.ranking(hand)[1] for hand, _ in self.like], list(like_hands(game.dealer, self.jokers))
        keys = [game.ranking(hand)[1] for hand, _ in theirs]
        place = {key: at for at, key in enumerate(sorted({*keys, *mine, game.least or min(keys)}))}
        own, value = numbers_of([hand for hand, _ in self.like]), np.array([place[key] for key in mine])
        hands, like = all_hands(cards, game.dealer), numbers_of([hand for hand, _ in theirs])
        values = value_all(like, np.array([place[key] for key in keys]), cards)
        least, whole = (
            place[game.least] if game.least else 0,
            comb(cards - game.own - self.known, game.dealer - self.known),
        )
        return count_cells(own, value, hands, values, least, whole, self.known, cards)

    def count_results(self) -> dict[str, int]:
        """In how many deals the player's hand is better, equal or worse where nobody decides anything."""
        ways = np.array([ways for _, ways in self.like]) @ self.cells.sum(axis=1)
        return {name: int(ways[at] + ways[at + 3]) for at, name in enumerate(("worse", "equal", "better"))}

    def count_round(self) -> Fraction:
        """What a round wins on average with the best choice for every hand and up card."""
        game, total, deals = self.game, 0, 0
        assert game.ranking
        for (hand, ways), cells in zip(self.like, self.cells, strict=True):
            lines = tuple(bet.ranking(hand)[0] if bet.ranking else "" for bet in game.round)
            states = tuple(game.choices(self.street, (game.openings(), False), hand))
            pays = self._pays(game.ranking(hand)[0], lines, states)
            total += ways * int((cells @ pays.T).max(axis=1).sum())
            deals += ways * int(cells.sum())
        return Fraction(total, deals * game.unit)

    @cache  # noqa: B019  (a game lives as long as its count)
    def _pays(self, line: str, lines: tuple[str, ...], states: tuple[State, ...]) -> Numbers:
        """[choice, cell]: results in units."""
        return np.array([self.game.pay_cells(line, lines, state) for state in states])
