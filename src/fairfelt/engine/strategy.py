"""Strategies that people follow: short rules, their cost, and play for two bets together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import ShortRule, ShortStrategy, StrategyResult
from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.bets.census import ranked_hands
from fairfelt.engine.core.decisions import weighted_sums
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.solvers.ladder import LadderSolution
from fairfelt.engine.solvers.showdown import ShowdownSolution
from fairfelt.rules import Cards, Choice, Game, Strategy, VisibleHand, Wager
from fairfelt.rules.cards import ALL_CARDS, JOKER_SYMBOL, RANKS, Card, Deck, SuitClasses, UpCardClasses, card
from fairfelt.rules.hands import LINE_BITS, Ranking

from .solution import Solution, StreetByStreetSolution
from .solve import solve

# What a strategy costs that is not the best one: the same exact sums, with the choices its rule makes.


_followed: WeakKeyDictionary[Any, dict[Strategy, StrategyResult]] = WeakKeyDictionary()
"""By the result of a solved game."""


def follow(solution: Solution, strategy: Strategy) -> StrategyResult:
    """Count the round with the choices of that rule; remembered as long as the solved game is."""
    known = _followed.setdefault(getattr(solution, "result", solution), {})
    if strategy not in known:
        if isinstance(solution, ShowdownSolution):
            round_ = _follow_showdown(solution, strategy)
        else:
            round_ = solution.follow(strategy)
        cost = round_.house_edge - solution.round.house_edge
        known[strategy] = StrategyResult(**vars(round_), strategy=strategy, cost=cost)
    return known[strategy]


def _follow_showdown(solution: ShowdownSolution, strategy: Strategy) -> RoundPar:
    result, street = solution.result, solution.game.streets[0].name
    chosen = _chosen(solution, strategy)
    weights = result.classes.weights
    results = weighted_sums(chosen, weights, result.values[np.arange(len(chosen)), chosen])
    edge = Fraction(-sum(results), solution.total * result.problem.scale)
    stakes = np.array([sum(solution.game.stakes({street: choice}).values()) for choice in solution.choices], np.int64)
    average = Fraction(sum(weighted_sums(chosen, weights, stakes[chosen])), int(weights.sum()))
    return RoundPar(solution.total, edge, average, None, ())


def _chosen(solution: ShowdownSolution, strategy: Strategy) -> NDArray[np.int64]:
    """The number of the choice for each class; the rule is asked once for all that look the same to it."""
    classes = solution.result.classes
    own = classes.own if isinstance(classes, UpCardClasses) else classes
    if not isinstance(own, SuitClasses):
        raise Unsolved(f"{solution.game.title}: its hands are counted by cells that do not show their ranks")
    ups = len(classes) // len(own)
    values = solution.result.seen[::ups]
    ranks = np.sort(np.where(own.hands < ALL_CARDS - 1, own.hands % len(RANKS), len(RANKS)), axis=1)[:, ::-1]
    shifts = 4 * np.arange(ranks.shape[1])
    looks = values.astype(np.int64) << 4 * ranks.shape[1] | (ranks.astype(np.int64) << shifts).sum(axis=1)
    _, examples, look = np.unique(looks, return_index=True, return_inverse=True)
    shown = _letters(solution.game.deck) if ups > 1 else {"": [0]}
    table = np.zeros((len(examples), ups), np.int64)
    for at, example in enumerate(examples):
        held = "".join((RANKS + JOKER_SYMBOL)[rank] for rank in ranks[example])
        for up, places in shown.items():
            choice = strategy.choose(VisibleHand(int(values[example]), held, up))
            table[at, places] = solution.choices.index(choice)
    return table[look].ravel()


def _letters(deck: Deck) -> dict[str, list[int]]:
    """The cards of each rank in the deck."""
    found: dict[str, list[int]] = {}
    for face in deck.faces:
        found.setdefault(str(face)[0], []).append(face)
    return found


# Two cards in the notation of players: "33+, A2+, K5o+" for what is bet before a shared card is seen.


SUITED, OFFSUIT = "s", "o"


def starting_hands(deck: Deck) -> dict[str, tuple[Card, Card]]:
    """Every kind of two cards by its name, with an example, the lowest first."""
    ranks = [RANKS.index(letter) for letter in sorted(deck.ranks, key=RANKS.index)]
    first, *others = sorted({face.suit for face in deck.faces})
    found = {}
    for high in ranks:
        for low in (rank for rank in ranks if rank <= high):
            name = RANKS[high] + RANKS[low]
            if others:
                found[name if high == low else name + OFFSUIT] = card(high, first), card(low, others[0])
            if high != low:
                found[name + SUITED] = card(high, first), card(low, first)
    return found


def holdings_text(names: Sequence[str], deck: Deck) -> str:
    """Names of starting hands, those that follow each other together."""
    letters = sorted(deck.ranks, key=RANKS.index)
    chosen = set(names)
    words = [*_runs([rank * 2 for rank in letters], chosen)]
    for at, high in reversed([*enumerate(letters)]):
        suited, offsuit = ([*_runs([high + low + kind for low in letters[:at]], chosen)] for kind in "so")
        plain = [word.replace(SUITED, "") for word in suited]
        words += plain if plain == [word.replace(OFFSUIT, "") for word in offsuit] else [*suited, *offsuit]
    return ", ".join(words)


def _runs(ladder: list[str], chosen: set[str]) -> Iterator[str]:
    """Neighbors on a ladder that are chosen: up to its end "K5o+", a single one "72o", others "32o-72o"."""
    start: int | None = None
    for at, name in enumerate([*ladder, ""]):
        if name in chosen:
            start = at if start is None else start
        elif start is not None:
            first, last = ladder[start], ladder[at - 1]
            yield first if first == last else f"{first}+" if at == len(ladder) else f"{first}-{last}"
            start = None


# A game and a bet that a fold would lose, decided together: a paying hand may be worth playing on.
#
# The solver has valued every choice of every class of hands. What the bet pays for a hand that is not folded comes on
# top, hand by hand, as far as either of the two can tell hands apart; nothing has to be counted again.


@dataclass(frozen=True)
class JointPlay:
    """Best play of a game with a bet beside it."""

    house_edge: Fraction
    """Of the game alone, when it is played so; in units of the Ante."""
    kept: Mapping[int, Fraction]
    """The probability of each line of the bet's ranking in a hand that is not folded."""
    played_on: Mapping[int, Fraction]
    """The same for hands that best play of the game alone would fold."""


@dataclass(frozen=True)
class _Line:
    """The hands of one line, those that gain most by not being folded first."""

    gains: tuple[int, ...]
    """What playing on brings beyond a fold; a hand is played where this and the bet come to nothing or more."""
    hands: tuple[int, ...]
    """How many of the first n hands there are, from none on."""
    brings: tuple[int, ...]
    """What their gains come to."""

    def played(self, extra: Fraction) -> int:
        """How many of its entries are played on with so much more for it."""
        return bisect_right(self.gains, extra, key=lambda gain: Fraction(-gain))


@dataclass(frozen=True)
class JointValues:
    """A game with a bet beside it, ready to be decided for anything that the bet may be worth."""

    lines: Mapping[int, _Line]
    folded: int
    """What the game brings if every hand is folded."""
    hands: int
    unit: int
    """What one Ante is in these whole numbers."""

    def play(self, worth: Mapping[int, Fraction]) -> JointPlay:
        """Best play where the lines of the bet are worth so much, in units of the Ante, unless they are folded."""
        value, kept, played_on = self.folded, dict[int, Fraction](), dict[int, Fraction]()
        for name, line in sorted(self.lines.items(), reverse=True):
            played, alone = line.played(worth.get(name, Fraction(0)) * self.unit), line.played(Fraction(0))
            value += line.brings[played]
            for found, count in ((kept, line.hands[played]), (played_on, line.hands[played] - line.hands[alone])):
                if count:
                    found[name] = Fraction(count, self.hands)
        return JointPlay(-Fraction(value, self.hands * self.unit), kept, played_on)


def joint_values(solution: Solution, wager: Wager) -> JointValues:
    """Value every hand of a game, line by line of a bet that a fold loses."""
    game, ranking = solution.game, wager.ranking
    if not isinstance(solution, ShowdownSolution) or isinstance(solution.result.classes, UpCardClasses):
        raise Unsolved(f"{game.title}: a bet that a fold loses is decided with the game at one decision only")
    if ranking is None or wager.on is not Cards.OWN:
        raise Unsolved(f"{game.title}: {wager.name} reads more than the player's own cards; no joint solver yet")
    result = solution.result
    hands, weights = ranked_hands(ranking, game.deck, game.hole)
    lines, values = ranking.batch(hands) >> LINE_BITS, result.values[result.classes.places(hands)]
    folds = np.array([choice.folds for choice in solution.choices])
    fold, gains = values[:, folds].max(axis=1), values[:, ~folds].max(axis=1) - values[:, folds].max(axis=1)
    return JointValues(
        lines={int(line): _line(gains[lines == line], weights[lines == line]) for line in np.unique(lines)},
        folded=sum(int(n) * int(value) for n, value in zip(weights, fold, strict=True)),
        hands=int(weights.sum()),
        unit=result.following * result.problem.scale,
    )


def _line(gains: NDArray[np.int64], weights: NDArray[np.int64]) -> _Line:
    each, place = np.unique(-gains, return_inverse=True)
    counted = np.zeros(len(each), np.int64)
    np.add.at(counted, place, weights)
    worths = [-int(gain) for gain in each]
    counts = [int(count) for count in counted]
    brings = accumulate((gain * count for gain, count in zip(worths, counts, strict=True)), initial=0)
    return _Line(tuple(worths), tuple(accumulate(counts, initial=0)), tuple(brings))


# The best strategy by steps: the better the hand, the larger the bet, each from some hand on.


@dataclass(frozen=True)
class Steps:
    """From which value on each choice is made, and the summed result of going by that."""

    result: int
    starts: tuple[tuple[int, int], ...]
    """Choices and the least value each is made with, from the smallest bet up; the first is made from the start."""


def best_steps(
    seen: NDArray[np.int64], weights: NDArray[np.int64], choices: Sequence[NDArray[np.int64]], least: Sequence[int] = ()
) -> Steps:
    """The best of all such strategies, by exact sums; choices in ascending order of the bet, some from a hand on only.

    Of equal results the larger bet is taken.
    """
    kinds, kind = np.unique(seen, return_inverse=True)
    sums = [weighted_sums(kind, weights, values) for values in choices]
    floors = least or [0] * len(choices)
    ways: list[Steps | None] = [Steps(0, ())] + [None] * (len(choices) - 1)
    for at, value in enumerate(kinds.tolist()):
        for choice in reversed(range(len(choices))):
            way = _best(ways[: choice + 1]) if value >= floors[choice] else None
            if way:  # the same way with one more kind of hand
                goes_on = way.starts and way.starts[-1][0] == choice
                starts = way.starts if goes_on else (*way.starts, (choice, value))
                way = Steps(way.result + sums[choice][at], starts)
            ways[choice] = way
    best = _best(ways)
    assert best, "the smallest bet can always be made"
    return best


def _best(ways: Sequence[Steps | None]) -> Steps | None:
    """Of equal ways the one with the larger bet, which comes last."""
    possible = [way for way in reversed(ways) if way]
    return max(possible, key=lambda way: way.result, default=None)


# The strategy a person can remember: bet from one hand on at each street, and what that costs against perfect play.


PAIR = 2
FORGIVEN = Fraction(1, 10_000)
"""A rule by whole lines is taken if it costs no more than this part of the Ante beyond the sharper one."""


def short_strategy(game: Game) -> ShortStrategy:
    """The best strategy that bets from some hand on at each street."""
    return short_strategy_of(solve(game))


def short_strategy_of(solution: Solution, *, best_s: float = 0.0) -> ShortStrategy:
    """The same of a game that is solved already; the best setting of hands is counted if it takes these seconds."""
    if isinstance(solution, ShowdownSolution):
        return _showdown_rule(solution)
    if isinstance(solution, LadderSolution):
        return _ladder_rules(solution)
    if isinstance(solution, StreetByStreetSolution):
        return _best_play(solution)
    short, best = _strategy(solution, *solution.short_rules()), solution.best_round(best_s)
    if best:
        return replace(short, cost=short.house_edge - best.house_edge, against_best=True)
    with suppress(Unsolved):
        short = replace(short, known=tuple(follow(solution, strategy) for strategy in solution.game.strategies))
    return short


def _showdown_rule(solution: ShowdownSolution) -> ShortStrategy:
    result, choices = solution.result, solution.choices
    if [choice.folds for choice in choices].count(True) != 1:
        raise Unsolved(f"{solution.game.title}: the short strategy is for games in which one may fold")
    seen, weights, columns = result.seen.astype(np.int64), result.classes.weights, list(result.values.T)
    unit = Fraction(1, solution.total * result.problem.scale)
    floors = result.problem.floors
    sharp = best_steps(seen, weights, columns, floors)
    blunt = best_steps(seen >> LINE_BITS << LINE_BITS, weights, columns, floors)
    rule = blunt if (sharp.result - blunt.result) * unit <= FORGIVEN else sharp
    steps = [(choices[choice], value) for choice, value in rule.starts]
    street, ranking = solution.game.streets[0].name, result.problem.showdown.ranking
    words = threshold_words(steps, ranking, first_of_lines(seen))
    known = tuple(follow(solution, strategy) for strategy in solution.game.strategies)
    return replace(_strategy(solution, (ShortRule(street, words),), -rule.result * unit), known=known)


def first_of_lines(seen: NDArray[np.int64]) -> dict[int, int]:
    """The least value on each line."""
    return {value >> LINE_BITS: value for value in reversed(np.unique(seen).tolist())}


def _ladder_rules(solution: LadderSolution) -> ShortStrategy:
    """Try every length at the last street; each gives the hole cards a value, and the best length for them."""
    result = solution.result
    ladder, game = result.ladder, solution.game
    advice = ladder.advice
    hole = advice.batch(result.classes.hands).astype(np.int64) >> LINE_BITS
    fold = np.full(len(hole), ladder.folds[0] * ladder.following[0])
    tries = []
    late_fold = ladder.folds[1] * ladder.following[1]
    for late in range(game.hole + int(ladder.reveals[1]) + 1):
        seen = result.late_counts[:, :late].sum(axis=1)
        go_on = result.late_values[:, late:].sum(axis=1) + late_fold * seen
        early = best_steps(hole, result.classes.weights, (fold, go_on))
        tries.append((early.result, -late, early.starts[-1][1]))
    value, late, early_line = max(tries)
    rules = []
    for street, line in zip(game.streets, (early_line, -late), strict=True):
        fold_or_bet = sorted(street.choices, key=lambda choice: not choice.folds)
        steps = list(zip(fold_or_bet, (0, line << LINE_BITS), strict=True))
        rules.append(ShortRule(street.name, threshold_words(steps, advice, {})))
    return _strategy(solution, tuple(rules), Fraction(-value, solution.total * ladder.scale))


UNLISTED = "the choice of greatest value, which depends on all cards in sight: ask about a hand"
"""Of a street at which no rule is short."""


def _best_play(solution: StreetByStreetSolution) -> ShortStrategy:
    """No threshold says what to do with visible shared cards; what to do with two cards can be listed in full."""
    if not solution.game.streets:
        return _strategy(solution, (), solution.round.house_edge)
    first, *later = solution.game.streets
    words = _by_starting_hand(solution) if solution.game.hole == PAIR and not first.community else UNLISTED
    rules = (ShortRule(first.name, words), *(ShortRule(street.name, UNLISTED) for street in later))
    return _strategy(solution, rules, solution.round.house_edge)


def _by_starting_hand(solution: StreetByStreetSolution) -> str:
    """The largest bet first, each choice with its hands; the one for most hands comes last and without them."""
    deck, choices = solution.game.deck, solution.game.streets[0].choices
    hands = starting_hands(deck)
    best = solution.decide(0, np.array(list(hands.values()), np.uint8))
    made = {choice: [name for name, at in zip(hands, best, strict=True) if choices[at] is choice] for choice in choices}
    rest = max(choices, key=lambda choice: len(made[choice]))
    bets = [f"{c.name} with {holdings_text(made[c], deck)}" for c in reversed(choices) if made[c] and c is not rest]
    return "; ".join([*bets, f"otherwise {rest.name}"])


def threshold_words(steps: Sequence[tuple[Choice, int]], ranking: Ranking, first_of_lines: Mapping[int, int]) -> str:
    """The largest bet first: "Play 3x with a flush or better, Play with a pair or better, otherwise fold"."""
    (least, _), *higher = steps
    if not higher:
        return f"{least.name} with every hand"
    rules = []
    for choice, value in reversed(higher):
        line = value >> LINE_BITS
        whole_line = value <= first_of_lines.get(line, value)
        hand = f"a {ranking.lines[line].name}" if whole_line else ranking.describe(value)
        rules.append(f"{choice.name} with {hand} or better")
    return f"{', '.join(rules)}, otherwise {least.name}"


def _strategy(solution: Solution, rules: tuple[ShortRule, ...], house_edge: Fraction) -> ShortStrategy:
    cost = house_edge - solution.round.house_edge
    return ShortStrategy(rules, house_edge, cost, against_best=not solution.by_house_way)
