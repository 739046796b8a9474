"""Which cards make a hand: found by asking the ranking what becomes of it when a card is another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from fairfelt.cards import STANDARD, Card
from fairfelt.hands import Ranking, line_of

ACE = 12


def value_of(ranking: Ranking, cards: Sequence[Card]) -> int | None:
    """What the cards are worth; nothing while there are too few of them for the ranking."""
    try:
        return ranking.value(tuple(sorted(cards))) if cards else None
    except ValueError:
        return None


@lru_cache(maxsize=1 << 12)
def making_cards(ranking: Ranking, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards without which the hand would be of a lower line: the pair, not its kickers; none of a high card."""
    value = value_of(ranking, cards)
    if not value or not line_of(value):
        return ()
    fewest = next((few for few in _from_the_fewest(cards) if value_of(ranking, few) == value), cards)
    return tuple(card for card in fewest if _is_needed(ranking, fewest, card, line_of(value)))


def in_order(cards: Sequence[Card], making: Sequence[Card] = ()) -> tuple[tuple[Card, bool], ...]:
    """Cards as a dealer lays them out, with whether each makes the hand: those first, then the others, high to low."""
    marked = mark(cards, making)
    return tuple(sorted(marked, key=_place(marked)))


def mark(cards: Sequence[Card], making: Sequence[Card]) -> tuple[tuple[Card, bool], ...]:
    """Every card with whether it is one of those; of equal cards of several decks as many as there are."""
    left = Counter(making)
    marked: list[tuple[Card, bool]] = []
    for card in cards:
        marked.append((card, left[card] > 0))
        left[card] -= 1
    return tuple(marked)


def _from_the_fewest(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    for size in range(1, len(cards)):
        yield from combinations(cards, size)


def _is_needed(ranking: Ranking, cards: tuple[Card, ...], card: Card, line: int) -> bool:
    others = list(cards)
    others.remove(card)
    for other in STANDARD.faces:
        if other not in cards:
            value = value_of(ranking, (*others, other))
            if value is not None and line_of(value) < line:
                return True
    return False


def _place(marked: Sequence[tuple[Card, bool]]) -> Callable[[tuple[Card, bool]], tuple[int, ...]]:
    groups = Counter(card.rank for card, is_lit in marked if is_lit and not card.is_joker)
    lit = {card.rank for card, is_lit in marked if is_lit and not card.is_joker}
    below = sorted(lit - {ACE})
    ace_is_low = groups[ACE] == 1 and bool(below) and below == list(range(len(below)))

    def key(entry: tuple[Card, bool]) -> tuple[int, ...]:
        card, is_lit = entry
        if card.is_joker:
            return (not is_lit, -len(marked), -ACE - 1)
        rank = -1 if ace_is_low and is_lit and card.rank == ACE else card.rank
        return (not is_lit, -groups[card.rank], -rank, card.suit)

    return key
