"""A game read once for the table: its circles, its decisions, and the answer to every settlement."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, repeat
from math import lcm
from operator import attrgetter
from typing import NamedTuple

from fairfelt.rules import Cards, Choice, Facts, Game, Kind, Outcome, Wager, fingerprint, possible_facts
from fairfelt.rules.cards import Card
from fairfelt.rules.hands import Ranking
from fairfelt.table.dealing import cut_packets

Standing = Hashable
"""The fields of `Facts` as a plain tuple, which is looked up several times as fast; with a course, its facts."""

standing = attrgetter("result", "player", "dealer", "qualified", "copy")


@dataclass(frozen=True, slots=True, eq=False)
class HandReader:
    """A ranking, and whose cards it reads."""

    ranking: Ranking
    own: bool
    dealer: bool
    community: bool
    first: int | None = None
    """Number of first cards of each place; None for all."""

    def value(self, own: tuple[Card, ...], dealer: tuple[Card, ...], community: tuple[Card, ...]) -> int:
        """The value of those of the cards that it reads."""
        return _value(self.ranking, tuple(sorted(self.cards(own, dealer, community))))

    def cards(self, own: tuple[Card, ...], dealer: tuple[Card, ...], community: tuple[Card, ...]) -> tuple[Card, ...]:
        cards = own[: self.first] if self.own else ()
        return (
            cards + (dealer[: self.first] if self.dealer else ()) + (community[: self.first] if self.community else ())
        )


@dataclass(frozen=True, slots=True, eq=False)
class Circle:
    """One betting circle with what it pays for every combination of facts."""

    wager: Wager
    name: str
    is_bonus: bool
    reader: HandReader | None
    """The reader that the wager is paid by; None if by the showdown."""
    against: HandReader | None
    """The other hand that is read by the same ranking, if any."""
    outcomes: Mapping[Standing, Outcome]
    by_line: tuple[Outcome, ...]
    """The outcomes by line alone, for a wager with a ranking of its own that reads one hand."""
    step_micros: int
    """A stake that is a multiple of this is paid exactly, whatever happens."""


class Spot(NamedTuple):
    """A place for a bet before the deal."""

    wager: str
    step_micros: int
    """Only multiples of this can be paid exactly; an opening bet answers for the raises measured by it too."""


class Layout:
    """The layout of one game, ready to be looked up."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = game.seats
        self.faces = frozenset(game.deck.faces)
        self.openings = tuple(wager.name for wager in game.openings)
        self.alone = frozenset(wager.name for wager in game.alone)
        self.choices: tuple[Mapping[str, Choice], ...] = tuple(
            {choice.name.lower(): choice for choice in street.choices} for street in game.streets
        )
        needed = game.course.most_cards if game.course else game.deal.cards_needed
        self.cards_needed = tuple(min(needed(players), len(game.deck)) for players in range(self.seats + 1))
        self.cuts = tuple(cut_packets(game.deal, players) for players in range(self.seats + 1))
        self._readers: dict[tuple[Ranking, bool, bool, bool, int], HandReader] = {}

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.game)

    @cached_property
    def circles(self) -> tuple[Circle, ...]:
        return tuple(self._circle(wager) for wager in self.game.wagers)

    @cached_property
    def envy_circles(self) -> tuple[Circle, ...]:
        return tuple(circle for circle in self.circles if circle.wager.paytable.envy)

    @cached_property
    def spots(self) -> Mapping[str, Spot]:
        """Spots for bets before the deal, by the wager's name in small letters."""
        base = lcm(*(circle.step_micros for circle in self.circles if circle.wager.is_base))
        optional = [circle for circle in self.circles if circle.wager.is_optional]
        spots = [Spot(name, base) for name in self.openings]
        spots += [Spot(circle.name, circle.step_micros) for circle in optional]
        return {spot.wager.lower(): spot for spot in spots}

    @cached_property
    def player_reader(self) -> HandReader | None:
        showdown = self.game.showdown
        return self._reader(showdown.ranking, Cards.OWN | showdown.shared) if showdown else None

    @cached_property
    def dealer_reader(self) -> HandReader | None:
        showdown = self.game.showdown
        return self._reader(showdown.ranking, Cards.DEALER | showdown.shared) if showdown else None

    @cached_property
    def revealed(self) -> tuple[tuple[int, int], ...]:
        """Community and dealer's cards seen at each street, and at last all of them."""
        streets = self.game.streets
        community = accumulate(street.community for street in streets)
        dealer = accumulate(street.dealer for street in streets)
        everything = (self.game.deal.count(Cards.COMMUNITY), self.game.deal.count(Cards.DEALER))
        return (*zip(community, dealer, strict=True), everything)

    def _circle(self, wager: Wager) -> Circle:
        ranking = self.game.showdown.ranking if self.game.showdown else None
        facts = list(possible_facts(self.game, wager))
        answers = [wager.outcome(known, ranking) for known in facts]
        return Circle(
            wager=wager,
            name=wager.name,
            is_bonus=wager.kind is Kind.BONUS,
            reader=self._reader(wager.ranking, wager.on, wager.first) if wager.ranking else None,
            against=self._reader(wager.ranking, wager.against, wager.first)
            if wager.ranking and wager.against
            else None,
            outcomes=dict(zip(map(self._standing, facts, repeat(wager)), answers, strict=True)),
            by_line=tuple(answers) if wager.ranking else (),
            step_micros=lcm(*(answer.pay.net.denominator for answer in answers)),
        )

    def _standing(self, facts: Facts, wager: Wager) -> Standing:
        """The key by which the outcomes of a wager are looked up."""
        return facts if self.game.course and not wager.ranking else standing(facts)

    def _reader(self, ranking: Ranking | None, on: Cards | None, first: int = 0) -> HandReader | None:
        """One object for one reading: a place that gets no cards makes no difference."""
        if not ranking or not on:
            return None
        deal, dealt = self.game.deal, self.game.course is not None
        own, dealer, community = (place in on and (dealt or deal.count(place) > 0) for place in Cards)
        reader = HandReader(ranking, own=own, dealer=dealer, community=community, first=first or None)
        return self._readers.setdefault((ranking, own, dealer, community, first), reader)


@lru_cache(maxsize=1 << 16)
def _value(ranking: Ranking, cards: tuple[Card, ...]) -> int:
    """Hands recur, above all when every deal of a small deck is played; a ranking ignores their order."""
    return ranking.value(cards)


@lru_cache(maxsize=256)
def layout_of(game: Game) -> Layout:
    return Layout(game)
