"""From what a person writes to cards and tags: "8 8 9", "4=-1 8=2"."""

from __future__ import annotations

from collections.abc import Sequence

from fairfelt.rules.cards import Card, NotationError, parse_cards

from .shoe import ShoeRules
from .shoe_bet import NotCountable, ShoeBet

BACCARAT_CUT = 14
"""Cards behind the cut card of a baccarat shoe, as published counts assume."""
SHALLOW, DEEP = 4, 6
"""The part of a shoe behind the cut card: a quarter of one or two decks, a sixth of more."""


def usual_rules(
    bet: ShoeBet,
    cut: int | None = None,
    players: int = 1,
    more_rounds: int | None = None,
    round_cards: float | None = None,
) -> ShoeRules:
    """How such games are dealt: baccarat burns by its first card and plays one round after the cut card's."""
    size, tableau = len(bet.game.deck.cards), bet.game.course is not None and not bet.game.streets
    usual = BACCARAT_CUT if tableau else size // (SHALLOW if bet.game.deck.copies <= 2 else DEEP)
    left = usual if cut is None else cut
    if not bet.sets.shape[1] <= left < size:
        raise NotCountable(
            f"a cut card {left} cards from the end is not possible: give {bet.sets.shape[1]} to {size - 1}"
        )
    if tableau and round_cards is not None:
        raise NotCountable(f"the rules say how many cards a round of {bet.game.title} takes: leave out --round-cards")
    more = int(tableau) if more_rounds is None else more_rounds
    return ShoeRules(left, more_rounds=more, burn=tableau, players=players, round_cards=round_cards)


def find_cards(bet: ShoeBet, text: str) -> tuple[Card, ...]:
    """Cards such as "8 9 Ks"; a rank alone will do where the bet makes no difference between its suits."""
    return tuple(_card(bet, word) for word in text.split())


def _card(bet: ShoeBet, word: str) -> Card:
    try:
        return parse_cards(word)[0]
    except NotationError:
        pass
    kinds = _kinds(bet, word)
    if len(kinds) > 1:
        raise NotCountable(f"{bet.wager} tells the suits of {word!r} apart: write a card such as {word}s")
    return next(card for card in bet.classes[kinds[0]].cards if str(card)[0] == word.upper())


def _kinds(bet: ShoeBet, rank: str) -> list[int]:
    found = [at for at, kind in enumerate(bet.classes) if any(str(card)[0] == rank.upper() for card in kind.cards)]
    if len(rank) != 1 or not found:
        raise NotCountable(f"{rank!r} is no card: write a rank such as 8 or T, or a card such as Ks")
    return found


def read_tags(bet: ShoeBet, text: str) -> tuple[int, ...]:
    """Tags by rank, as in "4=-1 8=2"; T stands for all that count ten unless J, Q or K are written, others count 0."""
    tags: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        rank, equals, tag = part.partition("=")
        if not equals or not tag.lstrip("+-").isdigit():
            raise NotCountable(f"{part!r} is no tag: write a rank and a whole number, such as 8=2 or 4=-1")
        _kinds(bet, rank)
        tags[rank.upper()] = int(tag)
    for court in "JQK":
        if "T" in tags:
            tags.setdefault(court, tags["T"])
    return tuple(_tag(bet, [str(card)[0] for card in kind.cards], tags) for kind in bet.classes)


def _tag(bet: ShoeBet, ranks: Sequence[str], tags: dict[str, int]) -> int:
    found = {tags.get(rank, 0) for rank in ranks}
    if len(found) > 1:
        raise NotCountable(
            f"{bet.wager} makes no difference between {', '.join(dict.fromkeys(ranks))}: give them one tag"
        )
    return found.pop()
