"""Setting a room up: jackpots, links, tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct, structs

from fairfelt import games
from fairfelt.jackpot import ProposedTerms, Terms, open_jackpot
from fairfelt.law import check_kind, check_rises, check_seeds
from fairfelt.room.authority import Requester, check_new, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.law import check_limits, check_seats
from fairfelt.room.event import Code, GatedEvent, Refusal, ReviewedEvent, RoomEvent, refusing
from fairfelt.room.law.ask_law import folded_findings, lawful, location_findings
from fairfelt.room.law.jurisdiction import NO_VERDICT
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import NO_LIMITS, TableLimits
from fairfelt.room.state.links import FoldedHands, HandButton, Link, hand_buttons
from fairfelt.room.state.people import SETS_UP
from fairfelt.room.state.table import Controls, Phase, Spot, Table
from fairfelt.rules import DOLLARS, Game, UnknownName
from fairfelt.runtime.formats import Currency, Line, Name, OptionalLine, Seat, Stake, shared_fields

PROGRESSIVE = "progressive"
"""The kind of jackpot that this room keeps the meters of."""


class ProgressiveAtTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The progressive of a table, with the hand buttons of its paytable as they were that day."""

    link: str
    wager: str
    paytable: str
    denominations_micros: tuple[int, ...]
    folded_hands_qualify: bool
    controls: Controls
    maker: str
    hands: tuple[HandButton, ...]


class PlannedTable(GatedEvent, frozen=True, kw_only=True):
    """A table of a game, with a progressive or without."""

    table: str
    game: str
    variant: str
    fingerprint: str
    seats: int
    currency: str
    limits: TableLimits
    progressive: ProgressiveAtTable | None = None

    def standing(self) -> Table:
        progressive = structs.asdict(self.progressive) if self.progressive else {}
        return Table(**shared_fields(self, Table), **progressive)

    def stand(self, floor: Floor, table: Table) -> Floor:
        """The floor with it, suspended where something it belongs to is."""
        return floor.having("tables", self.table, floor.suspended_as_needed(table))


class TableSetUp(PlannedTable, frozen=True, kw_only=True, tag="table set up/1"):
    """A table that was not there before."""

    def apply(self, floor: Floor) -> Floor:
        return self.stand(floor, self.standing())


class Stood(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game and progressive bet at a table: its records of that time are of this."""

    game: str
    variant: str
    fingerprint: str
    wager: str = ""
    paytable: str = ""
    folded_hands_qualify: bool = False

    @classmethod
    def at(cls, table: Table) -> Stood:
        """The game and progressive bet of a table."""
        return cls(**shared_fields(table, cls))


class TableChanged(PlannedTable, frozen=True, kw_only=True, tag="table changed/1"):
    """Another game, paytable or link at a table; its rounds go on counting, and it stays closed until it is opened."""

    why: str
    before: Stood

    def apply(self, floor: Floor) -> Floor:
        before = floor.tables[self.table]
        kept = replace(
            self.standing(), round=before.round, bets_counted=before.bets_counted,
            wagered_micros=before.wagered_micros, taken_out=before.taken_out, place=before.place,
        )  # fmt: skip
        return self.stand(floor.leaving(before), kept)


if TYPE_CHECKING:
    AskedTerms = Terms
else:
    AskedTerms = ProposedTerms
    """Terms missing from a request default to the sheets'; programs may give any terms."""
MAP_COLUMNS, MAP_ROWS, MOST_TABLES = 12, 8, 500
"""The squares of the map of the floor."""


@recorded_as("jackpot opened/1", GatedEvent, terms=Terms)
class OpenJackpot(RoomCommand, frozen=True, kw_only=True, tag="open jackpot/1"):
    """Open a jackpot, by two people; its levels are seeded by the house."""

    jackpot: Name
    terms: AskedTerms
    jackpot_kind: Line = PROGRESSIVE
    """A law may know others than progressive ones."""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_to_set_up(count=2)
        check_new(floor.jackpots, self.jackpot, "jackpot")
        if self.jackpot_kind == "house":
            sentence = "a house jackpot holds no players' money and has no meter: post it as a prize of the house"
            raise Refusal(Code.BAD_FIELD, sentence, "jackpot_kind")
        law, terms = floor.law, ProposedTerms.accepted(self.terms)
        checks = check_kind(law, self.jackpot_kind), check_seeds(law, terms), check_rises(law, terms)
        return self.record(self.recorded, terms=terms, notices=lawful(floor, *checks))

    def apply(self, floor: Floor) -> Floor:
        if self.jackpot_kind != PROGRESSIVE:
            floor = floor.having("jackpot_kinds", self.jackpot, self.jackpot_kind)
        return floor.having("jackpots", self.jackpot, open_jackpot(self.terms))


@recorded_as("link made/1", GatedEvent)
class MakeLink(RoomCommand, frozen=True, kw_only=True, tag="make link/1"):
    """Make a link: tables of one licensed location that feed and win one jackpot."""

    link: Name
    jackpot: Name
    location: Line
    folded_hands: FoldedHands = FoldedHands.AS_THE_SHEET
    """Whether folded hands qualify at its tables, where a sheet leaves that to the casino."""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_to_furnish()
        check_new(floor.links, self.link, "link")
        known(floor.jackpots, self.jackpot, "jackpot")
        folded = folded_findings(floor, self.jackpot, {self.link: self.folded_hands})
        return self.record(
            self.recorded, notices=lawful(floor, location_findings(floor, self.jackpot, self.location), folded)
        )

    def apply(self, floor: Floor) -> Floor:
        made = Link(self.jackpot, self.location, self.folded_hands)
        return floor.having("links", self.link, made)


class TableSpot(Struct, frozen=True, forbid_unknown_fields=True):
    """The square of a table on the map of the floor."""

    table: Name
    column: Annotated[int, Meta(ge=1, le=MAP_COLUMNS, description=f"a column from 1 to {MAP_COLUMNS}")]
    row: Annotated[int, Meta(ge=1, le=MAP_ROWS, description=f"a row from 1 to {MAP_ROWS}")]


class TablePlan(RoomCommand, frozen=True, kw_only=True):
    """What a table is to be: any game; with a link it has a progressive."""

    table: Name
    game: Name
    variant: OptionalLine = ""
    currency: Currency = DOLLARS
    """The currency of bets and pays; a table with a progressive uses its jackpot's regardless."""
    link: OptionalLine = ""
    """Through which it feeds and wins a jackpot; empty for a table without a progressive."""
    wager: OptionalLine = ""
    """The progressive bet; required with a link, and only then."""
    paytable: OptionalLine = ""
    """The progressive bet's paytable, which defines the hand buttons; required with a link, and only then."""
    controls: Controls = Controls.NEXUS
    maker: OptionalLine = ""
    """Who made the progressive equipment of the table; a law may ask where others share its jackpot."""
    denominations_micros: Annotated[tuple[Stake, ...], Meta(max_length=20, description="a list of amounts")] = ()
    """Wagers that may be made; none listed means any up to the jackpot's largest."""
    limits: TableLimits = NO_LIMITS
    """What is posted at the table."""
    seats: Seat | None = None
    """Number of seats at the table; defaults to the game's maximum."""

    def planned(self, floor: Floor) -> dict[str, Any]:
        """What an event says of such a table."""
        with refusing(Code.UNKNOWN_NAME, UnknownName):
            game = games.find(self.game, self.variant)
        progressive, currency = self._progressive(floor, game), self.currency
        if progressive:
            currency = floor.jackpots[floor.links[self.link].jackpot].terms.currency
        return {
            "table": self.table,
            "game": game.slug,
            "variant": game.variant,
            "fingerprint": games.fingerprint_of(game.slug, game.variant),
            "seats": check_seats(self.seats, game),
            "currency": currency,
            "limits": check_limits(self.limits, game, {self.wager: self.paytable} if progressive else {}),
            "progressive": progressive,
        }

    def _progressive(self, floor: Floor, game: Game) -> ProgressiveAtTable | None:
        if not self.link:
            for field in ("wager", "paytable", "denominations_micros", "maker"):
                if getattr(self, field):
                    sentence = f"{field} is said of a progressive; name its link too, or leave it out"
                    raise Refusal(Code.BAD_FIELD, sentence, field)
            return None
        link = known(floor.links, self.link, "link")
        _check_sharing(floor, link.jackpot, self.controls)
        with refusing(Code.UNKNOWN_NAME, UnknownName):
            hands = hand_buttons(game, self.wager, self.paytable)
            wager, paytable = game.wager(self.wager).name, game.paytable(self.wager, self.paytable).name
        levels = [level.name for level in floor.jackpots[link.jackpot].terms.levels]
        if unknown := [button.level for button in hands if button.level and button.level not in levels]:
            wins = f"paytable {self.paytable} wins a level {unknown[0]!r}"
            raise Refusal(Code.UNKNOWN_NAME, f"{wins}; this jackpot has {', '.join(levels)}", "paytable")
        coins = tuple(sorted(self.denominations_micros))
        named = {"wager": wager, "paytable": paytable, "denominations_micros": coins}
        qualify = link.folded_hands.qualify(game, self.wager)
        shared = shared_fields(self, ProgressiveAtTable) | named
        return ProgressiveAtTable(**shared, folded_hands_qualify=qualify, hands=hands)


class SetUpTable(TablePlan, frozen=True, kw_only=True, tag="set up table/1"):
    """Set a table up with any game; with a link it has a progressive. Where it joins other games, odds are counted."""

    def decide(self, floor: Floor, who: Requester) -> TableSetUp:
        who.require_to_furnish()
        check_new(floor.tables, self.table, "table")
        return TableSetUp(**self.planned(floor))


class ChangeTable(TablePlan, frozen=True, kw_only=True, tag="change table/1"):
    """Give a closed table another game, paytable, link or limits; a retired one is back on the floor with them."""

    why: Line

    def decide(self, floor: Floor, who: Requester) -> TableChanged:
        who.require_departments(SETS_UP)
        check_idle(floor, self.table, "changed")
        planned = self.planned(floor)
        if planned["game"] != floor.tables[self.table].game:
            check_no_bonus(floor, self.table)
        return TableChanged(**planned, why=self.why, before=Stood.at(floor.tables[self.table]))


@recorded_as("table moved/1")
class MoveTable(RoomCommand, frozen=True, kw_only=True, tag="move table/1"):
    """Say where a closed table stands from now on; its name, game and records stay."""

    table: Name
    place: Line
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(SETS_UP)
        if check_idle(floor, self.table, "moved").place == self.place:
            raise Refusal(Code.ALREADY_DONE, f"table {self.table} stands there already", "place")

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, place=self.place)


@recorded_as("tables arranged/1", spots=Mapping[str, Spot])
class ArrangeTables(RoomCommand, frozen=True, kw_only=True, tag="arrange tables/1"):
    """Put tables on the map of the floor; play does not ask where they stand, so it goes on meanwhile."""

    spots: Annotated[tuple[TableSpot, ...], Meta(min_length=1, max_length=MOST_TABLES, description="a list of squares")]

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(SETS_UP)
        taken = {table.spot: name for name, table in floor.tables.items() if table.spot and not table.retired}
        spots = {each.table: Spot(each.column, each.row) for each in self.spots}
        taken = {spot: name for spot, name in taken.items() if name not in spots}
        for name, spot in spots.items():
            known(floor.tables, name, "table")
            if (there := taken.setdefault(spot, name)) != name:
                raise Refusal(Code.NAME_TAKEN, f"tables {there} and {name} have the same square; move one", "spots")
        if all(floor.tables[name].spot == spot for name, spot in spots.items()):
            raise Refusal(Code.ALREADY_DONE, "every table stands there already", "spots")
        return self.record(self.recorded, spots=spots)

    def apply(self: Any, floor: Floor) -> Floor:
        moved = {name: replace(floor.tables[name], spot=spot) for name, spot in self.spots.items()}
        return replace(floor, tables={**floor.tables, **moved})


@recorded_as("table retired/1", ReviewedEvent, before=Stood)
class RetireTable(RoomCommand, frozen=True, kw_only=True, tag="retire table/1"):
    """Take a closed table off the floor and off its link; its records stay, and a change brings it back."""

    table: Name
    why: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(SETS_UP)
        table = check_idle(floor, self.table, "retired")
        if table.retired:
            raise Refusal(Code.ALREADY_DONE, f"table {self.table} is retired already")
        check_no_bonus(floor, self.table)
        return self.record(self.recorded, before=Stood.at(table))

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        gone = replace(
            table, retired=self.why, law_verdict=NO_VERDICT, link="", wager="", paytable="", hands=(),
            denominations_micros=(), folded_hands_qualify=False, controls=Controls.NEXUS, maker="", ended=None,
        )  # fmt: skip
        return floor.leaving(table).having("tables", self.table, floor.suspended_as_needed(gone))


def check_idle(floor: Floor, name: str, done: str) -> Table:
    """A table that was closed by a person, between two rounds: players finish under the posted rules."""
    table = known(floor.tables, name, "table")
    if table.phase is not Phase.BETTING:
        raise Refusal(Code.NOT_NOW, f"a round is running at table {name}; end it before the table is {done}")
    if table.stakes:
        sentence = f"bets of the next round are reported at table {name}: take them back with BETS before it is {done}"
        raise Refusal(Code.NOT_NOW, sentence)
    if not (table.taken_out or table.retired):
        raise Refusal(Code.NOT_NOW, f"table {name} is open; close it before it is {done}")
    return table


def check_no_bonus(floor: Floor, table: str) -> None:
    """A prize of the house is for a hand of the game that is played there."""
    for name, prize in floor.house_jackpots.items():
        if prize.table == table:
            raise Refusal(Code.NOT_NOW, f"the house-funded bonus {name} is posted at table {table}; remove it first")


def _check_sharing(floor: Floor, jackpot: str, controls: Controls) -> None:
    """Tables of a jackpot that rooms share stand in the rooms, and their hands are confirmed without a key."""
    if floor.rooms_of(jackpot):
        sentence = f"jackpot {jackpot} is shared by rooms: its tables stand in them, and not at the hub"
        raise Refusal(Code.NOT_NOW, sentence, "link")
    if floor.jackpots[jackpot].share and controls is Controls.LEGACY:
        raise Refusal(Code.BAD_FIELD, "a jackpot of a hub takes Nexus controls: the hub adjusts the meter", "controls")
