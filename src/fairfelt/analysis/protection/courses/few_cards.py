"""Games of a few cards: the next cards of the shoe known before the bet.

For every value of the known cards the course is counted with the best choices; a bet is made where that wins.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm

from fairfelt.analysis.protection.figures import Figures, figures_of
from fairfelt.analysis.protection.information import Information
from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.core.endings import net_results
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.counter import CardKinds, CourseCounter, kinds_of
from fairfelt.engine.exact import Unsolved, percent_text
from fairfelt.rules import Decide, Draw, Game
from fairfelt.rules.cards import RANKS

MAX_KINDS = 14
MAX_CARDS = 8
MAX_RULES = 16
Results = Mapping[Fraction, Fraction]
"""Net results and their chances."""


def is_small(game: Game) -> bool:
    """Whether a course with a decision is small enough to be counted for every known card."""
    course = game.course
    return bool(course and game.streets and len(kinds_of(game).shoe) <= MAX_KINDS and course.most_cards(1) <= MAX_CARDS)


@dataclass(frozen=True, eq=False)
class FewCards:
    """The course of a game, one player alone."""

    game: Game

    @property
    def kinds(self) -> CardKinds:
        """The cards by what the course tells apart."""
        return kinds_of(self.game)

    def bettor(self, information: Information) -> tuple[Figures, tuple[ShortRule, ...]]:
        """A player who knows those cards and bets where that wins; with nothing known, every round."""
        found, rules = defaultdict[Fraction, Fraction](Fraction), list[tuple[Fraction, ShortRule]]()
        for label, chance, results in self._by_label(information):
            mean = _mean(results)
            bets = mean > 0 or not label
            if label:
                words = f"bet, {percent_text(mean, 3)}" if bets else "no bet"
                rules.append((mean * chance, ShortRule(label, f"{words} on {percent_text(chance, 3)} of rounds")))
            for net, share in results.items() if bets else [(Fraction(0), Fraction(1))]:
                found[net] += share * chance
        best = [rule for _, rule in sorted(rules, key=lambda pair: -pair[0])]
        more = [ShortRule(f"{len(best) - MAX_RULES:,} other cases", "a bet where it wins on average")]
        shown = (*best[:MAX_RULES], *(more if len(best) > MAX_RULES else ()))
        return figures_of(round_of(found)), shown

    def _by_label(self, information: Information) -> Iterator[tuple[str, Fraction, Results]]:
        """What is known before the bet in words, its chance, and the results that follow.

        Of sorted cards the class alone is known; they lie face up when something is decided.
        """
        if information.sorted and max(information.shoe) > self._out_before_decision:
            raise Unsolved(
                f"{self.game.title}: card {max(information.shoe)} lies face down at the decision; sorted backs are "
                f"counted for the first {self._out_before_decision} cards"
            )
        classes = defaultdict[str, list[tuple[Fraction, Results]]](list)
        for known, chance in self._every_known(information.shoe):
            names = [RANKS[self.kinds.faces[kind].rank] for kind in known.values()]
            if information.sorted:
                names = [f"of {information.sorted}" if name in information.sorted else "of the rest" for name in names]
            label = ", ".join(f"card {number} {name}" for number, name in zip(known, names, strict=True))
            classes[label].append((chance, self._results(known)))
        for label, cases in classes.items():
            total, mixed = sum(chance for chance, _ in cases), defaultdict[Fraction, Fraction](Fraction)
            for chance, results in cases:
                for net, share in results.items():
                    mixed[net] += share * chance / total
            yield label, Fraction(total), mixed

    @cached_property
    def _out_before_decision(self) -> int:
        """The fewest cards that have left the shoe when something is decided."""
        course = self.game.course
        assert course
        going, found = {(course.start(1), 0)}, [course.most_cards(1)]
        while going:
            after = set()
            for state, out in going:
                step = course.next(state)
                if isinstance(step, Decide):
                    found.append(out)
                elif isinstance(step, Draw):
                    after |= {(course.draw(state, face), out + step.burn + 1) for face in self.kinds.faces}
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

    def _results(self, known: dict[int, int]) -> Results:
        """Results under best play, given those cards."""
        opening = self.game.opening_choice
        paths: list[Path] = [((opening.name, choice),) for choice in opening.choices] if opening else [()]
        return max((self._results_after(path, known) for path in paths), key=_mean)

    def _results_after(self, path: Path, known: dict[int, int]) -> Results:
        endings = self._counter.knowing(known, path).walk().endings
        total, found = sum(ending.combinations for ending in endings), defaultdict[Fraction, Fraction](Fraction)
        for net, _, ways in net_results(self.game, endings):
            found[net] += Fraction(ways, total)
        return found


def _mean(results: Results) -> Fraction:
    return sum((net * share for net, share in results.items()), Fraction(0))


def round_of(results: Results) -> RoundPar:
    """Those results as a round, over their common denominator."""
    total = lcm(*(share.denominator for share in results.values()))
    mean = _mean(results)
    square = sum((net * net * share for net, share in results.items()), Fraction(0))
    counts = tuple(sorted((net, int(share * total)) for net, share in results.items()))
    return RoundPar(total, -mean, Fraction(1), square - mean * mean, counts)
