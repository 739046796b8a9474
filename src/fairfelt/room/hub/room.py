"""A room that shares a jackpot: it joins, hears its hub or loses it, and awards what the hub confirms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from fairfelt.jackpot import (
    Jackpot,
    Terms,
    freeze_at_hub,
    open_share,
    record_taken,
    release_prizes,
    return_from_hub,
    sharing_fault,
)
from fairfelt.jackpot.book import HUB, fast_replace
from fairfelt.law import check_cut_off, check_wide_area
from fairfelt.ledger.chain import Head
from fairfelt.room.authority import Requester, check_new, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.alarms import raise_alarm
from fairfelt.room.commands.retirement import held_micros
from fairfelt.room.commands.rounds import confirm_awards
from fairfelt.room.event import Actor, Code, GatedEvent, Refusal, RoomEvent
from fairfelt.room.hub.accounts import PROTOCOL, HubLine, HubOffer, SharedClaim
from fairfelt.room.hub.hub_commands import ReportRoom
from fairfelt.room.hub.hub_events import ClaimWord, HubWord, claims_at_hub, is_at_hub, reported_prizes, shares_of
from fairfelt.room.law.ask_law import lawful
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.awards import PrizeRow
from fairfelt.room.state.floor import Floor, Scope, Suspension
from fairfelt.room.state.links import FoldedHands
from fairfelt.room.state.table import Phase
from fairfelt.rules import format_amount
from fairfelt.runtime.formats import MOST_MICROS, Line, Name, shared_fields


class HubHeard(RoomEvent, frozen=True, kw_only=True, tag="hub heard/1"):
    """The hub's meters, and the part of this room's sums that it has taken: that much less is owed."""

    answer_fields = ("jackpot",)
    jackpot: str
    hub_event: int
    meters_micros: Mapping[str, int]
    up_to: int
    taken: Mapping[str, int]
    terms: Terms | None = None
    """The hub's terms, if they changed."""
    claims: tuple[SharedClaim, ...] = ()
    """The claims of this room that the hub knows."""
    heard_micros: int
    retired: bool = False
    """Whether the hub has ended the jackpot: no game starts for it any more."""
    returns: bool = False
    """Whether no game is running for it either: what the hub did not take is held here from now on."""

    def apply(self, floor: Floor) -> Floor:
        jackpot, line = floor.jackpots[self.jackpot], floor.hub_lines[self.jackpot]
        jackpot = record_taken(jackpot, self.terms or jackpot.terms, self.meters_micros, self.taken)
        said = shared_fields(self, HubLine) | {"jackpot": line.jackpot}  # as the hub calls it
        heard = replace(line, **said, cut_off_micros=0, why="")
        if self.returns:
            others = {name: other for name, other in floor.hub_lines.items() if name != self.jackpot}
            floor = replace(floor.having("jackpots", self.jackpot, return_from_hub(jackpot)), hub_lines=others)
        else:
            floor = floor.having("jackpots", self.jackpot, jackpot).having("hub_lines", self.jackpot, heard)
        if self.retired and not line.retired:
            ended = Suspension(Scope.SHARED, self.jackpot, f"the hub has ended jackpot {line.jackpot}")
            return floor.with_suspensions(*floor.resumed(Scope.SHARED, self.jackpot).suspensions, ended)
        return floor if line.current or self.retired else floor.resumed(Scope.SHARED, self.jackpot)


class SharesFrozen(RoomEvent, frozen=True, kw_only=True, tag="shares frozen/1"):
    """The hub has frozen what hands at a table win of its levels. They are paid once it has confirmed them."""

    table: str
    prizes: tuple[PrizeRow, ...]

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        jackpot = release_prizes(floor.jackpot_of(table)[1], [prize for prize in table.prizes if prize.win.level])
        jackpot, shares = freeze_at_hub(jackpot, tuple(reported_prizes(self.prizes)))
        fixed = tuple(prize for prize in table.prizes if not prize.win.level)
        return floor.with_round(self.table, fast_replace(table, prizes=(*fixed, *shares)), jackpot)


class AwardHeldBack(RoomEvent, frozen=True, kw_only=True, tag="award held back/1"):
    """The hub did not confirm a claim: an earlier one on the same level waits. A person has to insist on it."""

    table: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, asked=None, hub_says=self.why)


Seconds = Annotated[int, Meta(ge=0, le=30 * 86_400, description="seconds, from 0 to 30 days")]


@recorded_as("jackpot offered/1", word=None, offered=str, room=str, terms=Terms, meters_micros=Mapping[str, int])
class OfferJackpot(RoomCommand, frozen=True, kw_only=True, tag="offer jackpot/1"):
    """The server has found what its hub has for this room."""

    word: HubWord
    answer_fields = ("offered",)

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("what its hub offers")
        word, offer = self.word, floor.hub_offer
        if word.retired:
            raise Refusal(Code.JACKPOT_RETIRED, f"the hub has ended jackpot {word.jackpot}; there is nothing to join")
        if any((line.jackpot, line.room) == (word.jackpot, word.room) for line in floor.hub_lines.values()):
            raise Refusal(Code.ALREADY_DONE, f"the room shares jackpot {word.jackpot} already")
        if offer and (offer.jackpot, offer.room, offer.terms) == (word.jackpot, word.room, word.terms):
            raise Refusal(Code.ALREADY_DONE, "the log says so already")
        said = shared_fields(word, self.recorded)
        return self.record(self.recorded, **said, offered=word.jackpot)

    def apply(self: Any, floor: Floor) -> Floor:
        return replace(floor, hub_offer=HubOffer(self.offered, self.room, self.terms, self.meters_micros))


@recorded_as("jackpot joined/1", GatedEvent, offered=str, room=str, terms=Terms, meters_micros=Mapping[str, int])
class JoinHub(RoomCommand, frozen=True, kw_only=True, tag="join hub/1"):
    """Share the jackpot that the hub offers, by two people: its meters stand there, and this room feeds them."""

    jackpot: Name
    """What this room calls it."""
    stops_after_s: Seconds | None = None
    """How long play continues while the room is cut off, 0 for not at all; without a limit by default."""
    document: Line
    answer_fields = ("jackpot",)

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_to_set_up(count=2)
        offer = floor.hub_offer
        if offer is None:
            sentence = "no hub has offered a jackpot: name the hub and the key in the server's settings first"
            raise Refusal(Code.NOT_NOW, sentence)
        check_new(floor.jackpots, self.jackpot, "jackpot")
        if fault := sharing_fault(offer.terms):
            raise Refusal(Code.BAD_TERMS, fault)
        return self.record(
            self.recorded, offered=offer.jackpot, room=offer.room, terms=offer.terms, meters_micros=offer.shown,
            notices=lawful(floor, check_wide_area(floor.law), check_cut_off(floor.law, self.stops_after_s)),
        )  # fmt: skip

    def apply(self: Any, floor: Floor) -> Floor:
        line = HubLine(self.offered, self.room, self.stops_after_s)
        floor = floor.having("jackpots", self.jackpot, open_share(self.terms, self.meters_micros))
        floor = floor.having("hub_lines", self.jackpot, line)
        return replace(floor, hub_offer=None)


class HearHub(RoomCommand, frozen=True, kw_only=True, tag="hear hub/1"):
    """The server has the hub's word: meters, what it has taken, and how this room's claims stand there."""

    jackpot: Name
    word: HubWord

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        who.require_server("what its hub says")
        line = known(floor.hub_lines, self.jackpot, "jackpot")
        jackpot = floor.jackpots[self.jackpot]
        _check_word(line, jackpot, self.word)
        returns = self.word.retired and not _is_played(floor, self.jackpot)
        told = {
            "jackpot": self.jackpot,
            "terms": None if self.word.terms == jackpot.terms else self.word.terms,
            "claims": tuple(claim.told for claim in self.word.claims),
        }
        said = shared_fields(self.word, HubHeard) | told
        heard = HubHeard(**said, hub_event=self.word.event, heard_micros=who.now_micros, returns=returns)
        after = heard.apply(floor)
        if returns:
            ended = after.jackpots[self.jackpot]
            amounts = held_micros(ended), ended.book[HUB]
            held, taken = (format_amount(micros, ended.terms.currency) for micros in amounts)
            says = (
                f"the hub has ended jackpot {self.jackpot}: less what was won here it took {taken}, and {held} that it "
                "did not take is held here for players; transfer it to another jackpot or donate it"
            )
            return heard, *raise_alarm(after, who, AlarmKind.SHARED_ENDED, self.jackpot, says)
        return heard, *_on_claims(after, self.jackpot, self.word)


def _is_played(floor: Floor, jackpot: str) -> bool:
    return any(table.phase is not Phase.BETTING for table in floor.tables_of(jackpot).values())


def is_news(floor: Floor, jackpot: str, word: HubWord) -> bool:
    """Whether a word says anything that this room's journal does not."""
    line, found = floor.hub_lines[jackpot], floor.jackpots[jackpot]
    if word.retired:
        return not line.retired or not _is_played(floor, jackpot)
    if not (line.current and found.share) or word.terms != found.terms:
        return True
    if dict(word.taken) != dict(found.share.taken) or dict(word.meters_micros) != dict(found.share.shown):
        return True
    if word.up_to and not line.up_to:
        return True
    reported = tuple(claim.told for claim in word.claims)
    return reported != line.claims or any(True for _ in _on_claims(floor, jackpot, word))


def _check_word(line: HubLine, jackpot: Jackpot, word: HubWord) -> None:
    if (word.jackpot, word.room) != (line.jackpot, line.room):
        sentence = (
            f"this is the word on jackpot {word.jackpot} to room {word.room}, not on {line.jackpot} to {line.room}"
        )
        raise Refusal(Code.UNKNOWN_NAME, sentence, "word")
    levels = [level.name for level in jackpot.terms.levels]
    if [level.name for level in word.terms.levels] != levels or word.terms.currency != jackpot.terms.currency:
        raise Refusal(
            Code.BAD_TERMS, f"a running jackpot keeps its currency and its levels {', '.join(levels)}", "word"
        )
    if fault := sharing_fault(word.terms):
        raise Refusal(Code.BAD_TERMS, fault, "word")
    if any(not 0 <= row.amount_micros <= MOST_MICROS for claim in word.claims for row in claim.prizes):
        raise Refusal(Code.BAD_FIELD, "a prize lies between nothing and a thousand million", "word")
    if set(word.meters_micros) != set(levels):
        raise Refusal(Code.BAD_TERMS, "the hub's word has a meter for every level and no other", "word")
    if word.event < line.hub_event or word.up_to < line.up_to:
        sentence = f"the hub has said more before: event {line.hub_event}, with this room up to event {line.up_to}"
        raise Refusal(Code.ALREADY_DONE, sentence, "word")


def _on_claims(floor: Floor, jackpot: str, word: HubWord) -> Iterator[RoomEvent]:
    """The events of the hub's word for claims of this room's tables."""
    by_number = {claim.told.claim: claim for claim in word.claims}
    for name, table in floor.tables.items():
        if table.claim_order in by_number and is_at_hub(floor, table, jackpot):
            for event in _on_claim(floor, name, by_number[table.claim_order]):
                floor = event.apply(floor)
                yield event


def _on_claim(floor: Floor, name: str, word: ClaimWord) -> Iterator[RoomEvent]:
    table = floor.tables[name]
    rows = [(row.seat, row.hand, row.level, row.share) for row in word.prizes]
    if sorted(rows) != sorted((win.seat, win.hand, win.level, str(win.share)) for win in shares_of(table)):
        return  # the hub has not heard what is claimed now
    stood = [prize.amount_micros for prize in table.prizes if prize.win.level]
    if [row.amount_micros for row in word.prizes] != stood:
        frozen = SharesFrozen(table=name, prizes=word.prizes)
        yield frozen
        floor = frozen.apply(floor)
    if word.confirmed and table.asked:
        by = tuple(Actor(card, person) for card, person in table.asked.cards)
        yield from confirm_awards(floor, name, table.asked.person, by)
    elif table.asked and word.earlier and not table.asked.despite_earlier:
        yield AwardHeldBack(table=name, why=word.earlier)


@recorded_as("hub lost/1", since_micros=int)
class LoseHub(RoomCommand, frozen=True, kw_only=True, tag="lose hub/1"):
    """The server does not reach the hub, or the hub does not take the room's reports; or this has lasted too long."""

    jackpot: Name
    why: Line
    stops: bool = False
    """Whether it has lasted as long as play may go on."""
    answer_fields = ("jackpot",)

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_server("whether it reaches its hub")
        line = known(floor.hub_lines, self.jackpot, "jackpot")
        stopped = bool(floor.stopped_without_hub(self.jackpot))
        if not line.current and line.why == self.why and stopped == (self.stops or line.retired):
            raise Refusal(Code.ALREADY_DONE, "the log says so already")
        since = line.cut_off_micros or who.now_micros
        return self.record(self.recorded, since_micros=since)

    def apply(self: Any, floor: Floor) -> Floor:
        lost = replace(floor.hub_lines[self.jackpot], cut_off_micros=self.since_micros, why=self.why)
        floor = floor.having("hub_lines", self.jackpot, lost)
        if lost.retired:
            return floor
        floor = floor.resumed(Scope.SHARED, self.jackpot)
        if not self.stops:
            return floor
        return floor.with_suspensions(*floor.suspensions, Suspension(Scope.SHARED, self.jackpot, self.why))


def report_of(floor: Floor, jackpot: str, head: Head, since: Head) -> ReportRoom:
    """The report on a shared jackpot after an event of this room, with the last event that the hub knows."""
    found = floor.jackpots[jackpot]
    assert found.share, "only a shared jackpot is reported"
    return ReportRoom(
        protocol=PROTOCOL,
        up_to=head.number,
        hash=head.hash,
        since=since.number,
        since_hash=since.hash,
        **shared_fields(found.share, ReportRoom),
        wagers=found.counts.wagers,
        wagered_micros=found.in_micros,
        claims=claims_at_hub(floor, jackpot),
        folded_hands=folded_rules(floor, jackpot),
    )


def folded_rules(floor: Floor, jackpot: str) -> tuple[FoldedHands, ...]:
    """The rules on folded hands at the tables for a jackpot, each once."""
    return tuple(sorted(set(floor.folded_rules(jackpot).values())))


def has_news(floor: Floor, jackpot: str) -> bool:
    """Whether the hub does not know this room's sums and claims as they are, or the room at all."""
    share, line = floor.jackpots[jackpot].share, floor.hub_lines[jackpot]
    if share is None:
        return False
    return not line.up_to or dict(share.counted) != dict(share.taken) or claims_at_hub(floor, jackpot) != line.claims
