"""What a dealer announces when all cards lie open: the own hand, or which of two hands wins."""

from __future__ import annotations

from dataclasses import dataclass

from fairfelt.rules import Cards
from fairfelt.rules.hands import line_of
from fairfelt.table import Round

from ..views import dealer_value, ranking_of
from .acts import COMMUNITY, DEALER, place_words
from .samples import compares_places, dealer_hands, names_of_hands

TIE = "a tie"


@dataclass(frozen=True)
class Announcement:
    """What may be called, which of it is right, and why."""

    options: tuple[str, ...]
    right: int
    because: str
    of_winner: bool = False
    """Whether it says who wins, and not what the dealer holds."""


def announcement_of(round: Round) -> Announcement | None:
    """What is announced in a round that is dealt; nothing where there is nothing to say."""
    value, ranking = dealer_value(round), ranking_of(round.game)
    if value is not None and ranking:
        names = tuple(line.name for line in ranking.lines)
        return Announcement(names, line_of(value), f"it is {ranking.describe(value)}")
    if not round.game.course:
        return None
    return _winner(round) if compares_places(round.game) else _name(round)


def _winner(round: Round) -> Announcement:
    course = round.game.course
    assert course and round.run and round.dealt, "a course that is dealt"
    places = {Cards.COMMUNITY: COMMUNITY, Cards.DEALER: DEALER, None: ""}
    winner = course.winning_place(round.run.state)
    options = tuple(place_words(round.game, place) if place else TIE for place in places.values())
    lying = {Cards.COMMUNITY: round.dealt.community, Cards.DEALER: round.dealt.dealer}
    totals = [
        f"{course.places[place]} has {hand.words}"
        for place, cards in lying.items()
        for hand in course.place_hands(place, cards, complete=True)
    ]
    return Announcement(options, list(places).index(winner), " and ".join(totals), of_winner=True)


def _name(round: Round) -> Announcement | None:
    hands = dealer_hands(round)
    if len(hands) != 1 or not hands[0].words:
        return None
    name = hands[0].words
    options = tuple(sorted({*names_of_hands(round.game), name}, key=lambda option: (len(option), option)))
    return Announcement(options, options.index(name), "the cards count so")
