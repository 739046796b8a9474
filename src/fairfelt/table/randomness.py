"""A battery of statistical tests for shuffles: what laboratories ask of virtual cards, each against exact odds.

Every test counts something of which the distribution is known, and holds the counts against it by chi-square. Limits
are two-sided: counts that agree too well are no better than counts that do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product
from math import comb, erfc, exp, factorial, lgamma, log, prod, sqrt
from random import Random

import numpy as np

from fairfelt.rules.cards import STANDARD
from fairfelt.table.dealing import shuffle

Orders = np.ndarray[tuple[int, int], np.dtype[np.int64]]
"""Shuffles as rows: the numbers of the cards by place."""
CARDS, RANKS, SUITS, HAND = 52, 13, 4, 5
LEAST_EXPECTED = 8
"""Rarer outcomes are counted together, or chi-square would not hold."""
STRENGTHS = 20
"""Classes of strength in a spectrum, all equally likely."""
JOINT_LEVEL = 0.01
"""All tests together pass 99 of 100 times if every order is equally likely."""


@dataclass(frozen=True)
class Tested:
    name: str
    what: str
    chi_square: float
    freedom: int

    @property
    def p_value(self) -> float:
        """The share of fair shuffles that deviate at least as far."""
        return chance_above(self.chi_square, self.freedom)


@dataclass(frozen=True)
class Battery:
    """All tests of some shuffles, and the limits that hold for all of them together."""

    shuffles: int
    tests: tuple[Tested, ...]

    @property
    def least(self) -> float:
        """A p-value below this fails, and so does one above 1 less this."""
        return JOINT_LEVEL / len(self.tests) / 2

    def passes(self, test: Tested) -> bool:
        return self.least <= test.p_value <= 1 - self.least

    @property
    def passed(self) -> bool:
        return all(map(self.passes, self.tests))


def shuffled_orders(count: int, source: Random | None = None) -> Orders:
    """Shuffles of a standard deck as practice tables make them; by the operating system's generator if no source."""
    place = {card: number for number, card in enumerate(STANDARD.cards)}
    return np.array([[place[card] for card in shuffle(STANDARD.cards, source)] for _ in range(count)], dtype=np.int64)


def run_battery(orders: Orders) -> Battery:
    return Battery(len(orders), tuple(test(orders) for test in TESTS))


def check_places(orders: Orders) -> Tested:
    """Every card at every place equally often. A shuffle fills each place once: the sum is scaled for that."""
    counts = np.zeros((CARDS, CARDS))
    for place in range(CARDS):
        counts[place] = np.bincount(orders[:, place], minlength=CARDS)
    expected = len(orders) / CARDS
    found = float(((counts - expected) ** 2 / expected).sum()) * (CARDS - 1) / CARDS
    return Tested("places", "every card at every place", found, (CARDS - 1) ** 2)


def check_pairs(orders: Orders) -> Tested:
    """The ranks of the first two cards together."""
    ranks = orders // SUITS
    pairs = ranks[:, 0] * RANKS + ranks[:, 1]
    same, other = Fraction(3, 13 * 51), Fraction(4, 13 * 51)
    chances = {a * RANKS + b: same if a == b else other for a in range(RANKS) for b in range(RANKS)}
    return _held_against("pairs", "ranks of the first two cards", _counted(pairs), chances, len(orders))


def check_serial(orders: Orders) -> Tested:
    """The first rank of a shuffle and that of the next: shuffles have no memory."""
    first = orders[:, 0] // SUITS
    halves = len(orders) // 2
    pairs = first[: 2 * halves : 2] * RANKS + first[1 : 2 * halves : 2]
    chances = dict.fromkeys(range(RANKS**2), Fraction(1, RANKS**2))
    return _held_against("serial", "first rank of one shuffle and of the next", _counted(pairs), chances, halves)


def check_runs(orders: Orders) -> Tested:
    """The number of runs of one color in a deck."""
    red = np.isin(orders % SUITS, (1, 2))
    runs = 1 + (red[:, 1:] != red[:, :-1]).sum(axis=1)
    half, ways = CARDS // 2, comb(CARDS, CARDS // 2)
    chances = {}
    for many in range(2, CARDS + 1):
        one, other = many // 2, (many + 1) // 2
        each = comb(half - 1, one - 1) * comb(half - 1, other - 1)
        chances[many] = Fraction(2 * each, ways)
    return _held_against("runs", "runs of one color", _counted(runs), chances, len(orders))


def check_permutations(orders: Orders) -> Tested:
    """In which order four cards come."""
    places = np.argsort(orders, axis=1)[:, ::RANKS]
    ranked = np.argsort(places, axis=1)
    codes = (ranked * np.array([64, 16, 4, 1])).sum(axis=1)
    each = {sum(at * 4 ** (3 - n) for n, at in enumerate(order)): Fraction(1, 24) for order in permutations(range(4))}
    return _held_against("permutations", "order of four cards", _counted(codes), each, len(orders))


def check_fixed_cards(orders: Orders) -> Tested:
    """The number of cards that stay in place, against all permutations."""
    fixed = (orders == np.arange(CARDS)).sum(axis=1)
    chances = {many: _fixed_chance(many) for many in range(CARDS + 1)}
    return _held_against("fixed cards", "cards that stay where they were", _counted(fixed), chances, len(orders))


def check_hands(orders: Orders) -> Tested:
    """The hands of five cards by their equal ranks, against all combinations."""
    ranks = np.sort(orders[:, :HAND] // SUITS, axis=1)
    equal = ranks[:, 1:] == ranks[:, :-1]
    codes = (equal * np.array([8, 4, 2, 1])).sum(axis=1)
    ways = {_shape(code): 0 for code in range(16)}
    ways |= {(1, 1, 1, 1, 1): 1_317_888, (2, 1, 1, 1): 1_098_240, (2, 2, 1): 123_552, (3, 1, 1): 54_912,
             (3, 2): 3_744, (4, 1): 624}  # fmt: skip
    shapes = {shape: number for number, shape in enumerate(ways)}
    found = _counted(np.array([shapes[_shape(int(code))] for code in codes]))
    chances = {shapes[shape]: Fraction(many, comb(CARDS, HAND)) for shape, many in ways.items() if many}
    return _held_against("hands", "hands of five by their equal ranks", found, chances, len(orders))


def check_suits(orders: Orders) -> Tested:
    """The hands of five cards by how many cards each suit has, against all combinations."""
    suits = orders[:, :HAND] % SUITS
    held = np.sort(np.stack([(suits == suit).sum(axis=1) for suit in range(SUITS)], axis=1), axis=1)
    codes = (held * (HAND + 1) ** np.arange(SUITS)).sum(axis=1)
    chances = dict[int, Fraction]()
    for shape in product(range(HAND + 1), repeat=SUITS):
        if sum(shape) == HAND:
            code = sum(many * (HAND + 1) ** at for at, many in enumerate(sorted(shape)))
            ways = prod(comb(RANKS, many) for many in shape)
            chances[code] = chances.get(code, Fraction(0)) + Fraction(ways, comb(CARDS, HAND))
    return _held_against("suits", "hands of five by their suits", _counted(codes), chances, len(orders))


def check_gaps(orders: Orders) -> Tested:
    """The number of shuffles between two that begin with an ace."""
    at = np.flatnonzero(orders[:, 0] // SUITS == RANKS - 1)
    gaps = np.diff(at) - 1
    most, chance = 60, Fraction(1, RANKS)
    chances = {gap: (1 - chance) ** gap * chance for gap in range(most)}
    chances[most] = (1 - chance) ** most
    return _held_against(
        "gaps", "shuffles between two aces on top", _counted(np.minimum(gaps, most)), chances, len(gaps)
    )


def check_collecting(orders: Orders) -> Tested:
    """The number of shuffles until every suit has been on top."""
    waits, seen, begun = list[int](), set[int](), 0
    for at, suit in enumerate((orders[:, 0] % SUITS).tolist()):
        seen.add(suit)
        if len(seen) == SUITS:
            waits.append(at - begun + 1)
            seen, begun = set(), at + 1
    most = 40
    within = [_all_seen(many) for many in range(most)]
    chances = {many: within[many] - within[many - 1] for many in range(SUITS, most)}
    chances[most] = 1 - within[-1]
    found = _counted(np.minimum(np.array(waits), most))
    return _held_against("collecting", "shuffles until every suit was on top", found, chances, len(waits))


def check_spectrum(orders: Orders) -> Tested:
    """No frequency stands out in the colors of the top cards, one shuffle after the other.

    Of fair colors, taken as +1 and -1, the strength |X_k|²/n of every frequency is exponential with mean 1.
    """
    colors = np.where(np.isin(orders[:, 0] % SUITS, (1, 2)), 1.0, -1.0)
    inner = np.fft.rfft(colors)[1 : (len(colors) + 1) // 2]
    strengths = (STRENGTHS * (1 - np.exp(-(np.abs(inner) ** 2) / len(colors)))).astype(np.int64)
    chances = dict.fromkeys(range(STRENGTHS), Fraction(1, STRENGTHS))
    words = "strength of frequencies in the colors on top"
    return _held_against("spectrum", words, _counted(strengths.clip(0, STRENGTHS - 1)), chances, len(inner))


TESTS: Sequence[Callable[[Orders], Tested]] = (
    check_places, check_pairs, check_serial, check_runs, check_permutations, check_fixed_cards, check_hands,
    check_suits, check_gaps, check_collecting, check_spectrum,
)  # fmt: skip


def _fixed_chance(many: int) -> Fraction:
    """The fraction of permutations with exactly `many` fixed points."""
    apart = sum((Fraction((-1) ** k, factorial(k)) for k in range(CARDS - many + 1)), Fraction(0))
    return apart / factorial(many)


def _all_seen(shuffles: int) -> Fraction:
    """The chance that this number of draws has shown every suit."""
    missing = (Fraction((-1) ** k * comb(SUITS, k) * (SUITS - k) ** shuffles) for k in range(SUITS + 1))
    return Fraction(sum(missing, Fraction(0)), SUITS**shuffles)


def _shape(code: int) -> tuple[int, ...]:
    """Sizes of the groups of equal ranks, from bits that mark equal neighbors."""
    sizes = [1]
    for bit in (8, 4, 2, 1):
        if code & bit:
            sizes[-1] += 1
        else:
            sizes.append(1)
    return tuple(sorted(sizes, reverse=True))


def _counted(outcomes: np.ndarray[tuple[int], np.dtype[np.int64]]) -> dict[int, int]:
    values, counts = np.unique(outcomes, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def _held_against(
    name: str, what: str, found: Mapping[int, int], chances: Mapping[int, Fraction], total: int
) -> Tested:
    """Chi-square of counts against exact chances; outcomes that are too rare are counted together."""
    cells = _grouped(found, chances, total)
    chi_square = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    return Tested(name, what, chi_square, len(cells) - 1)


def _grouped(found: Mapping[int, int], chances: Mapping[int, Fraction], total: int) -> list[tuple[int, float]]:
    cells = [(found.get(outcome, 0), float(chance * total)) for outcome, chance in chances.items()]
    common = sorted((cell for cell in cells if cell[1] >= LEAST_EXPECTED), key=lambda cell: cell[1])
    rare = [cell for cell in cells if cell[1] < LEAST_EXPECTED]
    if not rare:
        return common
    together = sum(seen for seen, _ in rare), sum(expected for _, expected in rare)
    if together[1] < LEAST_EXPECTED and common:
        smallest = common.pop(0)
        together = together[0] + smallest[0], together[1] + smallest[1]
    return [*common, together]


def chance_above(chi_square: float, freedom: int) -> float:
    """The chance of a chi-square at least as large, with x half of it: e^-x times the sum of x^s / Γ(s + 1).

    The s are 0, 1, 2, … below half the degrees of freedom; where these are odd, ½, 1½, … and erfc √x besides.
    """
    x, odd = chi_square / 2, freedom % 2
    if x <= 0:
        return 1.0
    terms = (exp(s * log(x) - x - lgamma(s + 1)) for s in (at + odd / 2 for at in range(freedom // 2)))
    return min(1.0, sum(terms, erfc(sqrt(x)) if odd else 0.0))
