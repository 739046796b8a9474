"""The next cards of a shoe known before the bets are down: bet, or pass.

For every value of the known cards, or every class of them, it is counted what each bet comes to. The best bet is made
if it wins on average, and none otherwise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, perm

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.core.endings import net_results, outcome_with
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.counter import CourseCounter, course_table, kinds_of
from fairfelt.engine.exact import RoundPar, Unsolved, percent_text
from fairfelt.engine.solution import round_of
from fairfelt.rules import MICROS, Decide, Draw, Facts, Game, Wager
from fairfelt.rules.cards import RANKS

from .figures import Figures, Method, figures_of
from .information import Information

MOST_ORDERS = 20_000_000
MAX_KINDS, MAX_CARDS = 14, 8
"""Of a course with a decision that is counted once for every value of the known cards."""
MOST_RULES = 16
BET, PASS = "bet", "no bet"
IntArray = NDArray[np.int64]
Chances = Mapping[Fraction, Fraction]
"""Net results and their chances."""


@dataclass(frozen=True)
class Case:
    """One value of the known cards, or one class of values, and the bet that is made then."""

    key: int
    bet: str
    chance: Fraction
    won: Fraction = Fraction(0)
    """Units that the bet wins, weighed by the chance."""


class KnownShoe(ABC):
    """The next cards of a game's shoe."""

    method = Method.COURSE

    def __init__(self, game: Game) -> None:
        assert game.course
        self.game, self.course, self.kinds = game, game.course, kinds_of(game)

    @abstractmethod
    def count(self, information: Information, labels: IntArray) -> tuple[Chances, list[Case]]:
        """The results of a round, and every case: its key has a digit for the label of each known card in order."""

    def bettor(self, information: Information) -> tuple[Figures, tuple[ShortRule, ...]]:
        """A player who knows those cards, or only their classes; with nothing known, every round is bet on."""
        labels = self.labels(information.sorted)
        results, cases = self.count(information, labels)
        return figures_of(round_of_chances(results)), self._rules(cases, information, int(labels.max()) + 1)

    def labels(self, ranks: str) -> IntArray:
        """[kind]: its class; each kind for itself where nothing is sorted."""
        if not ranks:
            return np.arange(len(self.kinds.faces))
        inside = {self.course.alike(card) for card in self.game.deck.faces if RANKS[card.rank] in ranks}
        mixed = inside & {self.course.alike(card) for card in self.game.deck.faces if RANKS[card.rank] not in ranks}
        if mixed:
            raise Unsolved(f"{self.game.title}: ranks that count alike are in one class here; {ranks} parts them")
        return np.array([int(self.course.alike(face) in inside) for face in self.kinds.faces])

    def _rules(self, cases: list[Case], information: Information, size: int) -> tuple[ShortRule, ...]:
        """The bets by what is known, those that bring most first; the rest in a sentence.

        Cases that read alike and are bet alike, such as one rank in four suits, are one.
        """
        alike = defaultdict[tuple[str, str], list[Case]](list)
        for case in cases if information.shoe else ():
            alike[self._known_words(case.key, information, size), case.bet].append(case)
        rules = []
        for (words, bet), same in alike.items():
            chance, won = (sum((getattr(case, name) for case in same), Fraction(0)) for name in ("chance", "won"))
            often = f"{percent_text(chance, 3)} of rounds"
            told = f"{PASS}, {often}" if bet == PASS else f"{bet}, {percent_text(won / chance, 3)} on {often}"
            rules.append((won, ShortRule(words, told)))
        rules.sort(key=lambda rule: -rule[0])
        shown = [rule for _, rule in rules[:MOST_RULES]]
        if len(rules) > MOST_RULES:
            shown.append(ShortRule(f"{len(rules) - MOST_RULES:,} other cases", "the best bet, if it wins on average"))
        return tuple(shown)

    def _known_words(self, key: int, information: Information, size: int) -> str:
        labels = []
        for _ in information.shoe:
            key, label = divmod(key, size)
            labels.append(label)
        names = ["of the rest", f"of {information.sorted}"] if information.sorted else self._kind_names
        return ", ".join(f"card {n} {names[label]}" for n, label in zip(information.shoe, labels[::-1], strict=True))

    @cached_property
    def _kind_names(self) -> list[str]:
        alike, faces = self.course.alike, self.game.deck.faces
        kinds = [alike(face) for face in self.kinds.faces]
        ranks = [dict.fromkeys(RANKS[card.rank] for card in faces if alike(card) == kind) for kind in kinds]
        return [f"of {''.join(each)}" for each in ranks]


class NextCards(KnownShoe):
    """All orders of the next cards, and what every bet comes to in each, where nothing is decided later.

    Every order of the kinds of cards is looked at once, weighed by how many of each the shoe holds.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        if game.streets or course_table(game).burns:
            raise Unsolved(f"{game.title}: known cards are counted for games that only draw, so far")
        table = course_table(game)
        self._table, self.depth = table.after, table.longest
        orders = len(self.kinds.faces) ** self.depth
        if orders > MOST_ORDERS or perm(sum(self.kinds.shoe), self.depth) > np.iinfo(np.int64).max:
            raise Unsolved(f"{game.title}: {orders:,} orders of the next {self.depth} cards are too many to look at")
        self.facts: list[Facts] = [self.course.facts(state, 0) for state in table.states]
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

    def count(self, information: Information, labels: IntArray) -> tuple[Chances, list[Case]]:
        known, size = np.zeros(len(self.orders), np.int64), int(labels.max()) + 1
        for number in information.shoe:
            known = known * size + labels[self.orders[:, number - 1]]
        counts = np.zeros((size ** len(information.shoe), len(self.facts)), np.int64)
        np.add.at(counts, (known, self.ends), self.weights)
        sums, there = counts @ self._scaled, counts.sum(axis=1)
        total, best = (
            int(there.sum()),
            np.where((sums.max(axis=1) > 0) | (not information.shoe), sums.argmax(axis=1), -1),
        )
        found = defaultdict[Fraction, Fraction](Fraction, {Fraction(0): Fraction(int(there[best < 0].sum()), total)})
        for at, wager in enumerate(self.wagers):
            ways, nets = counts[best == at].sum(axis=0), self.nets(wager)
            for end in np.flatnonzero(ways).tolist():
                found[nets[end]] += Fraction(int(ways[end]), total)
        cases = []
        for key in np.flatnonzero(there).tolist():
            bet, chance = int(best[key]), Fraction(int(there[key]), total)
            won = Fraction(int(sums[key, bet]), total * self._scale) if bet >= 0 else Fraction(0)
            cases.append(Case(key, self.wagers[bet].name if bet >= 0 else PASS, chance, won))
        return found, cases

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


def _is_priced(wager: Wager) -> bool:
    """Whether all that it pays is known: shares of a meter as if it stood at its seed, for a bet of one."""
    levels = {pay.level for pay in wager.paytable.pays.values() if pay.level}
    return levels <= set(wager.paytable.preset.levels if wager.paytable.preset else ())


class FewCards(KnownShoe):
    """A course of a few cards with decisions, counted with the best choices for every value of the known cards."""

    def count(self, information: Information, labels: IntArray) -> tuple[Chances, list[Case]]:
        """Of sorted cards the class alone is known; they lie face up when something is decided."""
        if information.sorted and max(information.shoe) > self._out_before_decision:
            raise Unsolved(
                f"{self.game.title}: card {max(information.shoe)} lies face down at the decision; sorted backs are "
                f"counted for the first {self._out_before_decision} cards"
            )
        size, by_key = int(labels.max()) + 1, dict[int, defaultdict[Fraction, Fraction]]()
        for known, chance in self._every_known(information.shoe):
            key = 0
            for kind in known.values():
                key = key * size + int(labels[kind])
            results = by_key.setdefault(key, defaultdict(Fraction))
            for net, share in self._results(known).items():
                results[net] += share * chance
        found, cases = defaultdict[Fraction, Fraction](Fraction), []
        for key, results in by_key.items():
            won, chance = _mean(results), sum(results.values(), Fraction(0))
            made = won > 0 or not information.shoe
            for net, share in results.items() if made else [(Fraction(0), chance)]:
                found[net] += share
            cases.append(Case(key, BET, chance, won) if made else Case(key, PASS, chance))
        return found, cases

    @cached_property
    def _out_before_decision(self) -> int:
        """The fewest cards that have left the shoe when something is decided."""
        going, found = {(self.course.start(1), 0)}, [self.course.most_cards(1)]
        while going:
            after = set()
            for state, out in going:
                step = self.course.next(state)
                if isinstance(step, Decide):
                    found.append(out)
                elif isinstance(step, Draw):
                    after |= {(self.course.draw(state, face), out + step.burn + 1) for face in self.kinds.faces}
            going = after
        return min(found)

    def _every_known(self, numbers: tuple[int, ...]) -> Iterator[tuple[dict[int, int], Fraction]]:
        """Every value of the known cards, by place in the shoe, and its chance."""
        for kinds in product(range(len(self.kinds.shoe)), repeat=len(numbers)):
            left, chance = list(self.kinds.shoe), Fraction(1)
            for kind in kinds:
                chance *= Fraction(left[kind], sum(left))
                left[kind] -= 1
            if chance:
                yield dict(zip(numbers, kinds, strict=True)), chance

    @cached_property
    def _counter(self) -> CourseCounter:
        return CourseCounter(self.game)

    def _results(self, known: dict[int, int]) -> Chances:
        """Results under best play, given those cards."""
        opening = self.game.opening_choice
        paths: list[Path] = [((opening.name, choice),) for choice in opening.choices] if opening else [()]
        return max((self._results_after(path, known) for path in paths), key=_mean)

    def _results_after(self, path: Path, known: dict[int, int]) -> Chances:
        endings = self._counter.knowing(known, path).walk().endings
        total, found = sum(ending.combinations for ending in endings), defaultdict[Fraction, Fraction](Fraction)
        for net, _, ways in net_results(self.game, endings):
            found[net] += Fraction(ways, total)
        return found


def known_shoe(game: Game) -> KnownShoe:
    """The counter of a game: of all orders of the next cards, or of every value of them."""
    if not game.streets:
        return NextCards(game)
    few = FewCards(game)
    if len(few.kinds.shoe) > MAX_KINDS or few.course.most_cards(1) > MAX_CARDS:
        raise Unsolved(f"{game.title}: cards known early are not counted for {game.family} yet")
    return few


def _mean(results: Chances) -> Fraction:
    return sum((net * share for net, share in results.items()), Fraction(0))


def round_of_chances(results: Chances) -> RoundPar:
    """Those results as a round, over their common denominator."""
    total = lcm(*(share.denominator for share in results.values()))
    return round_of({net: int(share * total) for net, share in results.items()}, Fraction(1))
