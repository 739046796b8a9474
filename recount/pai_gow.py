"""Pai gow poker, both sides by the Trump Plaza house way as it is printed, and three hands by the way of a game's form.

Five cards lie behind and two in front, or four, two and one; no hand may be better than one of more cards. The joker
completes a straight or a flush and is an ace otherwise. Every deal of a small deck.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from operator import gt
from typing import Any

from .cards import JOKER, RANKS, Card, make_deck
from .courses import Endings
from .rankings import by_groups, natural

ACE = 14
LINES = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush", "five aces",
)  # fmt: skip
FOUR_LINES = (*LINES[:6], "straight flush", "royal flush", "four of a kind")
RUNS = ("straight", "flush", "straight flush", "royal flush")
Value = tuple[Any, ...]
Setting = tuple[Value, ...]
"""The values of the hands, that of the fewest cards first."""
WHEEL = 13.5
"""5-4-3-2-A and 4-3-2-A are the second-highest straights: between king high and ace high."""
PAIR = (1,)


@cache
def behind(cards: tuple[Card, ...], lines: tuple[str, ...] = LINES) -> Value:
    """Five cards or four, the joker as what is best."""
    known = [card for card in cards if card != JOKER]
    if len(known) == len(cards):
        return _ordered(cards, lines)
    if {rank for rank, _ in known} == {ACE} and len(cards) == 5:
        return (LINES.index("five aces"),)
    suits = {suit for _, suit in known}
    found = [_ordered((*known, (ACE, 4)), lines)]  # a suit of its own: as an ace the joker makes no flush
    for rank in {*range(2, ACE + 1)} - {rank for rank, _ in known}:
        completed = _ordered((*known, (rank, min(suits) if len(suits) == 1 else 4)), lines)
        found += [completed] if lines[completed[0]] in RUNS else []
    return max(found)


def _ordered(cards: tuple[Card, ...], lines: tuple[str, ...]) -> Value:
    line, (place, *key) = natural(cards, lines)
    return (place, WHEEL) if line in ("straight", "straight flush") and key == [len(cards)] else (place, *key)


def front(cards: tuple[Card, ...]) -> Value:
    """Two cards, or one."""
    ranks = sorted((rank or ACE for rank, _ in cards), reverse=True)
    return (1, ranks[0]) if len(set(ranks)) < len(ranks) else (0, *ranks)


class Hand:
    """Seven cards and the ways to set them in two hands or three."""

    def __init__(self, cards: tuple[Card, ...], rules: list[dict[str, Any]] | None = None) -> None:
        sizes, ranks = by_groups([rank or ACE for rank, _ in cards])
        self.groups = tuple(size for size in sizes if size > 1)
        self.ranks, self.rules = ranks[: len(self.groups)], rules
        found: set[Setting] = set()
        for two in combinations(range(7), 2):
            rest = [at for at in range(7) if at not in two]
            for low in [(at,) for at in rest] if rules else [()]:
                largest = behind(tuple(cards[at] for at in rest if at not in low), FOUR_LINES if rules else LINES)
                least = (front((cards[low[0]],)),) if low else ()
                setting = (*least, front((cards[two[0]], cards[two[1]])), largest)
                if sorted(setting) == list(setting):
                    found.add(setting)
        self.settings = list(found)

    def best(self, lines: tuple[str, ...], least: Value = ()) -> Setting | None:
        """With one of these lines behind and no less in front: the best front, then the best behind."""
        wanted = [each for each in self.settings if LINES[each[1][0]] in lines and each[0] >= least]
        return max(wanted, default=None)

    def set_by_the_house(self) -> Setting:
        """The Trump Plaza way, line by line, or the way of three hands."""
        found = self._by_rules(self.rules) if self.rules else self._by_groups()
        assert found, (self.groups, self.ranks)
        return found

    def _by_rules(self, rules: list[dict[str, Any]]) -> Setting | None:
        """The first aim that can be reached: then the best low card, then the best medium hand."""
        (rule,) = (each for each in rules if " ".join(map(str, self.groups)) in each["groups"])
        for aim in rule["aims"]:
            lines, pair = aim.get("high", FOUR_LINES), aim.get("medium") == "22"
            wanted = [each for each in self.settings if FOUR_LINES[each[2][0]] in lines and each[1] >= (pair,)]
            if wanted:
                return max(wanted)
        return None

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
    """How a player's bet ends; equal hands go to the dealer. A player who sees the dealer's hands sets as is best."""
    course = form["course"]
    known = {"kind", "pushes", "face_up", "way"}
    if course.keys() - known or (course["kind"] == "pai_gow_poker" and "way" in course):
        raise NotImplementedError(f"pai gow with {', '.join(sorted(course))}")
    cards = make_deck({**form.get("deck", {}), **(deck or {})})
    numbers, rules = range(len(cards)), course["way"]["rules"] if "way" in course else None
    hands: dict[int, tuple[Setting, list[Setting]]] = {}
    for seven in combinations(numbers, 7):
        hand = Hand(tuple(cards[at] for at in seven), rules)
        own = hand.set_by_the_house()
        hands[sum(1 << at for at in seven)] = own, hand.settings if course.get("face_up") else [own]
    pushing = {taken for taken in hands if is_high(tuple(cards[at] for at in numbers if taken >> at & 1), course)}
    names = ["loses both hands", "wins one hand", "wins both hands"]
    if rules:
        names = ["loses to the dealer"] * 2 + ["beats the dealer"] * 2
    found = Counter[str]()
    for taken, (_, mine) in hands.items():
        rest = [1 << at for at in numbers if not taken >> at & 1]
        for seven in combinations(rest, 7):
            theirs = sum(seven)
            if theirs in pushing:
                found["the dealer's hand pushes"] += 1
                continue
            against = hands[theirs][0]
            found[names[max(sum(map(gt, setting, against)) for setting in mine)]] += 1
    return {name: Fraction(count, found.total()) for name, count in found.items()}
