"""Courses in which a player decides while cards lie face down: rounds that look alike to the player are one sight.

All rounds that a player cannot tell apart go on together, each with its own cards and shoe: a card in sight parts them,
a card face down does not, and what the course does next is seen. A choice is valued over all of them at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, perm

from fairfelt.exact.core.tree import Path
from fairfelt.rules import Choice, Decide, Draw, Facts, Over

from .counter import (
    Counts,
    CourseCounter,
    CourseStop,
    Playout,
    Shoe,
    ValuedDecision,
    Waiting,
    endings_of,
    is_seen,
    kinds_of,
    less,
)

Rounds = dict[tuple[CourseStop, Shoe], int]
"""Rounds that look alike, by where they really are: in how many ways each has come there."""


@dataclass(frozen=True)
class Played:
    """What rounds that look alike come to with the best choices."""

    value: int
    """The scaled result, summed over all orders of the cards that are still drawn."""
    counts: Counts


class FaceDownCounter(CourseCounter):
    """One player's way through a course, who does not see every card."""

    @cached_property
    def _known(self) -> dict[tuple[frozenset[tuple[tuple[CourseStop, Shoe], int]], Path], Played]:
        return {}

    @cached_property
    def _finished(self) -> dict[tuple[CourseStop, Shoe], Counter[Facts]]:
        return {}

    @cached_property
    def _deciding(self) -> dict[CourseStop, bool]:
        return {}

    def walk(self) -> Playout:
        played = self._play({(self.start, self.shoe): 1}, self.first_path, self.depth)
        return Playout(endings_of(played.counts), self.decision)

    def decision(self, waiting: Waiting, made: Path) -> ValuedDecision | None:
        cards, choices = {to: [*held] for to, held in waiting.items()}, [choice for _, choice in made]
        rounds, path, left = {(self.start, self.shoe): 1}, self.first_path, self.depth
        while True:
            groups = list(_parted(rounds))
            drawing = [(step, group) for step, group in groups if isinstance(step, Draw)]
            deciding = [(step, group) for step, group in groups if isinstance(step, Decide)]
            drawn = [(step, group) for step, group in drawing if not is_seen(step) or cards.get(step.to)]
            if drawn and (any(cards.values()) or not deciding):
                draw, group = drawn[0]
                if is_seen(draw):
                    kind = kinds_of(self.game).numbers[self.course.alike(cards[draw.to].pop(0))]
                    rounds = self._after(group, [kind])
                else:
                    rounds = self._after(group, range(len(self.shoe)))
                left -= 1
            elif deciding:
                decide, group = deciding[0]
                weighed = self._weigh_all(decide, group, path, left)
                if not choices and not any(cards.values()):
                    return weighed
                choice = choices.pop(0) if choices else weighed.best
                rounds, path = self._choosing(decide, group, choice), (*path, (decide.street.name, choice))
            else:
                return None

    def _play(self, rounds: Rounds, path: Path, left: int) -> Played:
        """Play on rounds that look alike; the same ones, however often they come, only once."""
        times = gcd(*rounds.values())
        key = frozenset((place, ways // times) for place, ways in rounds.items()), path
        if key not in self._known:
            self._known[key] = self._play_on({place: ways // times for place, ways in rounds.items()}, path, left)
        found = self._known[key]
        if times == 1:
            return found
        return Played(found.value * times, Counter({end: ways * times for end, ways in found.counts.items()}))

    def _play_on(self, rounds: Rounds, path: Path, left: int) -> Played:
        value, counts = 0, Counts()
        for step, group in _parted(rounds):
            if not self._decides_after(group):
                parts = [self._finish_all(group, path, left)]
            elif isinstance(step, Decide):
                parts = [self._decide(step, group, path, left)]
            elif isinstance(step, Draw) and is_seen(step):
                arrived = (self._after(group, [kind]) for kind in range(len(self.shoe)))
                parts = [self._play(some, path, left - 1) for some in arrived if some]
            else:
                parts = [self._play(self._after(group, range(len(self.shoe))), path, left - 1)]
            for part in parts:
                value += part.value
                counts.update(part.counts)
        return Played(value, counts)

    def _decide(self, step: Decide, rounds: Rounds, path: Path, left: int) -> Played:
        choices = step.choices
        if self.rule:
            stop, _ = next(iter(rounds))
            choices = (self.rule(self.course.visible_hand(stop.state, step.player)),)
        played = [
            self._play(self._choosing(step, rounds, choice), (*path, (step.street.name, choice)), left)
            for choice in choices
        ]
        return max(reversed(played), key=lambda found: found.value)

    def _weigh_all(self, step: Decide, rounds: Rounds, path: Path, left: int) -> ValuedDecision:
        total = sum(ways * perm(sum(shoe), left) for (_, shoe), ways in rounds.items()) * self._scale
        played = (
            self._play(self._choosing(step, rounds, choice), (*path, (step.street.name, choice)), left)
            for choice in step.choices
        )
        return ValuedDecision(step, tuple(Fraction(found.value, total) for found in played))

    def _choosing(self, step: Decide, rounds: Rounds, choice: Choice) -> Rounds:
        found: Rounds = defaultdict(int)
        for (stop, shoe), ways in rounds.items():
            found[self._stop(self.course.choose(stop.state, choice)), shoe] += ways
        return found

    def _after(self, rounds: Rounds, kinds: range | list[int]) -> Rounds:
        """After a card that is one of those kinds."""
        found: Rounds = defaultdict(int)
        for (stop, shoe), ways in rounds.items():
            for kind in kinds:
                if shoe[kind]:
                    found[stop.after[kind], less(shoe, kind)] += ways * shoe[kind]
        return found

    def _decides_after(self, rounds: Rounds) -> bool:
        return any(self._decides(stop) for stop, _ in rounds)

    def _decides(self, stop: CourseStop) -> bool:
        """Whether a decision can still come there."""
        if stop not in self._deciding:
            self._deciding[stop] = isinstance(stop.step, Decide) or any(map(self._decides, stop.after))
        return self._deciding[stop]

    def _finish_all(self, rounds: Rounds, path: Path, left: int) -> Played:
        """Rounds in which nothing is decided any more."""
        counts = Counts()
        for (stop, shoe), ways in rounds.items():
            for facts, many in self._finish(stop, shoe, left).items():
                counts[path, facts] += ways * many
        return Played(sum(self._net(*end) * ways for end, ways in counts.items()), counts)

    def _finish(self, stop: CourseStop, shoe: Shoe, left: int) -> Counter[Facts]:
        """How a round ends from there on, over all orders of the cards that are still drawn."""
        if (stop, shoe) not in self._finished:
            found: Counter[Facts] = Counter()
            if stop.facts:
                found[stop.facts] = perm(sum(shoe), left)
            else:
                for kind, held in enumerate(shoe):
                    if held:
                        for facts, ways in self._finish(stop.after[kind], less(shoe, kind), left - 1).items():
                            found[facts] += ways * held
            self._finished[stop, shoe] = found
        return self._finished[stop, shoe]


def _parted(rounds: Rounds) -> Iterator[tuple[Draw | Decide | Over, Rounds]]:
    """Rounds by what the course does next, which a player sees."""
    found: dict[Draw | Decide | Over, Rounds] = defaultdict(dict)
    for place, ways in rounds.items():
        found[place[0].step][place] = ways
    yield from found.items()
