"""The next cards of a shoe known before the bets are down, at games where nothing is decided later: bet, or pass.

Every order of the kinds of cards is looked at once, weighed by how many of each the shoe holds. Where the known cards
are the same, or of the same classes, the best bet is taken if it wins on average, and none otherwise.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, perm

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.core.rows import outcome_with
from fairfelt.engine.courses.counter import course_table, kinds_of
from fairfelt.engine.exact import Unsolved, percent_text
from fairfelt.engine.solution import round_of
from fairfelt.rules import MICROS, Facts, Game, Wager
from fairfelt.rules.cards import RANKS

from .figures import Figures, figures_of
from .information import Information

MOST_ORDERS = 20_000_000
MOST_RULES = 16
PASS = "no bet"
IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Bettor:
    """Somebody who bets by what is known, or not at all."""

    figures: Figures
    rules: tuple[ShortRule, ...]
    bets: Fraction
    """The share of rounds in which a bet is made."""


class NextCards:
    """All orders of the next cards of a game's shoe, and what every bet comes to in each."""

    def __init__(self, game: Game) -> None:
        self.game, self.kinds = game, kinds_of(game)
        if game.streets or course_table(game).burns:
            raise Unsolved(f"{game.title}: known cards are counted for games that only draw, so far")
        table = course_table(game)
        self._table, self.depth = table.after, table.longest
        orders = len(self.kinds.faces) ** self.depth
        if orders > MOST_ORDERS or perm(sum(self.kinds.shoe), self.depth) > np.iinfo(np.int64).max:
            raise Unsolved(f"{game.title}: {orders:,} orders of the next {self.depth} cards are too many to look at")
        self.facts: list[Facts] = [game.course.facts(state, 0) for state in table.states] if game.course else []
        self.wagers = tuple(wager for wager in game.wagers if wager.ranking is None and _is_priced(wager))
        if not self.wagers:
            raise Unsolved(f"{game.title}: what its bets pay depends on a meter that no seed is given for")

    @cached_property
    def orders(self) -> NDArray[np.uint8]:
        """[order, card]: the kind of each card."""
        kinds = len(self.kinds.faces)
        return np.indices((kinds,) * self.depth, np.uint8).reshape(self.depth, -1).T

    @cached_property
    def weights(self) -> IntArray:
        """[order]: in how many ways it comes."""
        held = np.array(self.kinds.shoe, np.int64)
        ways = np.ones(len(self.orders), np.int64)
        for at in range(self.depth):
            kind = self.orders[:, at]
            gone = (self.orders[:, :at] == kind[:, None]).sum(axis=1)
            ways *= (held[kind] - gone).clip(0)
        return ways

    @cached_property
    def ends(self) -> IntArray:
        """[order]: the state in which the round is over."""
        state = np.zeros(len(self.orders), np.int64)
        for at in range(self.depth):
            state = self._table[state, self.orders[:, at]]
        return state

    def nets(self, wager: Wager) -> list[Fraction]:
        """[state]: what a bet comes to; nothing where the round is not over there."""
        return [self._net(wager, facts) for facts in self.facts]

    def _net(self, wager: Wager, facts: Facts) -> Fraction:
        pay = outcome_with(self.game, wager, wager.paytable, facts).pay
        seeds = wager.paytable.preset.levels if wager.paytable.preset else {}
        return pay.net + (pay.share * Fraction(seeds[pay.level].seed_micros, MICROS) if pay.level else 0)

    def bettor(self, information: Information, *, may_pass: bool = True) -> Bettor:
        """Who knows those cards, or only their classes."""
        labels = self.labels(information.sorted)
        known, size = np.zeros(len(self.orders), np.int64), int(labels.max()) + 1
        for number in information.shoe:
            known = known * size + labels[self.orders[:, number - 1]]
        counts = np.zeros((size ** len(information.shoe), len(self.facts)), np.int64)
        np.add.at(counts, (known, self.ends), self.weights)
        sums, there = counts @ self._scaled, counts.sum(axis=1)
        best = sums.argmax(axis=1)
        made = (sums.max(axis=1) > 0) | (not may_pass)
        total = int(there.sum())
        found = Counter({Fraction(0): int(there[~made].sum())})
        for at, wager in enumerate(self.wagers):
            ways = counts[made & (best == at)].sum(axis=0)
            nets = self.nets(wager)
            for end in np.flatnonzero(ways).tolist():
                found[nets[end]] += int(ways[end])
        rules = self._rules(sums, there, np.where(made, best, -1), information, size)
        bets = Fraction(int(there[made].sum()), total)
        return Bettor(figures_of(round_of(found, Fraction(1))), rules, bets)

    @cached_property
    def _scale(self) -> int:
        """By this every net result is whole."""
        return lcm(*(net.denominator for wager in self.wagers for net in self.nets(wager)))

    @cached_property
    def _scaled(self) -> IntArray:
        """[state, bet]: net results in whole numbers."""
        nets = [[int(net * self._scale) for net in self.nets(wager)] for wager in self.wagers]
        most = perm(sum(self.kinds.shoe), self.depth) * max(abs(net) for row in nets for net in row)
        if most > np.iinfo(np.int64).max:
            raise Unsolved(f"{self.game.title}: its pays over all orders of the shoe are too large to add up")
        return np.array(nets, np.int64).T

    def labels(self, ranks: str) -> IntArray:
        """[kind]: its class; each kind for itself where nothing is sorted."""
        if not ranks:
            return np.arange(len(self.kinds.faces))
        course = self.game.course
        assert course
        inside = {course.alike(card) for card in self.game.deck.faces if RANKS[card.rank] in ranks}
        mixed = inside & {course.alike(card) for card in self.game.deck.faces if RANKS[card.rank] not in ranks}
        if mixed:
            raise Unsolved(f"{self.game.title}: ranks that count alike are in one class here; {ranks} parts them")
        return np.array([int(course.alike(face) in inside) for face in self.kinds.faces])

    def _rules(
        self, sums: IntArray, there: IntArray, best: IntArray, information: Information, size: int
    ) -> tuple[ShortRule, ...]:
        """The bets by what is known, those that bring most first; the rest in a sentence.

        Cases that read alike and are bet alike, such as one rank in four suits, are one.
        """
        total, alike = int(there.sum()), dict[tuple[str, int], list[int]]()
        for key in np.flatnonzero(there).tolist():
            alike.setdefault((self._known_words(key, information, size), int(best[key])), []).append(key)
        cases = []
        for (words, bet), keys in alike.items():
            ways, won = int(there[keys].sum()), int(sums[keys, bet].sum()) if bet >= 0 else 0
            name = self.wagers[bet].name if bet >= 0 else PASS
            told = _bet_words(name, Fraction(won, ways * self._scale), Fraction(ways, total))
            cases.append((won, ShortRule(words, told)))
        cases.sort(key=lambda case: -case[0])
        shown = [rule for _, rule in cases[:MOST_RULES]]
        if len(cases) > MOST_RULES:
            shown.append(ShortRule(f"{len(cases) - MOST_RULES:,} other cases", "the best bet, if it wins on average"))
        return tuple(shown)

    def _known_words(self, key: int, information: Information, size: int) -> str:
        labels = []
        for _ in information.shoe:
            key, label = divmod(key, size)
            labels.append(label)
        names = [f"of {information.sorted}", "of the rest"][::-1] if information.sorted else self._kind_names
        return ", ".join(f"card {n} {names[label]}" for n, label in zip(information.shoe, labels[::-1], strict=True))

    @cached_property
    def _kind_names(self) -> list[str]:
        course = self.game.course
        assert course
        kinds = [course.alike(face) for face in self.kinds.faces]
        ranks = [dict.fromkeys(RANKS[c.rank] for c in self.game.deck.faces if course.alike(c) == k) for k in kinds]
        return [f"of {''.join(each)}" for each in ranks]


def _is_priced(wager: Wager) -> bool:
    """Whether all that it pays is known: shares of a meter as if it stood at its seed, for a bet of one."""
    levels = {pay.level for pay in wager.paytable.pays.values() if pay.level}
    return levels <= set(wager.paytable.preset.levels if wager.paytable.preset else ())


def _bet_words(name: str, edge: Fraction, share: Fraction) -> str:
    if name == PASS:
        return f"{PASS}, {percent_text(share, 3)} of rounds"
    return f"{name}, {percent_text(edge, 3)} on {percent_text(share, 3)} of rounds"
