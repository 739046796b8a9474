"""A solved game of a cross: how its rounds end, and what every bet is worth with any cards in sight."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.curve import CurvePoint
from fairfelt.cards import Card, format_cards
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.tree import Path
from fairfelt.exact.solution import HandAdvice, Solution, curve_of
from fairfelt.rules import Game
from fairfelt.rules.courses.cross import ARM, HOLE, Cross, CrossFacts

from .solver import CrossRates, CrossResult, hole_classes, lines_with, path_of, rates_of

SIGHTS = (0, ARM, 2 * ARM)
"""Cards of the cross that are in sight at each decision."""


def _middle_values(
    lines: NDArray[np.uint8],
    found: CrossRates,
    one: Sequence[int],
    pairs: Sequence[tuple[int, ...]],
    across: int,
    down: int,
) -> NDArray[np.int64]:
    """[Middle bet, cards down]: what each bet is worth after the others, summed over the middle card; 0 for a fold."""
    others = lines[tuple(np.array(pairs).T)]
    sums = found.rates[lines[tuple(one)][None, :], others].sum(axis=1)
    base = sums[:, 0] + across * sums[:, 1] + down * sums[:, 2]
    folded = np.full(len(pairs), found.folds[across, down] * (len(lines) - 2 * ARM))
    return np.array([folded, *(base + times * sums[:, 3] for times in range(1, len(found.folds)))])


class CrossSolution(Solution):
    """A game of a cross against a paytable."""

    def __init__(self, game: Game, result: CrossResult) -> None:
        assert isinstance(game.course, Cross)
        self.game, self.course, self.result = game, game.course, result
        self.classes = hole_classes(game.deck, game.course.ranking)
        self.endings = tuple(
            self._ending(across, down, middle, lines, int(result.counted[across, down, middle, *lines]))
            for across, down, middle, *lines in np.argwhere(result.counted).tolist()
        )

    def _ending(self, across: int, down: int, middle: int, lines: list[int], combinations: int) -> Ending:
        bets = (across, down, middle)[: 1 + bool(across) + bool(across and down)]
        facts = CrossFacts(across=lines[0], down=lines[1]) if middle else CrossFacts()
        return Ending(path_of(self.game, *bets), facts, 0, combinations)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """Value the choices of a player who has played best so far; who would not be here has bet the least."""
        made: Path = ()
        for shown in SIGHTS[: self._street(cards, community, dealer)]:
            values = self._values(made, cards, community[:shown])
            best = max(range(len(values)), key=lambda at: (values[at], at)) or 1
            street = self.game.streets[len(made)]
            made = (*made, (street.name, street.choices[best]))
        return self._advice(made, cards, community)

    def plays_after(
        self, made: Path, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()
    ) -> str:
        """The best choice after the bets that were made."""
        self._street(cards, community, dealer)
        return self._advice(made, cards, community).best

    def _advice(self, made: Path, cards: Sequence[Card], community: Sequence[Card]) -> HandAdvice:
        street, values = self.game.streets[len(made)], self._values(made, cards, community)
        return HandAdvice(street.name, tuple((c.name, value) for c, value in zip(street.choices, values, strict=True)))

    def _values(self, made: Path, cards: Sequence[Card], community: Sequence[Card]) -> list[Fraction]:
        """What each choice is worth after those bets, with those cards in sight."""
        found, many = rates_of(self.game), len(self.game.deck) - HOLE
        if not made:
            ways = comb(many, ARM) * comb(many - ARM, ARM) * (many - 2 * ARM)
            worth = self.result.values[self.classes.place(list(cards))].tolist()
            return [Fraction(value, ways * found.scale) for value in worth]
        rest, lines = lines_with(self.game.deck, self.course.ranking, tuple(sorted(int(card) for card in cards)))
        places = [rest.index(int(card)) for card in community]
        across = made[0][1].times
        one = sorted(places[:ARM])
        if len(made) == 1:
            ways = comb(many - ARM, ARM) * (many - 2 * ARM)
            pairs = [two for two in combinations(range(many), ARM) if not {*two} & {*one}]
            values = [int(found.folds[across, 0]) * ways]
            for down in range(1, len(found.folds)):
                last = _middle_values(lines, found, one, pairs, across, down)
                values.append(int(last.max(axis=0).sum()))
            return [Fraction(value, ways * found.scale) for value in values]
        down, ways = made[1][1].times, many - 2 * ARM
        values = _middle_values(lines, found, one, [tuple(sorted(places[ARM:]))], across, down)[:, 0].tolist()
        return [Fraction(value, ways * found.scale) for value in values]

    def _street(self, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card]) -> int:
        self.game.deck.verify([*cards, *community, *dealer])
        if len(cards) != HOLE or dealer or len(community) not in SIGHTS:
            seen = format_cards([*cards, *community, *dealer]) or "no cards"
            raise ValueError(
                f"{self.game.title} is decided with {HOLE} cards of one's own and 0, 2 or 4 of the cross, those across "
                f"first, not with {seen}"
            )
        return SIGHTS.index(len(community))

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        many, found = len(self.game.deck) - HOLE, rates_of(self.game)
        ways = comb(many, ARM) * comb(many - ARM, ARM) * (many - 2 * ARM)
        values, choices = self.result.values / (ways * found.scale), self.game.streets[0].choices
        columns = {choice.name: values[:, at] for at, choice in enumerate(choices)}
        words = self.classes.hands
        return curve_of(columns, self.classes.weights, lambda at: format_cards(map(Card, words[at].tolist())))
