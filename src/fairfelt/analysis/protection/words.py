"""The strategy of a player who knows more, in words short enough to be signaled across a table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.exact import Solution, Unsolved, percent_text
from fairfelt.engine.solution import StreetByStreetSolution
from fairfelt.engine.strategy import short_strategy_of
from fairfelt.rules import Game

LATER = "the choice of greatest value, which depends on all cards in sight"


def explain(solution: Solution) -> tuple[ShortRule, ...]:
    """As ordinary play is explained, or how often each choice is made."""
    if not isinstance(solution, StreetByStreetSolution):
        try:
            return short_strategy_of(solution).rules
        except Unsolved:
            pass
    return frequency_rules(solution)


def explain_with(game: Game, rule: ShortRule, best_play: Iterable[ShortRule]) -> tuple[ShortRule, ...]:
    """A rule for the first decision, what is done at later ones, and how often best play makes each choice."""
    later = (ShortRule(street.name, LATER) for street in game.streets[1:])
    often = (ShortRule(f"{each.street}, best play", each.words) for each in best_play)
    return (rule, *later, *often)


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
