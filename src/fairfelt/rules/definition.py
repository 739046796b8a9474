"""Checks of every definition before it is dealt or counted: cards, decisions, lines and pays that fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.course import Course
from fairfelt.rules.hands import Ranking
from fairfelt.rules.pays import Paytable
from fairfelt.rules.street import Street

from .deal import Cards, Deal
from .names import Part
from .settlement import by_hand_if_it_wins, by_line, extra_by_line, innermost, ranking_in
from .showdown import Showdown
from .wager import Kind, Wager

MOST_CARDS = 1_000
"""In a shoe."""


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


@dataclass(frozen=True)
class Fault:
    """What cannot be meant: a sentence that says what is wrong and what would be right, and the part it is of."""

    sentence: str
    part: Part


def definition_faults(game: Definition) -> Iterator[Fault]:
    """All that cannot be meant in a game."""
    if len(game.deck) > MOST_CARDS:
        yield Fault(
            f"a shoe of {len(game.deck)} cards is more than anybody deals from; {MOST_CARDS} are the most", ("deck",)
        )
        return
    if game.course and game.course.can_run_out(game.deck):
        yield Fault(
            f"a deck of {len(game.deck)} cards could run out in a round for one player, which takes up to "
            f"{game.course.most_cards(1)}; take more decks or ranks",
            ("deck",),
        )
    if game.course and game.deck.jokers > game.course.most_jokers:
        said = (
            f"its course of play knows {game.course.most_jokers or 'no'} joker, and the deck holds {game.deck.jokers}"
        )
        yield Fault(said, ("deck", "jokers"))
    if not game.course:
        yield from _card_faults(game)
        yield from _street_faults(game)
    for at, wager in enumerate(game.wagers):
        yield from _bet_faults(game, wager, at)
        yield from (Fault(sentence, ("wagers", at, "alone")) for sentence in _alone_faults(game, wager))
        for number, table in enumerate(wager.paytables):
            for sentence in _table_faults(table, _listed_by(game, wager)):
                yield Fault(f"{wager.name}: {sentence}", ("wagers", at, "paytables", number))


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
    if innermost(wager.settle) not in (by_line, extra_by_line, by_hand_if_it_wins):
        return None
    return wager.ranking or ranking_in(wager.settle) or (game.showdown.ranking if game.showdown else None)


def cards_read(game: Definition, wager: Wager, places: Cards) -> int:
    """How many cards the wager's ranking reads there; a course deals at least the first ones."""
    counts = [wager.first if game.course else game.deal.count(place) for place in Cards if place in places]
    return sum(min(count, wager.first) if wager.first else count for count in counts)


def _card_faults(game: Definition) -> Iterator[Fault]:
    """More cards than the deck holds, or cards turned over that nobody dealt."""
    if not game.deal.packets:
        yield Fault("it says nothing of the cards: give it a deal=Deal(…) or a course", ("deal",))
        return
    for at, packet in enumerate(game.deal.packets):
        if packet.to not in tuple(Cards):
            yield Fault(f"a packet goes to the {packet.to}; it goes to one of them", ("deal", "packets", at, "to"))
    needed = game.deal.cards_needed(1)
    if needed > len(game.deck):
        yield Fault(f"a round for one player takes {needed} cards, and the deck holds {len(game.deck)}", ("deal",))
    for place, name in ((Cards.COMMUNITY, "community cards"), (Cards.DEALER, "dealer's cards")):
        shown, dealt = sum(street.reveals(place) for street in game.streets), game.deal.count(place)
        if shown > dealt:
            yield Fault(
                f"its decisions turn over {shown} {name}, and the deal has {dealt}: add a Packet, or turn over fewer",
                ("streets",),
            )
    if game.showdown and not game.deal.count(Cards.DEALER):
        yield Fault("its showdown needs a dealer's hand: add a Packet(…, to=Cards.DEALER) to the deal", ("showdown",))
    if game.showdown and not game.deal.count(Cards.OWN):
        yield Fault("its showdown needs a player's hand: add a Packet(…, to=Cards.OWN) to the deal", ("showdown",))
    for side in (Cards.OWN, Cards.DEALER) if game.showdown else ():
        assert game.showdown
        count = game.deal.count(side | game.showdown.shared)
        if count and not _reads(game.showdown.ranking, game, count):
            said = f"its showdown is by {game.showdown.ranking.name}, which cannot read a hand of {count} cards"
            yield Fault(said, ("showdown", "ranking"))


def _street_faults(game: Definition) -> Iterator[Fault]:
    """Decisions with nothing to choose, two of one name, bets of no size, bets that cannot be taken back."""
    wagers = {wager.name: wager for wager in game.wagers}
    names = [street.name for street in game.streets]
    for at, street in enumerate(game.streets):
        if names.index(street.name) < at:
            yield Fault(f"two decisions are called {street.name}; each has a name of its own", ("streets", at, "name"))
        if not street.choices:
            yield Fault(f"{street.name} has nothing to choose from; give it choices", ("streets", at, "choices"))
        if street.unless_bet and street.unless_bet not in wagers:
            said = f"{street.name} is skipped after the bet {street.unless_bet}, and there is none of that name"
            yield Fault(said, ("streets", at, "unless_bet"))
        for number, choice in enumerate(street.choices):
            place = ("streets", at, "choices", number)
            if bool(choice.bet) != (choice.times > 0):
                yield Fault(f"the choice {choice.name} of {street.name} bets nothing; say how many times", place)
            if choice.bet in wagers and wagers[choice.bet].kind is not Kind.RAISE:
                yield Fault(f"{choice.bet} is bet at {street.name}, so that its kind is a raise", place)
            if choice.takes_back in wagers and wagers[choice.takes_back].kind is not Kind.OPENING:
                yield Fault(f"{choice.takes_back} is no opening bet, and only those can be taken back", place)


def _bet_faults(game: Definition, wager: Wager, at: int) -> Iterator[Fault]:
    """Raises that no player can make, hands of no cards, rankings that cannot read the number of cards."""
    if wager.kind is Kind.RAISE and not game.course and not _is_made(game, wager):
        said = f'no decision makes the bet {wager.name}: add bet("{wager.name}") to a street, or leave the wager out'
        yield Fault(said, ("wagers", at))
    if game.course or not wager.ranking:
        return
    for places in filter(None, (wager.on, wager.against)):
        count = cards_read(game, wager, places)
        if not count:
            yield Fault(f"{wager.name} is paid by the {places}, and the deal has none", ("wagers", at, "on"))
        elif not _reads(wager.ranking, game, count):
            said = f"{wager.name} is paid by {wager.ranking.name}, which cannot read a hand of {count} cards"
            yield Fault(said, ("wagers", at, "ranking"))


def _is_made(game: Definition, wager: Wager) -> bool:
    return any(choice.bet == wager.name for street in game.streets for choice in street.choices)


def _reads(ranking: Ranking, game: Definition, count: int) -> bool:
    """Whether a ranking takes hands of that size from this deck."""
    if count > len(game.deck):
        return True  # the deck is wrong, and is reported already
    try:
        ranking.value(game.deck.cards[:count])
    except (ValueError, IndexError, KeyError, AssertionError):
        return False
    return True


def _table_faults(table: Paytable, ranking: Ranking | None) -> Iterator[str]:
    """Lines that the ranking has not, and envy of nothing."""
    if table.envy and (not table.envy.amounts or table.envy.least < 1):
        yield f"the paytable {table.name!r} pays envy without an amount or a least bet; give both, or leave it out"
    for line in table.pays:
        if ranking and not 0 <= line < len(ranking.lines):
            best = len(ranking.lines) - 1
            yield (
                f"the paytable {table.name!r} lists line {line}, and the lines of {ranking.name} go up to {best}, "
                f"{ranking.lines[best].name}"
            )
