"""What a table offers: a game, which of its bets, between which limits, for how many players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from fairfelt.jackpot import Terms
from fairfelt.law.core.profile import LawError
from fairfelt.rules import DOLLARS, Game, Kind, Opens, Paytable, Preset, Wager
from fairfelt.runtime.formats import Line, OptionalLine, Stake

T = TypeVar("T")


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the most that may be bet on a wager."""

    least_micros: Stake
    most_micros: Stake

    def __post_init__(self) -> None:
        if not 0 < self.least_micros <= self.most_micros:
            raise LawError("limits go from an amount above zero to one that is not less")

    def allow(self, amount_micros: int) -> bool:
        """Whether a bet lies between them."""
        return self.least_micros <= amount_micros <= self.most_micros


class AggregateLimit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The most that one deal pays on some wagers, however many win."""

    wagers: Annotated[tuple[Line, ...], Meta(min_length=1, max_length=20, description="a list of 1 to 20 wagers")]
    table_micros: Stake
    player_micros: Stake | None = None
    approval: OptionalLine = ""
    """The document that approves it."""
    displayed: bool = False


@dataclass(frozen=True, kw_only=True)
class Offer:
    """One table as it is set up."""

    game: Game
    opening: Limits
    """Limits of each opening bet."""
    openings: Mapping[str, Limits] = field(default_factory=dict)
    """Limits of opening bets that differ from the rest, where a player opens with one of several."""
    side_bets: Mapping[str, Limits] = field(default_factory=dict)
    """Side bets and progressives that are offered; the others are not."""
    seats: int = 0
    """Places at the table; 0 means as many as the game allows."""
    paytables: Mapping[str, str] = field(default_factory=dict)
    """The paytable of each wager; defaults to the wager's first."""
    aggregates: tuple[AggregateLimit, ...] = ()
    currency: str = DOLLARS
    progressive: str = ""
    """The progressive that the table is connected to; empty where there is none."""
    terms: tuple[Terms, ...] = ()
    """Terms of its jackpot: those in force, and those that wait for the next award."""
    played_off: bool = False
    """Whether its jackpot is on its way out and starts with nothing once it is won."""
    filed: Mapping[str, Preset] = field(default_factory=dict)
    """What the room has filed of the maker's pre-configured seeds and rates, by paytable of the progressive."""

    def __post_init__(self) -> None:
        for name in self.side_bets:
            if not self.game.wager(name).is_optional:
                raise LawError(f"{name} is a bet of {self.game.title} itself; name side bets and progressives only")
        for name in self.openings:
            self._verify_opening(name)
        for name in self.paytables:
            self.paytable(name)
        if not 0 <= self.seats <= self.game.seats:
            raise LawError(f"{self.game.title} has at most {self.game.seats} seats, not {self.seats}")

    def _verify_opening(self, name: str) -> None:
        if self.game.wager(name).kind is not Kind.OPENING:
            raise LawError(f"{name} is no opening bet of {self.game.title}; name opening bets only")
        if self.game.opens is Opens.ALL and len(self.game.openings) > 1:
            raise LawError(f"{self.game.title} is opened with equal bets, so they all have the same limits")

    @property
    def progressives(self) -> tuple[str, ...]:
        """Every progressive bet that can be made here."""
        offered = {self.game.wager(name).name for name in (*self.side_bets, *filter(None, [self.progressive]))}
        return tuple(w.name for w in self.game.wagers if w.feeds_meter and w.name in offered)

    @property
    def preset(self) -> Preset | None:
        """What the progressive's meter is set to at first: as the room has filed it, or as it ships."""
        if not self.progressive:
            return None
        paytable = self.paytable(self.progressive)
        ships, filed = paytable.preset, self.filed.get(paytable.name)
        return replace(ships, levels=filed.levels, printed=filed.printed) if ships and filed else filed or ships

    @property
    def places(self) -> int:
        """Seats at this table."""
        return self.seats or self.game.seats

    def paytable(self, wager: str) -> Paytable:
        """The paytable of a wager at this table."""
        named = {self.game.wager(name).name: table for name, table in self.paytables.items()}
        name = self.game.wager(wager).name
        return self.game.paytable(name, named[name]) if name in named else self.game.wager(name).paytable

    @property
    def paytables_in_play(self) -> tuple[str, ...]:
        """Those that pay a bet of this table, as a pin lists them."""
        offered = {*self.wagers, *self.progressives}
        paid = (wager.name for wager in self.game.wagers if wager.name in offered or not wager.is_optional)
        tables = ((name, self.paytable(name)) for name in paid if self.game.wager(name).paytables)
        return tuple(paytable_on_file(name, table.name) for name, table in tables if table.pays)

    @property
    def wagers(self) -> Mapping[str, Limits]:
        """Every wager a player can make here, with its limits; those of raises follow from the opening bet."""
        game = self.game
        own = {game.wager(name).name: limits for name, limits in self.openings.items()}
        found = {wager.name: own.get(wager.name, self.opening) for wager in game.openings}
        for wager in game.raises:
            sizes = multiples(game, wager)
            found[wager.name] = Limits(self.opening.least_micros * sizes[0], self.opening.most_micros * sizes[-1])
        return {**found, **{game.wager(name).name: limits for name, limits in self.side_bets.items()}}


def by_wager(game: Game, named: Mapping[str, T]) -> dict[str, T]:
    """The values keyed by the game's names of the wagers; refuse a wager named twice as ambiguous."""
    found: dict[str, T] = {}
    for name, value in named.items():
        wager = game.wager(name).name
        if wager in found:
            raise LawError(f"{wager} is named twice; capitals do not matter, so name each wager once")
        found[wager] = value
    return found


def paytable_on_file(wager: str, paytable: str) -> str:
    """A paytable of a wager as a pin lists it."""
    return f"{wager}/{paytable}"


def multiples(game: Game, wager: Wager) -> tuple[int, ...]:
    """The sizes a bet can have in units of the first opening bet, from the smallest to the largest."""
    if wager.kind is not Kind.RAISE:
        return (1,)
    return game.raise_sizes(wager) or (1,)
