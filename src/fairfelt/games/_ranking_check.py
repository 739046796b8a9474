"""Whether a ranking means what it says: its code against its reference, and what it claims to tell apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from fairfelt.rules.cards import SUITS, Card, Deck, card, format_cards
from fairfelt.rules.hands import Ranking, Tells, line_of
from fairfelt.runtime.compute.lazy_numpy import np

HANDS = 120
"""Drawn at random, the same ones each time."""
COLORS = (tuple(SUITS.index(suit) for suit in "cs"), tuple(SUITS.index(suit) for suit in "dh"))


def ranking_faults(ranking: Ranking, deck: Deck, count: int, *, hands: int = HANDS) -> Iterator[str]:
    """What is wrong with a ranking of so many cards of a deck, a sentence each; at most one of each kind."""
    source = Random(f"{ranking.name} {count}")
    drawn = [tuple(source.sample(deck.cards, count)) for _ in range(hands)]
    values = [ranking.value(hand) for hand in drawn]
    yield from _line_faults(ranking, drawn, values)
    yield from _code_faults(ranking, drawn, values)
    yield from _order_faults(ranking, drawn, values, source)
    yield from _tells_faults(ranking, deck, drawn, values, source)


def _line_faults(ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int]) -> Iterator[str]:
    for hand, value in zip(drawn, values, strict=True):
        if not isinstance(value, int) or not 0 <= line_of(value) < len(ranking.lines):
            yield (
                f"{ranking.name}: value({format_cards(hand)}) is {value!r}; it is line << 20 | key, and its lines are "
                f"0 to {len(ranking.lines) - 1}"
            )
            return


def _code_faults(ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int]) -> Iterator[str]:
    names = [f"card{at}" for at in range(len(drawn[0]))]
    try:
        written = ranking.emit("out", names)
        code = compile("\n".join(written.statements), ranking.name, "exec")
    except Exception as error:
        yield f"{ranking.name}: emit fails for {len(names)} cards: {error}"
        return
    for hand, value in zip(drawn, values, strict=True):
        known = {"np": np, **written.tables, **dict(zip(names, map(int, hand), strict=True))}
        try:
            with np.errstate(over="ignore"):  # as in the kernels, sums of keys go round
                exec(code, known)
            found = int(known["out"])  # type: ignore[call-overload]
        except Exception as error:
            yield f"{ranking.name}: the code of emit fails for {format_cards(hand)}: {type(error).__name__}: {error}"
            return
        if found != value:
            yield (
                f"{ranking.name}: value({format_cards(hand)}) is {value} ({ranking.describe(value)}), and the code of "
                f"emit gives {found}; both must agree for every hand"
            )
            return


def _order_faults(
    ranking: Ranking, drawn: Sequence[tuple[Card, ...]], values: Sequence[int], source: Random
) -> Iterator[str]:
    for hand, value in zip(drawn, values, strict=True):
        other = tuple(source.sample(hand, len(hand)))
        if ranking.value(other) != value:
            same = f"{format_cards(hand)} and {format_cards(other)}"
            yield f"{ranking.name}: {same} are the same cards, and differ in value"
            return


def _tells_faults(
    ranking: Ranking, deck: Deck, drawn: Sequence[tuple[Card, ...]], values: Sequence[int], source: Random
) -> Iterator[str]:
    """Cards that it says it cannot tell apart are exchanged: the value has to stay."""
    for hand, value in zip(drawn, values, strict=True):
        other = _exchanged(ranking.tells, deck, hand, source)
        if other and ranking.value(other) != value:
            yield (
                f"{ranking.name}: it says that it tells {ranking.tells.value} apart, and {format_cards(hand)} and "
                f"{format_cards(other)} differ in value; let it say {_more(ranking.tells)}"
            )
            return


def _exchanged(tells: Tells, deck: Deck, hand: tuple[Card, ...], source: Random) -> tuple[Card, ...] | None:
    suits = [SUITS.index(suit) for suit in deck.suits]
    if tells is Tells.CARDS:
        return None
    if tells is Tells.SUITS:
        moved = dict(zip(suits, source.sample(suits, len(suits)), strict=True))
        return tuple(each if each.is_joker else card(each.rank, moved[each.suit]) for each in hand)
    groups = [suits] if tells is Tells.RANKS else [[suit for suit in color if suit in suits] for color in COLORS]
    group_of = {suit: group for group in groups for suit in group}
    other = tuple(each if each.is_joker else card(each.rank, source.choice(group_of[each.suit])) for each in hand)
    return other if deck.copies > 1 or len(set(other)) == len(other) else None


def _more(tells: Tells) -> str:
    order = (Tells.RANKS, Tells.COLORS, Tells.SUITS, Tells.CARDS)
    return " or ".join(f"Tells.{each.name}" for each in order[order.index(tells) + 1 :])
