"""Pai gow poker, both hands set by the Trump Plaza house way as it is printed: every deal of a small deck.

Five cards lie behind and two in front, and the front may not be better. The joker completes a straight or a flush and
is an ace otherwise.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import Any

from .cards import JOKER, RANKS, Card, make_deck
from .courses import Endings
from .rankings import by_groups, five_cards

ACE = 14
LINES = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush", "five aces",
)  # fmt: skip
RUNS = ("straight", "flush", "straight flush", "royal flush")
Value = tuple[int, ...]
Setting = tuple[Value, Value]
"""What lies in front, and behind."""
WHEEL = 13.5
"""5-4-3-2-A is the second-highest straight: between king high and ace high."""
PAIR = (1,)


def behind(cards: tuple[Card, ...]) -> tuple[Any, ...]:
    """Five cards, the joker as what is best."""
    natural = [card for card in cards if card != JOKER]
    if len(natural) == len(cards):
        return _ordered(cards)
    if {rank for rank, _ in natural} == {ACE}:
        return (LINES.index("five aces"),)
    suits = {suit for _, suit in natural}
    found = [_ordered((*natural, (ACE, 4)))]  # a suit of its own: as an ace the joker makes no flush
    for rank in {*range(2, ACE + 1)} - {rank for rank, _ in natural}:
        completed = _ordered((*natural, (rank, min(suits) if len(suits) == 1 else 4)))
        found += [completed] if LINES[completed[0]] in RUNS else []
    return max(found)


def _ordered(cards: tuple[Card, ...]) -> tuple[Any, ...]:
    line, (_, *key) = five_cards(cards)
    if line in ("straight", "straight flush") and key == [5]:
        return (LINES.index(line), WHEEL)
    return (LINES.index(line), *key)


def front(cards: tuple[Card, ...]) -> Value:
    """Two cards."""
    ranks = sorted((rank or ACE for rank, _ in cards), reverse=True)
    return (1, ranks[0]) if ranks[0] == ranks[1] else (0, *ranks)


class Hand:
    """Seven cards and the ways to set them."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        sizes, ranks = by_groups([rank or ACE for rank, _ in cards])
        self.groups = tuple(size for size in sizes if size > 1)
        self.ranks = ranks[: len(self.groups)]
        self.settings: list[Setting] = []
        for two in combinations(cards, 2):
            five = list(cards)
            for card in two:
                five.remove(card)
            setting = front(two), behind(tuple(five))
            if setting[1] >= setting[0]:
                self.settings.append(setting)

    def best(self, lines: tuple[str, ...], least: Value = ()) -> Setting | None:
        """With one of these lines behind and no less in front: the best front, then the best behind."""
        wanted = [each for each in self.settings if LINES[each[1][0]] in lines and each[0] >= least]
        return max(wanted, default=None)

    def set_by_the_house(self) -> Setting:
        """The Trump Plaza way, line by line."""
        found = self._by_groups()
        assert found, (self.groups, self.ranks)
        return found

    def _by_groups(self) -> Setting | None:
        groups, ranks = self.groups, self.ranks
        if groups[:1] == (5,):
            return self.best(("five aces",), (1, 13)) or self.best(LINES, (1, ACE))
        if groups[:1] == (4,) and len(groups) > 1:
            return self.best(("four of a kind",), PAIR)
        if groups == (4,):
            least = (0,) if ranks[0] <= 6 else (0, 13) if ranks[0] <= 10 else (0, ACE)
            unsplit = self.best(("four of a kind",), least) if ranks[0] < ACE else None
            return unsplit or self.best(LINES, PAIR)
        if groups == (3, 3):
            return self.best(("three of a kind",), PAIR)
        if groups == (3, 2, 2):
            return self.best(("full house",), PAIR)
        if groups == (3, 2):
            kept = self.best(("full house",), (0, ACE, 13)) if ranks[1] == 2 else None
            return kept or self.best(("three of a kind",), PAIR)
        if groups == (2, 2, 2):
            return self.best(("two pair",), PAIR)
        if groups == (2, 2):
            return self._two_pair(*ranks)
        if groups == (3,):
            # The words leave open whether a joker may make more of the five behind; the package takes the pair.
            split = self.best(("pair",), (0, ACE)) if ranks[0] == ACE else None
            return self.best(RUNS, PAIR) or split or self.best(("three of a kind",))
        return self.best(RUNS) or self.best(("pair",) if groups else ("high card",))

    def _two_pair(self, high: int, low: int) -> Setting | None:
        """Split, unless what lies in front is good enough without a pair."""
        least: Value | None = None
        if low <= 6 and high <= 10:
            least = (0, 13)
        elif (low <= 6 and high <= 13) or (low >= 7 and high <= 10):
            least = (0, ACE)
        kept = self.best(("two pair",), least) if least else None
        return kept or self.best(LINES, PAIR)


def is_high(cards: tuple[Card, ...], course: dict[str, Any]) -> bool:
    """Whether it is the hand with which all bets push: no pair or better, and that rank the highest."""
    if "pushes" not in course:
        return False
    line, *ranks = max(behind(five) for five in combinations(cards, 5))
    return LINES[line] == "high card" and ranks[0] == RANKS.index(course["pushes"]) + 2


def count_pai_gow(form: dict[str, Any], deck: dict[str, Any] | None = None) -> Endings:
    """How often the player wins both hands, one, or none; equal hands go to the dealer."""
    cards = make_deck({**form.get("deck", {}), **(deck or {})})
    numbers = range(len(cards))
    hands = {
        sum(1 << at for at in seven): Hand(tuple(cards[at] for at in seven)).set_by_the_house()
        for seven in combinations(numbers, 7)
    }
    pushing = {
        taken for taken in hands if is_high(tuple(cards[at] for at in numbers if taken >> at & 1), form["course"])
    }
    names, found = ("loses both hands", "wins one hand", "wins both hands"), Counter[str]()
    for taken, (mine_front, mine_behind) in hands.items():
        rest = [1 << at for at in numbers if not taken >> at & 1]
        for seven in combinations(rest, 7):
            theirs = sum(seven)
            if theirs in pushing:
                found["the dealer's hand pushes"] += 1
                continue
            their_front, their_behind = hands[theirs]
            found[names[(mine_front > their_front) + (mine_behind > their_behind)]] += 1
    return {name: Fraction(count, found.total()) for name, count in found.items()}
