"""Commands that set a room up: jackpots, links, tables."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, structs

from fairfelt import games
from fairfelt.formats.fields import Line, Name, OptionalLine, Seat, Stake
from fairfelt.jackpot import Level, Terms
from fairfelt.law import check_kind
from fairfelt.room.authority import Requester, check_new, known
from fairfelt.room.events.set_up import JackpotOpened, LinkMade, TableSetUp
from fairfelt.room.law.ask_law import lawful, location_findings, review
from fairfelt.room.refusal import Code, Refusal, refusing
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.hand_buttons import HandButton, hand_buttons
from fairfelt.room.state.links import FoldedHands
from fairfelt.room.state.people import SETS_UP
from fairfelt.room.state.table import Controls
from fairfelt.room.state.table_limits import NO_LIMITS, TableLimits
from fairfelt.rules import UnknownName

from .command import RoomCommand
from .limits import check_limits, check_seats

PROGRESSIVE = "progressive"
"""The kind of jackpot that this room keeps the meters of."""


class OpenJackpot(RoomCommand, frozen=True, kw_only=True, tag="open jackpot/1"):
    """Open a jackpot; its levels are seeded by the house."""

    jackpot: Name
    terms: Terms
    jackpot_kind: Line = PROGRESSIVE
    """A law may know others than progressive ones."""

    def decide(self, floor: Floor, who: Requester) -> JackpotOpened:
        who.require_to_set_up(SETS_UP)
        check_new(floor.jackpots, self.jackpot, "jackpot")
        law = floor.jurisdiction.law
        notices = lawful(floor, check_kind(law, self.jackpot_kind) if law else ())
        return JackpotOpened(jackpot=self.jackpot, terms=self.terms, jackpot_kind=self.jackpot_kind, notices=notices)


class MakeLink(RoomCommand, frozen=True, kw_only=True, tag="make link/1"):
    """Make a link: tables of one licensed location that feed and win one jackpot."""

    link: Name
    jackpot: Name
    location: Line
    folded_hands: FoldedHands = FoldedHands.AS_THE_SHEET
    """Whether folded hands qualify at its tables, where a sheet leaves that to the casino."""

    def decide(self, floor: Floor, who: Requester) -> LinkMade:
        who.require_to_set_up(SETS_UP)
        check_new(floor.links, self.link, "link")
        known(floor.jackpots, self.jackpot, "jackpot")
        notices = lawful(floor, location_findings(floor, self.jackpot, self.location))
        return LinkMade(
            link=self.link,
            jackpot=self.jackpot,
            location=self.location,
            folded_hands=self.folded_hands,
            notices=notices,
        )


class SetUpTable(RoomCommand, frozen=True, kw_only=True, tag="set up table/1"):
    """Set a table up: its hand buttons come from the game's paytable. Where it joins other games, odds are counted."""

    table: Name
    link: Name
    game: Name
    wager: Line
    paytable: Line
    variant: OptionalLine = ""
    controls: Controls = Controls.NEXUS
    denominations_micros: Annotated[tuple[Stake, ...], Meta(max_length=20, description="a list of amounts")] = ()
    """Wagers that may be made; none listed means any up to the jackpot's largest."""
    limits: TableLimits = NO_LIMITS
    """What hangs at the table."""
    seats: Seat | None = None
    """Places at the table; as many as the game allows where nothing is said."""

    def decide(self, floor: Floor, who: Requester) -> TableSetUp:
        who.require_to_set_up(SETS_UP)
        check_new(floor.tables, self.table, "table")
        link = known(floor.links, self.link, "link")
        with refusing(Code.UNKNOWN_NAME, UnknownName):
            game = games.find(self.game, self.variant)
            hands = hand_buttons(game, self.wager, self.paytable)
        _verify_levels(hands, floor.jackpots[link.jackpot].terms.levels, f"paytable {self.paytable}")
        event = TableSetUp(
            table=self.table,
            link=self.link,
            game=game.slug,
            variant=game.variant,
            wager=self.wager,
            paytable=self.paytable,
            fingerprint=games.fingerprint_of(game.slug, game.variant),
            seats=check_seats(self.seats, game),
            denominations_micros=tuple(sorted(self.denominations_micros)),
            folded_hands_qualify=link.folded_hands.qualify(game, self.wager),
            controls=self.controls,
            hands=hands,
            limits=check_limits(self.limits, game, self.wager, self.paytable),
        )
        return _reviewed(floor, event)


def _reviewed(floor: Floor, event: TableSetUp) -> TableSetUp:
    """With what the law says to every table once this one stands there; what stops it keeps it out."""
    verdicts = review(event.apply(floor))
    own = verdicts.get(event.table)
    if own and own.stop:
        raise Refusal(Code.UNLAWFUL, f"table {event.table} may not open: {own.stop}")
    return structs.replace(event, verdicts=verdicts)


def _verify_levels(hands: tuple[HandButton, ...], levels: tuple[Level, ...], paytable: str) -> None:
    there = [level.name for level in levels]
    for button in hands:
        if button.level and button.level not in there:
            sentence = f"{paytable} wins a level {button.level!r}; this jackpot has {', '.join(there)}"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "paytable")
