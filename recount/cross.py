"""Two cards and a cross of five: a hand with the cards across, one with those down, and a bet before each is shown."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

from .cards import make_deck
from .rankings import Value, make_ranking
from .streets import parse_pay

Places = tuple[int, ...]


class CrossGame:
    """A game from its JSON form, on its own deck or a smaller one."""

    def __init__(self, form: dict[str, Any], deck: dict[str, Any] | None = None) -> None:
        self.deck = make_deck({**form.get("deck", {}), **(deck or {})})
        self.ranking, self.times = make_ranking(form["course"]["ranking"]), form["course"].get("most_times", 3)
        self.pays = []
        for wager in form["wagers"]:
            assert wager["settle"]["settle"]["kind"] == "on_cross", wager
            table = wager["paytables"][0]["pays"]
            self.pays.append({line: parse_pay(pay) or Fraction(0) for line, pay in table.items()})

    def count_round(self) -> Fraction:
        """What a round wins on average, in units of one opening bet, with the best choice at every decision."""
        hands, left = list(combinations(range(len(self.deck)), 2)), len(self.deck) - 2
        ends = comb(left, 2) * comb(left - 2, 2) * (left - 4)
        return sum((self._play(own) for own in hands), Fraction(0)) / (len(hands) * ends)

    def _play(self, own: Places) -> Fraction:
        """Fold, or bet before the cards across are shown: the sum over all crosses."""
        arms = list(self._arms(own))
        after = [self._play_across(own, arm) for arm in arms]
        below = comb(len(self.deck) - 4, 2) * (len(self.deck) - 6)
        sums = (sum(values, Fraction(0)) for values in zip(*after, strict=True))
        return max(Fraction(-2 * below * len(arms)), *sums)

    def _play_across(self, own: Places, across: Places) -> list[Fraction]:
        """[bet on the hand across, from 1]: fold, or bet before the cards down are shown."""
        bets, arms = range(1, self.times + 1), list(self._arms(own + across))
        sums = [self._sum_middles(own, across, down) for down in arms]
        middles, found = len(self.deck) - 6, []
        for first in bets:
            values = [Fraction(-(2 + first) * middles * len(arms))]
            for second in bets:
                fold = Fraction(-(2 + first + second) * middles)
                values.append(sum(
                    (max(fold, *(ante + first * one + second * two + third * three for third in bets))
                     for ante, one, two, three in sums), Fraction(0)
                ))  # fmt: skip
            found.append(max(values))
        return found

    def _arms(self, gone: Places) -> Iterator[Places]:
        return combinations([card for card in range(len(self.deck)) if card not in gone], 2)

    def _sum_middles(self, own: Places, across: Places, down: Places) -> tuple[Fraction, ...]:
        """What the opening bets win together, and each of the three others, over all middle cards."""
        sums = [Fraction(0)] * 4
        for middle in {*range(len(self.deck))} - {*own, *across, *down}:
            values = [self._value(tuple(sorted((*own, *arm, middle)))) for arm in (across, down)]
            lines = [line for line, _ in (*values, *values, max(values, key=lambda value: value[1]))]
            won = [pays.get(line, Fraction(-1)) for pays, line in zip(self.pays, lines, strict=True)]
            for at, pay in enumerate((won[0] + won[1], *won[2:])):
                sums[at] += pay
        return tuple(sums)

    @cache  # noqa: B019  (a game lives as long as its count)
    def _value(self, places: Places) -> Value:
        return self.ranking(tuple(self.deck[place] for place in places))
