"""The strategy at the table: the choice to make in a state of the round, and how often each is the first."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from fairfelt.rules import Choice, Decide
from fairfelt.rules.courses.blackjack.facts import Doubled
from fairfelt.rules.courses.blackjack.hand import (
    DOUBLES,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    KEEP,
    STAND,
    SURRENDER,
    ZAP,
    ZAPPING,
    Hand,
    street_of,
)
from fairfelt.rules.courses.blackjack.round import BlackjackState
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, BlackjackRules

from ..dealer import natural_card
from ..hands import Counts, all_hands
from ..play import Move
from ..settling import FREE, MONEY
from ..strategy import Plan, Strategy

SPLIT = "split"
MOVE_NAMES = {
    Move.SURRENDER: SURRENDER.name,
    Move.STAND: STAND.name,
    Move.HIT: HIT.name,
    Move.FREE_DOUBLE: FREE_DOUBLE.name,
    Move.DOUBLE: DOUBLES[0],
}


def choice_at(strategy: Strategy, state: BlackjackState, decide: Decide) -> Choice:
    """What the strategy does with the hand whose turn it is."""
    if decide.street == ZAPPING:
        return ZAP if all_hands().of(*state.hand(decide.player, 1).cards) in strategy[state.dealer[0]].zaps else KEEP
    place = state.in_play()
    assert place, "somebody decides"
    name = choice_with(strategy[state.dealer[0]], state.hand(*place), tuple(c.name for c in decide.choices))
    return next(choice for choice in decide.choices if choice.name == name)


def choice_with(plan: Plan, hand: Hand, offered: tuple[str, ...]) -> str:
    """The name of the choice with one hand."""
    place, doublings = all_hands().of(*hand.cards), (hand.doubled is not Doubled.NO) + hand.again
    for split in (FREE_SPLIT.name, SPLIT):
        if split in offered and hand.cards[0] in plan.splits:
            return split
    moves = (plan.after_split if hand.split_from else plan.moves)[FREE if hand.free else MONEY]
    move = Move(int(moves[doublings, place]))
    name = DOUBLES[doublings] if move is Move.DOUBLE else MOVE_NAMES[move]
    return name if name in offered else STAND.name


def first_choices(rules: BlackjackRules, shoe: Counts, strategy: Strategy) -> dict[tuple[str, str], Fraction]:
    """The probability of each choice with the first two cards, by street; a natural leaves nothing to choose.

    Hands that are exchanged are no more told of.
    """
    made: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for up, plan in strategy.items():
        for low in range(ACE, TEN + 1):
            for high in range(low, TEN + 1):
                hand = Hand((low, high), waits=False)
                looked = rules.peeks
                if hand.may_zap(rules):
                    zapped = all_hands().of(low, high) in plan.zaps
                    before = _played(rules, shoe, up, low, high, looked=looked and not rules.zaps_before_peek)
                    made[ZAPPING.name, (ZAP if zapped else KEEP).name] += before
                    if zapped:
                        continue
                if not hand.natural and (chance := _played(rules, shoe, up, low, high, looked=looked)):
                    offered = tuple(choice.name for choice in hand.offered(1, 1, rules))
                    made[street_of(1, rules).name, choice_with(plan, hand, offered)] += chance
    return dict(made)


def _played(rules: BlackjackRules, shoe: Counts, up: int, low: int, high: int, *, looked: bool) -> Fraction:
    """The probability of those cards, and that a dealer who has looked has no natural."""
    left, cards, ways = list(shoe), sum(shoe), 1 if low == high else 2
    chance = Fraction(ways)
    for card in (up, low, high):
        chance *= Fraction(left[card - 1], cards)
        left[card - 1], cards = left[card - 1] - 1, cards - 1
    hole = natural_card(rules, up)
    return chance * (1 - Fraction(left[hole - 1], cards)) if hole and looked else chance
