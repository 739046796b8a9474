"""Two cards in the notation of players: "33+, A2+, K5o+" for what is bet before a shared card is seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fairfelt.cards import RANKS, Card, Deck, card

SUITED, OFFSUIT = "s", "o"


def starting_hands(deck: Deck) -> dict[str, tuple[Card, Card]]:
    """Every kind of two cards by its name, with an example, the lowest first."""
    ranks = [RANKS.index(letter) for letter in sorted(deck.ranks, key=RANKS.index)]
    first, *others = sorted({face.suit for face in deck.faces})
    found = {}
    for high in ranks:
        for low in (rank for rank in ranks if rank <= high):
            name = RANKS[high] + RANKS[low]
            if others:
                found[name if high == low else name + OFFSUIT] = card(high, first), card(low, others[0])
            if high != low:
                found[name + SUITED] = card(high, first), card(low, first)
    return found


def holdings_text(names: Sequence[str], deck: Deck) -> str:
    """Names of starting hands, those that follow each other together."""
    letters = sorted(deck.ranks, key=RANKS.index)
    chosen = set(names)
    words = [*_runs([rank * 2 for rank in letters], chosen)]
    for at, high in reversed([*enumerate(letters)]):
        suited, offsuit = ([*_runs([high + low + kind for low in letters[:at]], chosen)] for kind in "so")
        plain = [word.replace(SUITED, "") for word in suited]
        words += plain if plain == [word.replace(OFFSUIT, "") for word in offsuit] else [*suited, *offsuit]
    return ", ".join(words)


def _runs(ladder: list[str], chosen: set[str]) -> Iterator[str]:
    """Neighbors on a ladder that are chosen: up to its end "K5o+", a single one "72o", others "32o-72o"."""
    start: int | None = None
    for at, name in enumerate([*ladder, ""]):
        if name in chosen:
            start = at if start is None else start
        elif start is not None:
            first, last = ladder[start], ladder[at - 1]
            yield first if first == last else f"{first}+" if at == len(ladder) else f"{first}-{last}"
            start = None
