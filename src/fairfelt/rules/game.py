"""A game is a value, checked when it is made: deck, deal, wagers, decisions, showdown, rulings, published figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType
from typing import Any

from fairfelt.rules.cards import STANDARD, Card, Deck
from fairfelt.rules.courses.course import Course
from fairfelt.rules.deal import MOST_SEATS, Cards, Choice, Deal, Showdown, Street, bet
from fairfelt.rules.hands import Ranking
from fairfelt.rules.names import BadDefinition, UnknownName, find_named, verify_fields
from fairfelt.rules.pays import Paytable
from fairfelt.rules.published import PLAIN_PROCEDURE, Procedure, Published, Strategy
from fairfelt.rules.settlement import Facts, Outcome, by_hand_if_it_wins, by_line, extra_by_line, innermost, ranking_in
from fairfelt.rules.wager import Kind, Opens, Wager

MOST_CARDS = 1_000
"""In a shoe."""


@dataclass(frozen=True)
class Alternative:
    """Another way to read the sheet, and what it changes in the game."""

    reading: str
    change: Callable[[Game], Game]


@dataclass(frozen=True)
class Ruling:
    """A question the sheet leaves open, our answer, and the answers a card room could give instead."""

    name: str
    question: str
    reading: str
    because: str = ""
    alternatives: Mapping[str, Alternative] = field(default_factory=lambda: MappingProxyType({}))
    confirmed: bool = False
    """Whether only this reading reproduces the sheet's own published figures."""
    one_of: tuple[str, ...] = ()
    """Wagers of which a table offers one: bets on the others are refused."""


def left_out(name: str, what: str, why: str = "their tables are not published where we looked") -> Ruling:
    """The ruling that some bets of a game are left out, and why."""
    return Ruling(name, f"What of {what}?", f"They are left out: {why}.")


NO_DEAL = Deal()
MOST_DECKS = 8
OPENING_BET = "Opening bet"
"""The first decision, where a player opens with one of several bets."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game in one version, complete: everything else reads this."""

    name: str
    summary: str
    """What the player tries to do, in a sentence."""
    wagers: tuple[Wager, ...]
    deal: Deal = NO_DEAL
    streets: tuple[Street, ...] = ()
    """The decisions; with a course, those of the course."""
    showdown: Showdown | None = None
    course: Course[Any] | None = None
    """How the round goes where it is not a deal, streets and a showdown."""
    opens: Opens = Opens.ALL
    """Whether a player makes every opening bet or one of them."""
    deck: Deck = STANDARD
    decks: tuple[int, ...] = ()
    """Numbers of decks it may also be dealt from."""
    variant: str = ""
    approvals: tuple[int, ...] = ()
    """Its numbers in the approval letter of 14 June 2023."""
    headlines: tuple[str, ...] = ()
    """The rules written across the felt."""
    advice: Ranking | None = None
    """The ranking by which a person remembers when to bet; defaults to the showdown's."""
    procedure: Procedure = PLAIN_PROCEDURE
    """What its sheet says to the dealer besides: shuffler, folded cards, lammers."""
    rulings: tuple[Ruling, ...] = ()
    strategies: tuple[Strategy, ...] = ()
    """Rules that people follow, from the best to the worst."""
    published: tuple[Published, ...] = ()
    others: tuple[Game, ...] = ()
    """Further versions of the same game."""

    def __post_init__(self) -> None:
        verify_fields(self)
        if not self.slug:
            raise BadDefinition(f"{self.name!r} is no name for a game: it has a letter or a digit in it", ("name",))
        if self.course:
            object.__setattr__(self, "streets", self.course.streets)
        for fault in definition_faults(self):
            raise BadDefinition(f"{self.name}: {fault}", fault.part) from fault

    @property
    def slug(self) -> str:
        """The name as it is typed: "flush-rush"."""
        return "-".join("".join(c for c in word if c.isalnum()) for word in self.name.lower().split())

    @property
    def title(self) -> str:
        """The name with its version."""
        return f"{self.name} {self.variant.replace('-', ' ').upper()}".strip()

    @property
    def family(self) -> str:
        """Which kind of solver serves it."""
        if self.course:
            return self.course.family
        if self.showdown:
            return "showdown"
        return "paytable with decisions" if self.streets else "paytable bet"

    @property
    def variants(self) -> tuple[Game, ...]:
        """All versions, this one first."""
        return (self, *self.others)

    def __getitem__(self, variant: str) -> Game:
        """The version of that name."""
        return find_named("variant", variant, ((game.variant, game) for game in self.variants))

    @property
    def seats(self) -> int:
        """The greatest number of players."""
        if not self.course:
            return self.deal.most_seats(self.deck)
        return max((n for n in range(1, MOST_SEATS + 1) if not self.course.can_run_out(self.deck, n)), default=0)

    @property
    def countable_decks(self) -> tuple[int, ...]:
        """Numbers of decks it is counted with: one to eight wherever a shoe is used, whatever its sheet names."""
        named = self.decks or (self.deck.copies,)
        return tuple(sorted({*named, *range(1, MOST_DECKS + 1)})) if max(named) > 1 else named

    @property
    def hole(self) -> int:
        """Cards dealt to each player."""
        return self.deal.count(Cards.OWN)

    @property
    def openings(self) -> tuple[Wager, ...]:
        """Bets every player makes before the deal, or one of which every player makes."""
        return self._of(Kind.OPENING)

    @property
    def unit(self) -> str:
        """The bet that all results are measured by, in words."""
        return self.wagers[0].name if self.opens is Opens.ALL else OPENING_BET.lower()

    def raise_sizes(self, wager: Wager) -> tuple[int, ...]:
        """The sizes of a raise in units of the first opening bet, from the smallest to the largest."""
        choices = (choice for street in self.streets for choice in street.choices)
        return tuple(sorted({choice.times for choice in choices if choice.bet == wager.name}))

    @property
    def can_fold(self) -> bool:
        """Whether a player can fold at some decision."""
        return any(choice.folds for street in self.streets for choice in street.choices)

    def opening_bets(self, which: int = 0) -> tuple[Wager, ...]:
        """What one player opens with: all opening bets or, where it is one of them, the one of that number."""
        return self.openings if self.opens is Opens.ALL else (self.openings[which % len(self.openings)],)

    @property
    def opening_choice(self) -> Street | None:
        """The choice of the opening bet as a decision, where there is one."""
        if self.opens is Opens.ALL:
            return None
        return Street(OPENING_BET, *(bet(wager.name) for wager in self.openings))

    @property
    def offered_together(self) -> tuple[tuple[Wager, ...], ...]:
        """The side bets and progressives a table can offer at once; more than one set where it offers one of some."""
        sets: list[tuple[Wager, ...]] = [self.optional]
        there = {wager.name for wager in self.optional}
        for one_of in ([name for name in ruling.one_of if name in there] for ruling in self.rulings):
            sets = [
                tuple(wager for wager in each if wager.name == kept or wager.name not in one_of)
                for each in sets
                for kept in one_of or ("",)
            ]
        return tuple(sets)

    def excluded(self, wagers: Iterable[str]) -> tuple[Ruling, tuple[str, ...]] | None:
        """Wagers among these that no table offers together, and the ruling that says so."""
        named = set(wagers)
        found = ((ruling, tuple(name for name in ruling.one_of if name in named)) for ruling in self.rulings)
        return next(((ruling, together) for ruling, together in found if len(together) > 1), None)

    @property
    def raises(self) -> tuple[Wager, ...]:
        """Bets made at decisions."""
        return self._of(Kind.RAISE)

    @property
    def optional(self) -> tuple[Wager, ...]:
        """Side bets and progressives."""
        return self._of(Kind.SIDE, Kind.PROGRESSIVE)

    @property
    def alone(self) -> tuple[Wager, ...]:
        """Bets that a player may make without the opening bets."""
        return tuple(wager for wager in self.wagers if wager.alone)

    def _of(self, *kinds: Kind) -> tuple[Wager, ...]:
        return tuple(wager for wager in self.wagers if wager.kind in kinds)

    def wager(self, name: str) -> Wager:
        """The wager of that name; capitals do not matter."""
        return find_named("wager", name, ((wager.name, wager) for wager in self.wagers))

    def street(self, name: str) -> Street:
        """The decision of that name."""
        return find_named("decision", name, ((street.name, street) for street in self.streets))

    def offered(self, street: Street, own: Sequence[Card]) -> tuple[Choice, ...]:
        """What a player with those cards may choose there."""
        showdown = self.showdown
        if not showdown or not any(choice.holding for choice in street.choices):
            return street.choices
        value = showdown.ranking.value(own)
        return tuple(c for c in street.choices if not c.holding or value >= showdown.least_value(c.holding))

    def strategy(self, name: str) -> Strategy:
        """The rule of that name."""
        return find_named("strategy", name, ((strategy.name, strategy) for strategy in self.strategies))

    def with_deck(self, deck: Deck) -> Game:
        """The same game with another deck."""
        return replace(self, deck=deck)

    def with_decks(self, decks: int) -> Game:
        """The same game dealt from `decks` decks."""
        return self.with_deck(replace(self.deck, copies=decks))

    def with_pays(self, wager: str, table: Paytable) -> Game:
        """The same game with one paytable on a wager, and on all wagers that are paid by the same ones."""
        shared = self.wager(wager).paytables
        changed = tuple(
            replace(w, paytables=(table,)) if w.paytables == shared and (w.name.lower() == wager.lower() or w.is_base)
            else w
            for w in self.wagers
        )  # fmt: skip
        return replace(self, wagers=changed)

    def paid_alike(self, wager: str) -> tuple[Wager, ...]:
        """The wagers that are paid by one paytable with this one: base bets with the same to choose from."""
        of = self.wager(wager)
        return (
            tuple(each for each in self.wagers if each.paytables == of.paytables and each.is_base)
            if of.is_base
            else (of,)
        )

    def paytable(self, wager: str, name: str) -> Paytable:
        """The paytable of that name."""
        tables = self.wager(wager).paytables
        return find_named(f"paytable of {wager}", name, ((table.name, table) for table in tables))

    def with_paytable(self, wager: str, name: str) -> Game:
        """The same game with the paytable of that name in play."""
        return self.with_pays(wager, self.paytable(wager, name))

    def with_ruling(self, name: str, choice: str) -> Game:
        """The same game, its sheet read another way."""
        ruling = find_named("ruling", name, ((ruling.name, ruling) for ruling in self.rulings))
        return self._read(ruling, find_named(f"alternative of {name}", choice, ruling.alternatives.items()))

    def _read(self, ruling: Ruling, other: Alternative) -> Game:
        """Change the game as the other reading says, and let the ruling say so too."""
        chosen = replace(ruling, reading=other.reading, because="Chosen instead of: " + ruling.reading, confirmed=False)
        rulings = tuple(chosen if r is ruling else r for r in self.rulings)
        return replace(other.change(self), rulings=rulings)

    def with_wager(self, name: str, **changes: object) -> Game:
        """The same game with one wager changed."""
        old = self.wager(name)
        new = replace(old, **changes)  # type: ignore[arg-type]
        return replace(self, wagers=tuple(new if wager is old else wager for wager in self.wagers))

    def stakes(self, choices: Mapping[str, Choice]) -> dict[str, int]:
        """Units on each base wager after those choices, by street."""
        return self.staked(choices.values())

    def staked(self, choices: Iterable[Choice]) -> dict[str, int]:
        """Units on each base wager after those choices, in their order."""
        units = {wager.name: 1 for wager in self.openings} if self.opens is Opens.ALL else {}
        for choice in choices:
            if choice.bet:
                units[choice.bet] = units.get(choice.bet, 0) + choice.times
            if choice.takes_back:
                units[choice.takes_back] = 0
        return units


# Checks of every game before it is dealt or counted: each fault says what is wrong and what would be right.


def definition_faults(game: Game) -> Iterator[BadDefinition]:
    """All that cannot be meant in a game."""
    names = [wager.name for wager in game.wagers]
    if len(set(names)) != len(names):
        at = next(at for at, name in enumerate(names) if name in names[:at])
        yield BadDefinition("two wagers have the same name", ("wagers", at, "name"))
    if not game.wagers or game.wagers[0].kind is not Kind.OPENING:
        yield BadDefinition("the first wager is the opening bet that all others are measured by", ("wagers",))
    if game.course:
        yield from _course_faults(game)
    yield from _ranking_faults(game)
    yield from _choice_faults(game)
    if len(game.deck) > MOST_CARDS:
        yield BadDefinition(
            f"a shoe of {len(game.deck)} cards is more than anybody deals from; {MOST_CARDS} are the most", ("deck",)
        )
        return
    if game.course and game.course.can_run_out(game.deck):
        yield BadDefinition(
            f"a deck of {len(game.deck)} cards could run out in a round for one player, which takes up to "
            f"{game.course.most_cards(1)}; take more decks or ranks",
            ("deck",),
        )
    if game.course and game.deck.jokers > game.course.most_jokers:
        said = (
            f"its course of play knows {game.course.most_jokers or 'no'} joker, and the deck holds {game.deck.jokers}"
        )
        yield BadDefinition(said, ("deck", "jokers"))
    if not game.course:
        yield from _card_faults(game)
        yield from _street_faults(game)
    for at, wager in enumerate(game.wagers):
        yield from _bet_faults(game, wager, at)
        yield from (BadDefinition(sentence, ("wagers", at, "alone")) for sentence in _alone_faults(game, wager))
        for number, table in enumerate(wager.paytables):
            for sentence in _table_faults(table, _listed_by(game, wager)):
                yield BadDefinition(f"{wager.name}: {sentence}", ("wagers", at, "paytables", number))


def _course_faults(game: Game) -> Iterator[BadDefinition]:
    if game.deal.packets or game.showdown:
        yield BadDefinition("a course deals the cards itself and settles without a showdown", ("course",))
    for at, wager in enumerate(game.wagers):
        if wager.ranking and not wager.first:
            said = "a bet on a hand of its own has to say how many first cards it reads"
            yield BadDefinition(said, ("wagers", at, "first"))


def _ranking_faults(game: Game) -> Iterator[BadDefinition]:
    """Cards of the deck that count for nothing, and a hand to qualify with that nobody can hold."""
    rankings = [wager.ranking for wager in game.wagers] + ([game.showdown.ranking] if game.showdown else [])
    for ranking in rankings:
        if game.deck.jokers and ranking and not ranking.knows_joker:
            said = (
                f"the deck holds a joker, and {ranking.name} does not say what one is; take a ranking that knows "
                "jokers, or a deck without them"
            )
            yield BadDefinition(said, ("deck", "jokers"))
    if game.showdown and game.showdown.qualify:
        dealt, qualify = game.deal.count(Cards.DEALER | game.showdown.shared), game.showdown.qualify
        if len(qualify.cards) > dealt:
            said = f"the dealer qualifies with {qualify.least}, more cards than the {dealt} that make the dealer's hand"
            yield BadDefinition(said, ("showdown", "qualify"))


def _choice_faults(game: Game) -> Iterator[BadDefinition]:
    """Choices that make a bet which does not exist, or require a hand that cannot be described."""
    for at, street in enumerate(game.streets):
        for number, choice in enumerate(street.choices):
            place = ("streets", at, "choices", number)
            try:
                if choice.bet or choice.takes_back:
                    game.wager(choice.bet or choice.takes_back)
                if choice.holding and game.showdown:
                    choice.holding.verify(game.showdown.ranking)
            except (UnknownName, ValueError) as error:
                yield BadDefinition(str(error), place)
            if choice.holding and not game.showdown:
                said = "a choice that asks for a hand needs a showdown to say what it is worth"
                yield BadDefinition(said, place)


def _alone_faults(game: Game, wager: Wager) -> Iterator[str]:
    """Who makes such a bet alone is in no showdown and decides nothing: it has to be paid by cards that are there."""
    if not wager.alone:
        return
    if not wager.is_optional or not wager.ranking:
        yield f"{wager.name}: only a side bet on a hand of its own can be made alone; give it a hand, or drop alone"
    if game.course:
        yield f"{wager.name}: a course plays every hand that is bet on, so that no bet can be made alone; leave it out"


def _listed_by(game: Game, wager: Wager) -> Ranking | None:
    """The ranking whose lines the wager's paytables list; none where a settlement has lines of its own."""
    if innermost(wager.settle) not in (by_line, extra_by_line, by_hand_if_it_wins):
        return None
    return wager.ranking or ranking_in(wager.settle) or (game.showdown.ranking if game.showdown else None)


def cards_read(game: Game, wager: Wager, places: Cards) -> int:
    """How many cards the wager's ranking reads there; a course deals at least the first ones."""
    counts = [wager.first if game.course else game.deal.count(place) for place in Cards if place in places]
    return sum(min(count, wager.first) if wager.first else count for count in counts)


def _card_faults(game: Game) -> Iterator[BadDefinition]:
    """More cards than the deck holds, or cards turned over that nobody dealt."""
    if not game.deal.packets:
        yield BadDefinition("it says nothing of the cards: give it a deal=Deal(…) or a course", ("deal",))
        return
    for at, packet in enumerate(game.deal.packets):
        if packet.to not in tuple(Cards):
            yield BadDefinition(
                f"a packet goes to the {packet.to}; it goes to one of them", ("deal", "packets", at, "to")
            )
    needed = game.deal.cards_needed(1)
    if needed > len(game.deck):
        yield BadDefinition(
            f"a round for one player takes {needed} cards, and the deck holds {len(game.deck)}", ("deal",)
        )
    for place, name in ((Cards.COMMUNITY, "community cards"), (Cards.DEALER, "dealer's cards")):
        shown, dealt = sum(street.reveals(place) for street in game.streets), game.deal.count(place)
        if shown > dealt:
            yield BadDefinition(
                f"its decisions turn over {shown} {name}, and the deal has {dealt}: add a Packet, or turn over fewer",
                ("streets",),
            )
    if game.showdown and not game.deal.count(Cards.DEALER):
        yield BadDefinition(
            "its showdown needs a dealer's hand: add a Packet(…, to=Cards.DEALER) to the deal", ("showdown",)
        )
    if game.showdown and not game.deal.count(Cards.OWN):
        yield BadDefinition(
            "its showdown needs a player's hand: add a Packet(…, to=Cards.OWN) to the deal", ("showdown",)
        )
    for side in (Cards.OWN, Cards.DEALER) if game.showdown else ():
        assert game.showdown
        count = game.deal.count(side | game.showdown.shared)
        if count and not _reads(game.showdown.ranking, game, count):
            said = f"its showdown is by {game.showdown.ranking.name}, which cannot read a hand of {count} cards"
            yield BadDefinition(said, ("showdown", "ranking"))


def _street_faults(game: Game) -> Iterator[BadDefinition]:
    """Decisions with nothing to choose, two of one name, bets of no size, bets that cannot be taken back."""
    wagers = {wager.name: wager for wager in game.wagers}
    names = [street.name for street in game.streets]
    for at, street in enumerate(game.streets):
        if names.index(street.name) < at:
            yield BadDefinition(
                f"two decisions are called {street.name}; each has a name of its own", ("streets", at, "name")
            )
        if not street.choices:
            yield BadDefinition(
                f"{street.name} has nothing to choose from; give it choices", ("streets", at, "choices")
            )
        if street.unless_bet and street.unless_bet not in wagers:
            said = f"{street.name} is skipped after the bet {street.unless_bet}, and there is none of that name"
            yield BadDefinition(said, ("streets", at, "unless_bet"))
        for number, choice in enumerate(street.choices):
            place = ("streets", at, "choices", number)
            if bool(choice.bet) != (choice.times > 0):
                yield BadDefinition(
                    f"the choice {choice.name} of {street.name} bets nothing; say how many times", place
                )
            if choice.bet in wagers and wagers[choice.bet].kind is not Kind.RAISE:
                yield BadDefinition(f"{choice.bet} is bet at {street.name}, so that its kind is a raise", place)
            if choice.takes_back in wagers and wagers[choice.takes_back].kind is not Kind.OPENING:
                yield BadDefinition(f"{choice.takes_back} is no opening bet, and only those can be taken back", place)


def _bet_faults(game: Game, wager: Wager, at: int) -> Iterator[BadDefinition]:
    """Raises that no player can make, hands of no cards, rankings that cannot read the number of cards."""
    if wager.kind is Kind.RAISE and not game.course and not game.raise_sizes(wager):
        said = f'no decision makes the bet {wager.name}: add bet("{wager.name}") to a street, or leave the wager out'
        yield BadDefinition(said, ("wagers", at))
    if game.course or not wager.ranking:
        return
    for places in filter(None, (wager.on, wager.against)):
        count = cards_read(game, wager, places)
        if not count:
            yield BadDefinition(f"{wager.name} is paid by the {places}, and the deal has none", ("wagers", at, "on"))
        elif not _reads(wager.ranking, game, count):
            said = f"{wager.name} is paid by {wager.ranking.name}, which cannot read a hand of {count} cards"
            yield BadDefinition(said, ("wagers", at, "ranking"))


def _reads(ranking: Ranking, game: Game, count: int) -> bool:
    """Whether a ranking takes hands of that size from this deck."""
    return count > len(game.deck) or ranking.reads(game.deck.cards[:count])  # a deck too small is reported already


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


def possible_facts(game: Game, wager: Wager | None = None) -> Iterator[Facts]:
    """Every combination of facts a settlement can be asked about; lines alone where there is no showdown.

    For a wager with a ranking of its own, the lines of that; otherwise those of the showdown or of the course.
    """
    showdown, ranking = game.showdown, wager.ranking if wager else None
    if wager and ranking and wager.against:
        lines = range(len(ranking.lines))
        yield from (Facts(player=mine, dealer=theirs) for mine, theirs in product(lines, lines))
        return
    if game.course and ranking is None:
        yield from game.course.facts_for(wager) if wager else game.course.possible_facts()
        return
    if ranking is not None or showdown is None:
        lines = range(len(ranking.lines)) if ranking else range(1)
        yield from (Facts(player=line) for line in lines)
        return
    yield from showdown.possible_facts()


def possible_outcomes(game: Game, wager: Wager) -> Iterator[tuple[Facts, Outcome]]:
    """What becomes of a wager by every combination of facts it can be asked about."""
    ranking = game.showdown.ranking if game.showdown else None
    for facts in possible_facts(game, wager):
        yield facts, wager.outcome(facts, ranking)
