"""What every definition is held to before anybody deals or counts it: cards, decisions, lines and pays that fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from fairfelt.cards import Deck
from fairfelt.hands import Ranking
from fairfelt.rules.courses.course import Course

from .deal import Cards, Deal
from .pays import Pay
from .paytable import Paytable
from .settlement import by_hand_if_it_wins, by_line, extra_by_line
from .showdown import Showdown
from .street import Street
from .wager import Kind, Wager


class Definition(Protocol):
    """What is looked at of a game."""

    @property
    def deck(self) -> Deck: ...
    @property
    def deal(self) -> Deal: ...
    @property
    def streets(self) -> tuple[Street, ...]: ...
    @property
    def showdown(self) -> Showdown | None: ...
    @property
    def course(self) -> Course[Any] | None: ...
    @property
    def wagers(self) -> tuple[Wager, ...]: ...


class BadDefinition(ValueError):  # noqa: N818  (it reads as what happened)
    """A definition that cannot be meant, with the sentence that says what would be right."""


def definition_faults(game: Definition) -> Iterator[str]:
    """What cannot be meant, a sentence each: what is wrong, and what would be right."""
    if not game.course:
        yield from _card_faults(game)
    for wager in game.wagers:
        yield from _bet_faults(game, wager)
        yield from _alone_faults(game, wager)
        for table in wager.paytables:
            yield from (f"{wager.name}: {fault}" for fault in _table_faults(table, _listed_by(game, wager)))


def _alone_faults(game: Definition, wager: Wager) -> Iterator[str]:
    """Who makes such a bet alone is in no showdown and decides nothing: it has to be paid by cards that are there."""
    if not wager.alone:
        return
    if not wager.is_optional or not wager.ranking:
        yield f"{wager.name}: only a side bet on a hand of its own can be made alone; give it a hand, or drop alone"
    if game.course:
        yield f"{wager.name}: a course plays every hand that is bet on, so that no bet can be made alone; leave it out"


def _listed_by(game: Definition, wager: Wager) -> Ranking | None:
    """The ranking whose lines the wager's paytables list; none where a settlement has lines of its own."""
    if wager.settle not in (by_line, extra_by_line, by_hand_if_it_wins):
        return None
    return wager.ranking or (game.showdown.ranking if game.showdown else None)


def cards_read(game: Definition, wager: Wager, places: Cards) -> int:
    """How many cards the wager's ranking reads there; a course deals at least the first ones."""
    counts = [wager.first if game.course else game.deal.count(place) for place in Cards if place in places]
    return sum(min(count, wager.first) if wager.first else count for count in counts)


def _card_faults(game: Definition) -> Iterator[str]:
    """More cards than the deck holds, or cards turned over that nobody dealt."""
    if not game.deal.packets:
        yield "it says nothing of the cards: give it a deal=Deal(…) or a course"
        return
    needed = game.deal.cards_needed(1)
    if needed > len(game.deck):
        yield f"a round for one player takes {needed} cards, and the deck holds {len(game.deck)}"
    for place, name in ((Cards.COMMUNITY, "community cards"), (Cards.DEALER, "dealer's cards")):
        shown, dealt = sum(street.reveals(place) for street in game.streets), game.deal.count(place)
        if shown > dealt:
            yield f"its decisions turn over {shown} {name}, and the deal has {dealt}: add a Packet, or turn over fewer"
    if game.showdown and not game.deal.count(Cards.DEALER):
        yield "its showdown needs a dealer's hand: add a Packet(…, to=Cards.DEALER) to the deal"


def _bet_faults(game: Definition, wager: Wager) -> Iterator[str]:
    """A raise that nobody can make, a hand of no cards, a ranking that cannot read so many."""
    if wager.kind is Kind.RAISE and not game.course and not _is_made(game, wager):
        yield f'no decision makes the bet {wager.name}: add bet("{wager.name}") to a street, or leave the wager out'
    if game.course or not wager.ranking:
        return
    for places in filter(None, (wager.on, wager.against)):
        count = cards_read(game, wager, places)
        if not count:
            yield f"{wager.name} is paid by the {places}, and the deal has none"
        elif not _reads(wager.ranking, game, count):
            yield f"{wager.name} is paid by {wager.ranking.name}, which cannot read a hand of {count} cards"


def _is_made(game: Definition, wager: Wager) -> bool:
    return any(choice.bet == wager.name for street in game.streets for choice in street.choices)


def _reads(ranking: Ranking, game: Definition, count: int) -> bool:
    """Whether a ranking takes hands of that size from this deck."""
    if count > len(game.deck):
        return True  # the deck is what is wrong, and that is said
    try:
        ranking.value(game.deck.cards[:count])
    except (ValueError, IndexError, KeyError, AssertionError):
        return False
    return True


def _table_faults(table: Paytable, ranking: Ranking | None) -> Iterator[str]:
    """Lines that the ranking has not, and pays that are none."""
    for line, pay in table.pays.items():
        if not isinstance(pay, Pay):
            yield f"a line of the paytable {table.name!r} pays {pay!r}; write a whole number, or to(3, 2) for 3 to 2"
        if ranking and not 0 <= line < len(ranking.lines):
            best = len(ranking.lines) - 1
            yield (
                f"the paytable {table.name!r} lists line {line}, and the lines of {ranking.name} go up to {best}, "
                f"{ranking.lines[best].name}"
            )
