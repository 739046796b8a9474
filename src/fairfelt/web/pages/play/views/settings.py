"""Ways to set a hand in parts, for a page where cards are touched: which cards go where by each choice."""

from __future__ import annotations

from fairfelt.rules.courses.laid import LaidHand
from fairfelt.table import Round

from .laid import Json, words_of_laid


def settings_view(round: Round, you: int) -> Json | None:
    """The ways the learner may set the hand now; nothing where nothing is set."""
    course, player = round.game.course, round.to_act
    if not course or not player or player.number != you:
        return None
    cards = round.held(you)
    ways = [(choice.name, course.set_by(cards, choice)) for choice in round.offered]
    if not all(laid for _, laid in ways):
        return None
    seen: set[tuple[frozenset[int], ...]] = set()
    views = []
    for name, laid in ways:
        parts = tuple(frozenset(map(int, part.cards)) for part in laid)
        views.append(_way(name, laid) | {"named": parts in seen})
        seen.add(parts)
    first = ways[0][1]
    return {"parts": [{"title": part.title, "size": len(part.cards)} for part in first], "ways": views}


def _way(name: str, laid: tuple[LaidHand, ...]) -> Json:
    """A choice with its parts. One that sets as another does is known by its name: "house way"."""
    return {
        "choice": name,
        "parts": [[str(card) for card in part.cards] for part in laid],
        "words": [words_of_laid(part) for part in laid],
    }
