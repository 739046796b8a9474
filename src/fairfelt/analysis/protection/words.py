"""The strategy of a player who knows more, in words short enough to be signaled across a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from fairfelt.engine import Solution, Unsolved, percent_text
from fairfelt.engine.answers.strategy import ShortRule
from fairfelt.engine.estimate.interval import Interval
from fairfelt.engine.solution import StreetByStreetSolution
from fairfelt.engine.strategy import short_strategy_of
from fairfelt.rules import Game

from .short_rules.learner import Priced
from .short_rules.price import priced_rule

NO_RULE = "no short rule that was tried gains on play by what the rules show"
LATER = "the choice of greatest value, which depends on all cards in sight"


@dataclass(frozen=True)
class Explanation:
    """A strategy in words, and the player's edge by it where it says what to do at the first decision."""

    rules: tuple[ShortRule, ...]
    edge: Fraction | None = None
    interval: Interval | None = None
    """Of that edge, where the rule was priced by a sample."""


def explain(solution: Solution) -> Explanation:
    """A rule by the cards that are seen; else as ordinary play is explained, or how often each choice is made."""
    if priced := priced_rule(solution):
        return explain_with(solution.game, priced, frequency_rules(solution))
    if isinstance(solution, StreetByStreetSolution):
        return Explanation(frequency_rules(solution))
    try:
        return Explanation(short_strategy_of(solution).rules)
    except Unsolved:
        return Explanation(frequency_rules(solution))


def explain_with(game: Game, priced: Priced, best_play: Iterable[ShortRule]) -> Explanation:
    """A rule for the first decision, what is done at later ones, and how often best play makes each choice."""
    later = (ShortRule(street.name, LATER) for street in game.streets[1:])
    often = (ShortRule(f"{rule.street}, best play", rule.words) for rule in best_play)
    return Explanation((priced.rule, *later, *often), priced.edge, priced.interval)


def explain_without(game: Game, best_play: Iterable[ShortRule]) -> Explanation:
    """No rule for the first decision, and why; with how often best play makes each choice."""
    often = (ShortRule(f"{rule.street}, best play", rule.words) for rule in best_play)
    return Explanation((ShortRule(game.streets[0].name, NO_RULE), *often))


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
