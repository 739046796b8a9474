"""Blackjack hands as they lie on the table: the real cards of every hand, and its total in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fairfelt.rules.cards import Card
from fairfelt.rules.street import Choice

from ..laid import LaidHand
from .hand import Hand, is_natural, points, total_of
from .rules import TWENTY_ONE

Laid = tuple[tuple[Card, ...], ...]


def laid_hands(moments: Sequence[tuple[tuple[Hand, ...], Card | Choice | None]], *, turn: bool) -> tuple[LaidHand, ...]:
    """A player's hands, each with its own cards, from how they grew; in turn, the first that is not done is active."""
    laid: Laid = ()
    for hands, played in moments:
        laid = _after(laid, hands, played)
    hands = moments[-1][0]
    open_hands = [at for at, hand in enumerate(hands) if not hand.done and not hand.natural]
    titles = [f"Hand {at}" for at in range(1, len(hands) + 1)] if len(hands) > 1 else [""]
    return tuple(
        LaidHand(cards, title, hand_words(hand), active=turn and at == open_hands[0])
        for at, (hand, title, cards) in enumerate(zip(hands, titles, laid, strict=True))
    )


def _after(laid: Laid, hands: Sequence[Hand], played: Card | Choice | None) -> Laid:
    """Each hand keeps what it still counts; what it lacks comes from the card drawn, or from another hand."""
    loose = [played] if isinstance(played, Card) else []
    kept: list[list[Card]] = []
    lacking = [Counter(hand.cards) for hand in hands]
    for at, cards in enumerate(laid):
        stays: list[Card] = []
        for card in cards:
            fits = at < len(hands) and lacking[at][points(card)] > 0
            (stays if fits else loose).append(card)
            if fits:
                lacking[at][points(card)] -= 1
        kept.append(stays)
    kept += [[] for _ in range(len(hands) - len(kept))]
    for mine, lacks in zip(kept, lacking, strict=False):
        for card in [card for card in loose if lacks[points(card)] > 0]:
            if lacks[points(card)] > 0:
                lacks[points(card)] -= 1
                loose.remove(card)
                mine.append(card)
    return tuple(map(tuple, kept[: len(hands)]))


def hand_words(hand: Hand) -> str:
    """What a dealer calls a player's hand: "soft 17", "bust with 24"."""
    if hand.surrendered:
        return "surrendered"
    return "blackjack" if hand.natural else _total_words(hand.cards)


def dealer_words(cards: Sequence[Card]) -> str:
    """What a dealer calls the dealer's exposed cards."""
    counted = tuple(map(points, cards))
    return "blackjack" if is_natural(counted) else _total_words(counted)


def _total_words(cards: tuple[int, ...]) -> str:
    if not cards:
        return ""
    total, soft = total_of(cards)
    if total > TWENTY_ONE:
        return f"bust with {total}"
    return f"soft {total}" if soft and total < TWENTY_ONE else f"{total}"
