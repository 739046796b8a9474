"""The exact value of every choice with a first hand."""

from __future__ import annotations

from fractions import Fraction

from fairfelt.rules.courses.blackjack.hand import FREE_SPLIT, Hand
from fairfelt.rules.courses.blackjack.rules import BlackjackRules

from ..composition import ExactValues
from ..hands import Counts, all_hands
from ..settling import FREE, MONEY
from ..strategy import Plan
from .choices import MOVE_NAMES

MOVES = {name: move for move, name in MOVE_NAMES.items()}


def values_of(
    rules: BlackjackRules, shoe: Counts, plan: Plan, cards: tuple[int, ...], up: int
) -> tuple[tuple[str, Fraction], ...]:
    """Each choice in units of the bet, all later ones being those of the plan; a dealer who has looked goes on."""
    held = Hand(tuple(sorted(cards)), waits=False)
    look, hand = ExactValues(rules, shoe, up), all_hands().of(*cards)
    offered = [choice.name for choice in held.offered(1, 1, rules)]
    return tuple((name, _value(look, plan, hand, name) / look.live(hand)) for name in offered)


def _value(look: ExactValues, plan: Plan, hand: int, name: str) -> Fraction:
    if name in MOVES:
        moves = plan.moves[MONEY].copy()
        moves[0, hand] = MOVES[name]
        return look.net(hand, moves, MONEY)
    card, stake = int(all_hands().counts[hand].argmax()) + 1, FREE if name == FREE_SPLIT.name else MONEY
    first, *paid = look.split(card, plan.after_split[MONEY], MONEY)
    others = look.split(card, plan.after_split[FREE], FREE)[1:] if stake is FREE else paid
    return first + sum(others, Fraction(0))
