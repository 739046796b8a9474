"""The end of a jackpot: notice to the players, then play-off, transfer or gift. The house keeps none of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Any

from msgspec import structs

from fairfelt.jackpot import Jackpot, Level, Move, transfer_in, transfer_out
from fairfelt.jackpot.book import HELD, PAID, TRANSFERRED
from fairfelt.law import Disposal, Finding, LawError, Retirement, Stage, announced
from fairfelt.room.authority import Requester, known, own_jackpot
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.accounts import verify_no_game
from fairfelt.room.event import Code, NotedEvent, Refusal, RoomEvent, refusing
from fairfelt.room.law.ask_law import law_today, lawful, transfer_said
from fairfelt.room.law.paperwork import Transfer, transfer_key
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.runtime.formats import Line, Name, OptionalLine


class JackpotEnded(NotedEvent, frozen=True, kw_only=True):
    """The last stage of a jackpot."""

    on: date | None = None
    """The day; None on older logs, and where no law asks for stages."""


def _closed(floor: Floor, ended: Any) -> Floor:
    """The floor after the last stage of a jackpot, where there were stages before."""
    ending = floor.endings.get(ended.jackpot)
    if ending is None or ended.on is None:
        return floor
    closed = replace(ending, stage=Stage.CLOSED, closed_on=ended.on, document=ended.document)
    notices = tuple(dict.fromkeys((*ending.notices, *ended.notices)))
    return floor.having("endings", ended.jackpot, replace(closed, notices=notices))


def _played_off(jackpot: Jackpot) -> Jackpot:
    """The jackpot with all contributions on the meters, no seed, and after a win no contributions."""

    def drawn_down(level: Level, *, rate_ppm: int) -> Level:
        return structs.replace(level, seed_micros=0, rate_ppm=rate_ppm, reserve_rate_ppm=0)

    terms = jackpot.terms
    now = tuple(drawn_down(level, rate_ppm=level.rate_ppm + level.reserve_rate_ppm) for level in terms.levels)
    then = tuple(drawn_down(level, rate_ppm=0) for level in terms.levels)
    return replace(jackpot, terms=structs.replace(terms, levels=now), awaiting=structs.replace(terms, levels=then))


@recorded_as("retirement announced/1", NotedEvent, on=date, earliest=date)
class AnnounceRetirement(RoomCommand, frozen=True, kw_only=True, tag="announce retirement/1"):
    """Announce the end of a jackpot: the notice to the players is posted from today on. A transfer names a level.

    Where the jackpot that it was to go to has ended itself, the end is announced anew.
    """

    jackpot: Name
    way: Disposal
    document: Line
    """The notice."""
    to: OptionalLine = ""
    level: OptionalLine = ""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        ending = floor.endings.get(self.jackpot)
        lost = ending and ending.way is Disposal.TRANSFER and floor.jackpots[ending.to].retired
        if own_jackpot(floor, self.jackpot).retired or (ending and not lost):
            raise Refusal(Code.ALREADY_DONE, f"the end of {self.jackpot} was announced before")
        level = ""
        if self.way is Disposal.TRANSFER:
            level = _level_of_heir(floor, (self.jackpot, self.to, self.level), "to")
        with refusing(Code.UNLAWFUL, LawError):
            ending = announced(law_today(floor), self.jackpot, self.way, to=self.to, notice=self.document)
        findings = transfer_said(floor, (self.jackpot, self.to, level)) if level else ()
        return self.record(
            self.recorded,
            level=level,
            on=ending.announced_on,
            earliest=ending.earliest,
            document=ending.notice,
            notices=lawful(floor, said=findings),
        )

    def apply(self: Any, floor: Floor) -> Floor:
        ending = Retirement(
            self.jackpot, self.way, self.to, self.on, self.earliest, self.document, level=self.level,
            notices=self.notices,
        )  # fmt: skip
        return floor.having("endings", self.jackpot, ending)


@recorded_as("retirement begun/1", on=date)
class BeginRetirement(RoomCommand, frozen=True, kw_only=True, tag="begin retirement/1"):
    """Begin the play-off, transfer or donation, once the notice was posted long enough."""

    jackpot: Name

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        ending = known(floor.endings, self.jackpot, "jackpot", "announced end of")
        _verify_idle(floor, floor.jackpots[self.jackpot])
        today = law_today(floor).on
        with refusing(Code.NOT_NOW, LawError):
            ending.begun(today)
        return self.record(self.recorded, on=today)

    def apply(self, floor: Floor) -> Floor:
        ending = floor.endings[self.jackpot]
        floor = floor.having("endings", self.jackpot, replace(ending, stage=Stage.UNDER_WAY))
        if ending.way is not Disposal.PLAY_OFF:
            return floor
        return floor.having("jackpots", self.jackpot, _played_off(floor.jackpots[self.jackpot]))


@recorded_as("jackpot retired/1", JackpotEnded)
class RetireJackpot(RoomCommand, frozen=True, kw_only=True, tag="retire jackpot/1"):
    """End a jackpot by a transfer: all it holds for players goes to a level of another."""

    jackpot: Name
    into: Name
    level: Name
    document: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        transfer = self.jackpot, self.into, self.level
        level = _level_of_heir(floor, transfer, "into")
        _verify_idle(floor, floor.jackpots[self.jackpot])
        return self.record(
            self.recorded,
            level=level,
            on=floor.jurisdiction.day,
            notices=lawful(floor, _unannounced(floor, transfer), said=transfer_said(floor, transfer)),
        )

    def apply(self, floor: Floor) -> Floor:
        old, heir = floor.jackpots[self.jackpot], floor.jackpots[self.into]
        amount_micros, moves = transfer_out(old)
        won_with = tuple(sorted(floor.won_with(self.jackpot)))
        floor = floor.having("inherited", transfer_key((self.jackpot, self.into, self.level)), won_with)
        floor = floor.having("jackpots", self.jackpot, replace(old.after(moves), retired=True))
        floor = floor.having("jackpots", self.into, heir.after(transfer_in(heir, self.level, amount_micros)))
        return _closed(floor, self)


@recorded_as("jackpot given away/1", JackpotEnded, to=str, amount_micros=int)
class GiveJackpotAway(RoomCommand, frozen=True, kw_only=True, tag="give jackpot away/1"):
    """Give all that a jackpot holds to whom the notice named."""

    jackpot: Name
    document: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        ending = _under_way(floor, self.jackpot, Disposal.DONATION)
        jackpot = floor.jackpots[self.jackpot]
        _verify_idle(floor, jackpot)
        return self.record(self.recorded, to=ending.to, amount_micros=held_micros(jackpot), on=floor.jurisdiction.day)

    def apply(self, floor: Floor) -> Floor:
        old = floor.jackpots[self.jackpot]
        moves = tuple(
            Move(PAID, move.amount_micros) if move.account == TRANSFERRED else move for move in transfer_out(old)[1]
        )
        return _closed(floor.having("jackpots", self.jackpot, replace(old.after(moves), retired=True)), self)


@recorded_as("retirement closed/1", JackpotEnded)
class CloseRetirement(RoomCommand, frozen=True, kw_only=True, tag="close retirement/1"):
    """Close a jackpot that was played off: nothing is held any more."""

    jackpot: Name
    document: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require(ADJUSTS, count=2)
        ending = _under_way(floor, self.jackpot, Disposal.PLAY_OFF)
        today = law_today(floor).on
        with refusing(Code.NOT_NOW, LawError):
            ending.closed(today, held_micros(floor.jackpots[self.jackpot]), self.document)
        return self.record(self.recorded, on=today)

    def apply(self, floor: Floor) -> Floor:
        ended = replace(floor.jackpots[self.jackpot], retired=True)
        return _closed(floor.having("jackpots", self.jackpot, ended), self)


def held_micros(jackpot: Jackpot) -> int:
    """All that a jackpot holds for players."""
    return sum(amount for account, amount in jackpot.book.balances.items() if account.startswith(HELD))


def _under_way(floor: Floor, jackpot: str, way: Disposal) -> Retirement:
    ending = known(floor.endings, jackpot, "jackpot", "announced end of")
    if ending.way is not way or ending.stage is not Stage.UNDER_WAY:
        sentence = f"the end of {jackpot} is a {ending.way}, {ending.stage}; this takes a {way} under way"
        raise Refusal(Code.NOT_NOW, sentence)
    return ending


def _level_of_heir(floor: Floor, transfer: Transfer, field: str) -> str:
    """The level that money of a jackpot can go to: both run, in one currency, and a field names the heir."""
    jackpot, into, level = transfer
    known(floor.jackpots, into, field, "jackpot")
    old, heir = own_jackpot(floor, jackpot), own_jackpot(floor, into)
    if old is heir or old.retired or heir.retired:
        raise Refusal(Code.NOT_NOW, "a running jackpot is retired into another running one")
    if old.terms.currency != heir.terms.currency:
        raise Refusal(Code.NOT_NOW, f"{into} is in {heir.terms.currency}, not in {old.terms.currency}", field)
    if level not in (there := [one.name for one in heir.terms.levels]):
        raise Refusal(Code.UNKNOWN_NAME, f"{into} has no level {level!r}; it has {', '.join(there)}", "level")
    return level


def _unannounced(floor: Floor, transfer: Transfer) -> Iterator[Finding]:
    """A transfer without its notice, or before the notice was posted long enough."""
    jackpot, into, level = transfer
    rule, ending = floor.law.find("jackpot.removal"), floor.endings.get(jackpot)
    under_way = (into, level, Disposal.TRANSFER, Stage.UNDER_WAY)
    if rule is None or (ending and (ending.to, ending.level, ending.way, ending.stage) == under_way):
        return
    moved = f"the transfer of {jackpot} to {into}, {level},"
    yield Finding(rule, f"{moved} is not under way; announce it, and begin after the notice")


def _verify_idle(floor: Floor, jackpot: Jackpot) -> None:
    """No room or table plays for a jackpot, and nothing is offered for it."""
    verify_no_game(floor, jackpot)
    for number, prize in floor.merchandise.items():
        if prize.is_offered and floor.jackpots[prize.jackpot] is jackpot:
            raise Refusal(Code.NOT_NOW, f"merchandise {number} is offered for this jackpot; withdraw it first")
