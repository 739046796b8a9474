"""A game is a value: deck, deal, wagers, decisions, showdown, rulings and published figures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from fairfelt.rules.cards import STANDARD, Card, Deck
from fairfelt.rules.courses.course import Course
from fairfelt.rules.hands import Ranking
from fairfelt.rules.pays import Paytable
from fairfelt.rules.street import Choice, Street, bet

from .deal import MOST_SEATS, Cards, Deal
from .definition import definition_faults
from .names import BadDefinition, UnknownName, find_named, verify_fields
from .procedure import PLAIN_PROCEDURE, Procedure
from .published import Published, Strategy
from .showdown import Showdown
from .wager import Kind, Opens, Wager


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
        names = [wager.name for wager in self.wagers]
        if not self.slug:
            raise BadDefinition(f"{self.name!r} is no name for a game: it has a letter or a digit in it", ("name",))
        if len(set(names)) != len(names):
            at = next(at for at, name in enumerate(names) if name in names[:at])
            raise BadDefinition(f"{self.name}: two wagers have the same name", ("wagers", at, "name"))
        if not self.wagers or self.wagers[0].kind is not Kind.OPENING:
            said = f"{self.name}: the first wager is the opening bet that all others are measured by"
            raise BadDefinition(said, ("wagers",))
        self._verify_course()
        self._verify_rankings()
        self._verify_choices()
        for fault in definition_faults(self):
            raise BadDefinition(f"{self.name}: {fault.sentence}", fault.part)

    def _verify_course(self) -> None:
        if not self.course:
            return
        if self.deal.packets or self.showdown:
            said = f"{self.name}: a course deals the cards itself and settles without a showdown"
            raise BadDefinition(said, ("course",))
        for at, wager in enumerate(self.wagers):
            if wager.ranking and not wager.first:
                said = f"{self.name}: a bet on a hand of its own has to say how many first cards it reads"
                raise BadDefinition(said, ("wagers", at, "first"))
        object.__setattr__(self, "streets", self.course.streets)

    def _verify_rankings(self) -> None:
        """Check that every required hand can be described and every card of the deck counts for something."""
        rankings = [wager.ranking for wager in self.wagers] + ([self.showdown.ranking] if self.showdown else [])
        for ranking in rankings:
            if self.deck.jokers and ranking and not ranking.knows_joker:
                raise BadDefinition(
                    f"{self.name}: the deck holds a joker, and {ranking.name} does not say what one is; "
                    "take a ranking that knows jokers, or a deck without them",
                    ("deck", "jokers"),
                )
        if not self.showdown:
            return
        dealt = self.deal.count(Cards.DEALER | self.showdown.shared)
        if self.showdown.qualify and len(self.showdown.qualify.cards) > dealt:
            raise BadDefinition(
                f"{self.name}: the dealer qualifies with {self.showdown.qualify.least}, more cards than the "
                f"{dealt} that make the dealer's hand",
                ("showdown", "qualify"),
            )

    def _verify_choices(self) -> None:
        """Check that every choice makes an existing bet and requires a hand that can be described."""
        for at, street in enumerate(self.streets):
            for number, choice in enumerate(street.choices):
                place = ("streets", at, "choices", number)
                try:
                    if choice.bet or choice.takes_back:
                        self.wager(choice.bet or choice.takes_back)
                    if choice.holding and self.showdown:
                        choice.holding.verify(self.showdown.ranking)
                except (UnknownName, ValueError) as error:
                    raise BadDefinition(f"{self.name}: {error}", place) from error
                if choice.holding and not self.showdown:
                    said = f"{self.name}: a choice that asks for a hand needs a showdown to say what it is worth"
                    raise BadDefinition(said, place)

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
