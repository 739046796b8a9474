"""Side bets: which cards they read, and whether they outlive a fold."""

from __future__ import annotations

from collections.abc import Iterable

from fairfelt.rules import Cards, Game, Wager

from ..subject import Subject, place_of
from .compare import reading_check
from .reading import Question, Reading

ALL_CARDS = Cards.OWN | Cards.COMMUNITY


@reading_check("FF306", "which cards a bet reads")
def cards_read(subject: Subject) -> Iterable[Question]:
    """Where there are shared cards, a bet is paid by the player's own cards or by the best hand of all of them. It
    makes a small bet or a gift; figures and sense mostly tell which."""
    for wager in subject.game.optional:
        other = {Cards.OWN: ALL_CARDS, ALL_CARDS: Cards.OWN}.get(wager.on)
        if other and _can_read(subject.game, wager, other):
            reading = Reading(f"the {other}", subject.game.with_wager(wager.name, on=other))
            asks = f"Which cards is the {wager.name} paid by?"
            right = "Say it once, in the rule of the bet, and everywhere alike."
            yield Question(place_of(wager), asks, f"the {wager.on}.", (reading,), right)


def _can_read(game: Game, wager: Wager, cards: Cards) -> bool:
    """Whether there are such cards, and its ranking is made for so many."""
    if not wager.ranking or wager.first or not game.deal.count(Cards.COMMUNITY):
        return False
    try:
        wager.ranking.value(game.deck.cards[: game.deal.count(cards)])
    except ValueError:
        return False
    return True


@reading_check("FF307", "whether a bet outlives a fold")
def folded_bets(subject: Subject) -> Iterable[Question]:
    """A player folds and has a side bet or a progressive on the table. Whether it still wins must be said for each;
    where best play folds no hand that it pays, no figure depends on it."""
    for wager in subject.game.optional if subject.can_fold else ():
        reading = Reading(_words(survives=not wager.survives_fold), _turned(subject, wager))
        asks = f"Does the {wager.name} outlive a fold?"
        as_read, right = f"{_words(survives=wager.survives_fold)}.", "Say what a fold does to it."
        yield Question(place_of(wager), asks, as_read, (reading,), right)


def _turned(subject: Subject, wager: Wager) -> Game:
    return subject.game.with_wager(wager.name, survives_fold=not wager.survives_fold)


def _words(*, survives: bool) -> str:
    return "folded hands are still paid" if survives else "a fold loses it"
