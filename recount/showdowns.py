"""Showdowns with one decision at full size: a player's own cards against a dealer of whom one card may be known.

For every hand of the player the dealer's worse, equal and better hands are counted, whether they qualify or not. No
hand of the dealer is compared with one of the player: dealer's hands are added one by one from the worst up, and a
table says how many of them hold each set of cards. Those without any of the player's cards are then, by inclusion and
exclusion, the sum over all subsets of these, with changing signs.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numba import njit

from .streets import StreetGame
from .tables import BINOMIALS, Numbers, all_hands, like_hands, numbers_of, value_all


@njit(cache=True)
def count_below(
    own: Numbers, limits: Numbers, hands: Numbers, order: Numbers, values: Numbers, known: int, cards: int
) -> Numbers:
    """[own hand, up card]: the dealer's hands below the limit of that hand; without a known card all are in column 0.

    Both are taken from the worst up. The table counts the added hands by every set of cards that they hold.
    """
    size, held = hands.shape[1], own.shape[1]
    first = np.zeros(size + 2, np.int64)
    for many in range(size + 1):
        first[many + 1] = first[many] + BINOMIALS[cards, many]
    table = np.zeros(first[size + 1], np.int32)
    found = np.zeros((len(own), cards if known else 1), np.int64)
    added = 0
    for at in np.argsort(limits, kind="mergesort"):
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


class FullShowdown:
    """A game of streets with one decision, no shared cards and a ranking that knows no suit from another."""

    def __init__(self, form: dict[str, Any]) -> None:
        self.game = StreetGame(form)
        (self.street,) = self.game.streets or [{"choices": [{"name": "wait"}]}]
        self.known, self.jokers = self.street.get("dealer", 0), form.get("deck", {}).get("jokers", 0)

    @staticmethod
    def knows(game: StreetGame) -> bool:
        """Whether a game is one of one decision, no shared cards, and hands small enough."""
        known = sum(street.get("dealer", 0) for street in game.streets)
        return bool(game.ranking) and len(game.streets) < 2 and known < 2 and not game.community and game.dealer < 7

    def count_round(self) -> Fraction:
        """What a round wins on average with the best choice for every hand and up card."""
        game, cards = self.game, 52 + self.jokers
        assert game.ranking
        like = list(like_hands(game.own, self.jokers))
        mine = [game.ranking(hand) for hand, _ in like]
        theirs = list(like_hands(game.dealer, self.jokers))
        keys = [game.ranking(hand)[1] for hand, _ in theirs]
        least = [game.least] if game.least else []
        place = {key: at for at, key in enumerate(sorted({*keys, *(key for _, key in mine), *least}))}
        own, value = numbers_of([hand for hand, _ in like]), np.array([place[key] for _, key in mine])
        hands = all_hands(cards, game.dealer)
        values = value_all(numbers_of([hand for hand, _ in theirs]), np.array([place[key] for key in keys]), cards)
        order = np.argsort(values, kind="mergesort")

        def below(limits: Numbers) -> Numbers:
            return count_below(own, limits, hands, order, values, self.known, cards)

        worse, no_better = below(value), below(value + 1)
        idle = below(np.full_like(value, place[least[0]])) if least else np.zeros_like(worse)
        whole = comb(cards - game.own - self.known, game.dealer - self.known)
        idle_worse, idle_no_better = np.minimum(worse, idle), np.minimum(no_better, idle)
        counts = np.stack([
            idle - idle_no_better, idle_no_better - idle_worse, idle_worse,
            whole - no_better - (idle - idle_no_better), (no_better - worse) - (idle_no_better - idle_worse),
            worse - idle_worse,
        ], axis=2)  # fmt: skip
        floors = [choice.get("holding", {}).get("least") for choice in self.street["choices"]]
        total = 0
        for at, ((hand, ways), (line, _)) in enumerate(zip(like, mine, strict=True)):
            holds = tuple(not floor or game.holds(hand, floor) for floor in floors)
            lines = tuple(bet.ranking(hand)[0] if bet.ranking else "" for bet in game.round)
            pays = self._pays(line, lines, holds)
            ups = np.setdiff1d(np.arange(cards), own[at]) if self.known else [0]
            total += ways * int((counts[at, ups] @ pays.T).max(axis=1).sum())
        deals = comb(cards, game.own) * whole * (cards - game.own if self.known else 1)
        return Fraction(total, deals * game.unit)

    @cache  # noqa: B019  (a game lives as long as its count)
    def _pays(self, line: str, lines: tuple[str, ...], holds: tuple[bool, ...]) -> Numbers:
        """[choice, dealer idle or not and worse to better for the player]: results in units."""
        rows = []
        for choice, may in zip(self.street["choices"], holds, strict=True):
            staked = dict(self.game.openings())
            if may and not choice.get("folds"):
                if "bet" in choice:
                    staked[choice["bet"]] += choice["times"]
                stakes = tuple(staked.items())
                ends = product((False, True), (-1, 0, 1))
                rows.append(
                    [self.game.win(result or self.game.copies, line, 0, plays, lines, stakes) for plays, result in ends]
                )
            elif may:
                rows.append([-sum(staked.values()) * self.game.unit] * 6)
        return np.array(rows)
