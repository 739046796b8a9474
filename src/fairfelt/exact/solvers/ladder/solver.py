"""Games against a paytable with a decision before each further shared card: backward induction over what is seen."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import RANKS_PER_SUIT, SuitClasses, suit_classes
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.endings import Ending, scaled_net
from fairfelt.exact.core.problem import Unsolved, has_one_deck, verify_results
from fairfelt.exact.core.rows import pay_scale
from fairfelt.exact.core.tree import Path
from fairfelt.hands import LINE_BITS, TrackRanking
from fairfelt.rules import Cards, Choice, Facts, Game

from .kernel import Tables, floor_values, growth_table, last_values, value_classes

PARTS = 64
SUITS = 4


@dataclass(frozen=True, eq=False)
class LadderProblem:
    """A game of fold or go on, in integers."""

    game: Game
    ranking: TrackRanking
    advice: TrackRanking
    """By what a person remembers when to bet."""
    scale: int
    reveals: NDArray[np.int64]
    """Shared cards turned over before each decision, and after the last."""
    folds: NDArray[np.int64]
    """[street]: scaled result of folding there."""
    nets: NDArray[np.int64]
    """[line]: scaled result of going on to the end."""

    @cached_property
    def following(self) -> NDArray[np.int64]:
        """Combinations of shared cards yet to come at each street."""
        left = len(self.game.deck) - self.game.hole
        ways, counts = 1, [1]
        for at in range(len(self.reveals) - 1, 0, -1):
            seen = int(self.reveals[:at].sum())
            ways *= comb(left - seen, int(self.reveals[at]))
            counts.append(ways)
        return np.array(counts[::-1], np.int64)

    @property
    def ranks(self) -> int:
        """Ranks of the deck, as a mask."""
        return sum(1 << rank for rank in {card.rank for card in self.game.deck.faces})

    @cached_property
    def tables(self) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
        """Values of masks, what one more card makes of them, and what that brings."""
        grown = growth_table(self.ranks, self.ranking.table[0], len(self.nets))
        return self.ranking.table[0], grown, floor_values(grown, self.nets)

    def masks(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Each hand as masks of the deck's suits."""
        bits = np.int64(1) << (hands % RANKS_PER_SUIT).astype(np.int64)
        suits = sorted({card.suit for card in self.game.deck.faces})
        return np.stack([(bits * (hands // RANKS_PER_SUIT == s)).sum(axis=1) for s in suits], axis=1)


@dataclass(frozen=True, eq=False)
class LadderResult:
    """The solved ladder: classes of hole cards with their values, and how all rounds end."""

    ladder: LadderProblem
    classes: SuitClasses
    values: NDArray[np.int64]
    """[class]: scaled result of going on, summed over all that can follow."""
    late_values: NDArray[np.int64]
    """[class, line]: what the second bet brings by the line then seen, for rules of thumb…"""
    late_counts: NDArray[np.int64]
    """…and how often that line is seen."""
    endings: tuple[int, ...]
    """Combinations that end by folding at each street, then on each line."""


def fits(game: Game) -> bool:
    """Against a paytable by the best of a hand's tracks."""
    return not game.showdown and has_one_deck(game) and isinstance(game.wagers[0].ranking, TrackRanking)


def ladder_problem(game: Game) -> LadderProblem:
    """Put a game in integers; refuse one that needs another solver."""
    ranking = _only_ranking(game)
    scale = pay_scale(game)
    reveals = _reveals(game)
    path = {street.name: _bet(game, street.choices) for street in game.streets}
    bets = tuple(path.items())
    folds = [_net(game, (*bets[:at], _fold(game, at)), 0, scale) for at in range(len(bets))]
    nets = [_net(game, bets, line, scale) for line in range(len(ranking.lines))]
    advice, tables = _advice(game, ranking), map(np.array, (reveals, folds, nets))
    ladder = LadderProblem(game, ranking, advice, scale, *tables)
    verify_results(game, [folds, nets], int(ladder.following[0]), scale)
    return ladder


def solve_ladder(game: Game, executor: Executor | None = None) -> LadderResult:
    """Solve for every class of hole cards."""
    ladder = ladder_problem(game)
    classes = suit_classes(ladder.game.deck, ladder.game.hole)
    lines = ladder.advice.table[0] >> LINE_BITS
    values, grown, brings = ladder.tables
    part = partial(
        _value_part, int(ladder.reveals[1]), ladder.ranks, Tables(values, lines, brings), grown,
        len(ladder.advice.lines), ladder.folds, ladder.following, len(ladder.folds) + len(ladder.nets),
    )  # fmt: skip
    parts = run_tasks(part, split_evenly(PARTS, ladder.masks(classes.hands), classes.weights), executor)
    *by_class, endings = zip(*parts, strict=True)
    summed, late_values, late_counts = map(np.concatenate, by_class)
    ends = tuple(np.sum(endings, axis=0).tolist())
    return LadderResult(ladder, classes, summed, late_values, late_counts, ends)


def _value_part(
    reveal: int, ranks: int, tables: Tables, grown: NDArray[np.int64], seen: int,
    folds: NDArray[np.int64], following: NDArray[np.int64], ends: int,
    masks: NDArray[np.int64], weights: NDArray[np.int64],
) -> tuple[NDArray[np.int64], ...]:  # fmt: skip
    """Some of the classes: their values, late values and late counts, and how their rounds end."""
    late_values, late_counts = np.zeros((2, len(masks), seen), np.int64)
    found = (np.zeros(len(masks), np.int64), late_values, late_counts, np.zeros(ends, np.int64))
    value_classes(reveal, masks, weights, ranks, tables, grown, folds, following, *found)
    return found


def last_bets(ladder: LadderProblem, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """For hands seen at the last decision, the scaled value of betting, summed over the last card."""
    values = np.zeros(len(hands), np.int64)
    table, _, brings = ladder.tables
    last_values(ladder.masks(hands), table, brings, values)
    return values


def _reveals(game: Game) -> list[int]:
    """Shared cards before the first decision, before the second, and after it."""
    before = [street.community for street in game.streets]
    reveals = [*before, game.deal.count(Cards.COMMUNITY) - sum(before)]
    if len(before) != 2 or reveals[0] or reveals[1] not in (1, 2) or reveals[2] != 1:
        raise Unsolved(
            f"{game.title}: games against a paytable are solved with two decisions and one last card only so far"
        )
    return reveals


def _only_ranking(game: Game) -> TrackRanking:
    """The one ranking all wagers of the game itself are paid by."""
    readings = {(w.ranking, w.on, w.against, w.first, w.survives_fold) for w in game.wagers if w.is_base}
    ranking, *read = next(iter(readings))
    one_hand = len(readings) == 1 and read == [Cards.OWN | Cards.COMMUNITY, None, 0, False]
    if not one_hand or not isinstance(ranking, TrackRanking) or ranking.tracks != SUITS or ranking.wilds:
        raise Unsolved(
            f"{game.title}: games against a paytable are solved by the flushes of one natural deck only so far"
        )
    if not ranking.tells.exchanges_suits:
        raise Unsolved(
            f"{game.title}: {ranking.name} tells suits or single cards apart, and flushes are counted up to an "
            "exchange of suits; no exact solver yet"
        )
    return ranking


def _advice(game: Game, ranking: TrackRanking) -> TrackRanking:
    advice = game.advice or ranking
    if not isinstance(advice, TrackRanking) or advice.tracks != SUITS or advice.wilds:
        raise Unsolved(f"{game.title}: rules of thumb go by the flushes of one natural deck only so far")
    return advice


def _bet(game: Game, choices: tuple[Choice, ...]) -> Choice:
    folding = [c for c in choices if c.folds]
    betting = [c for c in choices if c.bet]
    if len(folding) != 1 or len(betting) != 1 or len(choices) != 2:
        raise Unsolved(f"{game.title}: only decisions between folding and one bet are solved so far")
    return betting[0]


def _fold(game: Game, at: int) -> tuple[str, Choice]:
    street = game.streets[at]
    return street.name, next(choice for choice in street.choices if choice.folds)


def _net(game: Game, path: Path, line: int, scale: int) -> int:
    return scaled_net(game, Ending(path, Facts(player=line), line, 0), scale)
