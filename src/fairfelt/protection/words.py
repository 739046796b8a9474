"""The strategy of somebody who knows more, in words short enough to be signaled across a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

import numpy as np

from fairfelt.answers.strategy import ShortRule
from fairfelt.cards import RANK_NAMES, RANKS
from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT, UpCardClasses
from fairfelt.exact import Solution, Unsolved, percent_text
from fairfelt.exact.solution import StreetByStreetSolution
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.exact.strategy.short import first_of_lines, short_strategy_of, threshold_words
from fairfelt.exact.strategy.steps import best_steps


def rules_of(solution: Solution) -> tuple[ShortRule, ...]:
    """By the card that is seen where there is one; else as ordinary play is told, or how often each choice is made."""
    if isinstance(solution, ShowdownSolution) and isinstance(solution.result.classes, UpCardClasses):
        return tuple(_by_card_seen(solution))
    if isinstance(solution, StreetByStreetSolution):
        return frequency_rules(solution)
    try:
        return short_strategy_of(solution).rules
    except Unsolved:
        return frequency_rules(solution)


def frequency_rules(solution: Solution) -> tuple[ShortRule, ...]:
    """How often each choice is made, of all rounds, where no rule is short."""
    found = []
    for street, rows in groupby(solution.decisions, key=lambda row: row.street):
        found.append(frequency_rule(street, ((row.choice, row.frequency) for row in rows), digits=2))
    return tuple(found)


def frequency_rule(street: str, made: Iterable[tuple[object, Fraction]], *, digits: int) -> ShortRule:
    """How often each choice of one street is made; those that never are, are left out."""
    words = ", ".join(f"{choice} {percent_text(often, digits)}" for choice, often in made if often)
    return ShortRule(street, f"depends on all that is seen; of all rounds: {words}")


def _by_card_seen(solution: ShowdownSolution) -> Iterator[ShortRule]:
    """A threshold for each rank of the card that is seen, ranks of one rule together, the lowest first."""
    words = [(rank, _threshold(solution, rank)) for rank in range(RANKS_PER_SUIT)]
    there = [(rank, rule) for rank, rule in words if rule]
    for rule, group in groupby(there, key=lambda pair: pair[1]):
        ranks = [rank for rank, _ in group]
        seen = RANK_NAMES[ranks[0]] if len(ranks) == 1 else f"{RANK_NAMES[ranks[0]]} to {RANK_NAMES[ranks[-1]]}"
        yield ShortRule(f"{solution.game.streets[0].name}, {seen} seen", rule)


def _threshold(solution: ShowdownSolution, rank: int) -> str:
    """The best rule by hands from some hand on, with a card of that rank in sight."""
    result, problem = solution.result, solution.result.problem
    up_card = np.arange(len(result.seen)) % ALL_CARDS
    joker = up_card == ALL_CARDS - 1
    here = (up_card % RANKS_PER_SUIT == rank) & ~joker & (result.classes.weights > 0)
    if not here.any() or RANKS[rank] not in solution.game.deck.ranks:
        return ""
    seen = result.seen[here].astype(np.int64)
    steps = best_steps(seen, result.classes.weights[here], list(result.values[here].T), problem.floors)
    named = [(solution.choices[choice], value) for choice, value in steps.starts]
    return threshold_words(named, problem.showdown.ranking, first_of_lines(seen))
