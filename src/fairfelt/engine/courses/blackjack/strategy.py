"""The best strategy by the cards of a hand and the up card, its choices at the table, and basic strategy in words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import ChartCell, StrategyChart
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
from fairfelt.rules.courses.blackjack.rules import ACE, TEN, TWENTY_ONE, BlackjackRules, Surrender

from .dealer import UpCardOdds, orders_for
from .hands import (
    BUST,
    FREE,
    MONEY,
    Counts,
    Hands,
    Ints,
    Stake,
    all_hands,
    dealt_chance,
    natural_card,
    without,
)
from .play import HandTable, Move, Moves, MoveValues, SplitPairs, best_moves

# The best strategy by the cards of a hand and the up card: found hand by hand from the end back.


@dataclass(frozen=True, eq=False)
class Plan:
    """What to do against one up card. A pair that is split is split again whenever it may be.

    Hands after a split are played as the same hands before one.
    """

    moves: Mapping[Stake, Moves]
    """By what lies on a hand."""
    after_split: Mapping[Stake, Moves]
    splits: frozenset[int]
    """Pairs to split, by their card."""
    zaps: frozenset[int] = frozenset()
    """First hands to exchange."""


Strategy = Mapping[int, Plan]
"""By up card."""


STAKES = MONEY, FREE


def pack_strategy(strategy: Strategy) -> dict[str, NDArray[Any]]:
    """As plain arrays, by up card: moves by the stake, before and after a split, and what to split or exchange."""
    plans = [strategy[up] for up in sorted(strategy)]
    return {
        "ups": np.array(sorted(strategy)),
        "moves": np.array([_pack_moves(plan.moves) for plan in plans], np.uint8),
        "after_split": np.array([_pack_moves(plan.after_split) for plan in plans], np.uint8),
        "splits": _pack_set([plan.splits for plan in plans], TEN + 1),
        "zaps": _pack_set([plan.zaps for plan in plans], len(all_hands())),
    }


def read_strategy(arrays: Mapping[str, NDArray[Any]]) -> Strategy:
    return {
        int(up): Plan(
            _read_moves(arrays["moves"][at]),
            _read_moves(arrays["after_split"][at]),
            frozenset(np.flatnonzero(arrays["splits"][at]).tolist()),
            frozenset(np.flatnonzero(arrays["zaps"][at]).tolist()),
        )
        for at, up in enumerate(arrays["ups"])
    }


def _pack_moves(moves: Mapping[Stake, Moves]) -> list[Moves]:
    return [moves[stake] for stake in STAKES if stake in moves]


def _read_moves(packed: NDArray[Any]) -> dict[Stake, Moves]:
    return {stake: moves.astype(np.int64) for stake, moves in zip(STAKES, packed, strict=False)}


def _pack_set(sets: Sequence[frozenset[int]], size: int) -> NDArray[np.bool_]:
    return np.array([[place in some for place in range(size)] for some in sets])


def up_cards(shoe: Counts) -> list[int]:
    return [up for up, held in enumerate(shoe, 1) if held]


def best_plan(rules: BlackjackRules, shoe: Counts, up: int) -> Plan:
    """Weigh every choice with every hand."""
    table = full_table(rules, shoe, up)
    stakes = (MONEY, FREE) if rules.free.splits else (MONEY,)
    best = {stake: best_moves(table, stake) for stake in stakes}
    moves = {stake: found.moves for stake, found in best.items()}
    after = moves
    if not rules.doubles_after_split or rules.surrender is Surrender.FIRST_TWO:
        after = {stake: found.after_split(rules).moves for stake, found in best.items()}
    values, splits = best[MONEY].values, _splits(table.against, after)
    taken = [hand for hand, value in splits.items() if value >= values[hand]]
    return Plan(moves, after, frozenset(int(table.hands.counts[hand].argmax()) + 1 for hand in taken))


def full_table(rules: BlackjackRules, shoe: Counts, up: int) -> HandTable:
    hands = all_hands()
    against = UpCardOdds(rules, shoe, up, hands.counts, orders_for(rules, shoe))
    return HandTable(hands, np.arange(len(hands)), np.zeros(len(hands), np.int64), against)


def _splits(
    against: UpCardOdds,
    after: Mapping[Stake, Moves],
    of: Iterable[int] = range(ACE, TEN + 1),
    stake: Stake = MONEY,
    others: int = 0,
) -> dict[int, int]:
    """What splitting is worth with each pair of these cards on that stake, in the parts of `MoveValues`.

    Other hands of the player leave fewer to split to.
    """
    hands, rules, shoe, up = all_hands(), against.rules, against.shoe, against.up
    most, most_aces = rules.most_hands - others, rules.most_ace_hands - others
    rules = replace(rules, most_hands=most, most_ace_hands=most_aces) if others else rules
    cards = [card for card in of if rules.hands_from(card) > 1 and shoe[card - 1] >= 2 + (card == up)]
    if not cards:
        return {}
    pairs = SplitPairs(rules, shoe, up, cards, against.orders, against.known)
    nets = against.settling.scaled_nets
    worth = {each: (pairs.split(after[each]) * nets(each)).sum(axis=(2, 3)) for each in after}
    new = worth[MONEY]
    if FREE in after:
        new = np.where(np.array([rules.splits_free(card) for card in cards])[:, None], worth[FREE], new)
    values = worth[stake][:, 0] + new[:, 1:].sum(axis=1)
    return {int(hands.twos[card, card]): value for card, value in zip(cards, values.tolist(), strict=True)}


# The strategy at the table: the choice in a state, the value of each choice, and basic strategy in words.


SPLIT = "split"
MOVE_NAMES = {
    Move.SURRENDER: SURRENDER.name,
    Move.STAND: STAND.name,
    Move.HIT: HIT.name,
    Move.FREE_DOUBLE: FREE_DOUBLE.name,
    Move.DOUBLE: DOUBLES[0],
}


def choice_in_play(plan: Plan, state: BlackjackState, decide: Decide) -> Choice:
    """What a plan does with the hand that is being played."""
    place = state.in_play()
    assert place, "a hand is being played"
    name = choice_with(plan, state.hand(*place), tuple(choice.name for choice in decide.choices))
    return next(choice for choice in decide.choices if choice.name == name)


def choice_with(plan: Plan, hand: Hand, offered: tuple[str, ...]) -> str:
    place, doublings = all_hands().of(*hand.cards), _doublings(hand)
    for split in (FREE_SPLIT.name, SPLIT):
        if split in offered and hand.cards[0] in plan.splits:
            return split
    moves = (plan.after_split if hand.split_from else plan.moves)[FREE if hand.free else MONEY]
    move = Move(int(moves[doublings, place]))
    name = DOUBLES[doublings] if move is Move.DOUBLE else MOVE_NAMES[move]
    return name if name in offered else STAND.name


def _doublings(hand: Hand) -> int:
    return (hand.doubled is not Doubled.NO) + hand.again


def first_choices(rules: BlackjackRules, shoe: Counts, strategy: Strategy) -> dict[tuple[str, str], Fraction]:
    """The probability of each choice with the first two cards, by street; a natural leaves nothing to choose.

    Hands that are exchanged are not counted again.
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
    chance, hole, left = dealt_chance(shoe, up, low, high), natural_card(rules, up), without(shoe, up, low, high)
    return chance * (1 - Fraction(left[hole - 1], sum(shoe) - 3)) if hole and looked else chance


MOVES = {name: move for move, name in MOVE_NAMES.items()} | dict.fromkeys(DOUBLES, Move.DOUBLE)


def values_of(
    rules: BlackjackRules, shoe: Counts, plan: Plan, hand: Hand, up: int, others: int = 0
) -> dict[str, Fraction]:
    """Each choice with a hand, in units of the bet, all later ones being the best, of which the plan is made.

    A dealer who has looked goes on. Cards of the player's other hands are not counted.
    """
    stake, place = FREE if hand.free else MONEY, all_hands().of(*hand.cards)
    table, best = _best_of(rules, shoe, up, stake)
    names = [choice.name for choice in hand.offered(1, others + 1, rules)]
    moves = best.worth[_doublings(hand), place]
    split: dict[int, int] = {}
    if not MOVES.keys() >= set(names):
        split = _splits(table.against, plan.after_split, hand.cards[:1], stake, others)
    scale = table.against.settling.unit * table.against.live[place]
    return {name: Fraction(moves[MOVES[name]] if name in MOVES else split[place], scale) for name in names}


@lru_cache(maxsize=32)
def _best_of(rules: BlackjackRules, shoe: Counts, up: int, stake: Stake) -> tuple[HandTable, MoveValues]:
    table = full_table(rules, shoe, up)
    return table, best_moves(table, stake)


NEVER_MET = 1e-15
Line = tuple[bool, int, bool]
"""Soft or hard, the total, and whether the hand has more than two cards."""


@dataclass(frozen=True, eq=False)
class BasicStrategy:
    """The same move for all hands of one line."""

    moves: Mapping[Stake, Mapping[int, Mapping[Line, Move]]]
    """By what lies on the hand, then by up card."""
    strategy: Strategy


def basic_strategy(rules: BlackjackRules, shoe: Counts, best: Strategy) -> BasicStrategy:
    """For each line the move that is best on the whole, hands weighed by how often the best strategy meets them.

    Pairs are split, and doubled hands played, as the best strategy does.
    """
    found: dict[Stake, dict[int, Mapping[Line, Move]]] = defaultdict(dict)
    plans = {}
    for up, plan in best.items():
        moves, after = {}, {}
        for stake in plan.moves:
            table, values = _best_of(rules, shoe, up, stake)
            met = _met(table, plan.moves[stake][0])
            found[stake][up] = lines = _best_lines(table, values, met)
            moves[stake] = _by_line(table.hands, lines, plan.moves[stake])
            split = _best_lines(table, values.after_split(rules), met)
            after[stake] = _by_line(table.hands, split, plan.after_split[stake])
        plans[up] = Plan(moves, after, plan.splits)
    return BasicStrategy(found, plans)


def _lines(hands: Hands) -> list[Line]:
    """[hand]: the line on which each stands."""
    return list(zip(hands.soft.tolist(), hands.total.tolist(), (hands.size > 2).tolist(), strict=True))


def _by_line(hands: Hands, lines: Mapping[Line, Move], best: Moves) -> Moves:
    first = np.array([lines.get(line, Move.HIT) for line in _lines(hands)], np.int64)
    return np.concatenate((first[None], best[1:]))


def _best_lines(table: HandTable, values: MoveValues, met: NDArray[np.float64]) -> dict[Line, Move]:
    """Add up what every move is worth over the hands of a line; hands that are never met count hardly anything."""
    hands, worth = table.hands, (values.worth[0] / table.against.orders.scale).astype(float)
    total: dict[Line, NDArray[np.float64]] = {}
    for line, cards, row, often in zip(_lines(hands), hands.size.tolist(), worth, met + NEVER_MET, strict=True):
        if cards >= 2:
            total[line] = total.get(line, 0) + row * often
    return {line: Move(int(row.argmax())) for line, row in total.items()}


def _met(table: HandTable, moves: Ints) -> NDArray[np.float64]:
    """[hand]: how often it is met if hands of two cards are dealt and played so."""
    hands, draw = table.hands, (table.against.draw / table.against.orders.scale).astype(float)
    met = np.zeros(len(hands))
    for card, other in np.argwhere(hands.twos[1:, 1:] != BUST) + 1:
        first, both = hands.of(card), hands.of(card, other)
        met[both] += draw[hands.of(), card - 1] * draw[first, other - 1]
    hits = (moves == Move.HIT) & (hands.size >= 2)
    for hand in np.flatnonzero(hits):
        for card, after in enumerate(hands.following[hand].tolist()):
            if after != BUST:
                met[after] += met[hand] * draw[hand, card]
    return met


UPS = (*range(2, TEN + 1), ACE)
LINES = (*((False, total) for total in range(5, TWENTY_ONE)), *((True, total) for total in range(13, TWENTY_ONE)))
"""Totals of two cards: hard ones, then soft ones."""

StrategyLine = tuple[str, str]
"""What one holds, and what to do with it."""


def chart_of(rules: BlackjackRules, basic: BasicStrategy) -> StrategyChart:
    """The moves on money by total or by the card of a pair."""
    money = basic.moves[MONEY]
    ups = tuple(up for up in UPS if up in money)

    def row(line: tuple[bool, int], pair: int = 0) -> tuple[ChartCell, ...]:
        split = (FREE_SPLIT.name if rules.splits_free(pair) else SPLIT,) * 2
        return tuple(split if pair in basic.strategy[up].splits else _actions(money[up], line) for up in ups)

    totals = {soft: {total: row((soft, total)) for kind, total in LINES if kind is soft} for soft in (False, True)}
    pairs = {card: row((card == ACE, 2 * card + 10 * (card == ACE)), card) for card in range(ACE, TEN + 1)}
    return StrategyChart(ups, totals[False], totals[True], pairs)


def basic_words(rules: BlackjackRules, basic: BasicStrategy) -> tuple[StrategyLine, ...]:
    """All of the table; lines with the same words together, and free hands only where they are played otherwise."""
    money = _words_by_total(basic.moves[MONEY])
    found = [*_pairs(rules, basic), *_merged(money)]
    if FREE in basic.moves:
        free = _words_by_total(basic.moves[FREE])
        others = {line: words for line, words in free.items() if words != money[line]}
        found += [(f"{name}, on a free hand", words) for name, words in _merged(others)]
    return tuple(found)


def _words_by_total(moves: Mapping[int, Mapping[Line, Move]]) -> dict[tuple[bool, int], str]:
    return {line: _against({up: _action(moves[up], line) for up in UPS if up in moves}) for line in LINES}


def _action(lines: Mapping[Line, Move], line: tuple[bool, int]) -> str:
    """The move with two cards, and with more of them if it is another one."""
    two, more = _actions(lines, line)
    return two if two == more else f"{two} (with more than two cards {more})"


def _actions(lines: Mapping[Line, Move], line: tuple[bool, int]) -> ChartCell:
    two = lines[*line, False]
    return MOVE_NAMES[two], MOVE_NAMES[lines.get((*line, True), two)]


def _against(actions: Mapping[int, str]) -> str:
    """The commonest action last and without its up cards."""
    by_number = [action for action, _ in Counter(actions.values()).most_common()]
    usual, rare = by_number[0], by_number[1:]
    said = [f"{action} against {_up_cards_text([up for up in actions if actions[up] == action])}" for action in rare]
    return "; ".join([*said, f"otherwise {usual}"]) if said else usual


def _up_cards_text(ups: Sequence[int]) -> str:
    """Up cards as they are read: "2 to 6", "9, 10 and ace"."""
    names = ["ace" if up == ACE else str(up) for up in ups]
    places = [UPS.index(up) for up in ups]
    if len(ups) > 2 and places == list(range(places[0], places[0] + len(ups))):
        return f"{names[0]} to {names[-1]}"
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _merged(lines: Mapping[tuple[bool, int], str]) -> Iterator[StrategyLine]:
    """Neighboring totals with the same words as one."""
    runs: list[list[tuple[bool, int]]] = []
    for line, words in lines.items():
        last = runs[-1][-1] if runs else None
        if last and last == (line[0], line[1] - 1) and lines[last] == words:
            runs[-1].append(line)
        else:
            runs.append([line])
    for run in runs:
        (soft, first), (_, final) = run[0], run[-1]
        totals = str(first) if first == final else f"{first} to {final}"
        yield f"{'Soft' if soft else 'Hard'} {totals}", lines[run[0]]


def _pairs(rules: BlackjackRules, basic: BasicStrategy) -> Iterator[StrategyLine]:
    for card in range(ACE, TEN + 1):
        ups = [up for up in UPS if up in basic.strategy and card in basic.strategy[up].splits]
        name = FREE_SPLIT.name if rules.splits_free(card) else SPLIT
        if ups:
            always = len(ups) == len(basic.strategy)
            yield (
                f"Pair of {'aces' if card == ACE else f'{card}s'}",
                name if always else f"{name} against {_up_cards_text(ups)}",
            )
