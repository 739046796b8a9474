"""Pai gow poker, both sides by the Trump Plaza house way as it is printed, and three hands by the way of a game's form.

Five cards lie behind and two in front, or four, two and one; no hand may be better than one of more cards. The joker
completes a straight or a flush and is an ace otherwise. Every deal of a small deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import combinations
from operator import gt
from typing import Any

from .cards import DATA, JOKER, RANKS, Card, make_deck
from .courses import Endings
from .rankings import by_groups, natural

ACE = 14
LINES: list[str] = DATA["lines"]["pai gow"]
FOUR_LINES: list[str] = DATA["lines"]["three hands"]
RUNS = ("straight", "flush", "straight flush", "royal flush")
TRUMP_PLAZA: list[dict[str, Any]] = DATA["trump plaza"]
"""The house way as it is printed; a hand in front is a pair or not, and its ranks."""
Value = tuple[Any, ...]
Setting = tuple[Value, ...]
"""The values of the hands, that of the fewest cards first."""
WHEEL = 13.5
"""5-4-3-2-A and 4-3-2-A are the second-highest straights: between king high and ace high."""
PAIR = (1,)


@cache
def behind(cards: tuple[Card, ...], three_hands: bool = False) -> Value:
    """Five cards or four, the joker as what is best."""
    known, lines = [card for card in cards if card != JOKER], FOUR_LINES if three_hands else LINES
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


def _ordered(cards: tuple[Card, ...], lines: list[str]) -> Value:
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
        self.ranks, self.rules = ranks[: len(self.groups)], rules or TRUMP_PLAZA
        self.lines = FOUR_LINES if rules else LINES
        found: set[Setting] = set()
        for two in combinations(range(7), 2):
            rest = [at for at in range(7) if at not in two]
            for low in [(at,) for at in rest] if rules else [()]:
                largest = behind(tuple(cards[at] for at in rest if at not in low), bool(rules))
                least = (front((cards[low[0]],)),) if low else ()
                setting = (*least, front((cards[two[0]], cards[two[1]])), largest)
                if sorted(setting) == list(setting):
                    found.add(setting)
        self.settings = list(found)

    def set_by_the_house(self) -> Setting:
        """By the first rule for such cards: the first aim that can be reached, then the best of the fewest cards.

        The words leave open whether a joker behind three aces may make more of these; the package takes the pair.
        """
        for aim in next(filter(self._fits, self.rules))["aims"]:
            lines, medium = aim.get("high", self.lines), aim.get("medium", ())
            least = PAIR if medium == "22" else tuple(medium)
            wanted = [each for each in self.settings if self.lines[each[-1][0]] in lines and each[-2] >= least]
            if wanted:
                return max(wanted)
        raise AssertionError((self.groups, self.ranks))

    def _fits(self, rule: dict[str, Any]) -> bool:
        """Whether a rule is for cards of these groups, and of these ranks where it says so."""
        asked: Iterable[tuple[int, list[int]]] = zip(self.ranks, rule.get("ranks", []), strict=False)
        alike: bool = " ".join(map(str, self.groups)) in rule["groups"]
        return alike and all(low <= rank <= high for rank, (low, high) in asked)


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
