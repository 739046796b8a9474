"""Two hands that share hole cards and the middle of a cross, counted for every two hole cards up to their suits.

What a bet is worth with all cards but the middle one visible is a sum over the middle card, the same for any size of
bet. So four sums value all decisions there, and the first two decisions are summed up from these. With the hole cards
given, a hand is a pair of the other cards and a middle card, so its line is looked up. A middle card that lies in the
pair itself has the line after the last one, by which nothing is paid and nothing is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.engine.core.endings import Ending, pay_scale, scaled_net, settle_ending
from fairfelt.engine.core.problem import MOST, Unsolved, has_one_deck
from fairfelt.engine.core.tree import Path
from fairfelt.engine.solution import HandAdvice, Solution, curve_of
from fairfelt.engine.solvers.solver import Keeping, Solver
from fairfelt.rules import FOLD, Game
from fairfelt.rules.cards import Card, Deck, SuitClasses, format_cards, single_hands, suit_classes
from fairfelt.rules.courses.cross import ARM, CROSS, HOLE, Cross, CrossFacts
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.runtime.compute.executors import run_tasks, split_evenly

PARTS = 16
BETS = 3


@dataclass(frozen=True, eq=False)
class CrossRates:
    """What the bets of a game come to, as integers."""

    scale: int
    rates: NDArray[np.int64]
    """[line across, line down, bet]: of what is staked before the deal, then of one unit of each bet; the last line of
    both is no hand at all."""
    folds: NDArray[np.int64]
    """[Across bet, Down bet]: what is lost by a fold, 0 where that bet was not made yet."""


@dataclass(frozen=True, eq=False)
class CrossResult:
    counted: NDArray[np.int64]
    """[Across bet, Down bet, Middle bet, line across, line down]: combinations under best play; 0 for a fold."""
    values: NDArray[np.int64]
    """[class of hole cards, Across bet]: scaled results summed over all that can follow."""


def path_of(game: Game, *times: int) -> Path:
    """The choices of a player who bets n units in turn; 0 folds and ends it."""
    return tuple((street.name, street.choices[size]) for street, size in zip(game.streets, times, strict=False))


@lru_cache(maxsize=16)
def rates_of(game: Game) -> CrossRates:
    """Every bet is settled once for all that both hands can be."""
    course = game.course
    assert isinstance(course, Cross)
    scale, lines, most = pay_scale(game), len(course.ranking.lines), course.most_times + 1
    raises = [street.name for street in course.streets]
    played, base = path_of(game, 1, 1, 1), [wager for wager in game.wagers if wager.is_base]
    rates = np.zeros((lines + 1, lines + 1, BETS + 1), np.int64)
    for facts in course.possible_facts():
        for wager in base:
            outcome, _ = settle_ending(game, wager, wager.paytable, Ending(played, facts, 0, 0))
            bet = raises.index(wager.name) + 1 if wager.name in raises else 0
            rates[facts.across, facts.down, bet] += int(outcome.pay.net * scale)
    folds = np.zeros((most, most), np.int64)
    for across in range(most):
        for down in range(most) if across else (0,):
            made = path_of(game, *(size for size in (across, down) if size))
            at = len(made)
            folded = Ending((*made, (game.streets[at].name, FOLD)), CrossFacts(), 0, 0)
            folds[across, down] = scaled_net(game, folded, scale)
    return CrossRates(scale, rates, folds)


def verify_cross(game: Game) -> None:
    """Refuse several decks, bets that outlive a fold, and pays that are more than can be added up."""
    if not has_one_deck(game) or game.deck.jokers:
        raise Unsolved(f"{game.title}: hands with a cross are counted from one deck without jokers")
    if any(wager.survives_fold for wager in game.wagers if wager.is_base):
        raise Unsolved(f"{game.title}: a bet of the game itself that outlives a fold is not counted by its hands")
    found, cards = rates_of(game), len(game.deck)
    assert isinstance(game.course, Cross)
    largest = int(abs(found.rates).max()) * (1 + BETS * game.course.most_times)
    if largest * comb(cards, CROSS) * 30 > MOST:
        raise Unsolved(f"{game.title}: its pays are more than can be added up in 64 bits")


def solve_cross(game: Game, executor: Executor | None = None) -> CrossResult:
    """Count every two hole cards up to an exchange of suits, where the ranking allows it."""
    verify_cross(game)
    course, found = game.course, rates_of(game)
    assert isinstance(course, Cross)
    classes = hole_classes(game.deck, course.ranking)
    work = partial(_count, game.deck, course.ranking, found)
    parts = run_tasks(work, split_evenly(PARTS, classes.hands, classes.weights), executor)
    counted = sum((part for part, _ in parts[1:]), parts[0][0])
    return CrossResult(counted, np.concatenate([values for _, values in parts]))


def hole_classes(deck: Deck, ranking: Ranking) -> SuitClasses:
    return suit_classes(deck, HOLE) if ranking.tells.exchanges_suits else single_hands(deck, HOLE)


def _count(
    deck: Deck, ranking: Ranking, found: CrossRates, hands: NDArray[np.uint8], weights: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    solved = [solve_hole(hands_with(deck, ranking, tuple(hand.tolist())), found) for hand in hands]
    total = sum(weight * counted for weight, (counted, _) in zip(weights, solved, strict=True))
    return np.asarray(total), np.array([values for _, values in solved])


@dataclass(frozen=True, eq=False)
class HoleHands:
    """All hands that two hole cards can make with a cross."""

    rest: tuple[int, ...]
    """The other cards."""
    pairs: NDArray[np.int64]
    """[pair, 2]: the places of any two of them, the lower first."""
    lines: NDArray[np.uint8]
    """[pair, middle card]: the line of that hand; the one after the last where the same card comes twice."""

    def apart(self, pair: Sequence[int]) -> NDArray[np.bool_]:
        """[pair]: which pairs have no card of that one."""
        return np.asarray(~np.isin(self.pairs, pair).any(axis=1))


@lru_cache(maxsize=8)
def hands_with(deck: Deck, ranking: Ranking, hole: tuple[int, ...]) -> HoleHands:
    """Look up every hand once: it is a pair and a middle card in three ways."""
    rest = tuple(int(face) for face in deck.faces if face not in hole)
    places = np.array(list(combinations(range(len(rest)), ARM + 1)), np.int64)
    cards = np.array(rest, np.uint8)[places]
    hands = np.hstack((np.tile(np.array(hole, np.uint8), (len(cards), 1)), cards))
    line = (ranking.batch(hands) >> LINE_BITS).astype(np.uint8)
    found = np.full((len(rest),) * 3, len(ranking.lines), np.uint8)
    for one, two, middle in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        found[places[:, one], places[:, two], places[:, middle]] = line
    pairs = np.array(list(combinations(range(len(rest)), ARM)), np.int64)
    return HoleHands(rest, pairs, found[pairs[:, 0], pairs[:, 1]])


def has_line(lines: NDArray[np.uint8], many: int) -> NDArray[np.float64]:
    """[pair, middle card and line]: 1 where the pair makes that line with that middle card."""
    return np.asarray((lines[:, :, None] == np.arange(many)).reshape(len(lines), -1), np.float64)


def middle_sums(across: NDArray[np.uint8], down: NDArray[np.uint8], rates: NDArray[np.int64]) -> NDArray[np.int64]:
    """[bet, pair across, pair down]: what is staked before the deal and each bet come to, summed over the middle card.

        sum = Σ over middle card and line of   rates[line across, line] · (1 if that is the line down)

    This is a product of matrices. In floats it is exact: `verify_cross` keeps every sum far below 2^53.
    """
    bets = np.moveaxis(rates[across], 3, 0).astype(float)
    found = bets.reshape(rates.shape[2], len(across), -1) @ has_line(down, len(rates)).T
    return np.asarray(np.rint(found), np.int64)


def last_choice(
    sums: NDArray[np.int64], ways: int, across: int, down: int, folds: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """[pair across, pair down]: the best Middle bet after those bets, 0 for a fold, and what it is worth.

    The largest bet is the best if it pays at all, and otherwise the smallest; of equal ones the larger.
    """
    base, on_across, on_down, on_middle = sums
    times = np.where(on_middle >= 0, len(folds) - 1, 1)
    played, folded = base + across * on_across + down * on_down + times * on_middle, folds[across, down] * ways
    return np.where(played >= folded, times, 0), np.maximum(played, folded)


def solve_hole(hands: HoleHands, found: CrossRates) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How rounds end by best play with those hole cards, and [Across bet]: what each is worth, 0 for a fold.

    The first is [Across bet, Down bet, Middle bet, line across, line down]; what was folded stands under 0 and no line.
    """
    rates, folds, cards = found.rates, found.folds, len(hands.rest)
    most, none, bets, middles = len(folds), len(rates) - 1, range(1, len(folds)), cards - 2 * ARM
    ways = comb(cards - ARM, ARM) * middles
    sums, apart = middle_sums(hands.lines, hands.lines, rates), np.array([hands.apart(pair) for pair in hands.pairs])
    values, chosen = [int(folds[0, 0]) * len(apart) * ways], [np.zeros(0, np.int64)]
    for across in bets:
        worth = [np.full(len(apart), folds[across, 0] * ways)]
        worth += [(last_choice(sums, middles, across, down, folds)[1] * apart).sum(axis=1) for down in bets]
        values.append(int(np.max(worth, axis=0).sum()))
        chosen.append(most - 1 - np.argmax(worth[::-1], axis=0))
    counted = np.zeros((most, most, most, none + 1, none + 1), np.int64)
    across = max(range(most), key=lambda times: (values[times], times))
    if not across:
        counted[0, 0, 0, none, none] = len(apart) * ways
        return counted, np.array(values)
    has = has_line(hands.lines, none + 1)
    for down in range(most):
        rows = np.flatnonzero(chosen[across] == down)
        if not down:
            counted[across, 0, 0, none, none] = len(rows) * ways
            continue
        choice = last_choice(sums[:, rows], middles, across, down, folds)[0]
        counted[across, down, 0, none, none] = (apart[rows] & (choice == 0)).sum() * middles
        for middle in bets:
            beside = (apart[rows] & (choice == middle)).astype(float) @ has
            both = has[rows].reshape(-1, none + 1).T @ beside.reshape(-1, none + 1)
            counted[across, down, middle, :none, :none] = np.rint(both[:none, :none])
    return counted, np.array(values)


VISIBLE = (0, ARM, 2 * ARM)
"""Cards of the cross that are visible at each decision."""


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
        for shown in VISIBLE[: self._street(cards, community, dealer)]:
            values = self._values(made, cards, community[:shown])
            best = max(range(len(values)), key=lambda at: (values[at], at)) or 1
            street = self.game.streets[len(made)]
            made = (*made, (street.name, street.choices[best]))
        return self._advice(made, cards, community)

    def plays_after(
        self, made: Path, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()
    ) -> str:
        self._street(cards, community, dealer)
        return self._advice(made, cards, community).best

    def _advice(self, made: Path, cards: Sequence[Card], community: Sequence[Card]) -> HandAdvice:
        street, values = self.game.streets[len(made)], self._values(made, cards, community)
        return HandAdvice(street.name, tuple((c.name, value) for c, value in zip(street.choices, values, strict=True)))

    def _values(self, made: Path, cards: Sequence[Card], community: Sequence[Card]) -> list[Fraction]:
        """What each choice is worth after those bets, with those cards visible."""
        found, many = rates_of(self.game), len(self.game.deck) - HOLE
        if not made:
            ways = comb(many, ARM) * comb(many - ARM, ARM) * (many - 2 * ARM)
            worth = self.result.values[self.classes.place(list(cards))].tolist()
            return [Fraction(value, ways * found.scale) for value in worth]
        hands = hands_with(self.game.deck, self.course.ranking, tuple(sorted(int(card) for card in cards)))
        places = [hands.rest.index(int(card)) for card in community]
        across, middles = made[0][1].times, many - 2 * ARM
        one, two = ((hands.pairs == sorted(arm)).all(axis=1) for arm in (places[:ARM], places[ARM:] or places[:ARM]))
        if len(made) == 1:
            ways = comb(many - ARM, ARM) * middles
            sums = middle_sums(hands.lines[one], hands.lines[hands.apart(places)], found.rates)
            best = [last_choice(sums, middles, across, down, found.folds)[1] for down in range(1, len(found.folds))]
            values = [int(found.folds[across, 0]) * ways, *(int(worth.sum()) for worth in best)]
            return [Fraction(value, ways * found.scale) for value in values]
        down = made[1][1].times
        base, *bets = middle_sums(hands.lines[one], hands.lines[two], found.rates).ravel().tolist()
        played = base + across * bets[0] + down * bets[1]
        values = [played + times * bets[2] for times in range(1, len(found.folds))]
        values.insert(0, int(found.folds[across, down]) * middles)
        return [Fraction(value, middles * found.scale) for value in values]

    def _street(self, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card]) -> int:
        fits = len(cards) == HOLE and not dealer and len(community) in VISIBLE
        wanted = f"with {HOLE} cards of one's own and 0, 2 or 4 of the cross, those across first"
        self.verify_decided(cards, community, dealer, fits=fits, wanted=wanted)
        return VISIBLE.index(len(community))

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        many, found = len(self.game.deck) - HOLE, rates_of(self.game)
        ways = comb(many, ARM) * comb(many - ARM, ARM) * (many - 2 * ARM)
        values, choices = self.result.values / (ways * found.scale), self.game.streets[0].choices
        columns = {choice.name: values[:, at] for at, choice in enumerate(choices)}
        words = self.classes.hands
        return curve_of(columns, self.classes.weights, lambda at: format_cards(map(Card, words[at].tolist())))


def _seconds(game: Game) -> float:
    """All arms and middle cards with every two hole cards, twice."""
    left = len(game.deck) - 2
    return 120 * comb(left, 2) ** 2 * left / (comb(50, 2) ** 2 * 50)


SOLVER = Solver(
    "cross",
    lambda game: isinstance(game.course, Cross),
    solve_cross,
    CrossSolution,
    seconds=_seconds,
    prepare=verify_cross,
    keeping=Keeping(vars, lambda game, arrays: CrossResult(**arrays), ships=True),
)
