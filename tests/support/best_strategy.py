"""The best strategy of blackjack for some rules and some shoe, and how its rounds end, with no game around them."""

from __future__ import annotations

from fairfelt.engine.courses.blackjack.count import RoundChances, count_views
from fairfelt.engine.courses.blackjack.hands import Counts, views_of
from fairfelt.engine.courses.blackjack.strategy import Strategy, best_plan, up_cards
from fairfelt.rules.courses.blackjack.rules import BlackjackRules


def best_strategy(rules: BlackjackRules, shoe: Counts) -> Strategy:
    """The best plan against every up card."""
    return {up: best_plan(rules, shoe, up) for up in up_cards(shoe)}


def count_rounds(rules: BlackjackRules, shoe: Counts, strategy: Strategy) -> RoundChances:
    """Follow a strategy through every deal."""
    return count_views(rules, shoe, views_of(rules, shoe, strategy))
